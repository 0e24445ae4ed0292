"""``lalao lessons``: list the lessons, and check lessons written by users."""

from pathlib import Path

import click

from lalao.cli.files import INPUT, read_whole
from lalao.cli.speaking import SpeakingCommand, SubcommandGroup, as_json, print_json, speaks
from lalao.cli.terminal import tell, tell_cells
from lalao.locale import Translator
from lalao.teach.lesson_checks import check_lesson
from lalao.teach.lessons import as_dict, lessons, read_lesson


@click.group("lessons", cls=SubcommandGroup, help="List the lessons, or check one that you have written.")
@speaks
def command() -> None:
    """Group the commands for lessons."""


@command.command("list", cls=SpeakingCommand, help="List the lessons in the order in which they are learned.")
@as_json
@speaks
@click.pass_obj
def list_command(words: Translator, json_wanted: bool) -> None:
    told = [as_dict(one, words.language) for one in lessons()]
    if json_wanted:
        print_json(told)
        return
    for one in told:
        tell_cells(one["id"], one["game"], str(one["steps"]), one["title"])


@command.command(
    "check",
    cls=SpeakingCommand,
    help="Check lessons: every position and move by the rules, every answer by the solvers.",
)
@click.argument("names", metavar="FILE...", type=INPUT, nargs=-1, required=True)
@speaks
@click.pass_obj
def check_command(words: Translator, names: tuple[str, ...]) -> None:
    for name in names:
        one = read_lesson(read_whole(name), Path(name).name)
        check_lesson(one, Path(name).name)
        count = len(one.steps)
        tell(words("{file}: {count} step, all right", "{file}: {count} steps, all right", file=name, count=count))
