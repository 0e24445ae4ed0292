"""The statistics of a match of two players: Elo difference with error bars, likelihood of superiority, when to stop.

Games come in pairs that share an opening, each player first once, and a pair scores 0, ¼, ½, ¾ or 1. Only the five
counts of pairs are used: within a pair results depend on each other through the opening, between pairs they do not.
Everything rests on one function, the likelihood of the counts for a given expected score. Among all probabilities p of
the five results with that expected score, the likeliest are

    p = f / (1 + t (a - score)),    f the observed frequencies, a = 0, ¼, ½, ¾, 1,

where t makes them add up to 1 (A. B. Owen, *Empirical Likelihood*, 2001, section 2.2; for matches, M. Van den Bergh,
*The generalised sequential probability ratio test for engine matches*). A result never seen counts as 0.001 of a pair.

The test is Wald's sequential one with these likelihoods (X. Li, J. Liu, Z. Ying, *Generalized sequential probability
ratio test for separate families of hypotheses*, Sequential Analysis 33, 2014): it stops when the logarithm of the ratio
leaves ± log((1 - 0.05) / 0.05).

>>> rating((10, 20, 40, 20, 10)).elo, rating((0, 0, 0, 0, 20)).elo
(0.0, None)
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import copysign, erf, log, log10, sqrt

SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
ERROR = 0.05
"""The probability with which the test may wrongly accept either hypothesis."""
BOUND = log((1 - ERROR) / ERROR)
NORMAL_95 = 1.959964
UNSEEN = 0.001
EDGE = 1e-9


@dataclass(frozen=True, slots=True)
class Rating:
    """By how much the first player is stronger, in Elo, with 95 % bounds, and the likelihood that he is (0 to 1).

    None stands for an infinite difference, where every game was won, or every game lost.
    """

    elo: float | None
    low: float | None
    high: float | None
    superiority: float


@dataclass(frozen=True, slots=True)
class Trial:
    """The state of a sequential test: the logarithm of the likelihood ratio, and the hypothesis it accepts.

    `accepted` is 1 (the difference is the greater one), 0 (the smaller one), or None while the test goes on.
    """

    ratio: float
    accepted: int | None


def score_of(elo: float) -> float:
    """Return the expected score, from 0 to 1, for a difference in Elo.

    >>> round(score_of(400), 4)
    0.9091
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float | None:
    """Return the difference in Elo at which a score from 0 to 1 is expected; None for 0 and 1."""
    return None if min(score, 1 - score) < 2 * EDGE else -400 * log10(1 / score - 1) + 0.0


def seen(pairs: Sequence[int]) -> list[float]:
    """Return the counts, with `UNSEEN` in place of 0."""
    return [float(count) or UNSEEN for count in pairs]


def log_likelihood(pairs: Sequence[int], score: float) -> float:
    """Return the logarithm, up to a constant, of the likelihood of counts of pairs if `score` is expected."""
    counts = seen(pairs)
    total = sum(counts)
    chances = list(_likeliest([count / total for count in counts], score))
    return sum(count * log(chance) for count, chance in zip(counts, chances, strict=True))


def _likeliest(frequencies: Sequence[float], score: float) -> Iterator[float]:
    """Yield the likeliest probabilities of the five results with this expected score."""
    low, high = -1 / (1 - score), 1 / score
    for _ in range(200):
        middle = (low + high) / 2
        slope = sum(f * (a - score) / (1 + middle * (a - score)) for f, a in zip(frequencies, SCORES, strict=True))
        low, high = (middle, high) if slope > 0 else (low, middle)
    for f, a in zip(frequencies, SCORES, strict=True):
        yield f / (1 + low * (a - score))


def mean(pairs: Sequence[float]) -> float:
    """Return the mean score of some pairs, from 0 to 1."""
    return sum(count * score for count, score in zip(pairs, SCORES, strict=True)) / sum(pairs)


def rating(pairs: Sequence[int]) -> Rating:
    """Return the rating from the counts of pairs by score, those that score 0 first; there must be a pair.

    A bound is where the likelihood has fallen as far as that of a normal distribution at 1.96 standard deviations.
    """
    best = mean(seen(pairs))

    def deviations(score: float) -> float:
        fallen = log_likelihood(pairs, best) - log_likelihood(pairs, score)
        return copysign(sqrt(2 * max(0.0, fallen)), best - score)

    superiority = (1 + erf(deviations(0.5) / sqrt(2))) / 2
    low = _crossing(deviations, NORMAL_95, EDGE, best)
    high = _crossing(deviations, -NORMAL_95, best, 1 - EDGE)
    played = mean(pairs)
    return Rating(
        elo_of(played), elo_of(low) if played > 0 else None, elo_of(high) if played < 1 else None, superiority
    )


def _crossing(falling: Callable[[float], float], level: float, low: float, high: float) -> float:
    """Return where a falling function reaches a level between `low` and `high`, by bisection."""
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > level else (low, middle)
    return low


def sprt(pairs: Sequence[int], smaller: float, greater: float) -> Trial:
    """Test which of two differences in Elo the counts of pairs support, for the first player against the second."""
    if not sum(pairs):
        return Trial(0.0, None)
    ratio = log_likelihood(pairs, score_of(greater)) - log_likelihood(pairs, score_of(smaller))
    return Trial(ratio, 1 if ratio >= BOUND else 0 if ratio <= -BOUND else None)
