"""Pairing: the library's matchings against all matchings, and the laws of a round against an exact oracle."""

import itertools
import random
from collections.abc import Iterable, Iterator, Sequence

import pytest

from lalao.tournament import FORMATS, Tournament
from lalao.tournament.ladder import Ladder
from lalao.tournament.rounds import Cost, in_one_number, matched
from tests.unit.test_tournament import GAME, finish_round, opened

PRIME = 2_147_483_647
Meetings = dict[str, set[str]]
Way = tuple[list[tuple[str, str]], list[str]]


def every_matching(names: Sequence[str], byes: int) -> Iterator[Way]:
    """Yield every way to pair all but exactly `byes` pupils."""
    if not names:
        yield from [([], [])] if not byes else []
        return
    first, *others = names
    for other in others:
        for pairs, resting in every_matching([name for name in others if name != other], byes):
            yield [(first, other), *pairs], resting
    if byes:
        for pairs, resting in every_matching(others, byes - 1):
            yield pairs, [first, *resting]


def total(prices: Iterable[Cost]) -> Cost:
    return tuple(map(sum, zip(*prices, strict=True)))


@pytest.mark.parametrize(("size", "byes"), [(n, b) for n in range(2, 8) for b in range(n % 2, n + 1, 2)])
def test_matching_costs_least(size: int, byes: int) -> None:
    rng = random.Random(f"{size} {byes}")
    names = [str(number) for number in range(size)]
    for _ in range(12):
        price = {
            pair: None if rng.random() < 0.2 else (rng.randint(0, 1), rng.randint(-2, 2), rng.randint(0, 9))
            for pair in itertools.combinations(names, 2)
        }
        alone = {name: (rng.randint(0, 1), rng.randint(-2, 2), rng.randint(0, 9)) for name in names}
        every = [
            total([*(price[pair] or () for pair in pairs), *map(alone.__getitem__, resting)])
            for pairs, resting in every_matching(names, byes)
            if all(price[pair] is not None for pair in pairs)
        ]
        pairs, resting = matched(names, lambda *pair, price=price: price[pair], alone.__getitem__, byes)
        if every:
            assert len(resting) == byes
            assert total([*(price[pair] or () for pair in pairs), *map(alone.__getitem__, resting)]) == min(every)
        else:
            assert len(resting) > byes


def test_what_comes_first_in_a_cost_outweighs_all_that_follows() -> None:
    assert in_one_number([(0, 9), (1, 0), (0, 0)], 3) == [9, 28, 0]
    assert in_one_number([(-1,), (4,)], 2) == [0, 5]


def most_pairs(names: Sequence[str], met: Meetings) -> int:
    """Return the largest number of pairs of pupils who have not met: half the rank of Tutte's matrix.

    L. Lovász, "On determinants, matchings, and random algorithms" (1979): random numbers in the place of its unknowns
    give this rank, but for a chance of less than one in ten million at these sizes, and never a greater one.
    """
    rng = random.Random(0)
    matrix = [[0] * len(names) for _ in names]
    for i, j in itertools.combinations(range(len(names)), 2):
        if names[j] not in met[names[i]]:
            matrix[i][j] = rng.randrange(1, PRIME)
            matrix[j][i] = PRIME - matrix[i][j]
    return rank(matrix) // 2


def rank(matrix: list[list[int]]) -> int:
    """Return the rank of a matrix modulo `PRIME`, by elimination."""
    found = 0
    for column in range(len(matrix)):
        pivot = next((row for row in range(found, len(matrix)) if matrix[row][column]), None)
        if pivot is None:
            continue
        matrix[found], matrix[pivot] = matrix[pivot], matrix[found]
        inverse = pow(matrix[found][column], -1, PRIME)
        for row in range(found + 1, len(matrix)):
            factor = matrix[row][column] * inverse % PRIME
            if factor:
                matrix[row] = [(a - factor * b) % PRIME for a, b in zip(matrix[row], matrix[found], strict=True)]
        found += 1
    return found


def test_the_oracle_counts_as_every_matching_does() -> None:
    rng = random.Random(1)
    for size in range(2, 8):
        names = [str(number) for number in range(size)]
        for _ in range(20):
            met: Meetings = {name: set() for name in names}
            for one, other in itertools.combinations(names, 2):
                if rng.random() < 0.6:
                    met[one].add(other)
                    met[other].add(one)
            ways = (way for byes in range(size % 2, size + 1, 2) for way in every_matching(names, byes))
            fitting = [pairs for pairs, _ in ways if all(other not in met[one] for one, other in pairs)]
            assert most_pairs(names, met) == max(map(len, fitting))


def drawn(day: Tournament, rng: random.Random, leaving: float) -> Iterator[tuple[list[str], Meetings]]:
    """Draw and play the rounds of a tournament; yield for each, once drawn, who could play and who had met whom."""
    while not day.is_over and len(day.still_in()) > 1:
        playing, met = day.still_in(), {name: set(others) for name, others in day.meetings().items()}
        day.next_round()
        yield playing, met
        finish_round(day, rng)
        for name in day.here():
            if len(day.present) > 2 and rng.random() < leaving:
                day.leave(name)


def repeated(day: Tournament, met: Meetings) -> int:
    return sum(table.second in met[table.first] for table in day.rounds[-1].tables)


@pytest.mark.parametrize("pupils", range(2, 41))
def test_poules_repeat_no_meeting_that_can_be_avoided(pupils: int) -> None:
    """A meeting is repeated only where there are not enough pairs that have not met."""
    for seed, leaving in itertools.product(range(4), (0.0, 0.1)):
        day, rng = opened("poules", pupils, seed), random.Random(seed)
        for playing, met in drawn(day, rng, leaving):
            tables = len(day.rounds[-1].tables)
            halved = len(day.rounds) > 2
            assert tables == min(len(playing) // 2, len(playing) - day.setting.winners if halved else len(playing))
            assert repeated(day, met) == max(0, tables - most_pairs(playing, met)), (seed, day.rounds[-1])


@pytest.mark.parametrize("pupils", range(2, 10))
def test_poules_let_nobody_rest_again_before_his_time(pupils: int) -> None:
    """No way to pair the round with as few repeated meetings lets pupils rest who have rested less."""
    for seed in range(8):
        day, rng = opened("poules", pupils, seed), random.Random(seed)
        for playing, met in drawn(day, rng, 0.1):
            here = day.rounds[-1]
            before = {name: day.byes(name) - (name in here.byes) for name in playing}
            best = min(
                (sum(other in met[one] for one, other in pairs), sum(before[name] for name in resting))
                for pairs, resting in every_matching(playing, len(here.byes))
            )
            assert (repeated(day, met), sum(before[name] for name in here.byes)) == best


def test_seven_pupils_of_a_known_day() -> None:
    """In this tournament the only two pupils who had rested least had met already."""
    from lalao.cli.tournament import simulated

    day = simulated("poules", GAME, 7, 7)
    met = [frozenset(table.pupils) for here in day.rounds for table in here.tables]
    assert len(met) == len(set(met)) == 7


@pytest.mark.parametrize("pupils", range(2, 41))
def test_knockout_and_swiss_repeat_no_meeting_and_leave_out_nobody_in_vain(pupils: int) -> None:
    for format_name, seed in itertools.product(("knockout", "swiss"), range(2)):
        day, rng = opened(format_name, pupils, seed), random.Random(seed)
        for playing, met in drawn(day, rng, 0.05):
            here = day.rounds[-1]
            assert not repeated(day, met)
            assert len(here.tables) == most_pairs(playing, met)
            before = {name: day.byes(name) - (name in here.byes) for name in playing}
            for name in here.byes:
                luckier = [other for other in playing if before[other] < before[name]]
                assert not any(most_pairs([n for n in playing if n != o], met) == len(here.tables) for o in luckier)


@pytest.mark.parametrize("pupils", range(2, 41))
def test_a_ladder_lets_everybody_play(pupils: int) -> None:
    """When all are called at once, nobody plays two games more than another, nor the last opponent needlessly."""
    day, rng = opened("ladder", pupils), random.Random(pupils)
    assert isinstance(day, Ladder)
    for _ in range(6):
        last = {name: {table.opponent(name) for table in day.tables_of(name)[-1:]} for name in day.names}
        just_met = {name: last[name] | {other for other in last if name in last[other]} for name in last}
        day.next_round()
        assert repeated(day, just_met) == max(0, len(day.rounds[-1].tables) - most_pairs(day.names, just_met))
        finish_round(day, rng)
        games = [len(day.tables_of(name)) for name in day.names]
        assert max(games) - min(games) <= 1


def test_every_format_is_looked_at_here() -> None:
    """Round robin has its own law beside these: everybody meets everybody once."""
    assert set(FORMATS) == {"poules", "knockout", "swiss", "ladder", "round-robin"}
