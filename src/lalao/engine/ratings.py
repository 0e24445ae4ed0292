"""What a match tells of two players: Elo difference with error bars, likelihood of superiority, and when to stop.

Games come in pairs that share an opening, each player first once, and a pair scores 0, ¼, ½, ¾ or 1. The five counts of
pairs are all that is asked here: within a pair results depend on each other through the opening, between pairs they do
not. Everything rests on one function, the likelihood of the counts where the expected score is given. Among all
chances p of the five results with that expected score, the likeliest are

    p = f / (1 + t (a - score)),    f the frequencies seen, a = 0, ¼, ½, ¾, 1,

where t makes them add up (A. B. Owen, *Empirical Likelihood*, 2001, section 2.2; for matches, M. Van den Bergh, *The
generalised sequential probability ratio test for engine matches*). A result never seen counts as 0.001 of a pair.

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
"""How often the test may accept either hypothesis wrongly."""
BOUND = log((1 - ERROR) / ERROR)
NORMAL_95 = 1.959964
UNSEEN = 0.001
EDGE = 1e-9


@dataclass(frozen=True, slots=True)
class Rating:
    """By how much the first player is the stronger, in Elo, within what bounds (95 %), and how surely (0 to 1).

    None stands for a difference without bound, where every game was won, or lost.
    """

    elo: float | None
    low: float | None
    high: float | None
    superiority: float


@dataclass(frozen=True, slots=True)
class Trial:
    """Where a sequential test stands: the logarithm of the likelihood ratio, and what it accepts so far.

    `accepted` is 1 (the difference is at least the greater), 0 (at most the smaller), or None while it goes on.
    """

    ratio: float
    accepted: int | None


def score_of(elo: float) -> float:
    """Return the score to expect of a difference in Elo.

    >>> round(score_of(400), 4)
    0.9091
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float | None:
    """Return the difference in Elo that a score from 0 to 1 stands for; None for 0 and 1."""
    return None if min(score, 1 - score) < 2 * EDGE else -400 * log10(1 / score - 1) + 0.0


def seen(pairs: Sequence[int]) -> list[float]:
    """Return the counts with a little of what was not seen."""
    return [float(count) or UNSEEN for count in pairs]


def log_likelihood(pairs: Sequence[int], score: float) -> float:
    """Return how likely counts of pairs are where `score` is expected, as a logarithm, up to a constant."""
    counts = seen(pairs)
    total = sum(counts)
    chances = list(_likeliest([count / total for count in counts], score))
    return sum(count * log(chance) for count, chance in zip(counts, chances, strict=True))


def _likeliest(frequencies: Sequence[float], score: float) -> Iterator[float]:
    """Yield the likeliest chances of the five results with this expected score."""
    low, high = -1 / (1 - score), 1 / score
    for _ in range(200):
        middle = (low + high) / 2
        slope = sum(f * (a - score) / (1 + middle * (a - score)) for f, a in zip(frequencies, SCORES, strict=True))
        low, high = (middle, high) if slope > 0 else (low, middle)
    for f, a in zip(frequencies, SCORES, strict=True):
        yield f / (1 + low * (a - score))


def mean(pairs: Sequence[float]) -> float:
    """Return the score of some pairs, from 0 to 1."""
    return sum(count * score for count, score in zip(pairs, SCORES, strict=True)) / sum(pairs)


def rating(pairs: Sequence[int]) -> Rating:
    """Return what counts of pairs tell, those that score 0 first; there must be a pair.

    A bound is where the likelihood has fallen as far as a normal one falls at 1.96 deviations.
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
    """Return where a falling function comes down to a level."""
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if falling(middle) > level else (low, middle)
    return low


def sprt(pairs: Sequence[int], smaller: float, greater: float) -> Trial:
    """Test whether the first player is stronger by the greater of two differences in Elo, or by the smaller."""
    if not sum(pairs):
        return Trial(0.0, None)
    ratio = log_likelihood(pairs, score_of(greater)) - log_likelihood(pairs, score_of(smaller))
    return Trial(ratio, 1 if ratio >= BOUND else 0 if ratio <= -BOUND else None)
