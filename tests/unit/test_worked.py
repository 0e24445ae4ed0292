"""Turns worked out by hand from the rules, replayed: the working is in the comments of the text files."""

import pytest

import lalao
from tests.blocks import Block, read_blocks

BLOCKS = list(read_blocks("worked/fifangha.txt", "worked/souffle.txt", "worked/vela.txt", "worked/fanorona.txt"))


@pytest.mark.parametrize("block", BLOCKS, ids=str)
def test_worked_turn(block: Block) -> None:
    game = lalao.game(block.one("game"))
    position = game.position(block.one("position"))
    assert str(position) == block.one("position")
    if block.all("legal"):
        assert sorted(str(move) for move in position.legal_moves()) == sorted(block.all("legal"))
    for text in block.all("refused"):
        with pytest.raises(lalao.LalaoError):
            position.move(text)
    for move, after in zip(block.all("move"), block.all("after"), strict=True):
        _, position = position.turn(position.move(move))
        assert str(position) == after
    if block.all("winner"):
        assert position.outcome is not None
        assert str(position.outcome.winner) == block.one("winner")


def test_every_block_checks_something() -> None:
    assert len(BLOCKS) >= 20
    for block in BLOCKS:
        assert block.all("legal") or block.all("refused") or block.all("move") or block.all("winner"), block
