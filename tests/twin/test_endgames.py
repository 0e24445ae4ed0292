"""Fanorona's endgames, solved backwards on the readable rules, against the table of RULES.md, section 3."""

from functools import cache
from itertools import combinations

import pytest

from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.games.registry import game_as
from lalao.values import Side

Pieces = tuple[int, int]
Material = tuple[int, int]
POINTS = 45


def fanorona() -> Fanorona:
    """Return the game on 5×9."""
    return game_as("fanorona", Fanorona)


def sets(count: int) -> list[int]:
    """Return the sets of `count` points."""
    return [sum(1 << point for point in points) for points in combinations(range(POINTS), count)]


def positions(material: Material) -> list[Pieces]:
    """Return the positions with this material: the pieces of the side to move, and the others."""
    return [(own, enemy) for own in sets(material[0]) for enemy in sets(material[1]) if not own & enemy]


@cache
def pictures(points: int) -> tuple[int, ...]:
    """Return a set of points as it is, turned by 180° as the opponent sees it, and the mirror images of both."""
    lattice = fanorona().lattice
    turned = lattice.turned(points)
    return points, turned, lattice.mirrored(points), lattice.mirrored(turned)


def first_of(own: int, enemy: int) -> Pieces:
    """Return the representative of the four symmetric pictures of a position."""
    return min(zip(pictures(own), pictures(enemy), strict=True))


def followers(game: Fanorona, pieces: Pieces) -> list[Pieces]:
    """Return the positions after a turn, the opponent's pieces first."""
    position = FanoronaPosition(game, *pieces, Side.WHITE)
    after = [position._play(move) for move in position.legal_moves()]
    return [first_of(follower.black, follower.white) for follower in after]


def solve(materials: list[Material]) -> dict[Pieces, int]:
    """Return 1 (win) or -1 (loss) for the representatives of decided positions, found backwards from the ends."""
    game = fanorona()
    firsts = {first_of(*pieces) for material in materials for pieces in positions(material)}
    after = {pieces: followers(game, pieces) for pieces in firsts}
    values: dict[Pieces, int] = {}
    open_positions = list(after)
    changed = True
    while changed:
        undecided = []
        for pieces in open_positions:
            known = [-1 if not follower[0] else values.get(follower, 0) for follower in after[pieces]]
            if -1 in known:
                values[pieces] = 1
            elif all(value == 1 for value in known):
                values[pieces] = -1
            else:
                undecided.append(pieces)
        changed = len(undecided) < len(open_positions)
        open_positions = undecided
    return values


def counts(values: dict[Pieces, int], material: Material) -> tuple[int, int, int]:
    """Count wins, draws and losses of the side to move."""
    found = [values.get(first_of(*pieces), 0) for pieces in positions(material)]
    return found.count(1), found.count(0), found.count(-1)


def test_one_against_one() -> None:
    assert counts(solve([(1, 1)]), (1, 1)) == (592, 1288, 100)


@pytest.mark.slow
def test_two_against_one() -> None:
    values = solve([(1, 1), (2, 1), (1, 2)])
    assert counts(values, (2, 1)) == (40_996, 1_550, 24)
    assert counts(values, (1, 2)) == (2_822, 12_766, 26_982)


@pytest.mark.nightly
def test_two_against_two() -> None:
    values = solve([(1, 1), (2, 1), (1, 2), (2, 2)])
    assert counts(values, (2, 2)) == (509_777, 314_953, 69_240)
