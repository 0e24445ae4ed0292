"""Puzzles that ask for something other than a move: a place that cannot be played, who should start, or a layout.

A layout is a row so laid out that whoever starts loses: some seeds lie in it already, the others are in the hand. The
solvers judge an answer, which is never looked up: every layout is right in which each side loses if it starts.

>>> import lalao
>>> from lalao.teach.assessing import prover
>>> task = Laying(lalao.game("fafy-impartial").position("1.1.1.1 S"), 4)
>>> task.is_right("2.2.2.2", prover()), task.is_right("1.3.3.1", prover())
(False, True)
>>> f"{task.share(prover()):.2f} of {len(task.layouts())}"
'0.20 of 35'

Places that cannot be played are found by the rules alone, who should start by the solvers.

>>> forbidden(lalao.game("fafy-impartial").position("5.2.1.3 S"))
('1',)
>>> from lalao.teach.assessing import prover
>>> starting(lalao.game("fafy-impartial").position("1.1.1.3.2.3 S"), prover())
'wait'
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb
from random import Random
from typing import Literal, TypeAlias

from lalao.board.geometry import read_row, write_row
from lalao.errors import NotationError, TooLargeError
from lalao.games.game import AnyPosition, Game, begun_by
from lalao.teach.assessing import Assess
from lalao.teach.family import teaching

Asked: TypeAlias = Literal["play", "tap", "start", "lay"]
"""The kind of answer to a puzzle: a move, a place of the board, who should start, or a layout."""
ASKED: dict[str, Asked] = {"illegal": "tap", "who-starts": "start", "lay-out": "lay"}
"""The kinds of answer in the themes whose answer is no move."""
START, WAIT = "start", "wait"
STARTS = (START, WAIT)
"""The answers to who should start: the player who is asked, or the other one."""


def asked_in(theme: str) -> Asked:
    """Return the kind of answer to the puzzles of a theme.

    >>> asked_in("illegal"), asked_in("twins")
    ('tap', 'play')
    """
    return ASKED.get(theme, "play")


def forbidden(position: AnyPosition) -> tuple[str, ...]:
    """List the places with seeds or pieces of the side to move with which no legal move begins."""
    family = teaching(position.game)
    able = {family.begins(position, str(move)) for move in position.legal_moves()}
    return tuple(place for place in family.held(position) if place not in able)


def other_starts(position: AnyPosition) -> AnyPosition:
    """Return the position with the other side to move.

    Raises NotationError where the other side cannot be to move in it.
    """
    first, second = position.game.sides
    return begun_by(position, second if position.to_move is first else first)


def check_chosen(game: Game) -> None:
    """Raise NotationError unless players of the game choose who starts."""
    if not game.laid_out:
        raise NotationError("who starts is not chosen in {game}", game=game.id)


def starting(position: AnyPosition, assess: Assess) -> str | None:
    """Return `START` or `WAIT`, by which the side to move wins; None where both, or neither, win or nothing is proved.

    Raises NotationError where players of this game do not choose who starts.
    """
    check_chosen(position.game)
    own, others = assess(position).worth, assess(other_starts(position)).worth
    if own is None or others is None or own.sign != others.sign or not own.sign:
        return None
    return START if own.sign > 0 else WAIT


PITS, SEEDS = (4, 6), (5, 10)
"""The fewest and most pits and seeds of a layout that a puzzle is made from."""
LEAST_SHARE, MOST_SHARE = 0.03, 0.4
"""The share of all layouts that may be right: with fewer, pupils search in vain; with more, they need not think."""
LEAST_HAND, MOST_HAND, MOST_PITS, MOST_SEEDS, MOST_LAYOUTS = 2, 12, 8, 16, 1_000
"""Fewest and most seeds in the hand, most pits, seeds and layouts of a task: all are judged while somebody waits."""


@dataclass(frozen=True, slots=True)
class Laying:
    """A task: a row in which some seeds lie and stay (`given`), and how many more are to be laid in it (`seeds`)."""

    given: AnyPosition
    seeds: int

    def layouts(self) -> tuple[str, ...]:
        """List the rows that can be laid, as texts."""
        lying = row_of(self.given)
        return tuple(
            write_row(tuple(map(sum, zip(lying, laid, strict=True)))) for laid in spread(self.seeds, len(lying))
        )

    def read(self, text: str) -> AnyPosition:
        """Read a row that was laid.

        Raises NotationError where it is no row, has another number of pits or seeds, or lacks seeds that lay there.
        """
        laid, lying = read_row(text), row_of(self.given)
        if len(laid) != len(lying):
            raise NotationError("'{text}' has another number of pits than {given}", text=text, given=write_row(lying))
        seeds = sum(lying) + self.seeds
        if sum(laid) != seeds:
            raise NotationError(
                "'{text}' has {count} seed: lay {seeds}",
                "'{text}' has {count} seeds: lay {seeds}",
                text=text,
                count=sum(laid),
                seeds=seeds,
            )
        if any(map(int.__lt__, laid, lying)):
            raise NotationError("'{text}' takes seeds away: those of {given} stay", text=text, given=write_row(lying))
        game, side = self.given.game, self.given.to_move
        found: AnyPosition = game.position(f"{write_row(laid)} {side}")
        return found

    def is_right(self, text: str, assess: Assess) -> bool:
        """Tell whether whoever starts on a row that was laid loses.

        Raises NotationError where it is no such row.
        """
        return loses_whoever_starts(self.read(text), assess)

    def share(self, assess: Assess) -> float:
        """Return the share of right rows among all that can be laid, from 0 to 1."""
        layouts = self.layouts()
        return sum(self.is_right(text, assess) for text in layouts) / len(layouts)

    def is_puzzling(self, assess: Assess) -> bool:
        """Tell whether neither too few nor too many rows are right."""
        return LEAST_SHARE <= self.share(assess) <= MOST_SHARE


def laying(given: AnyPosition, laid: str) -> Laying:
    """Return the task to lay in a given row as many more seeds as the row `laid` has.

    Raises NotationError where `laid` does not come from `given`, or the task is too small or too large; TooLargeError
    where small rows of this game are not solved at once.
    """
    check_layable(given.game)
    pits, seeds = row_of(given), read_row(laid)
    hand = sum(seeds) - sum(pits)
    small = len(pits) <= MOST_PITS and sum(seeds) <= MOST_SEEDS and LEAST_HAND <= hand <= MOST_HAND
    if not small or comb(hand + len(pits) - 1, hand) > MOST_LAYOUTS:
        raise NotationError(
            "from {given} to '{text}' it is not {least} to {most} seeds in a small row",
            given=write_row(pits),
            text=laid,
            least=LEAST_HAND,
            most=MOST_HAND,
        )
    found = Laying(given, hand)
    found.read(laid)
    return found


def check_layable(game: Game) -> None:
    """Check that players of a game lay out the seeds, and that its small rows are solved at once.

    Raises NotationError or TooLargeError where that is not so.
    """
    check_chosen(game)
    if not teaching(game).has_puzzles(game):
        raise TooLargeError("puzzles are not made of {game}: it is not solved in a blink", game=game.id)


def row_of(position: AnyPosition) -> tuple[int, ...]:
    """Return the seeds in each pit of a position of a game in which seeds are laid out."""
    return read_row(str(position).split()[0])


def spread(seeds: int, pits: int) -> Iterator[tuple[int, ...]]:
    """Yield every distribution of a number of seeds among a number of pits.

    >>> list(spread(2, 2))
    [(0, 2), (1, 1), (2, 0)]
    """
    if pits == 1:
        yield (seeds,)
        return
    for first in range(seeds + 1):
        yield from ((first, *others) for others in spread(seeds - first, pits - 1))


def starts_of(position: AnyPosition) -> tuple[AnyPosition, ...]:
    """Return the position with each side in turn to start."""
    return tuple(begun_by(position, side) for side in position.game.sides)


def loses_whoever_starts(position: AnyPosition, assess: Assess) -> bool:
    """Tell whether it is proved that each side loses if it starts."""
    worths = [assess(start).worth for start in starts_of(position)]
    return all(worth is not None and worth.sign < 0 for worth in worths)


def drawn_layouts(game: Game, rng: Random) -> list[AnyPosition]:
    """Draw one small layout at random, with seeds in its end pits; it is returned in a list.

    Raises NotationError or TooLargeError for a game without such puzzles.
    """
    check_layable(game)
    row = [0] * rng.randint(*PITS)
    row[0] = row[-1] = 1
    for _ in range(rng.randint(*SEEDS) - sum(row)):
        row[rng.randrange(len(row))] += 1
    return [game.position(f"{write_row(tuple(row))} {game.sides[0]}")]


def begun(laid: AnyPosition) -> AnyPosition:
    """Return the row that a layout is to be laid from: it has one seed in each pit that the layout fills."""
    row = write_row(tuple(min(seeds, 1) for seeds in row_of(laid)))
    found: AnyPosition = laid.game.position(f"{row} {laid.to_move}")
    return found
