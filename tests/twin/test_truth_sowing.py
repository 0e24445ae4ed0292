"""No false proof in the sowing games: budgets too small for a position leave moves undecided beside known ones.

What is announced then is compared with naive minimax.
"""

import random
from collections import Counter
from functools import partial
from importlib import import_module
from itertools import product
from types import SimpleNamespace

import pytest

import lalao
from lalao.cgt.values import Budget
from lalao.codecs.fifangha import CompiledSearch
from lalao.engine.analysis import History, Limits, Settings
from lalao.engine.compiled import CompiledSearcher
from lalao.engine.readable import ReadableSearcher
from lalao.engine.solved import SolvedSearcher
from lalao.games.fafy import Fafy
from lalao.games.fang import Fang, FangPosition
from lalao.games.game import AnyPosition
from lalao.games.registry import game_as
from lalao.solve.fafy import RowSolver
from lalao.solve.pool import Lender
from lalao.values import DRAW, Side, Value
from tests.claims import Judge, analysed
from tests.naive import fifangha as naive_fifangha
from tests.naive import solving
from tests.naive.forcing import plies_to_end

SMALL = Settings(hash_mb=1)
LARGER = ["fifangha-6", "fifangha"]
FIFANGHA = ["fifangakely", *LARGER]
ROWS = [row for pits in range(1, 6) for row in product(range(4), repeat=pits)]
KINDS = ["", "-impartial", "-misere", "-impartial-misere"]
ROW_GAMES = [f"{name}{kind}" for name in ("fafy", "sowing") for kind in KINDS]


def module(name: str) -> object:
    """Return a module of the solver, which has the same name as a function of its package."""
    return import_module(f"lalao.solve.{name}")


class TestFifangha:
    def judge(self, name: str) -> Judge:
        """Return the judge of ends within three plies."""

        def truth(text: str) -> Value | None:
            plies = plies_to_end(naive_fifangha, name, text.partition(" quiet=")[0], 3)
            return None if plies is None else Value(1 if plies % 2 else -1, plies)

        return Judge(truth, 3)

    def late(self, name: str, count: int) -> list[AnyPosition]:
        """Return positions a few plies before the ends of random games, with few moves: naive counting is slow."""
        rng, found = random.Random(name), list[AnyPosition]()
        while len(found) < count:
            game = [lalao.game(name).start()]
            while not game[-1].outcome and len(game) < 300:
                game.append(game[-1]._play(rng.choice(game[-1].legal_moves())))
            found += [one for one in game[-8:-1] if len(one.legal_moves()) <= 6 and rng.random() < 0.5]
        return found[:count]

    @pytest.mark.parametrize("name", FIFANGHA)
    def test_solve(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        told, judge = Counter[str](), self.judge(name)
        for number, position in enumerate(self.late(name, 60 if name == "fifangakely" else 24)):
            monkeypatch.setattr(module("fifangha"), "MOST_POSITIONS", (8, 40, 300, 5_000)[number % 4])
            monkeypatch.setattr(module("fifangha"), "SEARCHES", Lender[CompiledSearch]())
            monkeypatch.setattr(module("fifangha"), "new_search", lambda: CompiledSearch(1 << 12))
            told += judge.solution(lalao.solve(position).as_dict())
        assert told["position exact"] > 1, told
        assert told["position unknown"] > 3, told
        assert told["move unknown"] > 10, told

    @pytest.mark.parametrize("name", ["fifangakely", *(pytest.param(name, marks=pytest.mark.slow) for name in LARGER)])
    def test_analysis(self, name: str) -> None:
        rng, positions = random.Random(name), self.late(name, 30 if name == "fifangakely" else 8)
        told = analysed(self.judge(name), CompiledSearcher(SMALL), positions, rng)
        told += analysed(self.judge(name), ReadableSearcher(), positions[:8], rng, 3)
        assert told["line 1 exact"] > 2, told
        assert told["line 2 unknown"] > 10, told

    @pytest.mark.parametrize("quiet", [40, 95])
    def test_the_quiet_limit_of_one_match_proves_nothing_in_another(self, quiet: int) -> None:
        """What a search stored near the quiet limit must not decide the same position far from it."""
        name, rng, one, told = "fifangakely", random.Random(quiet), CompiledSearcher(SMALL), Counter[str]()
        for position in self.late(name, 30):
            bare = str(position).partition(" quiet=")[0]
            near = lalao.game(name).position(f"{bare} quiet={quiet + rng.randint(0, 4)}")
            for _ in one.think(near, Limits(depth=6), 99, history=History.of([near])):
                pass
            told += analysed(self.judge(name), one, [lalao.game(name).position(bare)], rng)
        assert told["line 1 exact"] > 10, told


class TestRows:
    def judge(self, name: str) -> Judge:
        """Return the judge of every row."""
        return Judge(lambda text: Value(solving.wins(name, text), solving.plies(name, text)))

    def texts(self, name: str, count: int) -> list[str]:
        """Return random rows, with the side to move."""
        rng = random.Random(name)
        return [f"{'.'.join(map(str, row))} {rng.choice('SN')}" for row in rng.sample(ROWS, count)]

    def leave_little(self, monkeypatch: pytest.MonkeyPatch, plies: int, signs: int, forms: int) -> None:
        """Reduce the budgets of positions for plies, for signs, and for nimbers and canonical forms."""
        monkeypatch.setattr(module("fafy"), "MOST_SQUARES", 64 * plies)
        monkeypatch.setattr(module("fafy"), "MOST_STEPS", 8 * signs)
        monkeypatch.setattr(module("fafy"), "MOST_CELLS", 8 * forms)
        monkeypatch.setattr(module("fafy"), "MOST_BLOCKS", forms)
        monkeypatch.setattr(module("fafy"), "shipped", SimpleNamespace(MOST_SEEDS=0))

        def solver(game: Fafy) -> RowSolver:
            made = RowSolver(game)
            made.values.budget = Budget(positions=forms)
            return made

        lender = Lender[RowSolver]()
        monkeypatch.setattr(module("fafy"), "row_solver", lambda game: lender.lend(game, partial(solver, game)))

    @pytest.mark.parametrize("name", ROW_GAMES)
    def test_solve(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        told, judge = Counter[str](), self.judge(name)
        for little in ((1, 1, 1), (8, 3, 20), (40, 10, 200), (1, 100, 1)):
            self.leave_little(monkeypatch, *little)
            for text in self.texts(name, 120):
                document = lalao.solve(lalao.game(name).position(text)).as_dict()
                told += judge.solution(document)
                row, _ = text.split()
                if document["nimber"] is not None and "impartial" in name:
                    assert document["nimber"] == solving.nimber(name, row), text
                if document["outcome_class"]:
                    starts = solving.wins(name, f"{row} S"), solving.wins(name, f"{row} N")
                    assert document["outcome_class"] == {(1, 1): "N", (1, -1): "L", (-1, 1): "R", (-1, -1): "P"}[starts]
        assert told["position sign"] > 5, told
        assert told["position unknown"] > 5, told
        assert told["position exact"] > 50, told

    @pytest.mark.parametrize("name", ROW_GAMES)
    def test_solve_with_the_whole_budget(self, name: str) -> None:
        told, judge = Counter[str](), self.judge(name)
        for text in self.texts(name, 300):
            told += judge.solution(lalao.solve(lalao.game(name).position(text)).as_dict())
        assert told["position exact"] == 300, told

    @pytest.mark.parametrize("name", ROW_GAMES)
    def test_analysis(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        rng, positions = random.Random(name), [lalao.game(name).position(text) for text in self.texts(name, 60)]
        told = analysed(self.judge(name), ReadableSearcher(), positions, rng)
        monkeypatch.setattr(module("fafy"), "MOST_SQUARES", 64 * 5)
        told += analysed(self.judge(name), SolvedSearcher(), positions[:20], rng)
        assert told["line 1 exact"] > 20, told


class TestFang:
    def ends(self, name: str, turns: int, count: int) -> list[FangPosition]:
        """Return positions of random games, `turns` turns before their ends."""
        rng, found = random.Random(name), list[FangPosition]()
        while len(found) < count:
            position = game_as(name, Fang).start()
            while sum(position.reserves) > turns:
                position = position._play(rng.choice(position.legal_moves()))
            found.append(position)
        return found

    def judge(self, name: str) -> Judge:
        """Return the judge of every position."""

        def truth(text: str) -> Value:
            sign = solving.wins(name, text)
            return Value(sign, sum(map(int, text.split()[1].split("+")))) if sign else DRAW

        return Judge(truth)

    @pytest.mark.parametrize("name", ["fang-4", "fang-6-guarded", "fang-14", "fang-16-guarded", "fang-22"])
    @pytest.mark.parametrize("most", [0, 4, 300_000])
    def test_solve(self, name: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
        for budget in ("MOST_READABLE", "MOST_SEARCHED"):
            monkeypatch.setattr(module("fang"), budget, most)
        told, judge = Counter[str](), self.judge(name)
        for position in (one for turns in (0, 1, 2) for one in self.ends(name, turns, 8)):
            document = lalao.solve(position).as_dict()
            told += judge.solution(document)
            if document["margin"]:
                half, tibong = solving.fang_margin(name, str(position))
                way = 1 if position.to_move is Side.SOUTH else -1
                assert document["margin"] == {"half": way * half, "tibong": way * tibong}, str(position)
        assert told["position exact"] >= 8, told
        assert most or name in ("fang-4", "fang-6-guarded") or told["position unknown"] >= 8, told

    @pytest.mark.parametrize("name", ["fang-6", "fang-14"])
    def test_analysis(self, name: str) -> None:
        rng = random.Random(name)
        positions = [one for turns in (1, 2) for one in self.ends(name, turns, 6)]
        told = analysed(self.judge(name), ReadableSearcher(), positions, rng)
        assert told["line 1 exact"] > 5, told
