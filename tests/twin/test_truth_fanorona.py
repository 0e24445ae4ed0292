"""No false proof in Fanorona: partial tables leave some turns undecided beside known ones.

What is announced then is compared with naive counts of every position, and on 5×9 with larger tables.
"""

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from lalao.engine.analysis import Info, Limits, Settings
from lalao.engine.fanorona_searcher import FanoronaSearcher, opened_endgames
from lalao.games.fanorona import FanoronaPosition
from lalao.games.game import AnyPosition
from lalao.solve.fanorona import answer_from
from lalao.tables.probe import Tables, opened_tables, shipped_folder
from lalao.values import Value
from tests.claims import Judge, analysed
from tests.endgames import fanorona, judge_of, positions_of, tables_in, tables_of
from tests.patience import SECONDS, drawing, often

RULESETS = ["", "-libre", "-strict"]
SMALL = Settings(hash_mb=1)


@pytest.fixture(autouse=True)
def _no_tables_but_those_shipped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Make searches without a folder find only the shipped tables, whatever other tests have built."""
    for cached in (opened_tables, opened_endgames):
        cached.cache_clear()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    yield
    for cached in (opened_tables, opened_endgames):
        cached.cache_clear()


def solved(tables: Tables, judge: Judge, name: str, texts: list[str]) -> Counter[str]:
    """Check what tables state of some positions; count the kinds of statement."""
    told = Counter[str]()
    for text in texts:
        told += judge.solution(answer_from(tables, fanorona(name).position(text)).as_dict())
    return told


def searched(name: str, folder: Path, rng: random.Random, count: int) -> Counter[str]:
    """Check a search with tables of 3 pieces in positions of up to 4; count the kinds of statement."""
    one = FanoronaSearcher(fanorona(name), Settings(hash_mb=1, tables=tables_in(folder, name, 3)))
    texts = rng.sample(positions_of(name, 4), count)
    return analysed(judge_of(name, 4), one, map(fanorona(name).position, texts), rng)


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize(("board", "most"), [("telo", 5), ("3x5", 4)])
def test_what_tables_tell_beyond_their_pieces(rules: str, board: str, most: int, folder: Path) -> None:
    name, told = f"fanorona{rules}-{board}", Counter[str]()
    for held in range(2, most):
        texts = random.Random(held).sample(positions_of(name, most), 600)
        told += solved(tables_of(folder, name, held), judge_of(name, most), name, texts)
    assert told["position sign"] > 0, told
    assert told["position unknown"] > 50, told
    assert told["position exact"] > 100, told


@pytest.mark.parametrize("only", [(2, 1), (3, 1), (1, 2)])
def test_what_a_part_of_the_tables_tells(only: tuple[int, int], folder: Path) -> None:
    name = "fanorona-telo"
    texts = random.Random(sum(only)).sample(positions_of(name, 5), 700)
    told = solved(tables_of(folder, name, sum(only), only), judge_of(name, 5), name, texts)
    assert told["move unknown"] > 100, told
    assert told["position exact"] > 100, told


@pytest.mark.slow
@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize(
    ("board", "most"), [("telo", 7), *(pytest.param(board, 5, marks=pytest.mark.nightly) for board in ("3x5", "5x3"))]
)
def test_what_tables_tell_of_all_positions(rules: str, board: str, most: int, folder: Path) -> None:
    name = f"fanorona{rules}-{board}"
    for held in range(2, most):
        every = positions_of(name, most)
        texts = drawing(name, held).sample(every, min(len(every), often(80, nightly=500)))
        told = solved(tables_of(folder, name, held), judge_of(name, most), name, texts)
        assert told["position exact"] > len(texts) // 20, told


@pytest.mark.parametrize("rules", RULESETS)
def test_analysis(rules: str, folder: Path) -> None:
    name = f"fanorona{rules}-3x5"
    rng = random.Random(name)
    told = searched(name, folder, rng, 60)
    texts = rng.sample(positions_of(name, 4), 60)
    told += analysed(
        judge_of(name, 4), FanoronaSearcher(fanorona(name), SMALL), map(fanorona(name).position, texts), rng
    )
    assert told["line 1 exact"] > 50, told
    assert told["line 2 exact"] > 50, told
    assert told["line 2 unknown"] > 50, told


def test_analysis_without_room_for_lengths(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rng, told = random.Random(9), Counter[str]()
    for allowed in (0, 20, 300):
        monkeypatch.setattr("lalao.engine.fanorona_lengths.MOST_PROVING", allowed)
        told += searched("fanorona-3x5", folder, rng, 60)
    assert told["line 1 sign"] > 5, told
    assert told["line 1 exact"] > 20, told


FOUND_WRONG = {
    "7B1/7WW/9/W7B/8B w": 3,
    "1BW1B4/9/BW7/5W3/9 w": 3,
    "9/9/BW4B2/9/1W2B3W w": 13,
    "4B4/9/5W1W1/2B3B2/2W2W3 w": 5,
    "BW2B4/5W3/6B2/1W3W3/9 w": 7,
}
"""Wins on 5×9 that were once announced as slower, beside turns that nobody had decided."""


@pytest.mark.parametrize("lines", [1, 2, 15])
@pytest.mark.parametrize(("text", "plies"), list(FOUND_WRONG.items()))
def test_analysis_looks_at_undecided_turns_too(text: str, plies: int, lines: int) -> None:
    position = fanorona("fanorona").position(text)
    one = FanoronaSearcher(position.game, Settings(hash_mb=1, tables=shipped_folder()))
    for depth in (1, 2, 3, 4):
        first = last(one, position, Limits(depth=depth), lines).lines[0]
        assert first.score.proved in (None, Value(1, None), Value(1, plies)), depth
    first = last(one, position, Limits(depth=8, seconds=SECONDS), lines).lines[0]
    assert first.score.proved == Value(1, plies)
    assert len(first.moves) == plies


def last(one: FanoronaSearcher, position: AnyPosition, limits: Limits, lines: int) -> Info:
    """Return the last result of a search."""
    *_, info = one.think(position, limits, lines)
    return info


def judge_of_six(folder: Path) -> Judge:
    """Build the table of three against three with all that it rests on; return the judge that uses them."""
    tables = tables_of(folder, "fanorona", 6, (3, 3))

    def truth(text: str) -> Value | None:
        position = fanorona("fanorona").position(text)
        value = tables.value(position)
        return value if isinstance(value, Value) else None

    return Judge(truth)


def six_scattered(count: int, seed: int) -> list[str]:
    """Return `count` positions with three pieces a side, placed at random."""
    rng, game, found = random.Random(seed), fanorona("fanorona"), list[str]()
    while len(found) < count:
        points = rng.sample(range(45), 6)
        own, other = sum(1 << point for point in points[:3]), sum(1 << point for point in points[3:])
        found.append(str(FanoronaPosition(game, own, other, rng.choice(game.sides))))
    return found


@pytest.mark.nightly
def test_what_is_told_of_six_pieces(folder: Path) -> None:
    """The endgames of 5×9: tables of up to four pieces and five (as many as are shipped), against those of six.

    One test, since the tables of six are built once in each process that has one.
    """
    six = judge_of_six(folder)
    for text in FOUND_WRONG:
        if sum(text.count(side) for side in "WB") == 6:
            assert six.truth(text) == Value(1, FOUND_WRONG[text])
    for held in (4, 5):
        told = solved(tables_of(folder, "fanorona", held), six, "fanorona", six_scattered(1_000, held))
        assert told["position sign" if held == 4 else "position exact"] > 20, told
    game, rng = fanorona("fanorona"), random.Random(6)
    one = FanoronaSearcher(game, Settings(hash_mb=4, tables=shipped_folder()))
    told = analysed(six, one, map(game.position, six_scattered(150, 6)), rng)
    assert told["line 1 exact"] > 50, told
    assert told["line 2 exact"] > 25, told
