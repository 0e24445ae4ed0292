"""Games of Fanorona in other notations: they survive a round trip under every ruleset, and agree with each other."""

import random
from pathlib import Path
from typing import Any

import pytest

import lalao
from lalao.errors import LalaoError, NotationError
from lalao.games.fanorona.interchange import INTERCHANGES, squares
from lalao.locale import words
from lalao.record import Record, read, read_all, read_games, write
from tests.shell import run_lalao

NAMES = ["fanorona", "fanorona-strict", "fanorona-libre", "fanorona-telo", "fanorona-dimy-vela", "fanorona-11x11"]
SQUARES, LUDII = INTERCHANGES["squares"], INTERCHANGES["ludii"]
START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW w"
OPENING = """\
Move=[Move:mover=1,from=12,to=22,actions=[Move:typeFrom=Vertex,from=12,typeTo=Vertex,to=22,decision=true],\
[Remove:type=Vertex,to=32],[Remove:type=Vertex,to=42]]
"""


def played(name: str, seed: int, plies: int = 40) -> Record:
    """Play a random game."""
    rng, record = random.Random(f"{name} {seed}"), Record.begin(lalao.game(name).start(), "?", "?")
    while record.outcome() is None and len(record.moves()) < plies:
        moves = record.last.position.some_moves(200)
        record.play(rng.choice(moves))
    return record


def in_squares(start: Any, text: str) -> list[Any]:
    """Read a game in squares, under the rules of its start."""
    [record] = read_games(text, start)
    return record.moves()


@pytest.mark.parametrize("name", [*NAMES, "fanorona-souffle", "fanorona-souffle-dimy"])
def test_games_in_squares_come_back(name: str) -> None:
    for seed in range(6):
        record = played(name, seed)
        text = SQUARES.write(record.root.position, record.moves())
        assert in_squares(record.root.position, text) == record.moves()
        assert in_squares(record.root.position, text.lower().replace("\n", ".\n")) == record.moves()


@pytest.mark.parametrize("name", NAMES)
def test_games_for_ludii_come_back_and_agree_with_squares(name: str) -> None:
    for seed in range(6):
        record = played(name, seed, 20)
        start = record.root.position
        text = LUDII.write(start, record.moves())
        assert LUDII.recognises(text)
        assert [move.identity for move in LUDII.read(start, text)] == [move.identity for move in record.moves()]
        assert SQUARES.write(start, LUDII.read(start, text)) == SQUARES.write(start, record.moves())


def test_what_ludii_writes_is_read() -> None:
    start = lalao.game("fanorona").start()
    text = f"game=/lud/board/Fanorona.lud\nSTART GAME OPTIONS\nEND GAME OPTIONS\n{OPENING}winner=0"
    passed = "Move=[Move:mover=1,from=-1,to=-1,actions=[Pass:decision=true]]\n"
    assert [str(move) for move in LUDII.read(start, text + "\n" + passed)] == ["d2-e3A"]
    assert LUDII.write(start, start.legal_moves()[:0]) == ""
    assert LUDII.write(start, [start.move("d2-e3A")]) == OPENING


@pytest.mark.parametrize(
    ("text", "move"),
    [("D2E3+", "d2-e3A"), ("d2-e3+.", "d2-e3A"), ("1. D3E3-", "d3-e3W"), ("1... D3E3+ *", "d3-e3A")],
)
def test_marks_and_capitals(text: str, move: str) -> None:
    assert [str(one) for one in in_squares(lalao.game("fanorona").start(), text)] == [move]
    assert squares(lalao.game("fanorona").start().move(move)).startswith(move[:2].upper())


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Move=[Nothing]", "'Move=[Nothing]' is not a move of a trial: Move=[Move:mover=1,… is"),
        (OPENING.replace("to=42", "to=43"), "move 1: no move leads from d2 to e3 and takes f4, h5 in " + START),
        (
            "Move=[Move:mover=1,from=12,to=22,actions=[Move:from=12,to=22]]",
            "move 1: no move leads from d2 to e3 and takes – in " + START,
        ),
        (OPENING.replace("to=42", "to=999"), "move 1: '999' is not a point of this board"),
        (OPENING.replace("to=42", "to=45"), "move 1: '45' is not a point of this board"),
        ("Move=[Move:mover=1,from=1,to=2,actions=[Swap:x]]", "move 1: 'Swap:x' is not a point of this board"),
    ],
)
def test_what_is_wrong_in_a_trial_is_named(text: str, why: str) -> None:
    with pytest.raises(LalaoError) as caught:
        LUDII.read(lalao.game("fanorona").start(), text)
    assert words("en").say(caught.value) == why


def test_games_in_squares_are_numbered_as_records_are() -> None:
    start = lalao.game("fanorona").start()
    moves = in_squares(start, "D2E3+ C3D2+ B2C3+ D2E1-")
    assert SQUARES.write(start, moves) == "1. D2E3+ C3D2+\n2. B2C3+ D2E1-\n"
    assert SQUARES.write(start.play(moves[0]), moves[1:]) == "1... C3D2+\n2. B2C3+ D2E1-\n"
    assert SQUARES.write(start, []) == ""


def test_a_huff_is_written_in_squares() -> None:
    position = lalao.game("fanorona-souffle-telo").position("3/BB1/WB1 w huff=b2")
    assert squares(position.move("xb2 a1-b2")) == "xB2 A1B2"
    last = lalao.game("fanorona-souffle-telo").position("3/1B1/W2 w huff=b2")
    assert squares(last.move("xb2")) == "xB2"
    for start in (position, last):
        for move in start.legal_moves():
            assert in_squares(start, squares(move)) == [move]


def test_ludii_knows_no_huffing() -> None:
    position = lalao.game("fanorona-souffle-telo").position("3/BB1/WB1 w huff=b2")
    move = next(move for move in position.legal_moves() if str(move).startswith("x"))
    with pytest.raises(NotationError) as caught:
        LUDII.write(position, [move])
    assert str(caught.value) == f"Ludii does not support huffing: '{move}' cannot be written for it"


def test_the_command_converts_there_and_back(tmp_path: Path) -> None:
    def lalao_convert(*arguments: str, status: int = 0) -> str:
        done = run_lalao(["convert", *arguments], tmp_path)
        assert done.returncode == status, done.stderr
        return done.stdout if status == 0 else done.stderr

    record = played("fanorona", 3)
    (tmp_path / "own.lalao").write_text(write(record))
    for name in ("squares", "ludii"):
        (tmp_path / name).write_text(lalao_convert("own.lalao", "--to", name))
        again = read(lalao_convert(name))
        assert again.moves() == record.moves()
        assert again.result == record.result
    assert lalao_convert("ludii", "--to", "squares") == (tmp_path / "squares").read_text()
    (tmp_path / "two.lalao").write_text("\n".join((write(record), write(played("fanorona", 4)))))
    for name in ("squares", "ludii"):
        (tmp_path / "two").write_text(lalao_convert("two.lalao", "--to", name))
        both = [one.moves() for one in read_all(lalao_convert("two"))]
        assert both == [record.moves(), played("fanorona", 4).moves()]
    assert "is not written in 'chess': choose lalao, fgn, squares, ludii" in lalao_convert(
        "own.lalao", "--to", "chess", status=2
    )
    (tmp_path / "fang.lalao").write_text('[Game "fang-4"] 1. 2 *')
    assert "fang-4 is not written in 'squares': choose lalao" in lalao_convert(
        "fang.lalao", "--to", "squares", status=2
    )
    (tmp_path / "bad").write_text("D2E3+\nA1A2")
    assert lalao_convert("bad", status=2).startswith("lalao: 'bad', line 2, column 1: ")
    (tmp_path / "bare").write_text("2 2\n")
    assert '[Game "fang-6"]' in lalao_convert("bare", "--game", "fang-6")
    assert '[Game "fang-6"]' in lalao_convert("bare", "--game", "fang-6", "--from", "0.1.1.1.1.0 4+4 S")
    assert "all of it can be played in fang-4" in lalao_convert("bare", "--game", "fifangha", status=2)
    assert "game 1 is of fanorona: write --game fanorona, not fang-4" in lalao_convert(
        "own.lalao", "--game", "fang-4", status=2
    )
    (tmp_path / "empty").write_text("")
    assert "contains no game" in lalao_convert("empty", status=2)
    assert read(lalao_convert("own.lalao", "--to", "fgn")).moves() == record.moves()
