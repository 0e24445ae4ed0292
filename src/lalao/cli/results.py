"""``lalao results``: list what Lalao has found, or compute it again and compare."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lalao.cli.speaking import SpeakingCommand, SubcommandGroup, as_json, print_json, speaks
from lalao.cli.terminal import tell, tell_cells
from lalao.errors import NotationError
from lalao.locale import Translator, later

if TYPE_CHECKING:
    from lalao.research.results import Result

SURE = {"proved": later("proved"), "computed": later("computed"), "checked": later("only checked")}
F = TypeVar("F", bound=Callable[..., Any])


def quick_alone(command: F) -> F:
    """Add the option ``--quick`` to a command."""
    return click.option("--quick", is_flag=True, help="Only those that take at most a few seconds each.")(command)


@click.group("results", cls=SubcommandGroup, help="List Lalao's results, or recompute and compare them.")
@speaks
def command() -> None:
    """Group the commands for results."""


@command.command("list", cls=SpeakingCommand, help="List the results: name, how sure it is, seconds, what it says.")
@click.argument("names", metavar="[NAME...]", nargs=-1)
@quick_alone
@as_json
@speaks
@click.pass_obj
def list_results(words: Translator, names: tuple[str, ...], quick: bool, json_wanted: bool) -> None:
    results = wanted(names, quick)
    if json_wanted:
        print_json([result.as_dict() for result in results])
        return
    for result in results:
        tell_cells(result.name, words(SURE[result.status]), f"{result.seconds:.2f}", words.say(result.says))


@command.command("check", cls=SpeakingCommand, help="Compute results again, and say which differ from what is stated.")
@click.argument("names", metavar="[NAME...]", nargs=-1)
@quick_alone
@as_json
@speaks
@click.pass_obj
def check(words: Translator, names: tuple[str, ...], quick: bool, json_wanted: bool) -> None:
    """Compute results again, a line each; exit with status 1 where one differs."""
    found = []
    for result in wanted(names, quick):
        found.append(checked(result, words))
        if not json_wanted:
            tell(line(found[-1], words))
    if json_wanted:
        print_json(found)
    if not all(one["same"] for one in found):
        click.get_current_context().exit(1)


def wanted(names: tuple[str, ...], quick: bool) -> "tuple[Result, ...]":
    """Return the results with these names, or all; with `quick`, only the quick ones among them.

    Raises NotationError where a name is unknown or no result is left.
    """
    from lalao.research.results import chosen

    results = chosen(names)
    kept = tuple(result for result in results if result.is_quick) if quick else results
    if not kept:
        raise NotationError("'{name}' is not quick: leave out --quick", name=results[0].name)
    return kept


def checked(result: "Result", words: Translator) -> dict[str, Any]:
    """Compute one result again and return the comparison as plain JSON; stderr shows which, if it is a terminal."""
    from lalao.research.results import digest
    from lalao.research.results.methods import compute

    begun = time.process_time()
    with watched(words.say(result.says)):
        sha256 = digest(compute(result.method, result.arguments))
    seconds = round(time.process_time() - begun, 2)
    same = sha256 == result.sha256 == digest(result.stated)
    return {"name": result.name, "same": same, "seconds": seconds, "sha256": sha256, "stated": result.sha256}


@contextmanager
def watched(label: str) -> Iterator[None]:
    """Show on stderr what is being computed, if it is a terminal."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(label):
        yield


def line(found: dict[str, Any], words: Translator) -> str:
    """Return the line that says whether a result is as stated."""
    if found["same"]:
        return words("{name}: as stated, in {seconds} s", name=found["name"], seconds=f"{found['seconds']:.2f}")
    return words(
        "{name}: DIFFERS: computed {sha256}, stated {stated}",
        name=found["name"],
        sha256=found["sha256"],
        stated=found["stated"],
    )
