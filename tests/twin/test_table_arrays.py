"""Tables looked up with arrays: they agree with single lookups, and name what they do not hold."""

from pathlib import Path
from random import Random

import numpy as np
import pytest

import lalao
import lalao.tables
from lalao.errors import FileError
from lalao.games.fanorona import Fanorona
from lalao.games.registry import game_as
from lalao.tables.arrays import NO_PLIES, NotInTablesError, TableArrays
from lalao.tables.build import Build, Threads
from lalao.tables.probe import tables
from lalao.tables.unpacked import unpack
from lalao.values import Value


def fanorona(name: str = "fanorona") -> Fanorona:
    return game_as(name, Fanorona)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("tables")
    Build(fanorona("fanorona-strict-3x5"), 5, found, Threads(1)).run()
    return found


def drawn(held: TableArrays, count: int, seed: int = 1) -> list[tuple[int, int]]:
    """Return random positions of every slice."""
    rng, found = Random(seed), []
    for own, enemy in held.slices:
        for _ in range(count):
            points = rng.sample(range(held.game.lattice.size), own + enemy)
            found.append((sum(1 << point for point in points[:own]), sum(1 << point for point in points[own:])))
    return found


def test_every_value_is_what_the_tables_say_one_by_one(folder: Path) -> None:
    game = fanorona("fanorona-strict-3x5")
    known, held = tables(game, folder), lalao.tables.open(game, folder)
    assert held.pieces == 5
    asked = drawn(held, 300)
    own, enemy = np.array(asked).T
    for number, (sign, plies) in enumerate(zip(held.values(own, enemy), held.plies(own, enemy), strict=True)):
        value = known.value(held.position(own[number], enemy[number]))
        assert isinstance(value, Value)
        assert (sign, plies) == (value.sign, NO_PLIES if value.plies is None else value.plies)


def test_an_unpacked_file_says_the_same(folder: Path, tmp_path: Path) -> None:
    game = fanorona("fanorona-strict-3x5")
    own, enemy = np.array(drawn(lalao.tables.open(game, folder), 300)).T
    expected = lalao.tables.open(game, folder).codes(own, enemy)
    unpack(game, tables(game, folder), tmp_path)
    assert (lalao.tables.open(game, tmp_path).codes(own, enemy) == expected).all()


def test_places_and_positions_are_each_others(folder: Path) -> None:
    held = lalao.tables.open(fanorona("fanorona-strict-3x5"), folder)
    for material in held.slices:
        codes = held.codes_of(material)
        own, enemy = held.positions(material, np.arange(codes.size))
        assert (held.codes(own, enemy) == codes).all()
        won_in_three = held.positions(material, codes == 4)
        assert (held.plies(*won_in_three) == 3).all()
        assert won_in_three[0].size == np.count_nonzero(codes == 4)


def test_the_longest_wins_are_those_of_tables_info(folder: Path) -> None:
    held = lalao.tables.open(fanorona("fanorona-strict-3x5"), folder)
    known = tables(held.game, folder)
    longest = {material: one.value.plies for material, one in held.longest()}
    for head, _ in known.heads():
        codes = [code for code, count in enumerate(head.counts) if count and code and code % 2 == 0]
        assert longest.get(head.slice) == (max(codes) - 1 if codes else None)
    for _, one in held.longest():
        assert known.value(one.position) == one.value


@pytest.mark.parametrize(
    ("own", "enemy", "named"),
    [
        ([0b1, 0b1], [0b10, 0b1], "position 1 (0x1, 0x1)"),
        (0b1, 1 << 45, "0x200000000000"),
        (0, 0b1, "(0x0, 0x1)"),
        (-1, 0b1, "(-0x1, 0x1)"),
        (0b111, 0b111000, "up to 5 pieces"),
    ],
    ids=["a-piece-of-both", "beside-the-board", "nobody", "negative", "too-many"],
)
def test_what_is_not_held_is_named(own: object, enemy: object, named: str) -> None:
    with pytest.raises(NotInTablesError) as caught:
        lalao.tables.open(fanorona()).values(np.asarray(own), np.asarray(enemy))
    assert named in str(caught.value)


def test_slices_and_places_that_are_not_held_are_named() -> None:
    held = lalao.tables.open(fanorona())
    with pytest.raises(NotInTablesError, match="5 against 1"):
        held.codes_of((5, 1))
    with pytest.raises(NotInTablesError, match="places 0 to"):
        held.positions((1, 1), [10**9])


@pytest.mark.parametrize("name", ["fanorona-souffle", "fanorona-vela"])
def test_games_whose_positions_are_more_than_a_board_have_none(name: str) -> None:
    with pytest.raises(NotInTablesError, match=name):
        lalao.tables.open(fanorona(name))


def test_where_nothing_was_built_the_command_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="lalao tables build"):
        lalao.tables.open(fanorona("fanorona-7x3"), tmp_path)


def test_the_shape_of_what_is_asked_is_kept() -> None:
    held = lalao.tables.open(fanorona())
    assert held.values(np.array([[0b1], [0b10]]), np.array([1 << 44, 1 << 43])).shape == (2, 2)
