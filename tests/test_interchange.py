"""Games of Fanorona in other notations: they survive a round trip under every ruleset, and agree with each other."""

import random
from pathlib import Path

import pytest

import lalao
from lalao.errors import LalaoError, NotationError
from lalao.games.fanorona.interchange import INTERCHANGES, squares
from lalao.record import Record, read, read_all, write
from tests.shell import run_lalao

NAMES = ["fanorona", "fanorona-strict", "fanorona-libre", "fanorona-telo", "fanorona-dimy-vela", "fanorona-11x11"]
SQUARES, LUDII = INTERCHANGES["squares"], INTERCHANGES["ludii"]
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


@pytest.mark.parametrize("name", [*NAMES, "fanorona-souffle", "fanorona-souffle-dimy"])
def test_games_in_squares_come_back(name: str) -> None:
    for seed in range(6):
        record = played(name, seed)
        text = SQUARES.write(record.root.position, record.moves())
        assert SQUARES.recognises(text)
        assert SQUARES.read(record.root.position, text) == record.moves()
        assert SQUARES.read(record.root.position, text.lower().replace("\n", ".\n")) == record.moves()


@pytest.mark.parametrize("name", NAMES)
def test_games_for_ludii_come_back_and_agree_with_squares(name: str) -> None:
    for seed in range(6):
        record = played(name, seed, 20)
        start = record.root.position
        text = LUDII.write(start, record.moves())
        assert LUDII.recognises(text)
        assert not SQUARES.recognises(text)
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
    assert [str(one) for one in SQUARES.read(lalao.game("fanorona").start(), text)] == [move]
    assert squares(lalao.game("fanorona").start().move(move)).startswith(move[:2].upper())


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("squares", "D2E3+ nonsense", "'nonsense' is no turn in squares"),
        ("squares", "D2E3+,D3D4-", "'d2e3+,d3d4-' is no turn in squares"),
        ("squares", "D2E3", "move 1: "),
        ("squares", "D2E3+ A1A2", "move 2: "),
        ("ludii", "Move=[Nothing]", "'Move=[Nothing]' is no move of a trial"),
        ("ludii", OPENING.replace("to=42", "to=43"), "move 1: no move leads from d2 to e4 and"),
        ("ludii", OPENING.replace("to=42", "to=999"), "move 1: '999' is no point of this board"),
        ("ludii", "Move=[Move:mover=1,from=1,to=2,actions=[Swap:x]]", "is no point of this board"),
    ],
)
def test_what_is_wrong_is_named(name: str, text: str, why: str) -> None:
    with pytest.raises(LalaoError) as caught:
        INTERCHANGES[name].read(lalao.game("fanorona").start(), text)
    assert why.replace("e4", "e3") in str(caught.value)


def test_ludii_knows_no_huffing() -> None:
    position = lalao.game("fanorona-souffle-telo").position("3/BB1/WB1 w huff=b2")
    move = next(move for move in position.legal_moves() if str(move).startswith("x"))
    with pytest.raises(NotationError, match="Ludii knows no huffing"):
        LUDII.write(position, [move])


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
    assert "is not written in 'chess': choose lalao, squares, ludii" in lalao_convert(
        "own.lalao", "--to", "chess", status=2
    )
    (tmp_path / "fang.lalao").write_text('[Game "fang-4"] 1. 2 *')
    assert "fang-4 is not written in 'squares': choose lalao" in lalao_convert(
        "fang.lalao", "--to", "squares", status=2
    )
    (tmp_path / "bad").write_text("D2E3+ A1A2")
    assert lalao_convert("bad", status=2).startswith("lalao: 'bad', move 2: ")
