"""A board as plain data, for clients that draw it: places and what lies there."""

from typing import TypeAlias

import msgspec


class ShownPit(msgspec.Struct):
    """A pit: its place as events name it, its name for people, its label, its seeds, and its side ("" for none).

    `special` marks a tibong or tsibongy.
    """

    place: str
    name: str
    label: str
    seeds: int
    side: str
    special: bool


class ShownReserve(msgspec.Struct):
    """The seeds that a side holds off the board."""

    side: str
    seeds: int


class ShownRows(msgspec.Struct, tag_field="kind", tag="rows"):
    """Rows of pits from North to South, each from West to East; `special` is what the special pits are called."""

    to_move: str
    special: str
    rows: list[list[ShownPit]]
    reserves: list[ShownReserve]


class ShownPoint(msgspec.Struct):
    """A point: its file and rank counted from 0, the piece there ("" for none), and whether it may be huffed."""

    place: str
    x: int
    y: int
    piece: str
    huffable: bool


class ShownLattice(msgspec.Struct, tag_field="kind", tag="lattice"):
    """Points, and the lines between them as pairs of indices of `points`; `note` is shown beside the board."""

    to_move: str
    note: str
    files: int
    ranks: int
    lines: list[tuple[int, int]]
    points: list[ShownPoint]


ShownBoard: TypeAlias = ShownRows | ShownLattice
