"""Every worked game, nimber and value of RULES.md, each with its source."""

from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

import lalao
from lalao.games.fafy import Fafy, FafyPosition
from lalao.games.game import AnyPosition
from lalao.games.registry import game_as
from lalao.solve import Solver
from lalao.values import Side


def replay(name: str, start: str | None, moves: str) -> AnyPosition:
    """Play moves from a text, each checked seed by seed."""
    game = lalao.game(name)
    position = game.position(start) if start else game.start()
    for text in moves.split():
        _, position = position.turn(position.move(text))
    return position


class TestFang:
    """Seeds 000 and 002; RULES.md, section 1."""

    @pytest.mark.parametrize(
        ("moves", "end", "winner", "score"),
        [
            ("2 2 3 1 2 3", "2.2.1.3 0+0 S", Side.NORTH, (4, 4)),
            ("2 2 3 1 2 1", "0.1.4.3 0+0 S", Side.NORTH, (1, 7)),
        ],
    )
    def test_worked_game_on_4_pits(self, moves: str, end: str, winner: Side, score: tuple[int, int]) -> None:
        # the document awards the first to South, against its own rule: North's tibong holds 3
        position = replay("fang-4", None, moves)
        assert str(position) == end
        assert position.outcome is not None
        assert (position.outcome.winner, position.outcome.score) == (winner, score)

    def test_tie_on_4_pits_is_decided_by_the_tibongs(self) -> None:
        outcome = replay("fang-4", None, "2 2 3 1 2 3").outcome
        assert outcome is not None
        assert str(outcome.reason) == "equal halves, 3 seeds to 2 in the tibongs"

    def test_worked_game_on_8_pits(self) -> None:
        position = replay("fang-8-guarded", "0.1.1.1.1.1.1.0 5+5 N", "5 7 6 8 1 2 7 4 7 8")
        assert str(position) == "3.3.6.1.0.2.1.0 0+0 N"
        assert position.outcome is not None
        assert (position.outcome.winner, position.outcome.score) == (Side.SOUTH, (13, 3))

    @pytest.mark.parametrize(
        "name", ["fang-4", "fang-6", "fang-8", "fang-4-guarded", "fang-6-guarded", "fang-8-guarded"]
    )
    def test_the_second_player_wins(self, name: str) -> None:
        assert Solver().sign(lalao.game(name).start()) == -1

    def test_surplus_in_the_last_pit_makes_guarded_4_a_draw(self) -> None:
        assert Solver().sign(lalao.game("fang-4-guarded-last").start()) == 0

    def test_five_seeds_on_4_pits_start_again_from_the_tibong(self) -> None:
        text = "0.0.4.0 2+2 S"
        assert str(lalao.game("fang-4").position(text).play("3")) == "2.1.1.1 1+2 N"
        assert str(lalao.game("fang-4-last").position(text).play("3")) == "1.1.1.2 1+2 N"

    def test_a_sowing_never_exceeds_the_row_on_6_pits(self) -> None:
        game = lalao.game("fang-6")
        seen, layer = set(), {game.start()}
        while layer:
            seen |= layer
            layer = {position._play(move) for position in layer for move in position.legal_moves()}
        assert max(max(position.pits) for position in seen if position.reserves != (0, 0)) < game.pits

    @pytest.mark.parametrize("name", ["fang-4", "fang-4-guarded", "fang-4-last", "fang-4-guarded-last"])
    def test_there_is_always_a_legal_move(self, name: str) -> None:
        game, found = lalao.game(name), 0
        for (south, north), side in product(product(range(4), repeat=2), "SN"):
            for row in rows_of(8 - south - north, 4):
                try:
                    position = game.position(f"{'.'.join(map(str, row))} {south}+{north} {side}")
                except lalao.LalaoError:
                    continue
                found += bool(south + north)
                assert bool(position.legal_moves()) == bool(south + north), position
        assert found > 500


def rows_of(seeds: int, pits: int) -> Iterator[tuple[int, ...]]:
    """Yield every row of `pits` pits that holds `seeds` seeds."""
    if pits == 0:
        yield from [()] if seeds == 0 else []
        return
    for first in range(seeds + 1):
        yield from ((first, *others) for others in rows_of(seeds - first, pits - 1))


class TestFafy:
    """Seed 004; RULES.md, section 2."""

    START = "1.2.2.1.1.2.2.1 S"

    def test_worked_game(self) -> None:
        position = replay("fafy-impartial", self.START, "4+ 7-")
        assert str(position) == "1.2.2.0.3.3.0.1 S"
        assert [str(move) for move in position.legal_moves()] == ["1+", "3-"]
        end = position.play("1+")
        assert end.outcome is not None
        assert end.outcome.winner is Side.SOUTH

    def test_north_erred(self) -> None:
        position = replay("fafy-impartial", self.START, "4+")
        solver = Solver()
        winning = {str(move) for move in position.legal_moves() if solver.sign(position.play(move)) == -1}
        assert "7-" not in winning
        assert winning >= {"5+", "8-"}

    def test_nimber_of_the_start(self) -> None:
        assert nimber("fafy-impartial", (1, 2, 2, 1, 1, 2, 2, 1)) == 5

    def test_nimbers_of_one_seed_a_pit(self) -> None:
        found = [nimber("fafy-impartial", (1,) * pits) for pits in range(1, 10)]
        assert found == [0, 1, 2, 0, 3, 1, 0, 3, 3]

    @pytest.mark.parametrize(
        ("seeds", "pits", "nimbers"),
        [
            (1, range(2, 10), [1, 2, 0, 0, 1, 2, 0, 0]),
            (2, range(3, 9), [1, 2, 3, 0, 0, 2]),
            (3, range(4, 8), [1, 2, 0, 3]),
        ],
    )
    def test_erickson_nimbers_of_sowing(self, seeds: int, pits: range, nimbers: list[int]) -> None:
        # J. Erickson, "Sowing Games", Games of No Chance (1996)
        assert [nimber("sowing-impartial", (seeds,) * length) for length in pits] == nimbers

    def test_sowing_ends(self) -> None:
        # finding the longest game from every row of up to 4 pits and 3 seeds a pit shows that all end
        for name in ("sowing", "sowing-impartial"):
            lengths = [longest(name, row) for pits in range(1, 5) for row in product(range(4), repeat=pits)]
            assert max(lengths) > 4


@cache
def followers(name: str, row: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return the rows that one move leads to, whichever side plays."""
    game = game_as(name, Fafy)
    sides = (Side.SOUTH,) if game.impartial else game.sides
    positions = (FafyPosition(game, row, side) for side in sides)
    return tuple(position._play(move).pits for position in positions for move in position.legal_moves())


def nimber(name: str, row: tuple[int, ...]) -> int:
    """Return the nimber of a row, which equals that of its mirror image."""
    return mex(name, min(row, row[::-1]))


@cache
def mex(name: str, row: tuple[int, ...]) -> int:
    """Return the least number that is no follower's nimber."""
    reached = {nimber(name, follower) for follower in followers(name, row)}
    return next(number for number in range(len(reached) + 1) if number not in reached)


@cache
def longest(name: str, row: tuple[int, ...]) -> int:
    """Return the length of the longest play from a row, even with one player moving twice; endless play would fail."""
    return max((1 + longest(name, follower) for follower in followers(name, row)), default=0)


class TestFanorona:
    """Seeds 001 and 003; RULES.md, section 3."""

    def test_first_turns(self) -> None:
        found = sorted(str(move) for move in lalao.game("fanorona").start().legal_moves())
        assert " ".join(found) == "d2-e3A d3-e3A d3-e3W e2-e3A f2-e3A"

    @pytest.mark.parametrize(
        ("name", "middle"),
        [
            ("fanorona-telo", "B1W"),
            ("fanorona-dimy", "BW1BW"),
            ("fanorona-3x7", "BWB1WBW"),
            ("fanorona", "BWBW1BWBW"),
            ("fanorona-3x11", "BWBWB1WBWBW"),
        ],
    )
    def test_starting_ranks(self, name: str, middle: str) -> None:
        ranks = str(lalao.game(name).start()).split(" ")[0].split("/")
        half = len(ranks) // 2
        width = len(middle)
        assert ranks == ["B" * width] * half + [middle] + ["W" * width] * half

    @pytest.mark.parametrize(
        ("alias", "name"),
        [
            ("fanorona-5x9", "fanorona"),
            ("fanorona-strict-5x5-vela", "fanorona-strict-dimy-vela"),
            ("fanorona-libre-3x3", "fanorona-libre-telo"),
            ("fang", "fang-8-guarded"),
        ],
    )
    def test_aliases(self, alias: str, name: str) -> None:
        assert lalao.game(alias).id == name

    def test_3x3_is_a_white_win(self) -> None:
        assert value_without_repetition(lalao.game("fanorona-telo").start()) == 1


def value_without_repetition(start: AnyPosition) -> int:
    """Solve a small game backwards: 1 where the side to move can force a win, -1 a loss, 0 neither."""
    after: dict[object, list[object]] = {}
    value: dict[object, int] = {}
    stack = [start]
    while stack:
        position = stack.pop()
        if position.key in after:
            continue
        following = [position._play(move) for move in position.legal_moves()]
        after[position.key] = [follower.key for follower in following]
        if position.outcome:
            value[position.key] = position.outcome.value_for(position.to_move).sign
        stack += following
    changed = True
    while changed:
        changed = False
        for key, keys in after.items():
            if key not in value and keys:
                known = [value.get(follower, 0) for follower in keys]
                decided = 1 if -1 in known else -1 if all(sign == 1 for sign in known) else 0
                if decided:
                    value[key] = decided
                    changed = True
    return value.get(start.key, 0)
