"""Hashes that join several parts: parts drawn from small sets, which meet in every order, never share a hash.

A hash of 62 bits or more gives 20 000 draws the same value once in ten thousand million runs.
"""

import random
from collections.abc import Callable, Hashable
from itertools import combinations

import numpy as np
import pytest

from lalao.kernels import fanorona, fanorona_proof_table, fifangha, rows
from lalao.kernels import fanorona_transposition as tt
from lalao.kernels.hashing import mixed

DRAWS = 20_000
SMALL = [0, 1, 2, 3, 5, 8, 13, 64, 100, 128, *(1 << bit for bit in range(8, 45, 6))]
"""Words that boards, numbers of turns and counts of plies may all be."""
RULES = [0, 1, 2, 8, 16, 24]


def boards(rng: random.Random) -> tuple[int, int, int]:
    """Draw two sides' pieces, and those of the second that may be huffed."""
    own, enemy, huffable = (rng.choice(SMALL) for _ in range(3))
    return own, enemy & ~own, huffable & enemy & ~own


def fanorona_key(rng: random.Random) -> tuple[Hashable, int]:
    own, enemy, huffable = boards(rng)
    rules = rng.choice(RULES)
    # rules without Vela belong to the game, which no table mixes with another, unless a piece may be huffed
    kept = rules if huffable or rules & fanorona.VELA else 0
    return (own, enemy, huffable, kept), int(fanorona.key(own, enemy, huffable, rules))


def keyed_with(rng: random.Random) -> tuple[Hashable, int]:
    own, enemy, _ = boards(rng)
    number = rng.choice(SMALL)
    return (own, enemy, number), int(tt.keyed_with(fanorona.key(own, enemy, 0, 0), number))


def proof_name(rng: random.Random) -> tuple[Hashable, int]:
    own, enemy, _ = boards(rng)
    attacking = rng.randrange(2)
    return (own, enemy, attacking), int(fanorona_proof_table.name_of(own, enemy, attacking))


def fifangha_key(rng: random.Random) -> tuple[Hashable, int]:
    row = np.zeros((1, fifangha.WORDS), dtype=np.int64)
    row[0, : fifangha.OWN_RESERVE] = [rng.choice(SMALL) for _ in range(fifangha.OWN_RESERVE)]
    row[0, [fifangha.OWN_RESERVE, fifangha.ENEMY_RESERVE, fifangha.SIDE]] = [rng.randrange(4) for _ in range(3)]
    return tuple(row[0].tolist()), int(fifangha.key(row, 0))


FIRST, SECOND = (np.empty((2, 9), dtype=np.uint64) for _ in rows.BASES)
for base, table in zip(rows.BASES, (FIRST, SECOND), strict=True):
    rows.powers(base, table)
MARKS = np.array([mixed(np.uint64(seeds)) for seeds in range(12)], dtype=np.uint64)


def fafy_fingerprint(rng: random.Random) -> tuple[Hashable, tuple[int, int]]:
    """Draw a block of Fafy, a part of it, and pits that hold one seed more; a block is the same as its mirror image."""
    cells = np.array([rng.randrange(1, 5) for _ in range(7)], dtype=np.int64)
    begin, low, high, end = sorted(rng.sample(range(8), 4))
    total = np.zeros((4, 8), dtype=np.uint64)
    rows.sums(cells, 7, FIRST, SECOND, MARKS, total)
    shown = tuple(int(cells[pit]) + (low <= pit < high) for pit in range(begin, end))
    print_of = rows.fingerprint(cells, total, begin, end, low, high, FIRST, SECOND, MARKS)
    return min(shown, shown[::-1]), (int(print_of[0]), int(print_of[1]))


@pytest.mark.parametrize("draw", [fanorona_key, keyed_with, proof_name, fifangha_key, fafy_fingerprint])
def test_different_parts_have_different_hashes(draw: Callable[[random.Random], tuple[Hashable, Hashable]]) -> None:
    seed = random.SystemRandom().getrandbits(32)
    rng = random.Random(seed)
    found: dict[Hashable, Hashable] = {}
    for _ in range(DRAWS):
        parts, name = draw(rng)
        assert found.setdefault(name, parts) == parts, f"seed {seed}: {parts} and {found[name]} share {name}"
    assert len(found) > 50


def test_exchanged_words_have_different_keys() -> None:
    for one, other in combinations(SMALL, 2):  # own pieces and quiet plies, exchanged
        key = [tt.keyed_with(fanorona.key(own, 0, 0, 0), number) for own, number in ((one, other), (other, one))]
        assert key[0] != key[1], (one, other)
