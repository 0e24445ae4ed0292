"""Fifangha on rows of int64 words: a word holds a row of pits, a byte each, and a sowing is one addition to each row.

A position is a row of `WORDS` words. The pits of a player are numbered as he sees them, and the words of the player to
move come first, so both players are played alike:

    #  word      0      1      2      3      4        5        6     7        8      9     10     11     12
    #          inner  outer  inner  outer  reserve  reserve  side  columns  quiet  turn  start  seeds  capturing
    #          `--- own ---' `- enemy's -' own      enemy's  1 = South      plies        `---- the hand ----'

    #  byte of an inner or outer word    7 6 5 4 3 2 1 0
    #  inner row: pit                    7 6 5 4 3 2 1 0          on 8 columns; the bytes past the columns are 0
    #  outer row: pit                   15 . . . . . 9 8

`turn` is the turn that led to a position; it is a pit and the answers given, in the order asked, after a first bit 1:

    #  bits    10 … 6    5 4 3 2 1 0
    #           pit      0 0 1 + - -      (+ is 1, - is 0) answers + - -

The hand holds a turn's data while it is being played; between turns it means nothing. No pit ever holds more than the
64 seeds of 8 columns, so no byte overflows and no word is negative. Frequent code takes a table of rows and an index
(`rows`, `at`), since numba pays 30 ns for a row cut out of a table.
"""

from lalao import arrays as np
from lalao.arrays.types import Int, IntArray, IntGrid
from lalao.constants import MOST_RELAYS
from lalao.kernels.compiling import kernel
from lalao.kernels.hashing import mixed

OWN_INNER, OWN_OUTER, ENEMY_INNER, ENEMY_OUTER, OWN_RESERVE, ENEMY_RESERVE, SIDE, COLUMNS, QUIET = range(9)
TURN, START, SEEDS, CAPTURING, WORDS = range(9, 14)
BYTE = 255
ONES = 0x0101010101010101
WHOLE_WORD = (1 << 62) - 1
U2 = np.uint64(2)
ANSWERS = 6
ANSWERS_MASK = 63
ENDED, ASKED, ENDLESS = range(3)

MOST_BEGUN = 32
"""Most beginnings of a turn: a pit and a direction."""
MOST_TURNS = 512
"""Most turns: a pit, a direction, and a tsibongy for each of the 4 central columns, each captured once at most."""
MOST_ROWS = MOST_TURNS + 8
"""The rows that `generate` needs: turns whose other answers are still to be followed wait behind the finished ones."""


def all_sowings() -> IntArray:
    """Build the table of sowings: by start and number of seeds (once round at most), the seeds added and the end.

    A start is a pit and a direction; a place is a pit, the outer row beginning at 8; the four words are:

        #  gain of the inner word, gain of the outer word, place of the last seed, start of the next sowing
        #  start = 32 (columns / 2 - 2) + 16 (1 if clockwise) + place
    """
    table = np.zeros((96, 17, 4), dtype=np.int64)
    for columns in (4, 6, 8):
        places = [*range(columns), *range(8, 8 + columns)]
        for direction, step in ((0, -1), (1, 1)):
            first = 32 * (columns // 2 - 2) + 16 * direction
            for pit, start in enumerate(places):
                added = [0, 0]
                for seeds in range(1, 2 * columns + 1):
                    place = places[(pit + step * (seeds - 1)) % (2 * columns)]
                    added[place // 8] += 1 << 8 * (place % 8)
                    following = first + places[(pit + step * seeds) % (2 * columns)]
                    table[first + start, seeds] = *added, place, following
    return table


SOWN = all_sowings()


@kernel
def start_at(columns: Int, place: Int, direction: Int) -> Int:
    """Return the start, an index of `SOWN`, at a place and in a direction (1 is clockwise)."""
    return 32 * (columns // 2 - 2) + 16 * direction + place


@kernel
def start_at_tsibongy(columns: Int, direction: Int) -> Int:
    """Return the start at the tsibongy from which this direction leads to the centre."""
    return start_at(columns, 0 if direction else columns - 1, direction)


@kernel
def is_central(columns: Int, pit: Int) -> Int:
    """Tell whether a capture at an inner pit leaves the choice of the tsibongy."""
    return 1 if pit >= 2 and pit < columns - 2 else 0


@kernel
def seeds_faced(rows: IntGrid, at: Int, pit: Int) -> Int:
    """Return how many enemy seeds an inner pit faces."""
    return (rows[at, ENEMY_INNER] >> (8 * (rows[at, COLUMNS] - 1 - pit))) & BYTE


@kernel
def captures_at_once(rows: IntGrid, at: Int, place: Int, seeds: Int, direction: Int) -> Int:
    """Tell whether the first sowing of a pit ends in a non-empty inner pit that faces seeds."""
    columns, inner = rows[at, COLUMNS], rows[at, OWN_INNER]
    start = SOWN[start_at(columns, place, direction), 1, 3]
    if place < 8:
        inner -= seeds << (8 * place)
    while seeds > 2 * columns:
        inner += ONES >> (64 - 8 * columns)
        seeds -= 2 * columns
    last = SOWN[start, seeds, 2]
    if last >= 8:
        return 0
    inner += SOWN[start, seeds, 0]
    return 1 if (inner >> (8 * last)) & BYTE > 1 and seeds_faced(rows, at, last) > 0 else 0


@kernel
def choose_with_reserve(rows: IntGrid, at: Int, begun: IntArray) -> tuple[Int, Int]:
    """List the beginnings of turns in phase 1; return how many, and whether they capture."""
    columns, inner = rows[at, COLUMNS], rows[at, OWN_INNER]
    count, capturing = 0, 0
    for pit in range(columns):
        if (inner >> (8 * pit)) & BYTE == 0:
            continue
        captures = 1 if seeds_faced(rows, at, pit) > 0 else 0
        if captures > capturing:
            count, capturing = 0, 1
        if captures == capturing:
            if capturing and not is_central(columns, pit):
                begun[count] = pit << ANSWERS | 1
                count += 1
            else:
                begun[count] = pit << ANSWERS | 3
                begun[count + 1] = pit << ANSWERS | 2
                count += 2
    return count, capturing


@kernel
def choose_without_reserve(rows: IntGrid, at: Int, begun: IntArray) -> tuple[Int, Int]:
    """List the beginnings of turns in phase 2; return how many, and whether they capture."""
    columns = rows[at, COLUMNS]
    count, capturing = 0, 0
    for pit in range(2 * columns):
        place = pit if pit < columns else pit - columns + 8
        seeds = (rows[at, OWN_INNER + (place >> 3)] >> (8 * (place & 7))) & BYTE
        if seeds == 0:
            continue
        for answer in range(2):
            captures = captures_at_once(rows, at, place, seeds, 1 - answer)
            if captures > capturing:
                count, capturing = 0, 1
            if captures == capturing:
                begun[count] = pit << ANSWERS | (3 - answer)
                count += 1
    return count, capturing


@kernel
def choose(rows: IntGrid, at: Int, begun: IntArray) -> tuple[Int, Int]:
    """List in `begun` (`MOST_BEGUN` long) the beginnings of turns, some of them perhaps endless.

    Returns how many there are, and whether they capture. A pit that asks at once counts once for each answer allowed.
    """
    if rows[at, OWN_INNER] == 0:
        return 0, 0
    if rows[at, OWN_RESERVE] > 0:
        return choose_with_reserve(rows, at, begun)
    return choose_without_reserve(rows, at, begun)


@kernel
def lift(rows: IntGrid, at: Int, pit: Int, direction: Int) -> None:
    """Lift all the seeds of a pit, to be sown from the next pit on."""
    columns = rows[at, COLUMNS]
    place = pit if pit < columns else pit - columns + 8
    word, shift = OWN_INNER + (place >> 3), 8 * (place & 7)
    seeds = (rows[at, word] >> shift) & BYTE
    rows[at, word] -= seeds << shift
    rows[at, SEEDS] = seeds
    rows[at, START] = SOWN[start_at(columns, place, direction), 1, 3]


@kernel
def begin(rows: IntGrid, at: Int, to: Int, turn: Int, capturing: Int) -> None:
    """Begin a turn that `choose` has listed: row `to` becomes row `at` ready for its first sowing."""
    for word in range(TURN):
        rows[to, word] = rows[at, word]
    pit, answers, columns = turn >> ANSWERS, turn & ANSWERS_MASK, rows[at, COLUMNS]
    rows[to, TURN], rows[to, CAPTURING] = turn, capturing
    rows[to, QUIET] += 1
    direction = answers & 1
    if rows[at, OWN_RESERVE] > 0:
        rows[to, OWN_RESERVE] -= 1
        rows[to, OWN_INNER] += 1 << (8 * pit)
        if capturing:
            if answers == 1:
                direction = 1 if pit < 2 else 0
            seeds = seeds_faced(rows, at, pit)
            rows[to, ENEMY_INNER] -= seeds << (8 * (columns - 1 - pit))
            rows[to, SEEDS], rows[to, START], rows[to, QUIET] = seeds, start_at_tsibongy(columns, direction), 0
            return
    lift(rows, to, pit, direction)


@kernel
def sow(rows: IntGrid, at: Int) -> Int:
    """Sow, capture and relay until the turn has ENDED, has ASKED for a tsibongy, or is found ENDLESS.

    Relays that go on for ever come back to the first of them, as in the readable rules; looking for it only saves time.
    """
    inner, outer, enemy = rows[at, OWN_INNER], rows[at, OWN_OUTER], rows[at, ENEMY_INNER]
    start, seeds, quiet, columns = rows[at, START], rows[at, SEEDS], rows[at, QUIET], rows[at, COLUMNS]
    within_reach = enemy if rows[at, CAPTURING] else 0
    round_of_seeds, farthest = ONES >> (64 - 8 * columns), 8 * (columns - 1)
    first_inner, first_outer, first_start = -1, -1, -1
    relays, met = 0, ENDLESS
    while relays < MOST_RELAYS:
        while seeds > 2 * columns:
            inner += round_of_seeds
            outer += round_of_seeds
            seeds -= 2 * columns
        inner += SOWN[start, seeds, 0]
        outer += SOWN[start, seeds, 1]
        place = SOWN[start, seeds, 2]
        start = SOWN[start, seeds, 3]
        shift = 8 * (place & 7)
        seeds = ((inner if place < 8 else outer) >> shift) & BYTE
        if seeds == 1:
            met = ENDED
            break
        faced = (within_reach >> (farthest - shift)) & BYTE
        if faced > 0 and place < 8:
            enemy -= faced << (farthest - shift)
            within_reach, seeds, quiet, relays = enemy, faced, 0, 0
            if is_central(columns, place):
                met = ASKED
                break
            start = start_at_tsibongy(columns, 1 if place < 2 else 0)
            continue
        lifted = seeds << shift
        if place < 8:
            inner -= lifted
        else:
            outer -= lifted
        if relays == 0:
            first_inner, first_outer, first_start = inner, outer, start
        elif start == first_start and inner == first_inner and outer == first_outer:
            break
        relays += 1
    rows[at, OWN_INNER], rows[at, OWN_OUTER], rows[at, ENEMY_INNER] = inner, outer, enemy
    rows[at, QUIET], rows[at, SEEDS] = quiet, seeds
    return met


@kernel
def answer(rows: IntGrid, at: Int, direction: Int) -> None:
    """Answer which tsibongy to sow from: the one from which this direction leads to the centre."""
    rows[at, TURN] += (rows[at, TURN] & ANSWERS_MASK) + direction
    rows[at, START] = start_at_tsibongy(rows[at, COLUMNS], direction)


@kernel
def copy(rows: IntGrid, at: Int, to: Int) -> None:
    """Copy row `at` to row `to`."""
    for word in range(WORDS):
        rows[to, word] = rows[at, word]


@kernel
def hand_over(rows: IntGrid, at: Int) -> None:
    """End a turn: the players' words change places, and the enemy moves next."""
    rows[at, OWN_INNER], rows[at, ENEMY_INNER] = rows[at, ENEMY_INNER], rows[at, OWN_INNER]
    rows[at, OWN_OUTER], rows[at, ENEMY_OUTER] = rows[at, ENEMY_OUTER], rows[at, OWN_OUTER]
    rows[at, OWN_RESERVE], rows[at, ENEMY_RESERVE] = rows[at, ENEMY_RESERVE], rows[at, OWN_RESERVE]
    rows[at, SIDE] = 1 - rows[at, SIDE]


@kernel
def generate(rows: IntGrid, at: Int, to: Int, begun: IntArray) -> Int:
    """Play every legal turn of row `at` into the rows from `to` on (`MOST_ROWS` of them) and return how many there are.

    They come in the order of the readable rules; each row's `turn` tells which turn it is.
    """
    count, capturing = choose(rows, at, begun)
    found, waiting = to, to + MOST_TURNS
    for beginning in range(count):
        begin(rows, at, found, begun[beginning], capturing)
        while True:
            met = sow(rows, found)
            if met == ASKED:
                copy(rows, found, waiting)
                answer(rows, waiting, 0)
                answer(rows, found, 1)
                waiting += 1
                continue
            if met == ENDED:
                hand_over(rows, found)
                found += 1
            if waiting == to + MOST_TURNS:
                break
            waiting -= 1
            copy(rows, waiting, found)
    return found - to


@kernel
def perft(rows: IntGrid, at: Int, to: Int, begun: IntArray, depth: Int) -> Int:
    """Count the sequences of `depth` turns, 1 or more, from row `at`, playing the last turns too.

    The rows from `to` on are overwritten, `MOST_ROWS` for each turn.
    """
    count = generate(rows, at, to, begun)
    if depth == 1:
        return count
    leaves = np.int64(0)
    for child in range(to, to + count):
        leaves += perft(rows, child, to + np.int64(MOST_ROWS), begun, depth - np.int64(1))
    return leaves


@kernel
def generate_many(states: IntGrid, rounds: Int, rows: IntGrid, begun: IntArray) -> Int:
    """Generate every turn of many positions, `rounds` times, in `MOST_ROWS` + 1 rows; count them: for measuring."""
    turns = 0
    for _ in range(rounds):
        for state in range(states.shape[0]):
            for word in range(WORDS):
                rows[MOST_ROWS, word] = states[state, word]
            turns += generate(rows, MOST_ROWS, 0, begun)
    return turns


@kernel
def key(rows: IntGrid, at: Int) -> Int:
    """Return a hash of pits, reserves and side, of 62 bits; the quiet plies are left out."""
    name = mixed(np.uint64(rows[at, OWN_RESERVE] << 16 | rows[at, ENEMY_RESERVE] << 8 | rows[at, SIDE]))
    for word in range(OWN_RESERVE):
        name = mixed(name ^ np.uint64(rows[at, word]))
    return np.int64(name >> U2)


@kernel
def seeds_in(word: Int) -> Int:
    """Count the seeds of a row of pits."""
    seeds = np.int64(0)
    while word:
        seeds += word & BYTE
        word >>= 8
    return seeds


@kernel
def balance(rows: IntGrid, at: Int) -> Int:
    """Return the side to move's lead in seeds on the board, those of the inner rows counted twice."""
    own = 2 * seeds_in(rows[at, OWN_INNER]) + seeds_in(rows[at, OWN_OUTER])
    return own - 2 * seeds_in(rows[at, ENEMY_INNER]) - seeds_in(rows[at, ENEMY_OUTER])
