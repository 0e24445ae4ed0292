"""Match statistics: against values worked out by hand, the normal approximation, and simulated matches."""

import random
from math import log, sqrt

import pytest

from lalao.engine.ratings import BOUND, SCORES, elo_of, rating, score_of, sprt

# Only pairs won or lost: Wald's test of a coin, (wins) log(s1/s0) + (losses) log((1-s1)/(1-s0)).
# 12 won, 8 lost, 0 against 100 Elo: s0 = 0.5, s1 = 1/(1 + 10^-0.25) = 0.640065, so
# 12 log(1.280130) + 8 log(0.719870) = 12 x 0.246962 - 8 x 0.328685 = 0.334064
COIN = 0.334064
# The same coin: 12 log(0.6 / s) + 8 log(0.4 / (1 - s)) = 1.959964^2 / 2 at both bounds of the 95 % interval
COIN_BOUNDS = (0.38293, 0.79289)
# 20 pairs won: 20 log(1/s) = 1.959964^2 / 2, s = exp(-0.0960365) = 0.908431, and 400 log10(s / (1-s)) = 398.6
ALL_WON = 398.6


def test_scores_and_elo() -> None:
    assert score_of(0) == 0.5
    assert score_of(200) == pytest.approx(0.759747, abs=1e-6)
    assert elo_of(0.75) == pytest.approx(190.848, abs=1e-3)
    assert elo_of(0) is None
    assert elo_of(1) is None


def test_a_coin_by_hand() -> None:
    assert sprt((8, 0, 0, 0, 12), 0, 100).ratio == pytest.approx(COIN, abs=0.01)
    found = rating((8, 0, 0, 0, 12))
    assert found.elo == pytest.approx(70.437, abs=1e-3)
    assert found.low is not None
    assert found.high is not None
    assert score_of(found.low) == pytest.approx(COIN_BOUNDS[0], abs=0.002)
    assert score_of(found.high) == pytest.approx(COIN_BOUNDS[1], abs=0.002)


def test_all_won_has_a_lower_bound_alone() -> None:
    found = rating((0, 0, 0, 0, 20))
    assert (found.elo, found.high) == (None, None)
    assert found.low == pytest.approx(ALL_WON, abs=2)
    assert found.superiority > 0.999
    lost = rating((20, 0, 0, 0, 0))
    assert (lost.elo, lost.low) == (None, None)
    assert lost.high == pytest.approx(-ALL_WON, abs=2)
    assert lost.superiority < 0.001


def test_equal_players() -> None:
    found = rating((5, 10, 20, 10, 5))
    assert found.elo == 0
    assert found.superiority == pytest.approx(0.5, abs=1e-6)
    assert found.low == pytest.approx(-(found.high or 0), abs=0.01)


def test_many_pairs_follow_the_normal_law() -> None:
    pairs = (180, 420, 900, 560, 240)
    total = sum(pairs)
    mean = sum(n * a for n, a in zip(pairs, SCORES, strict=True)) / total
    spread = sqrt(sum(n * (a - mean) ** 2 for n, a in zip(pairs, SCORES, strict=True)) / total)
    found = rating(pairs)
    assert found.low == pytest.approx(elo_of(mean - 1.96 * spread / sqrt(total)), abs=0.1)
    assert found.high == pytest.approx(elo_of(mean + 1.96 * spread / sqrt(total)), abs=0.1)
    s0, s1 = score_of(5), score_of(15)
    assert sprt(pairs, 5, 15).ratio == pytest.approx(
        total * (s1 - s0) * (2 * mean - s0 - s1) / (2 * spread**2), abs=0.05
    )


def test_the_test_stops_at_its_bounds() -> None:
    assert pytest.approx(log(19)) == BOUND
    assert sprt((0, 0, 0, 0, 0), 0, 10).accepted is None
    assert sprt((1, 2, 3, 2, 1), 0, 10).accepted is None
    assert sprt((0, 0, 5, 20, 60), 0, 100).accepted == 1
    assert sprt((60, 20, 5, 0, 0), 0, 100).accepted == 0


@pytest.mark.parametrize(("strength", "wanted"), [(0.0, 0), (60.0, 1)])
def test_the_test_errs_as_seldom_as_it_says(strength: float, wanted: int) -> None:
    rng, wrong, runs = random.Random(2), 0, 60
    drawn = 0.3
    won = score_of(strength) - drawn / 2
    for _ in range(runs):
        pairs = [0] * 5
        while (accepted := sprt(pairs, 0, 60).accepted) is None:
            for _ in range(10):
                draws = [rng.random() for _ in range(2)]
                pairs[sum(2 if one < won else 1 if one < won + drawn else 0 for one in draws)] += 1
        wrong += accepted != wanted
    assert wrong <= 9  # 5 % of 60 is 3; more than 9 has a chance of 0.1 %
