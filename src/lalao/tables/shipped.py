"""The tables shipped with the package: small complete results that are read without compiling anything.

A file is a line of JSON (its contents, and the SHA-256 of the unpacked rest) and a Zstandard frame. For Fang it holds
every unfinished position that play from the start reaches, South first: the words of `lalao.kernels.fang` in order (8
bytes each), then South's values (2 bytes each). For Fafy it holds the nimber of every block of up to `MOST_SEEDS`
seeds, one byte each, in the order of `block_number`.
"""

import hashlib
import json
import sys
from array import array
from bisect import bisect_left
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

import msgspec

from lalao.errors import FileError
from lalao.games.fang import Fang, FangPosition
from lalao.tables.head import length_of, pack, unpacked_frame

MOST_SEEDS = 16
FANG = tuple(f"fang-{pits}{kind}" for pits in (4, 6, 8) for kind in ("", "-guarded"))
WIDTH = 5
DATA = files(__package__).joinpath("data")
MOST_BODY = 1 << 26
"""Bytes that a file of the package may have once unpacked."""


def packed(head: dict[str, object], body: bytes) -> bytes:
    """Return a file's bytes: its head with the checksum, and its compressed body."""
    whole = head | {"sha256": hashlib.sha256(body).hexdigest()}
    frame = pack(body, 19)
    return json.dumps(whole, sort_keys=True).encode() + b"\n" + frame


def unpacked(data: bytes, name: str) -> tuple[dict[str, object], bytes]:
    """Return a file's head and body; `name` is the file's, for the error.

    Raises FileError where they cannot be read or the checksum is wrong.
    """
    line, _, frame = data.partition(b"\n")
    try:
        head = msgspec.json.decode(line, type=dict[str, object])
        body = unpacked_frame(frame, length_of(frame, MOST_BODY))
        if hashlib.sha256(body).hexdigest() != head.get("sha256"):
            raise ValueError
    except (ValueError, RecursionError):
        raise damage(name) from None
    return head, body


def damage(name: str) -> FileError:
    """Return the error for a damaged file of the package."""
    return FileError("the file '{file}' of this installation is damaged: install Lalao again", file=name)


def shipped_bytes(folder: Traversable, name: str) -> bytes:
    """Read a file of the package.

    Raises FileError where it cannot be read.
    """
    try:
        return folder.joinpath(name).read_bytes()
    except OSError:
        raise damage(name) from None


def _numbers(kind: str, body: bytes) -> "array[int]":
    numbers = array(kind)
    numbers.frombytes(body)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def word_of(pits: tuple[int, ...]) -> int:
    """Pack a row into a word, five bits a pit, the first pit lowest."""
    return sum(seeds << (WIDTH * pit) for pit, seeds in enumerate(pits))


class FangTable:
    """South's value in every unfinished position of a game of Fang."""

    def __init__(self, words: "array[int]", values: "array[int]") -> None:
        """Take the packed rows in ascending order, and their values."""
        self.words = words
        self.values = values

    def value(self, position: FangPosition) -> int | None:
        """Return South's value, or None where play from the start does not reach the position or it is finished.

        The table holds games in which South moved first; for others the board is turned round.
        """
        word = word_of(position.pits if position.south_first else position.pits[::-1])
        index = bisect_left(self.words, word)
        if index == len(self.words) or self.words[index] != word:
            return None
        return self.values[index] if position.south_first else -self.values[index]

    def must(self, position: FangPosition) -> int:
        """Return South's value in a position that is known to be in the table."""
        value = self.value(position)
        assert value is not None
        return value


@cache
def fang(game: Fang) -> FangTable | None:
    """Return the table of a game, or None where none is shipped.

    Raises FileError where the file is damaged.
    """
    if game.id not in FANG:
        return None
    name = f"{game.id}.zst"
    head, body = unpacked(shipped_bytes(DATA, name), name)
    count = head.get("positions")
    if head.get("game") != game.id or not isinstance(count, int) or len(body) != 10 * count:
        raise damage(name)
    return FangTable(_numbers("q", body[: 8 * count]), _numbers("h", body[8 * count :]))


def block_number(block: tuple[int, ...]) -> int:
    """Return the number of a block, from 1; its bits say after which seeds a new pit begins.

    >>> [block_number(block) for block in ((1,), (2,), (1, 1), (3,), (2, 1))]
    [1, 2, 3, 4, 5]
    """
    number = 1
    for seeds in block:
        number = number << seeds | 1
    return number >> 1


def blocks_in_order(most: int) -> "list[tuple[int, ...]]":
    """List the blocks of up to `most` seeds, each at its number; number 0 is the empty row."""
    blocks: list[tuple[int, ...]] = [()] * (1 << most)
    stack: list[tuple[int, ...]] = [(seeds,) for seeds in range(1, most + 1)]
    while stack:
        block = stack.pop()
        blocks[block_number(block)] = block
        stack += [(*block, seeds) for seeds in range(1, most - sum(block) + 1)]
    return blocks


@cache
def fafy() -> bytes:
    """Return the nimbers of the blocks of impartial Fafy of up to `MOST_SEEDS` seeds, indexed by `block_number`.

    Raises FileError where the file is damaged.
    """
    name = "fafy-impartial.zst"
    head, body = unpacked(shipped_bytes(DATA, name), name)
    if head.get("game") != "fafy-impartial" or len(body) != 1 << MOST_SEEDS:
        raise damage(name)
    return body
