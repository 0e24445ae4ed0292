"""The index of a position of Fanorona in its endgame tables, and which position has an index.

A *slice* holds the positions with a given number of pieces on each side. The side with fewer pieces (the mover where
they are equal) is the *pivot*: the board is mirrored and turned until the pivot's pieces are the chosen set of their
*orbit*, and the index of the position in its slice is

    #  number of the orbit * C(N - k, l) + rank of the other side's pieces among the points the pivot leaves free

with k pieces of the pivot and l of the other on N points; ranks are those of the combinatorial number system. Where
some symmetries leave the pivot as it is, equal positions have several indices, all filled. All slices stand one after
the other in one array.

The kernels read a board as one array of words, made by `lalao.codecs.fanorona`:

    #  0        the lattice, as the kernels of Fanorona read it
    #  CHOOSE   C(n, i) at 16 n + i
    #  IMAGES   the image of point p by symmetry s, at 64 s + p
    #  SLICES   for own and enemy pieces, at 2 * (16 own + enemy): where the slice begins, the size of an orbit's block
    #  SETS     for each size of a pivot, where its sets begin: for each rank, 8 * orbit + symmetry that leads to it
    #  CHOSEN   for each size of a pivot, where its orbits begin: the chosen set, the symmetries that leave it alone
"""

from lalao import arrays as np
from lalao.arrays.types import ByteArray, Int, IntArray
from lalao.kernels.bits import count, lowest
from lalao.kernels.compiling import kernel
from lalao.kernels.fanorona import ROW, ROWS

SIDE = 16
"""One more than the most pieces of a side."""
SYMMETRIES = 8
U = np.uint64
CHOOSE = ROWS * ROW
IMAGES = CHOOSE + 64 * SIDE
SLICES = IMAGES + 64 * SYMMETRIES
SETS = SLICES + 2 * SIDE * SIDE
CHOSEN = SETS + SIDE
FIXED_WORDS = CHOSEN + SIDE


@kernel
def rank_of(board: IntArray, points: Int) -> Int:
    """Return the rank of a set among those of its size."""
    rank, size = np.int64(0), np.int64(CHOOSE)
    while points:
        size += 1
        rank += board[U(SIDE * lowest(points) + size)]
        points &= points - 1
    return rank


@kernel
def rank_beside(board: IntArray, points: Int, pivot: Int) -> Int:
    """Return the rank of a set among those of its size on the points that the pivot leaves free."""
    rank, size = np.int64(0), np.int64(CHOOSE)
    while points:
        size += 1
        lower = (points & -points) - 1
        rank += board[U(SIDE * count(lower & ~pivot) + size)]
        points &= points - 1
    return rank


@kernel
def set_beside(board: IntArray, rank: Int, size: Int, pivot: Int) -> Int:
    """Return the set of a size and a rank on the points that the pivot leaves free."""
    found, point = np.int64(0), np.int64(62)
    beside = 62 - count(pivot)
    while size:
        while pivot >> point & 1 or board[U(CHOOSE + SIDE * beside + size)] > rank:
            point -= 1
            beside -= ~pivot >> point & 1
        rank -= board[U(CHOOSE + SIDE * beside + size)]
        found |= np.int64(1) << point
        size -= 1
    return found


@kernel
def image(board: IntArray, symmetry: Int, points: Int) -> Int:
    """Return the image of a set by a symmetry."""
    if symmetry == 0:
        return points
    found = np.int64(0)
    while points:
        found |= np.int64(1) << board[U(IMAGES + 64 * symmetry + lowest(points))]
        points &= points - 1
    return found


@kernel
def index_of(board: IntArray, own: Int, enemy: Int) -> Int:
    """Return the index of a position whose slice is laid out."""
    owns, enemies = count(own), count(enemy)
    pivot, other, size = (own, enemy, owns) if owns <= enemies else (enemy, own, enemies)
    entry = board[U(board[U(SETS + size)] + rank_of(board, pivot))]
    orbit = entry >> 3
    rank = rank_beside(board, image(board, entry & 7, other), board[U(board[U(CHOSEN + size)] + 2 * orbit)])
    slice_at = U(SLICES + 2 * (SIDE * owns + enemies))
    return board[slice_at] + orbit * board[slice_at + U(1)] + rank


@kernel
def position_at(board: IntArray, owns: Int, enemies: Int, at: Int) -> tuple[Int, Int]:
    """Return the position at an index of a slice, counted from where the slice begins."""
    size, other = min(owns, enemies), max(owns, enemies)
    block = board[U(SLICES + 2 * (SIDE * owns + enemies) + 1)]
    orbit = at // block
    pivot = board[U(board[U(CHOSEN + size)] + 2 * orbit)]
    beside = set_beside(board, at - orbit * block, other, pivot)
    if owns <= enemies:
        return pivot, beside
    return beside, pivot


@kernel
def codes_of(board: IntArray, own: IntArray, enemy: IntArray, codes: ByteArray, found: ByteArray) -> None:
    """Fill in the codes of positions whose slices are laid out."""
    for number in range(own.size):
        found[U(number)] = codes[U(index_of(board, own[U(number)], enemy[U(number)]))]


@kernel
def positions_at(board: IntArray, owns: Int, enemies: Int, at: IntArray, own: IntArray, enemy: IntArray) -> None:
    """Fill in the positions at indices of a slice, counted from where the slice begins."""
    for number in range(at.size):
        own[U(number)], enemy[U(number)] = position_at(board, owns, enemies, at[U(number)])


@kernel
def all_indices(board: IntArray, own: Int, enemy: Int, targets: IntArray, number: Int) -> Int:
    """Write every index of a position to the targets from `number` on; return their number then."""
    at = index_of(board, own, enemy)
    targets[U(number)] = at
    number += 1
    owns, enemies = count(own), count(enemy)
    slice_at = U(SLICES + 2 * (SIDE * owns + enemies))
    size = min(owns, enemies)
    orbit = (at - board[slice_at]) // board[slice_at + U(1)]
    entry = U(board[U(CHOSEN + size)] + 2 * orbit)
    pivot, still = board[entry], board[entry + U(1)]
    if still == 1:
        return number
    begins = board[slice_at] + orbit * board[slice_at + U(1)]
    other = set_beside(board, at - begins, max(owns, enemies), pivot)
    for symmetry in range(1, SYMMETRIES):
        if still >> symmetry & 1:
            targets[U(number)] = begins + rank_beside(board, image(board, symmetry, other), pivot)
            number += 1
    return number
