"""Counts of move sequences: the suites are text files, each number with its source."""

import pytest

import lalao
from lalao import perft
from lalao.games.fanorona import FanoronaPosition
from lalao.games.game import AnyPosition
from lalao.sheets import known
from tests.blocks import Block, read_blocks

FILES = [f"perft/{name}.txt" for name in ("fang", "fafy", "fifangha", "fanorona")]
BLOCKS = list(read_blocks(*FILES))


def divide(position: AnyPosition, depth: int) -> str:
    """Return a board and the count after each move, for the message of a failure."""
    counts = (f"{move} {perft(position._play(move), depth - 1)}" for move in position.legal_moves())
    return "\n".join([str(position), position.picture().draw(), *counts])


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_perft(block: Block) -> None:
    position = lalao.game(block.one("game")).position(block.one("position"))
    for depth, nodes in block.lines[2:]:
        assert perft(position, int(depth)) == int(nodes), divide(position, int(depth))


@pytest.mark.parametrize("name", [*lalao.LISTED, "fang-10"])
def test_every_game_has_the_start_and_three_other_positions(name: str) -> None:
    texts = {block.one("position") for block in BLOCKS if block.one("game") == name}
    start = str(lalao.game(name).start())
    assert start in texts
    assert len(texts - {start}) >= 3


@pytest.mark.slow
def test_deep_counts_of_the_rules() -> None:
    # RULES.md, sections 1 and 3
    assert perft(lalao.game("fang-6").start(), 8) == 250_903
    assert perft(lalao.game("fanorona").start(), 5) == 431_830
    assert perft(lalao.game("fanorona-dimy").start(), 5) == 34_608


def test_six_turns_of_fanorona() -> None:
    # RULES.md, section 3; tests/commands/test_sheets.py counts the sequences of known.json with the compiled rules
    assert known("fanorona")["sequences"]["fanorona"][-1] == 9_204_447


def paths(position: FanoronaPosition, depth: int) -> int:
    """Return the number of sequences of step paths, without merging equal turns."""
    if depth == 0:
        return 1
    return sum(paths(position._play(path), depth - 1) for path in position.move_paths())


@pytest.mark.slow
def test_every_step_path_of_five_turns() -> None:
    # RULES.md, section 3: 431 852 where every step path is counted
    start = lalao.game("fanorona").start()
    assert paths(start, 5) == 431_852
