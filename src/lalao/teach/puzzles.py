"""Puzzles: positions that play can reach, in which one move (or a chain and its early stops) is better than all others.

A puzzle is made from a game played by chance, so that its position can be reached. It is kept where the solver knows
every move, where there is something to choose, and where one family of moves alone leads to the best there is: in Fang
to the best lead, elsewhere to a win. Its theme is what the teaching of the family sees in the solution. Its rating is
that of a player who would solve it every other time, judging by how often the levels of the computer do, and chance.

>>> import lalao
>>> [(puzzle.solution, puzzle.theme) for puzzle in make(lalao.game("fafy-impartial"), 1, seed=1)]
[(('3+',), 'one-move-only')]
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from lalao.engine import player
from lalao.engine.levels import levels_of
from lalao.errors import TooLargeError
from lalao.games.game import AnyPosition, Game
from lalao.teach.assessing import Assess, Assessment, assessor
from lalao.teach.families import teaching
from lalao.teach.family import Case, Family
from lalao.teach.worths import Lead, is_better, signed

LEAST_CHOICE = 3
"""Moves that a puzzle must leave to choose from."""
MOST_PLIES = 5
"""Plies of a solution: as long as each move of the solver is the only one."""
MOST_IN_VAIN = 1_000
"""Games played by chance one after the other without a new puzzle, before the search is given up."""
MOST_DRAWN = 60
"""Plies after which a game played by chance is broken off."""
TRIES = 32
"""How often each level tries a puzzle."""
CHANCE = 0
"""The level of who moves by chance."""
FIRST_LEVEL, LEVEL_STEP = 800, 200
"""The rating of level 1, and how much more each further level has."""
ELO = 400
LOWEST, HIGHEST = 0, 3000


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and what solves it: the line of best play, of which the solver's moves are the only ones.

    `accepted` holds the first moves that solve it: those of one family.
    """

    position: AnyPosition
    solution: tuple[str, ...]
    accepted: tuple[str, ...]
    theme: str
    rating: int

    def as_dict(self) -> dict[str, Any]:
        """Give the puzzle as plain JSON."""
        return {
            "game": self.position.game.id,
            "position": str(self.position),
            "solution": list(self.solution),
            "theme": self.theme,
            "rating": self.rating,
        }


def make(game: Game, count: int, seed: int) -> list[Puzzle]:
    """Make so many puzzles of a game; the same seed makes the same ones.

    Raises TooLargeError where nobody can make puzzles of this game, or not so many.
    """
    family = teaching(game)
    if not family.has_puzzles(game):
        raise TooLargeError("puzzles are not made of {game}: it is not solved in a blink", game=game.id)
    found: dict[str, Puzzle] = {}
    rng, assess = Random(seed), assessor()
    in_vain = 0
    while len(found) < count and in_vain < MOST_IN_VAIN:
        before, position = len(found), drawn(game, rng)
        if name_of(position) not in found:
            found |= {name_of(puzzle.position): puzzle for puzzle in posed(position, family, assess, seed)}
        in_vain = in_vain + 1 if len(found) == before else 0
    if len(found) < count:
        raise TooLargeError(
            "only {found} puzzles of {game} were found: ask for fewer than {count}",
            found=len(found),
            game=game.id,
            count=count,
        )
    return list(found.values())


def drawn(game: Game, rng: Random) -> AnyPosition:
    """Play a game by chance, and choose one of its positions that is not its end."""
    positions = [game.agreed_start(rng)]
    while positions[-1].outcome is None:
        positions.append(positions[-1]._play(rng.choice(positions[-1].legal_moves())))
        if len(positions) > MOST_DRAWN:
            break
    return rng.choice(positions[:-1] or positions)


def name_of(position: AnyPosition) -> str:
    """Return the text that a position shares with those that are the same in a mirror or from the other side."""
    return min(map(plain, (position, *teaching(position.game).alike(position))))


def plain(position: AnyPosition) -> str:
    """Write a position without its quiet plies."""
    return str(position).split(" quiet=")[0]


def posed(position: AnyPosition, family: Family, assess: Assess, seed: int) -> Iterator[Puzzle]:
    """Yield the puzzle that a position is, if it is one."""
    position = position.game.position(plain(position))
    here = assess(position)
    accepted = only_ones(here, family)
    if not accepted or len(here.moves) < LEAST_CHOICE:
        return
    move = accepted[0]
    after = position.play(move)
    case = Case(position, move, after, here, assess(after), assess)
    theme = next(family.themes(case), None)
    if theme is not None:
        line = solution(after, move, family, assess)
        yield Puzzle(position, line, accepted, theme, rating(position, accepted, seed))


def only_ones(here: Assessment, family: Family) -> tuple[str, ...]:
    """List the moves that are best, where they are one family and every other is worse; none where they are not."""
    worths = {move.move: move.worth for move in here.moves}
    if len(worths) < 2 or here.worth is None or (not isinstance(here.worth, Lead) and here.worth.sign <= 0):
        return ()
    best = signed(here.worth)
    others = [text for text, worth in worths.items() if worth is None or is_better(best, signed(worth))]
    accepted = tuple(text for text in worths if text not in others)
    if any(worths[text] is None for text in others) or not others:
        return ()
    return accepted if all(family.are_kin(accepted[0], text) for text in accepted) else ()


def solution(after: AnyPosition, move: str, family: Family, assess: Assess) -> tuple[str, ...]:
    """Return the moves that solve a puzzle: on to the best reply as long as one answer to it alone is right."""
    line = [move]
    while len(line) + 2 <= MOST_PLIES:
        replies = assess(after).moves
        if not replies:
            break
        after = after.play(replies[0].move)
        only = only_ones(assess(after), family)
        if not only:
            break
        line += [replies[0].move, only[0]]
        after = after.play(only[0])
    return tuple(line)


def rating(position: AnyPosition, accepted: tuple[str, ...], seed: int) -> int:
    """Return the rating at which the levels together would solve the puzzle as often as they did."""
    levels = levels_of(position.game)
    solved = by_chance(position, accepted) + sum(rate(position, accepted, level, seed) for level in levels)
    low, high = LOWEST, HIGHEST
    while high - low > 1:
        middle = (low + high) // 2
        expected = sum(1 / (1 + 10 ** ((middle - rating_of(level)) / ELO)) for level in (CHANCE, *levels))
        low, high = (middle, high) if expected > solved else (low, middle)
    return low


def rating_of(level: int) -> int:
    """Return what a level is rated."""
    return FIRST_LEVEL + LEVEL_STEP * (level - 1)


def by_chance(position: AnyPosition, accepted: tuple[str, ...]) -> float:
    """Return how often a move drawn by chance solves a puzzle."""
    return len(accepted) / len(position.legal_moves())


def rate(position: AnyPosition, accepted: tuple[str, ...], level: int, seed: int, tries: int = TRIES) -> float:
    """Return how often a level solves a puzzle, of so many tries."""
    solver = player(f"level:{level}", position.game, seed + sum(map(ord, str(position))))
    return sum(str(solver.choose(position)) in accepted for _ in range(tries)) / tries
