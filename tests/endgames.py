"""Endgames of Fanorona counted naively, and tables that hold only a part of them."""

import random
from functools import cache
from pathlib import Path

from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.games.registry import game_as
from lalao.research.proof import ProvingTables
from lalao.tables.build import Build, Threads
from lalao.tables.probe import Tables
from lalao.values import DRAW, Value
from tests.claims import Judge
from tests.naive import tables as naive

SWAPPED = str.maketrans("WB", "BW")


def fanorona(name: str) -> Fanorona:
    """Return a game of Fanorona."""
    return game_as(name, Fanorona)


def reached(name: str, rng: random.Random, most: int) -> FanoronaPosition:
    """Play fewer than `most` random turns from the start; return a position where the game is not over."""
    while True:
        position = fanorona(name).start()
        for _ in range(rng.randrange(most)):
            moves = position.legal_moves()
            position = position._play(rng.choice(moves)) if moves else position
        if not position.outcome:
            return position


@cache
def counted(name: str, pieces: int) -> dict[str, int | None]:
    """Count the plies to the end from every position of up to `pieces` pieces, White to move; None is a draw."""
    game = fanorona(name)
    height, width = game.lattice.height, game.lattice.width
    sides = range(1, game.pieces + 1)
    slices = [(white, black) for white in sides for black in sides if white + black <= pieces]
    return naive.distances(name, [text for one in slices for text in naive.placements(height, width, *one)])


def judge_of(name: str, pieces: int) -> Judge:
    """Return a judge of every position of up to `pieces` pieces; a side without pieces has lost."""

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

    return Judge(truth)


@cache
def positions_of(name: str, pieces: int) -> list[str]:
    """Return every position of up to `pieces` pieces, either side to move."""
    white = list(counted(name, pieces))
    return [*white, *(text.translate(SWAPPED)[:-1] + "b" for text in white)]


def tables_in(folder: Path, name: str, pieces: int, only: tuple[int, int] | None = None) -> Path:
    """Build the tables of up to `pieces` pieces, or only one slice and those below it; return their folder."""
    target = folder / f"{name}-{pieces}-{only}"
    if not target.exists():
        Build(fanorona(name), pieces, target, Threads(1), only).run()
    return target


def tables_of(folder: Path, name: str, pieces: int, only: tuple[int, int] | None = None) -> Tables:
    """Build such tables and open them, without the shipped ones."""
    return Tables(fanorona(name), (tables_in(folder, name, pieces, only),))


@cache
def proving_tables(folder: Path, name: str, pieces: int) -> ProvingTables:
    """Return the tables that proofs ask, of up to `pieces` pieces and of no more."""
    return ProvingTables(fanorona(name), pieces, folder / f"{name}-{pieces}", lambda _: None)
