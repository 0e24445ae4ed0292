"""Puzzles: positions that play can reach, in which one move (or a chain and its early stops) is better than all others.

A puzzle is made from a game played by chance, so that its position can be reached. It is kept where the solver knows
every move, where there is something to choose, and where one family of moves alone leads to the best there is: in Fang
to the best lead, elsewhere to a win. Its theme is what the teaching of the family sees in the solution. Its rating is
that of a player who would solve it every other time, judging by how often the levels of the computer do, and chance.

>>> import lalao
>>> [(puzzle.solution, puzzle.theme) for puzzle in make(lalao.game("fafy-impartial"), 1, seed=1)]
[(('3+',), 'one-move-only')]
"""

from bisect import bisect_right
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from lalao.engine import player
from lalao.engine.levels import levels_of
from lalao.errors import Phrase, TooLargeError
from lalao.games.alike import name_of, plain
from lalao.games.game import AnyPosition, Game
from lalao.teach.assessing import Assess, Assessment, prover
from lalao.teach.families import teaching
from lalao.teach.family import Case, Family
from lalao.teach.worths import Lead, is_better, signed

USUAL_CHOICE = range(3, 10_000)
"""How many moves a puzzle leaves to choose from, where nobody wishes for an easier one."""
MOST_PLIES = 5
"""Plies of a solution: as long as each move of the solver is the only one."""
MOST_IN_VAIN = 1_000
"""Games played by chance one after the other without a new puzzle, before the search is given up."""
MOST_DRAWN, MOST_DRAWN_LARGE = 60, 240
"""Plies after which a game played by chance is broken off, and those of a game too large to be solved."""
LONG_GAME = 30
"""Plies of a game by chance from which on a second position is taken from it, then from each as many more."""
TRIES = 32
"""How often each level tries a puzzle."""
UNRATED = 0
"""The rating of a puzzle that nobody has tried."""
CHANCE = 0
"""The level of who moves by chance."""
FIRST_LEVEL, LEVEL_STEP = 800, 200
"""The rating of level 1, and how much more each further level has."""
ELO = 400
LOWEST, HIGHEST = 0, 3000
STARS = (600, 1000, 1400, 1700)
"""The ratings from which on a puzzle has one star more than the first."""


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


def stars_of(rating: int) -> int:
    """Return how many stars, one to five, tell how hard a puzzle of this rating is.

    >>> [stars_of(rating) for rating in (529, 600, 1399, 1400, 2561)]
    [1, 2, 3, 4, 5]
    """
    return 1 + bisect_right(STARS, rating)


def question(puzzle: Puzzle) -> Phrase:
    """Say what is asked in a puzzle: what its game is measured by."""
    if teaching(puzzle.position.game).counts_seeds:
        return Phrase("Which move brings you the most seeds?")
    return Phrase("One move wins. Find it!")


def make(game: Game, count: int, seed: int, choice: range = USUAL_CHOICE) -> list[Puzzle]:
    """Make so many puzzles of a game, each with so many moves to choose from; the same seed makes the same ones.

    Raises TooLargeError where nobody can make puzzles of this game, or not so many.
    """
    family = teaching(game)
    if not family.has_puzzles(game):
        raise TooLargeError("puzzles are not made of {game}: it is not solved in a blink", game=game.id)
    found: dict[str, Puzzle] = {}
    rng, assess = Random(seed), prover()
    in_vain = 0
    while len(found) < count and in_vain < MOST_IN_VAIN:
        before = len(found)
        for position in drawn(game, rng):
            if name_of(position) not in found and (puzzle := posed(position, assess, choice)):
                found[name_of(puzzle.position)] = rated(puzzle, seed)
        in_vain = in_vain + 1 if len(found) == before else 0
    if len(found) < count:
        raise TooLargeError(
            "only {found} puzzles of {game} were found: ask for fewer than {count}",
            found=len(found),
            game=game.id,
            count=count,
        )
    return list(found.values())[:count]


def drawn(game: Game, rng: Random) -> list[AnyPosition]:
    """Play a game by chance, and choose of its positions before the end one that may be a puzzle; some of a long one.

    There are none where no position of the game may be one.
    """
    family, most = teaching(game), MOST_DRAWN if game.small else MOST_DRAWN_LARGE
    positions = [game.agreed_start(rng)]
    while positions[-1].outcome is None:
        positions.append(positions[-1]._play(rng.choice(positions[-1].legal_moves())))
        if len(positions) > most:
            break
    fitting = [position for position in positions if position.outcome is None and family.is_puzzling(position)]
    return [rng.choice(fitting) for _ in range(1 + len(positions) // LONG_GAME)] if fitting else []


def posed(position: AnyPosition, assess: Assess, choice: range = USUAL_CHOICE) -> Puzzle | None:
    """Return the puzzle that a position is, if it is one with so many moves; nobody has tried it yet."""
    if len(position.legal_moves()) not in choice:
        return None
    family = teaching(position.game)
    position = position.game.position(plain(position))
    here = assess(position)
    accepted = only_ones(here, family)
    if not accepted:
        return None
    theme = theme_of(position, accepted[0], assess)
    line = solution(position.play(accepted[0]), accepted[0], family, assess)
    return Puzzle(position, line, accepted, theme, UNRATED)


def theme_of(position: AnyPosition, move: str, assess: Assess) -> str:
    """Return what the only good move of a position teaches."""
    after = position.play(move)
    return next(teaching(position.game).themes(Case(position, move, after, assess(position), assess(after), assess)))


def rated(puzzle: Puzzle, seed: int, tries: int = TRIES) -> Puzzle:
    """Let every level try a puzzle so often, and rate it."""
    return replace(puzzle, rating=rating(puzzle.position, puzzle.accepted, seed, tries))


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


def rating(position: AnyPosition, accepted: tuple[str, ...], seed: int, tries: int) -> int:
    """Return the rating at which the levels together would solve the puzzle as often as they did."""
    levels = levels_of(position.game)
    solved = by_chance(position, accepted) + sum(rate(position, accepted, level, seed, tries) for level in levels)
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
