"""Never a false proof: what solvers and searches announce as proved is what naive counts of every position know.

Tables smaller than the positions asked about, and budgets too small for them, leave some moves undecided beside others
that are known, as on a large board.
"""

import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import lalao
from lalao.engine.analysis import Info, Limits, Searcher, Settings
from lalao.engine.fanorona import FanoronaSearcher
from lalao.games.fanorona import Fanorona
from lalao.games.game import AnyPosition
from lalao.solve.fanorona import answer_from
from lalao.tables.build import Build, Threads
from lalao.tables.probe import Tables
from lalao.values import DRAW, Value
from tests.claims import Truth, check_analysis, check_solution
from tests.naive import tables as naive

SWAPPED = str.maketrans("WB", "BW")
RULESETS = ["", "-libre", "-strict"]
SMALL = Settings(hash_mb=1)


def fanorona(name: str) -> Fanorona:
    game = lalao.game(name)
    assert isinstance(game, Fanorona)
    return game


@cache
def counted(name: str, pieces: int) -> dict[str, int | None]:
    """Count naively the plies to the end from every position of up to so many pieces, White to move."""
    game = fanorona(name)
    height, width = game.lattice.height, game.lattice.width
    sides = range(1, game.pieces + 1)
    slices = [(white, black) for white in sides for black in sides if white + black <= pieces]
    return naive.distances(name, [text for one in slices for text in naive.placements(height, width, *one)])


def known_to(name: str, pieces: int) -> Truth:
    """Tell the value of every position of up to so many pieces; one side without pieces has lost."""

    def truth(text: str) -> Value | None:
        board, side, *_ = text.split(" ")
        if side == "b":
            board = board.translate(SWAPPED)
        if "W" not in board:
            return Value(-1, 0)
        if "B" not in board:
            return Value(1, 0)
        plies = counted(name, pieces)[f"{board} w"]
        return DRAW if plies is None else Value(1 if plies % 2 else -1, plies)

    return truth


@cache
def positions_of(name: str, pieces: int) -> list[str]:
    """List every position of up to so many pieces, either side to move."""
    white = list(counted(name, pieces))
    return [*white, *(text.translate(SWAPPED)[:-1] + "b" for text in white)]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


def built(name: str, pieces: int, folder: Path, only: tuple[int, int] | None = None) -> Tables:
    """Build the tables of up to so many pieces, or of one slice and those below it, in a folder of their own."""
    target = folder / f"{name}-{pieces}-{only}"
    if not target.exists():
        Build(fanorona(name), pieces, target, Threads(1), only).run()
    return Tables(fanorona(name), (target,))


def solved(name: str, tables: Tables, texts: list[str], truth: Truth) -> Counter[str]:
    """Judge what tables say of some positions; return what was told."""
    told = Counter[str]()
    for text in texts:
        told += check_solution(answer_from(tables, fanorona(name).position(text)).as_dict(), truth)
    return told


def last(one: Searcher, position: AnyPosition, limits: Limits, lines: int) -> Info:
    """Return the last word of a search."""
    *_, info = one.think(position, limits, lines)
    return info


def described(position: AnyPosition, info: Info) -> dict[str, Any]:
    """Give an analysis as the command prints it."""
    return {"game": position.game.id, "position": str(position)} | info.as_dict()


def analysed(name: str, one: Searcher, texts: list[str], truth: Truth, rng: random.Random) -> Counter[str]:
    """Judge what a search says of some positions after every depth, with one line, some or all."""
    told = Counter[str]()
    for text in texts:
        position = lalao.game(name).position(text)
        for info in one.think(position, Limits(depth=rng.randint(1, 6)), rng.choice((1, 2, 3, 99))):
            told += check_analysis(described(position, info), truth)
    return told


class TestFanoronaBeyondTables:
    @pytest.mark.parametrize("rules", RULESETS)
    @pytest.mark.parametrize(("board", "most"), [("telo", 5), ("3x5", 4)])
    def test_solve(self, rules: str, board: str, most: int, folder: Path) -> None:
        name, told = f"fanorona{rules}-{board}", Counter[str]()
        for held in range(2, most):
            texts = random.Random(held).sample(positions_of(name, most), 600)
            told += solved(name, built(name, held, folder), texts, known_to(name, most))
        assert told["position sign"] > 0, told
        assert told["position unknown"] > 50, told
        assert told["position exact"] > 100, told

    @pytest.mark.parametrize("only", [(2, 1), (3, 1), (1, 2)])
    def test_solve_from_part_of_the_tables(self, only: tuple[int, int], folder: Path) -> None:
        name = "fanorona-telo"
        texts = random.Random(sum(only)).sample(positions_of(name, 5), 700)
        told = solved(name, built(name, sum(only), folder, only), texts, known_to(name, 5))
        assert told["move unknown"] > 100, told
        assert told["position exact"] > 100, told

    @pytest.mark.slow
    @pytest.mark.parametrize("rules", RULESETS)
    @pytest.mark.parametrize(("board", "most"), [("telo", 8), ("3x5", 5), ("5x3", 5)])
    def test_solve_of_every_position(self, rules: str, board: str, most: int, folder: Path) -> None:
        name = f"fanorona{rules}-{board}"
        for held in range(2, most):
            texts = (
                positions_of(name, most) if most == 8 else random.Random(held).sample(positions_of(name, most), 9_000)
            )
            told = solved(name, built(name, held, folder), texts, known_to(name, most))
            assert told["position sign"] > 10, told

    @pytest.mark.parametrize("rules", RULESETS)
    def test_analysis_on_3x5(self, rules: str, folder: Path) -> None:
        name = f"fanorona{rules}-3x5"
        rng = random.Random(name)
        built(name, 3, folder)
        told = Counter[str]()
        for settings in (Settings(hash_mb=1, tables=folder / f"{name}-3-None"), SMALL):
            one = FanoronaSearcher(fanorona(name), settings)
            told += analysed(name, one, rng.sample(positions_of(name, 4), 60), known_to(name, 4), rng)
        assert told["line 1 exact"] > 50, told
        assert told["line 2 exact"] > 50, told
        assert told["line 2 unknown"] > 50, told

    def test_analysis_without_room_for_lengths(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        name = "fanorona-3x5"
        rng = random.Random(9)
        told = Counter[str]()
        built(name, 3, folder)
        for allowed in (0, 20, 300):
            monkeypatch.setattr("lalao.engine.fanorona_lengths.MOST_PROVING", allowed)
            one = FanoronaSearcher(fanorona(name), Settings(hash_mb=1, tables=folder / f"{name}-3-None"))
            told += analysed(name, one, rng.sample(positions_of(name, 4), 60), known_to(name, 4), rng)
        assert told["line 1 sign"] > 5, told
        assert told["line 1 exact"] > 20, told
