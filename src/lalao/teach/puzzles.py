"""Puzzles: positions that play can reach, in which one move (or a chain and its early stops) is better than all others.

Other puzzles ask not for a move, but which place cannot be played now, who should start (`lalao.teach.laying`), or for
a layout on which whoever starts loses (`lalao.teach.laying`).

A puzzle is taken from a random game, so that its position can be reached. It is kept where the solver knows every move,
where there is something to choose, and where only one idea (a move, or kindred ones) leads to the best result: in Fang
to the best lead, elsewhere to a win. Its theme is found in the solution by the teaching of the family. Its rating is
that of a player who would solve it every other time, estimated from how often the computer's levels and random answers
do.

>>> import lalao
>>> [(puzzle.solution, puzzle.theme) for puzzle in make(lalao.game("fafy-impartial"), 1, seed=1)]
[(('3+',), 'one-move-only')]
"""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias

from lalao.board.geometry import write_row
from lalao.engine import player
from lalao.engine.levels import levels_of
from lalao.engine.players import Player
from lalao.errors import Phrase, TooLargeError
from lalao.games.game import AnyPosition, Game, name_of, plain
from lalao.teach.assessing import Assess, Assessment, prover
from lalao.teach.family import Case, Family, teaching
from lalao.teach.laying import (
    LEAST_HAND,
    START,
    STARTS,
    WAIT,
    Asked,
    Laying,
    asked_in,
    begun,
    drawn_layouts,
    forbidden,
    laying,
    loses_whoever_starts,
    row_of,
    starting,
    starts_of,
)
from lalao.teach.worths import Lead, is_better, signed

USUAL_CHOICE = range(3, 10_000)
"""How many moves there must be to choose from in a puzzle, by default."""
ANY_CHOICE = range(2, 10_000)
MOST_PLIES = 5
"""The most plies of a solution, which ends sooner where more than one move is right."""
MOST_IN_VAIN = 1_000
"""Random games in a row without a new puzzle after which the search is given up."""
MOST_DRAWN, MOST_DRAWN_LARGE = 60, 240
"""Plies after which a random game is broken off: of small games, and of those too large to be solved."""
LONG_GAME = 30
"""Plies of a random game for each position that is drawn from it after the first."""
TRIES = 32
"""How often each level tries a puzzle."""
MOST_LAID = 4
"""The most layouts that a level tries before it answers with one."""
UNRATED = 0
"""The rating of a puzzle that nobody has tried."""
CHANCE = 0
"""The number of the level below level 1, which stands for random answers."""
FIRST_LEVEL, LEVEL_STEP = 800, 200
"""The rating of level 1, and the difference between one level and the next."""
ELO = 400
LOWEST, HIGHEST = 0, 3000
STARS = (600, 1000, 1400, 1700)
"""The ratings from which a puzzle has two, three, four and five stars."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and its solution: a line of best play, in which each move of the side to move is the only right one.

    `accepted` holds all first moves that solve it, which are one idea. Where no move is asked for, both hold the one
    answer: a place, or who should start. For a layout both hold an example, and `position` the row before it is laid.
    """

    position: AnyPosition
    solution: tuple[str, ...]
    accepted: tuple[str, ...]
    theme: str
    rating: int

    @property
    def asked(self) -> Asked:
        """The kind of answer that the puzzle asks for, by its theme."""
        return asked_in(self.theme)

    @property
    def laying(self) -> Laying:
        """The task of laying, for a puzzle that asks for a layout.

        Raises NotationError where its solution is no layout of such a task.
        """
        return laying(self.position, self.solution[0])

    @property
    def seeds(self) -> int:
        """How many seeds are to be laid, 0 where no layout is asked for."""
        return self.laying.seeds if self.asked == "lay" else 0

    def as_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain JSON; ``ask`` and ``seeds`` are there only where they apply."""
        return {
            "game": self.position.game.id,
            "position": str(self.position),
            **({} if self.asked == "play" else {"ask": self.asked}),
            **({"seeds": self.seeds} if self.asked == "lay" else {}),
            "solution": list(self.solution),
            "theme": self.theme,
            "rating": self.rating,
        }


def stars_of(rating: int) -> int:
    """Return the stars, one to five, that show how hard a puzzle of this rating is.

    >>> [stars_of(rating) for rating in (529, 600, 1399, 1400, 2561)]
    [1, 2, 3, 4, 5]
    """
    return 1 + bisect_right(STARS, rating)


def question(puzzle: Puzzle) -> Phrase:
    """Return the question of a puzzle; for a move it says whether seeds or a win are wanted."""
    family = teaching(puzzle.position.game)
    if puzzle.asked == "start":
        return Phrase("Will you start, or will the other player?")
    if puzzle.asked == "lay":
        return Phrase("Lay the seeds of your hand in the pits so that whoever starts loses.")
    if puzzle.asked == "tap" and family.plays_pieces:
        return Phrase("One of your pieces cannot move now. Which one?")
    if puzzle.asked == "tap":
        return Phrase("One pit that holds seeds cannot be played now. Which one?")
    if family.counts_seeds:
        return Phrase("Which move brings you the most seeds?")
    return Phrase("One move wins. Find it!")


SAID_STARTS = {START: Phrase("start"), WAIT: Phrase("let the other player start")}


def answer(puzzle: Puzzle) -> Phrase:
    """Return the answer of a puzzle: its moves, its place, who should start, or one of the right layouts."""
    if puzzle.asked == "start":
        return SAID_STARTS[puzzle.solution[0]]
    if puzzle.asked == "lay":
        return Phrase("for example {layout}", layout=puzzle.solution[0])
    if puzzle.asked == "tap":
        return Phrase("{moves}", moves=puzzle.solution[0].lstrip("SN"))
    return Phrase("{moves}", moves=", ".join(puzzle.solution))


def choices(puzzle: Puzzle) -> tuple[str, ...]:
    """List the possible first answers, as texts."""
    if puzzle.asked == "start":
        return STARTS
    if puzzle.asked == "tap":
        return teaching(puzzle.position.game).held(puzzle.position)
    if puzzle.asked == "lay":
        return puzzle.laying.layouts()
    return tuple(map(str, puzzle.position.legal_moves()))


def is_right(puzzle: Puzzle, text: str, assess: Assess) -> bool:
    """Tell whether one of the `choices` of a puzzle solves it, or begins a solution; solvers judge layouts.

    Raises NotationError where a layout is asked for and the text is none.
    """
    return puzzle.laying.is_right(text, assess) if puzzle.asked == "lay" else text in puzzle.accepted


def identity(puzzle: Puzzle) -> str:
    """Return a text that is the same for puzzles that differ by a symmetry only, among those that ask the same."""
    return name_of(puzzle.position) + (f" {puzzle.seeds}" if puzzle.asked == "lay" else "")


def make(game: Game, count: int, seed: int, choice: range = USUAL_CHOICE, asked: Asked = "play") -> list[Puzzle]:
    """Make `count` different puzzles of a game and rate them; the same seed makes the same ones.

    `choice` says how many answers a puzzle may have to choose from (where it asks who should start, how many moves).

    Raises TooLargeError where puzzles cannot be made of this game, or not that many.
    """
    family = teaching(game)
    if not family.has_puzzles(game):
        raise TooLargeError("puzzles are not made of {game}: it is not solved in a blink", game=game.id)
    found: dict[str, Puzzle] = {}
    rng, assess, draw, pose = Random(seed), prover(), DRAWING[asked], POSING[asked]
    in_vain = 0
    while len(found) < count and in_vain < MOST_IN_VAIN:
        before = len(found)
        for position in draw(game, rng):
            if name_of(position) in found:
                continue
            puzzle = pose(position, assess, choice)
            if puzzle and identity(puzzle) not in found:
                found[identity(puzzle)] = rated(puzzle, seed)
        in_vain = in_vain + 1 if len(found) == before else 0
    if len(found) < count:
        raise TooLargeError(
            "only {count} puzzle of {game} was found: ask for fewer than {wanted}",
            "only {count} puzzles of {game} were found: ask for fewer than {wanted}",
            count=len(found),
            game=game.id,
            wanted=count,
        )
    return list(found.values())[:count]


def drawn(game: Game, rng: Random) -> list[AnyPosition]:
    """Play a random game, and draw one of its positions that may be a puzzle; several from a long game.

    The list is empty where no position may be one.
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
    """Return the puzzle that a position makes, not yet rated; None where it makes none, or not one within `choice`."""
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


def posed_place(position: AnyPosition, assess: Assess, choice: range = USUAL_CHOICE) -> Puzzle | None:  # noqa: ARG001  the rules decide
    """Return the puzzle that asks which place cannot be played; None unless just one of the places held cannot."""
    position = position.game.position(plain(position))
    places = forbidden(position)
    if len(places) != 1 or len(teaching(position.game).held(position)) not in choice:
        return None
    return Puzzle(position, places, places, "illegal", UNRATED)


def posed_start(position: AnyPosition, assess: Assess, choice: range = USUAL_CHOICE) -> Puzzle | None:
    """Return the puzzle that asks who should start in a position; None where that does not matter or is not proved.
    Raises NotationError where players of this game do not choose who starts.
    """
    if len(position.legal_moves()) not in choice:
        return None
    position = position.game.position(plain(position))
    start = starting(position, assess)
    return Puzzle(position, (start,), (start,), "who-starts", UNRATED) if start else None


def posed_layout(position: AnyPosition, assess: Assess, choice: range = USUAL_CHOICE) -> Puzzle | None:
    """Return the puzzle that asks for a layout like this one; None where it is wrong, or too many or few are right.
    Raises NotationError where players of this game do not lay out the seeds.
    """
    example = position.game.position(plain(position))
    given, text = begun(example), write_row(row_of(example))
    if sum(row_of(example)) - sum(row_of(given)) < LEAST_HAND or not loses_whoever_starts(example, assess):
        return None
    task = laying(given, text)
    if len(task.layouts()) not in choice or not task.is_puzzling(assess):
        return None
    return Puzzle(given, (text,), (text,), "lay-out", UNRATED)


Posing: TypeAlias = Callable[[AnyPosition, Assess, range], Puzzle | None]
POSING: dict[Asked, Posing] = {"play": posed, "tap": posed_place, "start": posed_start, "lay": posed_layout}
"""The functions that make a puzzle of a position, by the kind of answer."""
DRAWING: dict[Asked, Callable[[Game, Random], list[AnyPosition]]] = {
    "play": drawn,
    "tap": drawn,
    "start": drawn,
    "lay": drawn_layouts,
}
"""The functions that draw positions for puzzles, by the kind of answer: from random games, or random layouts."""


def theme_of(position: AnyPosition, move: str, assess: Assess) -> str:
    """Return the theme of the only good move of a position, the rarest that fits."""
    after = position.play(move)
    return next(teaching(position.game).themes(Case(position, move, after, assess(position), assess(after), assess)))


def rated(puzzle: Puzzle, seed: int, tries: int = TRIES) -> Puzzle:
    """Return the puzzle with a rating, for which every level tries it `tries` times."""
    return replace(puzzle, rating=rating(puzzle, seed, tries))


def only_ones(here: Assessment, family: Family) -> tuple[str, ...]:
    """List the best moves, where they are one idea and all others are proved to be worse; none where that is not so."""
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
    """Return the moves that solve a puzzle: after each best reply it goes on if only one answer to that is right."""
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


def rating(puzzle: Puzzle, seed: int, tries: int) -> int:
    """Return the rating at which levels and random answers are expected to solve the puzzle as often as they did."""
    levels = levels_of(puzzle.position.game)
    solved = by_chance(puzzle) + sum(rate(puzzle, level, seed, tries) for level in levels)
    low, high = LOWEST, HIGHEST
    while high - low > 1:
        middle = (low + high) // 2
        expected = sum(1 / (1 + 10 ** ((middle - rating_of(level)) / ELO)) for level in (CHANCE, *levels))
        low, high = (middle, high) if expected > solved else (low, middle)
    return low


def rating_of(level: int) -> int:
    """Return the rating of a level."""
    return FIRST_LEVEL + LEVEL_STEP * (level - 1)


def by_chance(puzzle: Puzzle) -> float:
    """Return how often, from 0 to 1, a random answer solves a puzzle."""
    if puzzle.asked == "lay":
        return puzzle.laying.share(prover())
    return len(puzzle.accepted) / len(choices(puzzle))


def rate(puzzle: Puzzle, level: int, seed: int, tries: int = TRIES) -> float:
    """Return how often, from 0 to 1, a level solves a puzzle; the same seed gives the same tries."""
    position, assess = puzzle.position, prover()
    number = seed + sum(map(ord, str(position)))
    solver, chance = player(f"level:{level}", position.game, number), Random(number)
    answered = ANSWERING[puzzle.asked]
    return sum(is_right(puzzle, answered(solver, puzzle, chance), assess) for _ in range(tries)) / tries


def played(solver: Player, puzzle: Puzzle, chance: Random) -> str:  # noqa: ARG001  a player has his own
    """Return the move that a player chooses."""
    return str(solver.choose(puzzle.position))


def tapped(solver: Player, puzzle: Puzzle, chance: Random) -> str:  # noqa: ARG001  whatever their level
    """Return the place that cannot be played: computer players know the rules."""
    return puzzle.solution[0]


def started(solver: Player, puzzle: Puzzle, chance: Random) -> str:  # noqa: ARG001  a player has his own
    """Return who should start according to a player, by the end of a game against himself."""
    return START if wins_alone(solver, puzzle.position) else WAIT


def laid(solver: Player, puzzle: Puzzle, chance: Random) -> str:
    """Return the first of some random layouts on which, in games of a player against himself, no side wins by starting.

    If there is none, it is the last of them.
    """
    drawn_ones = chance.choices(choices(puzzle), k=MOST_LAID)
    for text in drawn_ones:
        if not any(wins_alone(solver, start) for start in starts_of(puzzle.laying.read(text))):
            return text
    return drawn_ones[-1]


def wins_alone(solver: Player, here: AnyPosition) -> bool:
    """Tell whether the side to move wins a game of a player against himself."""
    mover = here.to_move
    while here.outcome is None:
        here = here.play(solver.choose(here))
    return here.outcome.winner is mover


ANSWERING: dict[Asked, Callable[[Player, Puzzle, Random], str]] = {
    "play": played,
    "tap": tapped,
    "start": started,
    "lay": laid,
}
"""The functions that let a computer player answer, by the kind of answer."""
