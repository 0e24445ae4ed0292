"""``lalao puzzles``: make positions with one good move, or list and check the shipped ones."""

from datetime import date

import click

from lalao.cli.speaking import SpeakingCommand, SubcommandGroup, as_json, lalao_command, print_json, read_number, speaks
from lalao.cli.terminal import columns, on_stderr, tell, tell_cells
from lalao.errors import FileError, NotationError, Phrase
from lalao.games.registry import game
from lalao.locale import Translator
from lalao.teach.assessing import prover
from lalao.teach.family import teaching
from lalao.teach.laying import Asked
from lalao.teach.puzzles import POSING, USUAL_CHOICE, Puzzle, make
from lalao.teach.shipped_puzzles import daily, everything, of_game, of_theme, wrong

MOST_PUZZLES = 1_000
MOST_SEED = 1_000_000_000
MOST_MOVES = 60


@lalao_command("puzzles", SubcommandGroup)
@speaks
def command() -> None:
    """Group the commands for puzzles."""


@command.command("make", cls=SpeakingCommand, help="Make puzzles of a game; the same seed makes the same ones.")
@click.argument("name", metavar="GAME")
@click.option("--count", "count_text", metavar="N", default="10", help="How many puzzles to make (default: 10).")
@click.option("--seed", "seed_text", metavar="S", default="0", help="Random seed (default: 0).")
@click.option(
    "--moves",
    "moves_text",
    metavar="N",
    help="Only positions with exactly N moves, 2 for the easiest; by default 3 or more.",
)
@click.option(
    "--ask",
    "asked_text",
    metavar="WHAT",
    default="play",
    help="What is asked for: play (a move), tap (the place that cannot be played), start (who should start) or lay "
    "(a layout on which whoever starts loses).",
)
@as_json
@speaks
def make_command(
    name: str, count_text: str, seed_text: str, moves_text: str | None, asked_text: str, json_wanted: bool
) -> None:
    chosen = game(name)
    count, seed = read_number(count_text, 1, MOST_PUZZLES), read_number(seed_text, 0, MOST_SEED)
    puzzles = make(chosen, count, seed, read_choice(moves_text), read_asked(asked_text))
    if json_wanted:
        print_json([puzzle.as_dict() for puzzle in puzzles])
        return
    for puzzle in puzzles:
        tell_cells(*cells(puzzle))


def read_choice(text: str | None) -> range:
    """Read the number of moves to choose from in a puzzle, as a range; the usual range where none is given.

    Raises NotationError.
    """
    if text is None:
        return USUAL_CHOICE
    moves = read_number(text, 2, MOST_MOVES)
    return range(moves, moves + 1)


def read_asked(text: str) -> Asked:
    """Read the kind of answer to puzzles, a key of `POSING`.

    Raises NotationError.
    """
    if text not in POSING:
        raise NotationError("puzzles cannot ask for '{text}': choose {known}", text=text, known=", ".join(POSING))
    found: Asked = text
    return found


def cells(puzzle: Puzzle) -> tuple[str, str, str, str]:
    """Return a puzzle as cells: position, solution, theme, rating."""
    return str(puzzle.position), " ".join(puzzle.solution), puzzle.theme, str(puzzle.rating)


@command.command("list", cls=SpeakingCommand, help="List the puzzles that come with Lalao, of a game or of all.")
@click.argument("name", metavar="[GAME]", required=False)
@click.option("--theme", metavar="THEME", help="Those of one theme alone.")
@as_json
@speaks
def list_command(name: str | None, theme: str | None, json_wanted: bool) -> None:
    puzzles = of_one_or_all(name)
    chosen = puzzles if theme is None else of_theme(puzzles, theme)
    if json_wanted:
        print_json([puzzle.as_dict() for puzzle in chosen])
        return
    for puzzle in chosen:
        tell_cells(puzzle.position.game.id, *cells(puzzle))


@command.command("daily", cls=SpeakingCommand, help="Show the puzzle of the day, the same for everybody.")
@click.option("--date", "date_text", metavar="YYYY-MM-DD", help="Another day than today.")
@click.option("--game", "name", metavar="GAME", help="Of this game; else of one family a day.")
@click.option("--answer", "answer_wanted", is_flag=True, help="Show the answer too.")
@as_json
@speaks
@click.pass_obj
def daily_command(
    words: Translator, date_text: str | None, name: str | None, answer_wanted: bool, json_wanted: bool
) -> None:
    day = date.today() if date_text is None else read_date(date_text)
    puzzle = daily(day, None if name is None else game(name))
    if json_wanted:
        print_json({"date": day.isoformat()} | puzzle.as_dict())
        return
    position = puzzle.position
    tell(f"{day.isoformat()}  {words.say(position.game.title)}")
    click.echo(position.picture(legal=True).draw(words, columns()))
    click.echo(str(position))
    tell(words.say(question(puzzle)))
    if answer_wanted:
        tell(words("The answer: {moves}", moves=" ".join(puzzle.solution)))


def read_date(text: str) -> date:
    """Read a date in ISO format.

    Raises NotationError.
    """
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NotationError("'{text}' is not a day: write one such as 2026-11-22", text=text) from None


def question(puzzle: Puzzle) -> Phrase:
    """Return the question of a puzzle, with its rating."""
    side, family = puzzle.position.to_move, teaching(puzzle.position.game)
    if family.counts_seeds:
        return Phrase(
            "Which move of {side} leads to the most seeds? (rating {rating})", side=side, rating=puzzle.rating
        )
    return Phrase("One move of {side} wins, and no other. Which? (rating {rating})", side=side, rating=puzzle.rating)


def of_one_or_all(name: str | None) -> tuple[Puzzle, ...]:
    """Return the shipped puzzles, all or those of one game.

    Raises UnknownGameError, UnknownPuzzlesError, or TooLargeError where the game has none.
    """
    return everything() if name is None else of_game(game(name))


@command.command("check", cls=SpeakingCommand, help="Solve the puzzles that come with Lalao again, of a game or all.")
@click.argument("name", metavar="[GAME]", required=False)
@speaks
@click.pass_obj
def check_command(words: Translator, name: str | None) -> None:
    """Solve puzzles again; one that is wrong is named."""
    puzzles = of_one_or_all(name)
    assess = prover()
    with click.progressbar(puzzles, label=words("Solving"), **on_stderr()) as bar:
        for puzzle in bar:
            reason = wrong(puzzle, assess)
            if reason is not None:
                raise FileError("the puzzle {position} is wrong: {reason}", position=puzzle.position, reason=reason)
    tell(
        words(
            "{count} puzzle is solved again: it has one solution.",
            "{count} puzzles are solved again: each has one solution.",
            count=len(puzzles),
        )
    )
