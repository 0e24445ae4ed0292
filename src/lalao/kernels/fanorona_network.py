"""The network that judges positions of Fanorona on 5×9: patterns of pieces on lines, and one hidden layer.

A *pattern* is what stands on three to five points of a line. There are 34 such lines: three on each rank, the files,
and the diagonals. Lines that a symmetry of the board maps onto one another share their patterns.

    #  row      a pattern's number: where those of its line begin, and its points as digits to the base of 3 (nothing, a
    #           piece of the side to move, one of the other), the first point of the line being the last digit
    #  hidden   the sum of the rows of all 34 patterns and of the last row, the bias, between 0 and ONE
    #  value    hidden times the row of `second` for so many pieces, and the `level`, in hundredths of a piece << SHIFT

`lines` says how to read each line, in `LINE_OF_WORDS` words:

    #  PLACE    how far to shift a set, so that the first point becomes bit 0
    #  MASK     the bits of all points then
    #  GATHER   the factor that brings them together from bit GATHERED on
    #  DIGITS   where in `digits` stands what such bits are worth, from the first point on or from the last
    #  BEGIN    the number of the line's first pattern

`tools/network.py` trains the weights.
"""

import numpy as np

from lalao.kernels.bits import count
from lalao.kernels.compiling import deep_kernel as kernel
from lalao.kernels.fanorona import Int, IntArray
from lalao.kernels.fanorona_search_state import CHOSEN, LEVELS, ShortArray
from lalao.kernels.vectors import UNITS, weighed

HEIGHT, WIDTH, LONGEST, SHORTEST = 5, 9, 5, 3
PATTERNS, SHIFT = 34, 10
MOST = 5_000
"""The greatest value that it can have."""
PLACE, MASK, GATHER, DIGITS, BEGIN, LINE_OF_WORDS = range(6)
GATHERED = np.uint64(36)
SETS = 1 << LONGEST
HIDDEN = UNITS
U = np.uint64


@kernel("int64(int64)")
def bucket_of(pieces: Int) -> Int:
    """Return which row of the last layer judges so many pieces: the fewer there are, the finer."""
    if pieces <= 11:
        return np.int64(0) if pieces <= 7 else (pieces - 6) >> 1
    if pieces <= 20:
        return np.int64(3) if pieces <= 13 else np.int64(4) if pieces <= 16 else np.int64(5)
    return np.int64(6) if pieces <= 30 else np.int64(7)


@kernel("int64(int64[:,::1], int64[::1], int64, int64)")
def worth(lines: IntArray, digits: IntArray, line: Int, points: Int) -> Int:
    """Return the pieces of a set that stand on a line, as digits to the base of 3."""
    at = U(line)
    on_line = (U(points) >> U(lines[at, U(PLACE)])) & U(lines[at, U(MASK)])
    together = (on_line * U(lines[at, U(GATHER)]) >> GATHERED) & U(SETS - 1)
    return digits[U(lines[at, U(DIGITS)]) + together]


@kernel("void(int64[:,::1], int64[::1], int64[::1], int64, int64)")
def choose_rows(lines: IntArray, digits: IntArray, words: IntArray, own: Int, enemy: Int) -> None:
    """Write the numbers of a position's patterns to the words from `CHOSEN` on."""
    for line in range(PATTERNS):
        pattern = worth(lines, digits, line, own) + 2 * worth(lines, digits, line, enemy)
        words[U(CHOSEN + line)] = lines[U(line), U(BEGIN)] + pattern


@kernel("int64(int64[:,::1], int64[::1], int64[::1], int16[:,::1], int16[:,::1], int64, int64)")
def network_value(
    lines: IntArray, digits: IntArray, words: IntArray, rows: ShortArray, second: ShortArray, own: Int, enemy: Int
) -> Int:
    """Return the value of a position for the side to move, in hundredths of a piece."""
    choose_rows(lines, digits, words, own, enemy)
    bucket = bucket_of(count(own | enemy))
    total = weighed(rows, words, U(CHOSEN), U(PATTERNS), second, U(bucket))
    return max(np.int64(-MOST), min(np.int64(MOST), (total + words[LEVELS + bucket]) >> SHIFT))


def all_lines() -> list[list[tuple[int, int]]]:
    """Return the points of every line as ranks and files, from the lowest point on."""
    ranks = [[(rank, file + far) for far in range(LONGEST)] for rank in range(HEIGHT) for file in (0, 2, 4)]
    files = [[(rank, file) for rank in range(HEIGHT)] for file in range(WIDTH)]
    diagonals = []
    for east in (1, -1):
        for rank in range(HEIGHT):
            for file in range(rank % 2, WIDTH, 2):
                if rank and 0 <= file - east < WIDTH:
                    continue  # it begins further down
                ahead = [(rank + far, file + east * far) for far in range(HEIGHT - rank)]
                diagonals.append([point for point in ahead if 0 <= point[1] < WIDTH])
    return [*ranks, *files, *(line for line in diagonals if len(line) >= SHORTEST)]


def seen_as(line: list[tuple[int, int]], symmetry: int) -> list[tuple[int, int]]:
    """Return the points that a symmetry, 0 to 3, maps the points of a line to."""
    return [
        (HEIGHT - 1 - rank if symmetry & 2 else rank, WIDTH - 1 - file if symmetry & 1 else file) for rank, file in line
    ]


def readings() -> tuple[IntArray, IntArray, int]:
    """Return `lines` and `digits`, and the number of different patterns."""
    digits = np.zeros(2 * (LONGEST + 1) * SETS, dtype=np.int64)
    for length in range(LONGEST + 1):
        for points in range(1 << length):
            members = [point for point in range(length) if points >> point & 1]
            digits[SETS * 2 * length + points] = sum(3**point for point in members)
            digits[SETS * (2 * length + 1) + points] = sum(3 ** (length - 1 - point) for point in members)
    begins: dict[tuple[tuple[int, int], ...], int] = {}
    patterns, rows = 0, []
    for line in all_lines():
        (rank, file), (next_rank, next_file) = line[:2]
        step = WIDTH * (next_rank - rank) + next_file - file
        images = [seen_as(line, symmetry) for symmetry in range(4)]
        image = next((one for one in images if tuple(sorted(one)) in begins), line)
        key = tuple(sorted(image))
        if key not in begins:
            begins[key], patterns = patterns, patterns + 3 ** len(line)
        mask = sum(1 << step * far for far in range(len(line)))
        gather = sum({1 << int(GATHERED) - far * (step - 1) for far in range(len(line))})
        backwards = image[0] > image[-1]
        rows.append((WIDTH * rank + file, mask, gather, SETS * (2 * len(line) + backwards), begins[key]))
    return np.array(rows, dtype=np.int64), digits, patterns
