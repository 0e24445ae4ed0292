"""The puzzles that come with the package, and the puzzle of each day.

They are text files in the folder ``shipped``, one per family, with one puzzle a line. Its fields are separated by tabs:
the game, the position, the moves of the solution with commas (or the answer, where the theme asks for no move), the
theme, the rating; then, where other first moves are right as well, those. `tools/puzzles.py` makes them, and `wrong`
checks one by solving it again.

>>> from datetime import date
>>> daily(date(2026, 11, 22)) == daily(date(2026, 11, 22)) != daily(date(2026, 11, 23))
True
"""

from datetime import date
from functools import cache
from hashlib import sha256
from pathlib import Path

from lalao.errors import NotationError, Phrase, TooLargeError, UnknownPuzzlesError
from lalao.folders import roots
from lalao.games.game import Game
from lalao.games.registry import FAMILIES
from lalao.games.registry import game as find_game
from lalao.teach.assessing import Assess
from lalao.teach.family import teaching
from lalao.teach.laying import LEAST_SHARE, MOST_SHARE
from lalao.teach.puzzles import ANY_CHOICE, POSING, Puzzle, only_ones, theme_of

FOLDER = "teach/shipped"
MOST_SHOWN = 60
"""The most letters of a wrong name that the error repeats."""
STRIDE = 7919
"""The step from one day's puzzle to the next in the list; a prime, so that all come before one comes again."""


def written(puzzle: Puzzle) -> str:
    """Return the line of a puzzle, which `read` reads."""
    others = [move for move in puzzle.accepted if move != puzzle.solution[0]]
    parts = [
        puzzle.position.game.id,
        str(puzzle.position),
        ",".join(puzzle.solution),
        puzzle.theme,
        str(puzzle.rating),
    ]
    return "\t".join([*parts, *([",".join(others)] if others else [])])


def read(line: str) -> Puzzle:
    """Read a puzzle from its line.

    Raises LalaoError where the game or the position cannot be read, ValueError where fields are missing or the rating
    is not a number.
    """
    name, position, solution, theme, rating, *others = line.split("\t")
    moves = tuple(solution.split(","))
    accepted = (moves[0], *(others[0].split(",") if others else ()))
    return Puzzle(find_game(name).position(position), moves, accepted, theme, int(rating))


def files(family: str) -> list[Path]:
    """List the files of a family's puzzles in all folders of the package."""
    return [path for root in roots() if (path := root / FOLDER / f"{family}.txt").is_file()]


@cache
def of_family(family: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a family that come with the package."""
    lines = [line for path in files(family) for line in path.read_text(encoding="utf-8").splitlines()]
    return tuple(map(read, lines))


@cache
def families() -> tuple[str, ...]:
    """Return the names of the families of which there are puzzles, in the order of the families."""
    return tuple(family.name for family in FAMILIES if of_family(family.name))


def everything() -> tuple[Puzzle, ...]:
    """Return all puzzles that come with the package."""
    return tuple(puzzle for family in families() for puzzle in of_family(family))


def of_known_family(family: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a family that come with the package.

    Raises UnknownPuzzlesError where there are none.
    """
    if family not in families():
        known = ", ".join(families())
        raise UnknownPuzzlesError(
            "no puzzles of '{family}' come with Lalao: there are some of {families}", family=family, families=known
        )
    return of_family(family)


def id_of(puzzle: Puzzle) -> str:
    """Return a short name of a puzzle, eight hexadecimal digits, which does not depend on the other puzzles."""
    asked = "" if puzzle.asked == "play" else f" {puzzle.asked}"
    if puzzle.asked == "lay":
        asked += f" {puzzle.seeds}"
    return sha256(f"{puzzle.position.game.id} {puzzle.position}{asked}".encode()).hexdigest()[:8]


@cache
def by_id() -> dict[str, Puzzle]:
    """Return all puzzles that come with the package, by their short names."""
    return {id_of(puzzle): puzzle for puzzle in everything()}


def called(name: str) -> Puzzle:
    """Return the puzzle with a short name.

    Raises NotationError where there is none.
    """
    if name not in by_id():
        raise NotationError("there is no puzzle '{text}'", text=name[:MOST_SHOWN])
    return by_id()[name]


def of_game(game: Game) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game that come with the package.

    Raises TooLargeError where there are none of this game.
    """
    own = tuple(puzzle for puzzle in of_family(game.family.name) if puzzle.position.game == game)
    if not own:
        games = dict.fromkeys(puzzle.position.game.id for puzzle in everything())
        raise TooLargeError(
            "no puzzles of {game} come with Lalao: there are some of {games}", game=game.id, games=", ".join(games)
        )
    return own


def of_theme(puzzles: tuple[Puzzle, ...], theme: str) -> tuple[Puzzle, ...]:
    """Return those of some puzzles that have a theme.

    Raises NotationError where there are none.
    """
    chosen = tuple(puzzle for puzzle in puzzles if puzzle.theme == theme)
    if not chosen:
        themes = ", ".join(sorted({puzzle.theme for puzzle in puzzles}))
        raise NotationError("'{text}' is not a theme of these puzzles: choose {themes}", text=theme, themes=themes)
    return chosen


def has_theme(game: Game, theme: str) -> bool:
    """Tell whether the package has a puzzle of a game with a theme."""
    return any(puzzle.position.game == game and puzzle.theme == theme for puzzle in of_family(game.family.name))


def daily(day: date, game: Game | None = None) -> Puzzle:
    """Return the puzzle of a day, the same for everybody: of `game`, or where none is given of each family in turn.

    It always asks for a move, so that a class may vote on it.
    Raises TooLargeError where there are none of this game.
    """
    number = day.toordinal()
    if game is not None:
        return in_turn(of_moves(of_game(game)), number)
    names = families()
    return in_turn(of_moves(of_family(names[number % len(names)])), number // len(names))


def of_moves(puzzles: tuple[Puzzle, ...]) -> tuple[Puzzle, ...]:
    """Return those of some puzzles that ask for a move."""
    return tuple(puzzle for puzzle in puzzles if puzzle.asked == "play")


def in_turn(puzzles: tuple[Puzzle, ...], number: int) -> Puzzle:
    """Return the puzzle for a number; puzzles for successive numbers are far apart in the list."""
    return puzzles[number * STRIDE % len(puzzles)]


def wrong(puzzle: Puzzle, assess: Assess) -> Phrase | None:
    """Solve a puzzle again; return a sentence with its error, or None."""
    if puzzle.asked == "lay":
        return _wrong_layout(puzzle, assess)
    if puzzle.asked != "play":
        return _wrong_answer(puzzle, assess)
    family, position = teaching(puzzle.position.game), puzzle.position
    accepted = only_ones(assess(position), family)
    if set(accepted) != set(puzzle.accepted) or not accepted:
        told = ", ".join(accepted) or "–"
        return Phrase("{moves} should be {solution}", moves=", ".join(puzzle.accepted), solution=told)
    for ply, move in enumerate(puzzle.solution):
        if ply % 2 == 0 and move not in only_ones(assess(position), family):
            return Phrase("{move} is not the only right one", move=move)
        position = position.play(move)
    theme = theme_of(puzzle.position, puzzle.solution[0], assess)
    if theme != puzzle.theme:
        return Phrase("the theme {found} should be {theme}", found=puzzle.theme, theme=theme)
    return None


def _wrong_answer(puzzle: Puzzle, assess: Assess) -> Phrase | None:
    """Solve again a puzzle that asks for a place or who should start; return its error, or None."""
    found = POSING[puzzle.asked](puzzle.position, assess, ANY_CHOICE)
    if found is None or found.accepted != puzzle.accepted or puzzle.solution != puzzle.accepted:
        told = ", ".join(found.accepted) if found else "–"
        return Phrase("{moves} should be {solution}", moves=", ".join(puzzle.accepted), solution=told)
    return None


def _wrong_layout(puzzle: Puzzle, assess: Assess) -> Phrase | None:
    """Check a layout's example, and that neither too few nor too many are right; return the error, or None."""
    task, (example, *others) = puzzle.laying, puzzle.solution
    if others or puzzle.accepted != puzzle.solution or not task.is_right(example, assess):
        return Phrase("whoever starts does not lose on {layout}", layout=", ".join(puzzle.accepted))
    if not task.is_puzzling(assess):
        return Phrase(
            "{share} % of all layouts are right: it should be {least} to {most} %",
            share=round(100 * task.share(assess)),
            least=round(100 * LEAST_SHARE),
            most=round(100 * MOST_SHARE),
        )
    return None


TITLES = {
    "by-a-seed": Phrase("Win by the tibongs"),
    "full-tibong": Phrase("The full tibong"),
    "not-the-fullest": Phrase("Not the fullest pit"),
    "tibong-at-one": Phrase("Leave your tibong at one"),
    "only-win": Phrase("The only win"),
    "last-move": Phrase("The last move"),
    "most-seeds": Phrase("The most seeds"),
    "twins": Phrase("Twins"),
    "last-turn": Phrase("The last turn is yours"),
    "sleep": Phrase("Put a block to sleep"),
    "one-move-only": Phrase("One move only"),
    "huff": Phrase("Huff"),
    "no-huff": Phrase("Do not huff"),
    "rule-decides": Phrase("The rule decides"),
    "one-against-two": Phrase("One against more"),
    "two-way": Phrase("Approach or withdrawal?"),
    "go-on": Phrase("Keep taking"),
    "stop": Phrase("Stop in time"),
    "sacrifice": Phrase("Sacrifice"),
    "paika": Phrase("Take nothing"),
    "fewer": Phrase("Take fewer"),
    "capture": Phrase("Which capture?"),
    "empty-row": Phrase("Empty the row"),
    "fotsiny": Phrase("Capture nothing"),
    "relay": Phrase("The relay"),
    "face-to-face": Phrase("Face to face"),
    "illegal": Phrase("Find the illegal one"),
    "who-starts": Phrase("Who should start?"),
    "lay-out": Phrase("Make a layout"),
}


def title_of(theme: str) -> Phrase:
    """Return the title of a theme; for one without a title, as families from elsewhere may have, its own name."""
    return TITLES.get(theme) or Phrase("{theme}", theme=theme.replace("-", " "))
