"""Checks tables: the checksum of every frame, and every value against the best of its successors'."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from lalao.board.orbits import slices
from lalao.codecs.fanorona import flags, workspace
from lalao.errors import Phrase
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.kernels import fanorona_tables as kernel
from lalao.tables.chunks import MOST_TURNS, Chunk, Work
from lalao.tables.file import TableFile
from lalao.tables.probe import Tables, index
from lalao.values import Side


def damaged(files: list[TableFile]) -> Iterator[Phrase]:
    """Yield a sentence for each damaged frame of some files."""
    for file in files:
        for frame in file.damage():
            yield Phrase("frame {frame} of '{file}' is damaged", frame=frame, file=file.path)


def unchecked(tables: Tables) -> Iterator[Phrase]:
    """Yield a sentence for each slice that cannot be checked because play leads from it to missing slices."""
    for (own, enemy), file in tables.left_out.items():
        yield Phrase(
            "'{file}': {own}v{enemy} cannot be checked and is not used: slices that it leads to are missing",
            file=file.path,
            own=own,
            enemy=enemy,
        )


def wrong(game: Fanorona, tables: Tables, share: float = 1.0, jobs: int = 1, seed: int = 1) -> Iterator[Phrase | int]:
    """Compare values with the best of their children's; yield, by chunk, its first error and how many were checked.

    An error is a sentence, at most one for each chunk. `share`, from 0 to 1, is the part of each chunk that is checked;
    `seed` draws which part.
    """
    every = tuple(one for one in slices(2 * game.pieces, game.pieces) if one in tables.files)
    work = Work(game.lattice.height, game.lattice.width, flags(game), every)
    values = np.zeros(work.layout.size, dtype=np.uint8)
    rng = random.Random(seed)

    def first_wrong(chunk: Chunk) -> int:
        stack, turns = workspace(MOST_TURNS)
        return int(kernel.first_wrong(work.layout.board, *chunk, work.rules, values, stack, turns))

    with ThreadPoolExecutor(jobs) as pool:
        for together in work.turns():
            tables.read_codes({one: work.layout.begins[one] for one in together}, values)
            of = [_shortened(chunk, share, rng) for one in together for chunk in work.chunks(*one)]
            for chunk, at in zip(of, pool.map(first_wrong, of), strict=True):
                if at >= 0:
                    own, enemy = index(work.height, work.width).position((chunk.own, chunk.enemy), at)
                    position = FanoronaPosition(game, own, enemy, Side.WHITE)
                    yield Phrase("the value of '{position}' is not the best of its moves", position=position)
                yield chunk.end - chunk.first


def _shortened(chunk: Chunk, share: float, rng: random.Random) -> Chunk:
    """Return a part of a chunk, placed at random; `share` is its size, from 0 to 1."""
    length = chunk.end - chunk.first
    kept = max(1, round(length * share))
    first = chunk.first + rng.randrange(length - kept + 1)
    return chunk._replace(first=first, end=first + kept)
