"""``lalao explain``, ``lessons`` and ``referee``: commands for teaching."""

from pathlib import Path

import click

from lalao.cli.files import INPUT, read_whole
from lalao.cli.games import find_position
from lalao.cli.speaking import SpeakingCommand, SubcommandGroup, as_json, print_json, speaks
from lalao.cli.terminal import tell, tell_cells
from lalao.games.registry import game
from lalao.locale import Translator
from lalao.locale.events import narrate
from lalao.teach.explaining import explain
from lalao.teach.lesson_checks import check_lesson
from lalao.teach.lessons import as_dict, lessons, read_lesson
from lalao.teach.worths import read_level
from lalao.tournament.referee import check


@click.command(
    "explain",
    cls=SpeakingCommand,
    help="Explain why a move is good or bad: its effect, its refutation, a better move.",
)
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="POSITION")
@click.argument("move", metavar="MOVE")
@click.option("--level", "level_text", metavar="pupil|player", default="pupil", help="For whom (default: pupil).")
@as_json
@speaks
@click.pass_obj
def explain_command(words: Translator, name: str, text: str, move: str, level_text: str, json_wanted: bool) -> None:
    level = read_level(level_text)
    explanation = explain(find_position(name, text), move)
    if json_wanted:
        print_json(explanation.shown(level, words))
        return
    for phrase in explanation.sentences(level):
        tell(words.say(phrase))
    if explanation.refutation:
        tell(words("The refutation: {moves}", moves=" ".join(explanation.refutation)))


@click.group("lessons", cls=SubcommandGroup, help="List the lessons, or check one that you have written.")
@speaks
def lessons_command() -> None:
    """Group the commands for lessons."""


@lessons_command.command("list", cls=SpeakingCommand, help="List the lessons in the order in which they are learned.")
@as_json
@speaks
@click.pass_obj
def lessons_list(words: Translator, json_wanted: bool) -> None:
    told = [as_dict(one, words.language) for one in lessons()]
    if json_wanted:
        print_json(told)
        return
    for one in told:
        tell_cells(one["id"], one["game"], str(one["steps"]), one["title"])


@lessons_command.command(
    "check",
    cls=SpeakingCommand,
    help="Check lessons: every position and move by the rules, every answer by the solvers.",
)
@click.argument("names", metavar="FILE...", type=INPUT, nargs=-1, required=True)
@speaks
@click.pass_obj
def lessons_check(words: Translator, names: tuple[str, ...]) -> None:
    for name in names:
        one = read_lesson(read_whole(name), Path(name).name)
        check_lesson(one, Path(name).name)
        count = len(one.steps)
        tell(words("{file}: {count} step, all right", "{file}: {count} steps, all right", file=name, count=count))


@click.command("referee", cls=SpeakingCommand, help="Name the legal move between two boards, or the mistake.")
@click.argument("name", metavar="GAME")
@click.argument("before_text", metavar="BEFORE")
@click.argument("after_text", metavar="AFTER")
@as_json
@speaks
@click.pass_obj
def referee_command(words: Translator, name: str, before_text: str, after_text: str, json_wanted: bool) -> None:
    chosen = game(name)
    before = chosen.position(before_text)
    verdict = check(before, chosen.read_board(after_text))
    if json_wanted:
        print_json(
            {
                "game": chosen.id,
                "before": str(before),
                "after": after_text,
                "moves": [str(move) for move in verdict.moves],
                "problems": [words.say(problem) for problem in verdict.problems],
                "misplay": str(verdict.misplay) if verdict.misplay else None,
            }
        )
        return
    for move in verdict.moves:
        tell(words("Legal: {move}", move=move))
        tell(f"  {narrate(before.to_move, before.events(move), words)}")
    for problem in verdict.problems:
        tell(words.say(problem))
