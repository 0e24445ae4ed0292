"""Conversions of Fanorona between readable positions and the words of `lalao.kernels.fanorona`.

`layout` makes the array that `lalao.kernels.fanorona_index` reads of a board, for the slices in use.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from math import comb

from lalao import arrays as np
from lalao.arrays.types import ByteArray, IntArray
from lalao.board.orbits import Slice, beginnings, orbits, places, symmetries
from lalao.errors import TooLargeError
from lalao.games.fanorona import Fanorona, FanoronaMove, FanoronaPosition
from lalao.kernels import fanorona as kernel
from lalao.kernels import fanorona_index as tables
from lalao.kernels.fanorona import State, aligned

MOST_TURNS = 20_000
"""Room for turns: those of a position, or of all positions on one path together."""


@cache
def lines(height: int, width: int) -> IntArray:
    """Return the lattice of this size as the kernels read it, always the same array.

    Raises TooLargeError where its points do not fit in a word.
    """
    if height * width > kernel.MOST_POINTS:
        raise TooLargeError("a board of {points} points is too large for the kernels", points=height * width)
    return kernel.lines_of(height, width)


def lines_of(game: Fanorona) -> IntArray:
    """Return the lattice of a game as the kernels read it."""
    return lines(game.lattice.height, game.lattice.width)


def flags(game: Fanorona) -> int:
    """Return the flags of a game's rules for the kernels, without those of Vela."""
    rules = game.rules
    return (
        kernel.MAY_DECLINE * rules.may_decline
        | kernel.MUST_GO_ON * rules.must_go_on
        | kernel.LARGER * rules.larger
        | kernel.HUFFING * rules.huffing
    )


def state_of(position: FanoronaPosition) -> State:
    """Return a position as the kernels' words."""
    rules = flags(position.game)
    if position.vela is not None:
        rules |= kernel.MOVER_WON if position.vela is position.to_move else kernel.OTHER_WON
    return State(position.own, position.enemy, position.open_to_huffing(), rules)


def workspace(turns: int = MOST_TURNS) -> tuple[IntArray, IntArray]:
    """Return the arrays that the kernels write in: the stack, and a row for each turn."""
    return np.zeros(kernel.STACK_WORDS, dtype=np.int64), np.zeros((turns, kernel.TURN_WORDS), dtype=np.int64)


def turns_of(position: FanoronaPosition) -> IntArray:
    """Return the turns of a position, a row each: own and enemy pieces afterwards, huffable pieces, huffed piece.

    Raises TooLargeError where there are more than `MOST_TURNS`.
    """
    stack, turns = workspace()
    number = kernel.generate(lines_of(position.game), *state_of(position), stack, turns, 0)
    _refuse_too_many(number)
    return turns[:number]


def turn_of(position: FanoronaPosition, move: FanoronaMove) -> tuple[int, int, int, int]:
    """Return the row of a move, as in `turns_of`."""
    own = position.own ^ move.start ^ move.end
    return own, position.enemy & ~(move.captured | move.huffed), move.huffable, move.huffed


def move_of(position: FanoronaPosition, row: IntArray) -> FanoronaMove:
    """Return the move of a row of `turns_of`; of several paths with the same effect, the first by its text."""
    after, enemy, huffable, huffed = (int(word) for word in row[: kernel.TURN_WORDS])
    captured = position.enemy & ~(enemy | huffed)
    identity = (position.own & ~after, after & ~position.own, captured, huffed, huffable)
    names, rules = position.game.lattice.names, position.game.rules
    if not identity[0]:
        return FanoronaMove(f"x{names[_point(huffed)]}", 0, 0, 0, huffed)
    if captured:
        paths = list(position.board(huffed).chains_from(_point(identity[0]), rules.must_go_on, rules.huffing))
    else:
        text = f"{names[_point(identity[0])]}-{names[_point(identity[1])]}"
        paths = [FanoronaMove(text, identity[0], identity[1], 0, 0, huffable)]
    if huffed:
        paths = [path.after_huffing(_point(huffed), names[_point(huffed)]) for path in paths]
    return min((path for path in paths if path.identity == identity), key=lambda path: path.text)


def _point(points: int) -> int:
    return points.bit_length() - 1


def perft(position: FanoronaPosition, depth: int) -> int:
    """Count the sequences of `depth` turns.

    Raises TooLargeError where the positions on one path have more than `MOST_TURNS` turns in all.
    """
    from lalao.kernels import fanorona_play as play  # loads kernels that a search does without

    if depth == 0:
        return 1
    stack, turns = workspace()
    number = int(play.perft(lines_of(position.game), *state_of(position), depth, stack, turns, 0))
    _refuse_too_many(number)
    return number


def playouts(position: FanoronaPosition, games: int, quiet_limit: int, seed: int = 1) -> tuple[int, int, int]:
    """Play random games; return the wins and losses of the side to move and the total number of plies.

    Raises TooLargeError where a position has more than `MOST_TURNS` turns.
    """
    from lalao.kernels import fanorona_play as play

    stack, turns = workspace()
    own, enemy, _, rules = state_of(position)
    state = np.array([seed], dtype=np.uint64)
    counts = play.playouts(lines_of(position.game), own, enemy, rules, games, quiet_limit, stack, turns, state)
    _refuse_too_many(int(counts[0]))
    return int(counts[0]), int(counts[1]), int(counts[2])


def _refuse_too_many(number: int) -> None:
    if number == kernel.TOO_MANY:
        raise TooLargeError("more than {most} turns are possible here: too many to look at", most=MOST_TURNS)


@dataclass(frozen=True, slots=True)
class Layout:
    """Slices laid out in one array of codes.

    `board` is the array that the kernels read, `begins` and `places` say where each slice begins and how many indices
    it has, `size` is the length of the array of codes.
    """

    board: IntArray
    begins: dict[Slice, int]
    places: dict[Slice, int]
    size: int


@dataclass(frozen=True, slots=True)
class Endgames:
    """Endgame tables as kernels read them: the array of the board, the codes, and the most pieces covered.

    Where they are `packed`, they are the outcomes alone, as `lalao.research.proof.outcomes` returns them.
    """

    board: IntArray
    codes: ByteArray
    pieces: int
    packed: bool = False


def layout(height: int, width: int, slices: Sequence[Slice], begins: dict[Slice, int] | None = None) -> Layout:
    """Lay out slices of a board one after the other, or where `begins` says that each begins.

    Raises TooLargeError where its points do not fit in a word.
    """
    fixed = _fixed(height, width)
    words: list[int] = []
    for size in sorted({min(one) for one in slices}):
        found = orbits(height, width, size)
        fixed[tables.SETS + size] = fixed.size + len(words)
        words += [8 * number + symmetry for number, symmetry in zip(found.number, found.symmetry, strict=True)]
        fixed[tables.CHOSEN + size] = fixed.size + len(words)
        words += chain.from_iterable(zip(found.chosen, found.still, strict=True))
    begins = begins or beginnings(height, width, slices)[0]
    for one, at in begins.items():
        pivot, other = sorted(one)
        where = tables.SLICES + 2 * (tables.SIDE * one[0] + one[1])
        fixed[where], fixed[where + 1] = at, comb(height * width - pivot, other)
    numbers = {one: places(height, width, one) for one in slices}
    size = max((begins[one] + numbers[one] for one in slices), default=0)
    board = aligned(fixed.size + len(words))
    board[: fixed.size] = fixed
    board[fixed.size :] = words
    return Layout(board, begins, numbers, -(-size // 8) * 8)


def _fixed(height: int, width: int) -> IntArray:
    """Return the part of the array of fixed size: lattice, binomial coefficients, symmetries."""
    fixed = np.zeros(tables.FIXED_WORDS, dtype=np.int64)
    fixed[: tables.CHOOSE] = lines(height, width)
    for points in range(64):
        for size in range(tables.SIDE):
            fixed[tables.CHOOSE + tables.SIDE * points + size] = comb(points, size)
    for number, images in enumerate(symmetries(height, width)):
        fixed[tables.IMAGES + 64 * number : tables.IMAGES + 64 * number + len(images)] = images
    return fixed
