"""The network that judges positions of Fanorona on 5×9: patterns of pieces on lines, and one hidden layer.

A *pattern* is the contents of three to five points of a line. There are 34 such lines: three on each rank, the files,
and the diagonals. Lines that a symmetry of the board maps onto one another share their patterns.

    #  row      a pattern's number: where those of its line begin, and its points as digits in base 3 (nothing, a
    #           piece of the side to move, one of the other), the first point of the line being the last digit
    #  hidden   the sum of the rows of all 34 patterns and of the last row, the bias, between 0 and ONE
    #  value    hidden times the row of `second` for the number of pieces, plus its `level`, in 1/100 piece << SHIFT

`lines` says how to read each line, in `LINE_OF_WORDS` words, the ranks first:

    #  BEGIN    the number of the line's first pattern
    #  PLACE    on ranks, how far to shift a set, so that the first point becomes bit 0
    #  DIGITS   on ranks, where in `digits` the worth of such bits stands, from the first point on or from the last
    #  MASK     on files and diagonals, the points of the line
    #  FACTOR   there, a factor that gathers the points: digits of 0 to 2 that are 8 bits or more apart, times powers of
    #           3, add up from bit SUMMED on, and nothing else reaches the 8 bits from there on

`tools/network.py` trains the weights.
"""

from lalao import arrays as np
from lalao.arrays.types import Int, Int16Grid, IntArray, IntGrid
from lalao.kernels.bits import count
from lalao.kernels.compiling import kernel
from lalao.kernels.fanorona_search_state import CHOSEN, LEVELS
from lalao.kernels.vectors import UNITS, weighed

HEIGHT, WIDTH, LONGEST, SHORTEST = 5, 9, 5, 3
PATTERNS, SHIFT = 34, 10
MOST = 5_000
"""The greatest value that the network gives."""
BEGIN, PLACE, DIGITS, MASK, FACTOR, LINE_OF_WORDS = range(6)
RANKS = 15
"""Lines that are parts of ranks."""
SUMMED = 48
SETS = 1 << LONGEST
HIDDEN = UNITS
U = np.uint64


@kernel
def bucket_of(pieces: Int) -> Int:
    """Return which row of the last layer judges positions of this many pieces: the fewer there are, the finer."""
    if pieces <= 11:
        return np.int64(0) if pieces <= 7 else (pieces - 6) >> 1
    if pieces <= 20:
        return np.int64(3) if pieces <= 13 else np.int64(4) if pieces <= 16 else np.int64(5)
    return np.int64(6) if pieces <= 30 else np.int64(7)


@kernel
def choose_rows(lines: IntGrid, digits: IntArray, words: IntArray, own: Int, enemy: Int) -> None:
    """Write the numbers of a position's patterns to the words from `CHOSEN` on."""
    for line in range(RANKS):
        at = U(line)
        place, begin = U(lines[at, U(PLACE)]), U(lines[at, U(DIGITS)])
        mine, theirs = U(own) >> place & U(SETS - 1), U(enemy) >> place & U(SETS - 1)
        words[U(CHOSEN + line)] = lines[at, U(BEGIN)] + digits[begin + mine] + 2 * digits[begin + theirs]
    for line in range(RANKS, PATTERNS):
        at = U(line)
        mask = lines[at, U(MASK)]
        digits_apart = U(own & mask) + (U(enemy & mask) << U(1))
        pattern = digits_apart * U(lines[at, U(FACTOR)]) >> U(SUMMED) & U(255)
        words[U(CHOSEN + line)] = lines[at, U(BEGIN)] + np.int64(pattern)


@kernel
def network_value(
    lines: IntGrid, digits: IntArray, words: IntArray, rows: Int16Grid, second: Int16Grid, own: Int, enemy: Int
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
    digits = np.zeros(2 * SETS, dtype=np.int64)
    for points in range(SETS):
        for point in range(LONGEST):
            if points >> point & 1:
                digits[points] += 3**point
                digits[SETS + points] += 3 ** (LONGEST - 1 - point)
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
        backwards = image[0] > image[-1]
        first, far = WIDTH * rank + file, range(len(line))
        if step == 1:
            rows.append((begins[key], first, SETS * backwards, 0, 0))
        else:
            powers = [3**each for each in (reversed(far) if backwards else far)]
            mask = sum(1 << first + step * each for each in far)
            factor = sum(power << SUMMED - first - step * each for each, power in zip(far, powers, strict=True))
            rows.append((begins[key], 0, 0, mask, factor))
    return np.array(rows, dtype=np.int64), digits, patterns
