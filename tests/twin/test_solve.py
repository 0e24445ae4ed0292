"""The solvers against naive minimax, mex and published figures."""

import json
import random
from collections import Counter
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path

import pycgt
import pytest
from tools.tables import fafy_file, fang_file

import lalao
from lalao.cgt.nimbers import Nimbers
from lalao.cgt.values import notation
from lalao.codecs import rows as row_codec
from lalao.codecs.fang import FullTable, Search, perft
from lalao.games.fafy import Fafy, FafyPosition
from lalao.games.fang import Fang, FangPosition
from lalao.games.registry import game_as
from lalao.solve import Margin, Solver
from lalao.solve.fafy import RowSolver, blocks_of, stripped
from lalao.solve.fang import Minimax, encoded, half_of, margin_for, whole_from
from lalao.tables import shipped
from lalao.values import Side, Unknown, Value
from tests.naive import differences, solving
from tests.patience import often
from tests.shell import sh
from tests.symmetry import symmetric

ROWS = [row for pits in range(1, 6) for row in product(range(4), repeat=pits)]
SMALL_ROWS = [row for pits in range(1, 5) for row in product(range(4), repeat=pits)]


def difference(one: str, other: str, side: str) -> tuple[str, str]:
    """Return the terms of one row less another, from the side's point of view."""
    return (one, f"-{other}") if side == "S" else (other, f"-{one}")


def tree(value: pycgt.Game) -> tuple[tuple[object, ...], tuple[object, ...]]:
    """Return a game as nested pairs of tuples."""
    return tuple(map(tree, value.left)), tuple(map(tree, value.right))


def text(row: tuple[int, ...]) -> str:
    return ".".join(map(str, row))


def rules(name: str) -> Fafy:
    return game_as(name, Fafy)


@cache
def reached(name: str) -> list[FangPosition]:
    """Return every position reachable from the start, in an order that is the same in every run."""
    start = game_as(name, Fang).start()
    found, layer = [start], {start}
    while layer:
        layer = {position._play(move) for position in layer for move in position.legal_moves()}
        found += sorted(layer, key=str)
    return found


class TestFang:
    @pytest.mark.parametrize("name", ["fang-4", "fang-4-guarded", "fang-4-last", "fang-4-guarded-last", "fang-6"])
    def test_every_position_of_small_games(self, name: str) -> None:
        for position in reached(name):
            answer = lalao.solve(position)
            assert answer.margin is not None
            assert isinstance(answer.value, Value)
            half, tibong = solving.fang_margin(name, str(position))
            sign = 1 if position.to_move is Side.SOUTH else -1
            assert (answer.margin.half, answer.margin.tibong) == (sign * half, sign * tibong), position
            assert answer.value.sign == solving.wins(name, str(position))

    @pytest.mark.parametrize("name", ["fang-6", "fang-6-guarded", "fang-4-guarded-last"])
    def test_whole_search_and_readable_agree(self, name: str) -> None:
        game = game_as(name, Fang)
        whole, searched, readable = FullTable(reached(name)[0]), Search(game, half_of(6), 1 << 12), Minimax()
        for position in reached(name):
            if sum(position.reserves):
                assert whole(position) == searched(position) == readable(position)
            else:
                assert whole(position) == encoded(position)

    def test_what_is_kept_of_a_game_serves_only_what_follows(self) -> None:
        game = lalao.game("fang-6")
        readable, rng = Minimax(), random.Random(6)
        every = [one for one in reached("fang-6") if sum(one.reserves)]
        for position in [*every[:3], *rng.sample(every, 60), game.position("4.1.0.0.0.1 3+3 N")]:
            for one in (position, *symmetric(position)):
                assert whole_from(one)(one) == readable(one)

    @pytest.mark.parametrize("name", ["fang-8", "fang-8-guarded", "fang-10-guarded"])
    def test_kernel_perft_is_the_readable_one(self, name: str) -> None:
        game = game_as(name, Fang)
        rng, position = random.Random(name), game.start()
        while not position.outcome:
            assert perft(position, 3) == lalao.perft(position, 3)
            position = position._play(rng.choice(position.legal_moves()))
        assert perft(position, 1) == 0

    @pytest.mark.parametrize("pits", [4, 8, 12, 14, 16, 18, 64, 100])
    def test_margins_of_large_boards_are_those_on_the_board(self, pits: int) -> None:
        game = lalao.game(f"fang-{pits}")
        rng = random.Random(pits)
        for heaps in (1, 1, 2, 3, pits):
            places = [rng.choice((0, pits - 1, rng.randrange(pits))) for _ in range(heaps)]
            seeds = [rng.choice(places) for _ in range(2 * pits)]
            row = [seeds.count(pit) for pit in range(pits)]
            half = sum(row[: pits // 2]) - sum(row[pits // 2 :])
            margin = lalao.solve(game.position(f"{text(tuple(row))} 0+0 S")).margin
            assert margin == Margin(half, row[0] - row[-1]), row
            assert lalao.solve(game.position(f"{text(tuple(row))} 0+0 N")).margin == Margin(-half, row[-1] - row[0])

    @pytest.mark.parametrize("name", ["fang-6", "fang-6-guarded"])
    def test_a_search_between_bounds_keeps_nothing_that_is_not_known(self, name: str) -> None:
        """A result between narrow bounds is a bound; the next question to the same table is answered correctly."""
        game = game_as(name, Fang)
        whole, rng = FullTable(reached(name)[0]), random.Random(name)
        searched, sides = Search(game, half_of(6), 1 << 12), {"below": 0, "above": 0}
        for position in rng.sample([one for one in reached(name) if sum(one.reserves) > 1], 300):
            value = whole(position)
            for alpha in (value - 65, value - 2, value + 1, value + 64, rng.randint(-500, 500)):
                found = searched.between(position, alpha, alpha + 1)
                assert (found > alpha) == (value > alpha), position
                assert alpha < found <= value or value <= found <= alpha, position
                sides["above" if value > alpha else "below"] += found != value
            assert searched(position) == value, position
        assert min(sides.values()) > 10, "no bound was met that is not the value"

    def test_north_first_is_the_board_turned_round(self) -> None:
        game = lalao.game("fang-6")
        for position in reached("fang-6")[::7]:
            (turned,) = symmetric(position)
            assert lalao.solve(turned).margin == lalao.solve(position).margin
            assert turned.game == game

    def test_best_play_leads_to_the_value(self) -> None:
        for name in ("fang", "fang-6"):  # South is to move at the start
            position = lalao.game(name).start()
            answer = lalao.solve(position)
            for move in answer.line:
                position = position.play(move)
            end = lalao.solve(position)
            assert answer.margin == margin_for(Side.SOUTH, encoded(position), position.game.pits)
            assert end.margin is not None
            assert position.outcome is not None

    @pytest.mark.parametrize("name", ["fang-10", "fang-10-guarded"])
    def test_the_second_player_wins_on_10_pits(self, name: str) -> None:
        # RULES.md, section 1
        answer = lalao.solve(lalao.game(name).start())
        assert answer.value.name == "loss"

    @pytest.mark.slow
    def test_search_is_the_whole_on_10_pits(self) -> None:
        game = game_as("fang-10", Fang)
        whole, searched = FullTable(game.start()), Search(game, half_of(10), 1 << 20)
        position, rng = game.start(), random.Random(10)
        while sum(position.reserves):
            for move in position.legal_moves():
                assert whole(position._play(move)) == searched(position._play(move))
            position = position._play(rng.choice(position.legal_moves()))

    @pytest.mark.parametrize("name", ["fang-14", "fang-16-guarded", "fang-20"])
    def test_large_boards_are_solved_near_the_end_and_unknown_before(self, name: str) -> None:
        game = game_as(name, Fang)
        readable, rng = Minimax(), random.Random(name)
        for turns in (4, 3, 2, 1):
            position = game.start()
            while sum(position.reserves) > turns:
                position = position._play(rng.choice(position.legal_moves()))
            answer = lalao.solve(position)
            assert answer.margin == margin_for(position.to_move, readable(position), game.pits), position
        assert isinstance(lalao.solve(game.start()).value, Unknown)

    @pytest.mark.parametrize("name", ["fang-14-guarded", "fang-16", "fang-20"])
    def test_a_search_in_two_words_is_the_readable_one(self, name: str) -> None:
        game = game_as(name, Fang)
        searched, readable, rng = Search(game, half_of(game.pits), 1 << 10), Minimax(), random.Random(name)
        for _ in range(often(20, nightly=200)):
            seeds = 2 * game.pits
            turns = rng.randint(1, 3)
            row = Counter(rng.choices(range(game.pits), [rng.random() ** 4 for _ in range(game.pits)], k=seeds - turns))
            text = ".".join(str(row[pit]) for pit in range(game.pits))
            position = game.position(f"{text} {turns // 2 + turns % 2}+{turns // 2} S")
            if position.legal_moves():
                assert searched(position) == readable(position), position

    def test_a_search_stops_at_its_budget_and_keeps_nothing_false(self) -> None:
        game = game_as("fang-10", Fang)
        start = game.start()
        value = Search(game, half_of(10), 1 << 20)(start)
        searched = Search(game, half_of(10), 1 << 20, most=50)
        for most in (50, 2_000, 20_000):
            searched.counts[:] = 0, most
            with pytest.raises(lalao.LalaoError, match="more than"):
                searched(start)
        searched.counts[:] = 0, 1 << 62
        assert searched(start) == value

    def test_readable_stops_at_its_budget(self) -> None:
        start = lalao.game("fang-8").start()
        with pytest.raises(lalao.LalaoError, match="more than 100 positions"):
            Minimax(100)(start)


class TestShipped:
    @pytest.mark.parametrize("name", ["fang-4", "fang-6-guarded", "fang-8-guarded"])
    def test_rebuilt_table_is_the_shipped_one(self, name: str) -> None:
        data = (files("lalao.tables") / "data" / f"{name}.zst").read_bytes()
        assert shipped.unpacked(data, name) == shipped.unpacked(fang_file(name), name)

    def test_rebuilt_nimbers_begin_like_the_shipped_ones(self) -> None:
        rebuilt = shipped.unpacked(fafy_file(12), "x.zst")[1]
        assert shipped.fafy()[: len(rebuilt)] == rebuilt
        assert len(shipped.fafy()) == 1 << shipped.MOST_SEEDS

    def test_blocks_have_their_own_numbers(self) -> None:
        blocks = shipped.blocks_in_order(8)
        assert [shipped.block_number(block) for block in blocks[1:]] == list(range(1, 256))

    def test_a_damaged_table_is_noticed(self) -> None:
        data = shipped.packed({"game": "x"}, b"abc")
        with pytest.raises(lalao.errors.FileError):
            shipped.unpacked(data.replace(b'"sha256": "', b'"sha256": "0'), "x.zst")

    def test_positions_out_of_reach_are_not_in_the_table(self) -> None:
        position = lalao.game("fang-8").position("8.0.0.0.0.0.0.0 4+4 S")
        table = shipped.fang(position.game)
        assert table is not None
        assert table.value(position) is None
        assert lalao.solve(position).margin is not None

    def test_the_perfect_player_compiles_nothing(self, tmp_path: Path) -> None:
        done = sh(
            "python -c \"import sys, lalao; lalao.solve(lalao.game('fang').start()); "
            "lalao.solve(lalao.game('fafy-impartial').start()); print('numba' in sys.modules)\"",
            tmp_path,
        )
        assert done.stdout == "False\n", done.stderr


class TestRows:
    @pytest.mark.parametrize("name", ["fafy-impartial", "sowing-impartial"])
    def test_nimbers_are_those_of_plain_mex(self, name: str) -> None:
        solver = RowSolver(rules(name))
        for row in ROWS:
            assert solver.nimber_of(row) == solving.nimber(name, text(row)), row

    @pytest.mark.parametrize("name", ["fafy", "fafy-impartial", "sowing", "sowing-impartial"])
    @pytest.mark.parametrize("misere", ["", "-misere"])
    def test_values_and_plies_are_those_of_plain_minimax(self, name: str, misere: str) -> None:
        game = lalao.game(name + misere)
        for row, side in product(SMALL_ROWS, "SN"):
            answer = lalao.solve(game.position(f"{text(row)} {side}"))
            assert isinstance(answer.value, Value)
            assert answer.value.sign == solving.wins(game.id, f"{text(row)} {side}")
            assert answer.value.plies == solving.plies(game.id, f"{text(row)} {side}")
            for move in answer.moves:
                assert isinstance(move.value, Value)
                assert move.value.sign == -solving.wins(game.id, str(move.position))

    @pytest.mark.parametrize("name", ["fafy", "sowing"])
    def test_algebra_of_values(self, name: str) -> None:
        game = game_as(name, Fafy)
        solver = RowSolver(game)
        for row in ROWS:
            solver.values.begin()
            value = solver.values.of_sum(solver.parts(row)).game
            mirror = solver.values.of_sum(solver.parts(row[::-1])).game
            assert mirror == -value, row
            assert (value - value) == pycgt.ZERO
            wins = (solving.wins(name, f"{text(row)} S"), solving.wins(name, f"{text(row)} N"))
            assert solver.outcome_class(row) == {(1, 1): "N", (1, -1): "L", (-1, 1): "R", (-1, -1): "P"}[wins]

    def test_nimber_of_a_sum_is_the_xor(self) -> None:
        solver, rng = RowSolver(rules("fafy-impartial")), random.Random(1)
        for _ in range(500):
            one, other = rng.choice(ROWS), rng.choice(ROWS)
            assert solver.nimber_of((*one, 0, *other)) == solver.nimber_of(one) ^ solver.nimber_of(other)

    def test_value_of_a_sum_is_the_sum(self) -> None:
        solver, rng = RowSolver(rules("fafy")), random.Random(2)
        for _ in range(100):
            solver.values.begin()
            one, other = rng.choice(ROWS), rng.choice(ROWS)
            whole, *parts = (solver.values.of_sum(solver.parts(row)).game for row in ((*one, 0, *other), one, other))
            assert whole == parts[0] + parts[1]

    def test_the_published_analyser_was_wrong_here(self) -> None:
        answer = lalao.solve(lalao.game("sowing-impartial").position("2.2.2.2.2.2.2.2 S"))
        assert (answer.nimber, answer.canonical_form) == (2, "*2")

    def test_kernel_nimbers_are_the_readable_ones(self) -> None:
        solver, rng = RowSolver(rules("fafy-impartial")), random.Random(3)
        plain, kernel = Nimbers(solver.impartial_options), row_codec.Blocks()
        rows = [tuple(rng.randrange(1, 5) for _ in range(rng.randrange(1, 15))) for _ in range(200)]
        rows += [(seeds,) * pits for seeds in (1, 2, 3) for pits in range(1, 21)]
        for row in rows:
            assert kernel.nimber(row, 10**7) == plain(min(row, row[::-1])), row
            assert row_codec.Blocks().nimber(row, 10**6) == plain.known[min(row, row[::-1])], row

    def test_kernel_nimber_stops_at_its_budget(self) -> None:
        with pytest.raises(lalao.LalaoError, match="more than 10 positions"):
            row_codec.Blocks().nimber((1,) * 30, 10)
        blocks = row_codec.Blocks()
        blocks.nimber((1,) * 30, 1738)
        assert blocks.known == 1738

    @pytest.mark.parametrize("name", ["fafy", "fafy-impartial", "sowing", "sowing-impartial"])
    def test_kernel_perft_is_the_readable_one(self, name: str) -> None:
        game = lalao.game(name)
        for row, side in product(SMALL_ROWS[::3], "SN"):
            position = game.position(f"{text(row)} {side}")
            assert isinstance(position, FafyPosition)
            for depth in (1, 2, 4):
                assert row_codec.perft(position, depth) == lalao.perft(position, depth)

    def test_long_rows_are_answered(self) -> None:
        answer = lalao.solve(lalao.game("fafy-impartial").position(text((1,) * 60) + " S"))
        assert answer.nimber == 5
        assert len(answer.blocks or ()) == 1

    @pytest.mark.slow
    def test_an_exploding_form_is_unknown_and_the_outcome_is_not(self) -> None:
        answer = lalao.solve(lalao.game("sowing").position("2.2.2.2.2.2.2.2 S"))
        assert answer.canonical_form is None
        assert answer.value.name == "win"
        assert answer.outcome_class == "N"

    @pytest.mark.parametrize("name", ["fafy", "sowing"])
    def test_incentives_are_what_playing_the_differences_says(self, name: str) -> None:
        solver = RowSolver(rules(name))
        for row, side in product(SMALL_ROWS, "SN"):
            answer = lalao.solve(solver.game.position(f"{text(row)} {side}"))
            reached = [str(move.position).split()[0] for move in answer.moves]
            for move, after in zip(answer.moves, reached, strict=True):
                assert isinstance(move.position, FafyPosition)
                solver.values.begin()
                before, then = (solver.values.of_sum(solver.parts(pits)).game for pits in (row, move.position.pits))
                gain = then - before if side == "S" else before - then
                assert move.incentive == notation(gain)
                first, second = (text(row), after) if side == "S" else (after, text(row))
                assert differences.is_zero(name, tree(gain), first, f"-{second}"), (row, str(move.move))
                assert move.best_incentive is not any(
                    differences.at_least_zero(name, *difference(other, after, side))
                    and not differences.at_least_zero(name, *difference(after, other, side))
                    for other in reached
                ), (row, side, str(move.move))

    def test_incentives_are_for_normal_play_of_partizan_rows(self) -> None:
        answer = lalao.solve(lalao.game("sowing").position("1.1.2.1.0.2 N"))
        assert [(str(move.move), move.incentive, move.best_incentive) for move in answer.moves] == [
            ("2-", "{1/2|0}", True),
            ("6-", "{{1/4|*}|{-1/4|-1/2*}}", False),
            ("3-", "{-1|-3/2}", False),
            ("4-", "{-2*|-5/2*}", False),
        ]
        for name in ("fafy-impartial", "fafy-misere"):
            assert {move.incentive for move in lalao.solve(lalao.game(name).start()).moves} == {None}

    def test_misere_shows_no_nimber_nor_form(self) -> None:
        answer = lalao.solve(lalao.game("fafy-impartial-misere").start())
        assert (answer.nimber, answer.canonical_form, answer.blocks) == (None, None, None)
        assert answer.outcome_class in ("N", "P")

    def test_blocks_are_named(self) -> None:
        answer = lalao.solve(lalao.game("fafy").position("1.2.0.0.2.2.1.0 S"))
        assert [block.row for block in answer.blocks or ()] == ["1.2", "2.2.1"]
        assert blocks_of((0, 1, 0)) == [(1,)]
        assert stripped((0, 0)) == ()


def test_solve_json_has_the_fields_of_the_design(tmp_path: Path) -> None:
    fields = "provenance game position to_move value plies margin nimber outcome_class canonical_form mean temperature"
    fields += " blocks line moves"
    for name in ("fang", "fafy", "sowing-impartial-misere", "fifangakely", "fanorona"):
        done = sh(f"lalao solve {name} --json", tmp_path)
        document = json.loads(done.stdout)
        assert " ".join(document) == fields
        assert all(
            " ".join(move) == "move position value plies margin incentive best_incentive" for move in document["moves"]
        )
        assert document["game"] == lalao.game(name).id


def test_moves_come_best_first() -> None:
    for name in ("fang", "fafy", "fafy-impartial", "sowing"):
        answer = lalao.solve(lalao.game(name).start())
        signs = [move.value.sign for move in answer.moves if isinstance(move.value, Value)]
        assert signs == sorted(signs, reverse=True)
        assert answer.moves[0].value == answer.value


def test_finished_games_have_their_value() -> None:
    assert lalao.solve(lalao.game("fifangakely").position("0.0.0.0/0.1.0.0/0.0.0.0/0.0.0.31 0+0 S")).value == Value(
        -1, 0
    )
    assert Solver().sign(lalao.game("fafy").position("1 S")) == -1
