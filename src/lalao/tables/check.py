"""Checking tables: checksums of every frame, and every value against the best of what follows."""

import random
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from lalao.errors import Phrase
from lalao.games.fanorona import Fanorona
from lalao.kernels import fanorona_tables as kernel
from lalao.tables.chunks import MOST_TURNS, Chunk, Work
from lalao.tables.file import TableFile
from lalao.tables.index import index
from lalao.tables.probe import Tables
from lalao.twins.fanorona import workspace


def damaged(files: list[TableFile]) -> Iterator[Phrase]:
    """Yield what is wrong with the bytes of files: each damaged frame."""
    for file in files:
        for frame in file.damage():
            yield Phrase("frame {frame} of '{file}' is damaged", frame=frame, file=file.path)


def wrong(game: Fanorona, tables: Tables, share: float = 1.0, jobs: int = 1, seed: int = 1) -> Iterator[Phrase | int]:
    """Compare values with the best of their children's: yield the places checked, and a sentence for each wrong one.

    `share`, from 0 to 1, is how much is checked, chunk by chunk; slices of more pieces than `tables.most` are left
    out.
    """
    work = Work.of(game, tables.most)
    values = np.zeros(work.layout.size, dtype=np.uint8)
    for file in files_of(tables):
        codes = file.all_codes()
        for one in file.begins:
            if one in work.layout.begins:
                begins = work.layout.begins[one]
                values[begins : begins + work.layout.places[one]] = file.codes_of(one, codes)
    rng = random.Random(seed)
    of = [chunk for one in work.slices for chunk in work.chunks(*one)]
    of = [_shortened(chunk, share, rng) for chunk in of]

    def first_wrong(chunk: Chunk) -> int:
        stack, turns = workspace(MOST_TURNS)
        return int(kernel.first_wrong(work.layout.board, *chunk, work.rules, values, stack, turns))

    with ThreadPoolExecutor(jobs) as pool:
        for chunk, at in zip(of, pool.map(first_wrong, of), strict=True):
            if at >= 0:
                own, enemy = index(work.height, work.width).position((chunk.own, chunk.enemy), at)
                yield Phrase("the value of '{position}' is not the best of its moves", position=_text(game, own, enemy))
            yield chunk.end - chunk.first


def _shortened(chunk: Chunk, share: float, rng: random.Random) -> Chunk:
    """Return a part of a chunk, somewhere in it."""
    length = chunk.end - chunk.first
    kept = max(1, round(length * share))
    first = chunk.first + rng.randrange(length - kept + 1)
    return chunk._replace(first=first, end=first + kept)


def _text(game: Fanorona, own: int, enemy: int) -> str:
    from lalao.games.fanorona import FanoronaPosition
    from lalao.values import Side

    return str(FanoronaPosition(game, own, enemy, Side.WHITE))


def files_of(tables: Tables) -> list[TableFile]:
    """List the files of tables, each once."""
    return sorted(set(tables.files.values()), key=lambda file: file.path)
