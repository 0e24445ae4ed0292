"""Games as other programs and people write them: every notation is read, written and read again."""

import random
import tracemalloc
from itertools import islice
from pathlib import Path

import pytest

import lalao
from lalao.errors import LalaoError, RecordError
from lalao.games.game import AnyPosition
from lalao.record import Record, read, read_games, write

GOLDEN = Path(__file__).parent.parent / "formats"
OURS = (GOLDEN / "game.lalao").read_text(encoding="utf-8")
FGN = lalao.game("fanorona").family.headers
INTERCHANGES = lalao.game("fanorona").family.interchanges
VELA = """\
[White "Vous"]
[Vela "Noirs"]
[FEN "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW b 0 1"]
[Termination "Les Blancs abandonnent"]

1... f4-e3A 2. d1-d2 e3-f4W?? { -3.2 } 3. e1-d2 f3-e3W 0-1
"""
START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW"


def moves_of(record: Record) -> list[str]:
    """List the moves of the main line as texts."""
    return [str(move) for move in record.moves()]


def shown(text: str, given: AnyPosition | None = None) -> list[tuple[str, list[str]]]:
    """List the games of a text, each with its id and its moves."""
    return [(record.game.id, moves_of(record)) for record in read_games(text, given)]


@pytest.mark.parametrize("name", [each.name for each in sorted(GOLDEN.iterdir())])
def test_golden_files_are_read_written_and_read_again(name: str) -> None:
    expected = read(OURS)
    [record] = read_games((GOLDEN / name).read_text(encoding="utf-8"))
    assert (record.game, record.root.position) == (expected.game, expected.root.position)
    assert moves_of(record) == moves_of(expected)
    written = [write(record), write(record, FGN)]
    written += [each.write(record.root.position, record.moves()) for each in INTERCHANGES.values()]
    for text in written:
        [again] = read_games(text)
        assert moves_of(again) == moves_of(expected)


def test_fgn_keeps_tags_comments_variations_and_judgements() -> None:
    text = (GOLDEN / "game.fgn").read_text(encoding="utf-8")
    [record] = read_games(text)
    assert write(record, FGN) == text
    assert write(record) == OURS
    assert write(read(OURS), FGN) == text
    assert (record.tags["EngineLevel"], record.result) == ("4", "1/2-1/2")
    assert list(record.root.line())[3].glyphs == (4,)


def test_the_vela_of_fgn_names_the_side_that_takes() -> None:
    [record] = read_games(VELA)
    assert (record.game.id, str(record.root.position)) == ("fanorona-vela", f"{START} b vela=w")
    assert (record.result, record.tags["Termination"]) == ("0-1", "Les Blancs abandonnent")
    written = write(record, FGN)
    assert '[Variant "Fanoron-Tsivy"]\n[Vela "Noirs"]' in written
    assert "FEN" not in written
    assert write(next(read_games(write(record)))) == write(record)


@pytest.mark.parametrize("name", [name for name in lalao.LISTED if name.startswith("fanorona")])
def test_any_start_comes_back_from_fgn(name: str) -> None:
    rng = random.Random(name)
    position = lalao.game(name).start()
    for _ in range(30):
        record = Record.begin(position)
        [again] = read_games(write(record, FGN))
        assert again.root.position == position
        moves = position.some_moves(200)
        if position.outcome or not moves:
            break
        position = position.play(rng.choice(moves))


@pytest.mark.parametrize(
    ("written", "ours"),
    [
        (f"{START} w 0 6", f"{START} w"),
        (f"{START} b 12 34", f"{START} b quiet=12"),
        (f"{START} W", f"{START} w"),
        (f"{'/'.join(reversed(START.split('/')))} W - - - 0", f"{START} w"),
        ("9/9/3W1B3/9/1B7 B - - - 49", "1B7/9/3W1B3/9/9 b"),
        ("9/9/3W1B3/9/1B7 W - - 3", "1B7/9/3W1B3/9/9 w"),
    ],
)
def test_positions_of_other_programs(written: str, ours: str) -> None:
    assert str(lalao.game("fanorona").position(written)) == ours
    [record] = read_games(written)
    assert (record.game.id, str(record.root.position), record.moves()) == ("fanorona", ours, [])


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("e2-e3A f4-e5W-e4A", [("fanorona", ["e2-e3A", "f4-e5W-e4A"])]),
        ("E2E3+, F4E5-,E5E4+ 1-0 d2e3", [("fanorona", ["e2-e3A", "f4-e5W-e4A"]), ("fanorona", ["d2-e3A"])]),
        ("e2e3\nf4 e5W e4A\n\nd2e3", [("fanorona", ["e2-e3A", "f4-e5W-e4A"]), ("fanorona", ["d2-e3A"])]),
        ("1. e2e3\n1. d2e3", [("fanorona", ["e2-e3A"]), ("fanorona", ["d2-e3A"])]),
        ("1. e2e3 (1. d2e3\n1... c3d2)", [("fanorona", ["e2-e3A"])]),
        ("12. e2e3 f4e5we4", [("fanorona", ["e2-e3A", "f4-e5W-e4A"])]),
        ('[Variant "fanoron-dimy"] b3c3A', [("fanorona-dimy", ["b3-c3A"])]),
        ('[Variant "fanorona-strict"] d2e3', [("fanorona-strict", ["d2-e3A"])]),
        ("2 2 2. 3 1", [("fang-4", ["2", "2", "3", "1"])]),
        ('[Game "fang-4"] 1. 2 * [Variant "Fanoron-Tsivy"] 1. d2e3', [("fang-4", ["2"]), ("fanorona", ["d2-e3A"])]),
        ("", []),
    ],
)
def test_lists_of_moves(text: str, games: list[tuple[str, list[str]]]) -> None:
    assert shown(text) == games


def test_the_game_that_is_given_is_believed() -> None:
    strict, fang = lalao.game("fanorona-strict").start(), lalao.game("fang-6").start()
    assert shown("e2e3", strict) == [("fanorona-strict", ["e2-e3A"])]
    assert shown('[Variant "Fanoron-Tsivy"] e2e3', strict) == [("fanorona-strict", ["e2-e3A"])]
    assert shown("2 2", fang) == [("fang-6", ["2", "2"])]
    after = strict.play("e2-e3A")
    assert shown("f4e5We4A", after) == [("fanorona-strict", ["f4-e5W-e4A"])]


@pytest.mark.parametrize(
    ("text", "given", "line", "column", "reason"),
    [
        ("e2-e3A\nf4-e5W i1", None, 2, 8, "'i1' is not a move"),
        ("1. e2-e3A\n\nd2-e3A\nA1A2", None, 4, 1, "B has no piece on a1"),
        ("e2e3 +3(", None, 1, 6, "'+3' is not a move of Fanorona"),
        ("d3e3", None, 1, 1, "'d3e3' may be several moves: write one of d3-e3A, d3-e3W"),
        ("hello there", None, 1, 1, "this is neither a position nor a list of moves"),
        ("e2-e3A", "fanorona-dimy", 1, 1, "e3 is not empty; all of it can be played in fanorona"),
        ('[Variant "Fanoron-Telo"]\nb2', None, 1, 1, "'Fanoron-Telo' is not a variant of Fanorona played here"),
        ('[White "A"]\n[Variant "Fanoron-Tsivy"]\n[FEN "9/9 w"]\n', None, 3, 1, "'9/9' has 2 ranks"),
        ('[FEN "x"]', None, 1, 1, "'x' is not a position of Fanorona"),
        ('[Vela "Tous"]', None, 1, 1, "'Tous' is not a side: write one of Blancs, Noirs"),
        (f"{VELA}d2e3", None, 7, 1, "'d2e3' comes after the end of the game"),
        ((GOLDEN / "ludii.txt").read_text().replace("to=23]", "to=24]", 1), None, 1, 1, "move 1: no move leads from"),
    ],
)
def test_what_cannot_be_read_is_one_line_with_its_place(
    text: str, given: str | None, line: int, column: int, reason: str
) -> None:
    with pytest.raises(RecordError) as caught:
        list(read_games(text, lalao.game(given).start() if given else None))
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)
    assert (caught.value.line, caught.value.column) == (line, column), str(caught.value)


def test_a_foreign_record_that_names_another_board_wins_over_the_given_game() -> None:
    given = lalao.game("fanorona-strict").start()
    assert shown('[Variant "Fanoron-Dimy"] b3c3A', given) == [("fanorona-dimy", ["b3-c3A"])]


def test_games_are_read_one_after_the_other() -> None:
    games = 1_000
    text = "1. d3-e3A f4-f3A 2. g3-f2W-f1W g5-h4A *\n" * games
    tracemalloc.start()
    try:
        reading = read_games(text + "1. d3-e3A {")
        next(reading)
        _, first = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        assert sum(1 for _ in islice(reading, games - 1)) == games - 1
        _, all_of_them = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert all_of_them < 5 * first, "as if all games were held at once"
    with pytest.raises(RecordError, match=f"line {games + 1}, column 11"):
        next(reading)


def test_a_start_that_is_not_admitted_is_refused() -> None:
    def refuse(position: AnyPosition) -> None:
        raise LalaoError("not {position}", position=position)

    for text in (f"{START} w 0 6", OURS, VELA):
        with pytest.raises(LalaoError, match="not B"):
            list(read_games(text, admit=refuse))
