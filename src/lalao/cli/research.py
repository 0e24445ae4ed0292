"""``lalao results`` and ``atlas``: results as data, and tables of all rows up to a size."""

import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lalao.cli.files import OUTPUT, STANDARD, refusal, write_whole
from lalao.cli.speaking import (
    SpeakingCommand,
    SubcommandGroup,
    as_json,
    headed,
    lalao_command,
    print_json,
    read_number,
    speaks,
)
from lalao.cli.terminal import on_stderr, tell, tell_cells
from lalao.errors import NotationError, Phrase
from lalao.games.game import Game
from lalao.games.registry import game
from lalao.games.ruleset import Ruleset
from lalao.locale import Translator, later
from lalao.provenance import provenance
from lalao.research.atlas import UNKNOWN_CLASS, Atlas, Positions, states_from
from lalao.research.fafy_atlas import MOST_PITS, MOST_SEEDS, RowFamily, family

if TYPE_CHECKING:
    from lalao.research.results import Result

SURE = {"proved": later("proved"), "computed": later("computed"), "checked": later("only checked")}
F = TypeVar("F", bound=Callable[..., Any])


def quick_alone(command: F) -> F:
    """Add the option ``--quick`` to a command."""
    return click.option("--quick", is_flag=True, help="Only those that take at most a few seconds each.")(command)


@lalao_command("results", SubcommandGroup)
@speaks
def results_command() -> None:
    """Group the commands for results."""


@results_command.command(
    "list", cls=SpeakingCommand, help="List the results: name, how sure it is, seconds, what it says."
)
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


@results_command.command(
    "check", cls=SpeakingCommand, help="Compute results again, and say which differ from what is stated."
)
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
    """Show the running computation on stderr, if it is a terminal."""
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


MOST_LISTED = 20
NIMBER, OUTCOME = later("nimber"), later("outcome")


class AtlasCommand(SpeakingCommand):
    """A command that still accepts a file after ``--json``, as before that option became the same in all commands."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read ``--json FILE`` as the hidden ``--json-file``; a file is told from a game's id by a dot or a slash."""
        for place, (option, word) in enumerate(pairwise([*args, ""])):
            if option.startswith("--json=") or (
                option == "--json" and (word == STANDARD or "." in word or "/" in word)
            ):
                args[place] = option.replace("--json", "--json-file")
        return super().parse_args(ctx, args)


@lalao_command("atlas", AtlasCommand)
@click.argument("name", metavar="GAME")
@click.option(
    "--start",
    "starts",
    metavar="BOARD",
    multiple=True,
    help="Of a game of your own: tabulate what play leads to from this board.",
)
@click.option("--pits", "pits_text", metavar="N", help="The most pits in a row.")
@click.option("--per-pit", "per_pit_text", metavar="K", help="The most seeds in a pit.")
@click.option("--seeds", "seeds_text", metavar="K", hidden=True)
@click.option(
    "--csv",
    "csv_file",
    metavar="FILE",
    type=OUTPUT,
    help="Write one line a row to this file; - is the standard output.",
)
@click.option("--json-file", metavar="FILE", type=OUTPUT, hidden=True)
@as_json
@speaks
@click.pass_obj
def atlas_command(
    words: Translator,
    name: str,
    starts: tuple[str, ...],
    pits_text: str | None,
    per_pit_text: str | None,
    seeds_text: str | None,
    csv_file: str | None,
    json_file: str | None,
    json_wanted: bool,
) -> None:
    """Tabulate positions, write the files, print the summary unless something else takes the standard output.

    Elsewhere ``--seeds`` is the number of seeds in all; here it is the old name of ``--per-pit``, kept for scripts.
    """
    json_file = STANDARD if json_wanted else json_file
    check_files(csv_file, json_file)
    atlas = tabulate(positions(game(name), starts, pits_text, per_pit_text or seeds_text), words("solving"))
    if csv_file:
        write_whole(csv_file, f"# {json.dumps(provenance())}\n{atlas.as_csv()}")
    if json_file:
        write_whole(json_file, json.dumps(headed(atlas.as_dict()), ensure_ascii=False, indent=2) + "\n")
    if STANDARD not in (csv_file, json_file):
        summarise(atlas, words)


def positions(chosen: Game, starts: tuple[str, ...], pits_text: str | None, per_pit_text: str | None) -> Positions:
    """Return the positions of an atlas: the rows of a game up to a size, or the positions reached in a ruleset.

    Raises NotationError where an option is missing, or belongs to the other kind of game.
    """
    if isinstance(chosen, Ruleset):
        if pits_text or per_pit_text:
            raise NotationError("{game} has no rows: leave out --pits and --per-pit", game=chosen.id)
        return states_from(chosen, starts or None)
    if starts:
        raise NotationError("--start is for a game of your own: of {game} give --pits and --per-pit", game=chosen.id)
    most = number("--per-pit", per_pit_text, MOST_SEEDS)
    return family(chosen, number("--pits", pits_text, MOST_PITS), most)


def number(option: str, text: str | None, most: int) -> int:
    """Read the number of a required option, from 1 to `most`.

    Raises NotationError where it is missing or out of range.
    """
    if text is None:
        raise NotationError("{name} is missing: see {command} --help", name=option, command="lalao atlas")
    return read_number(text, 1, most)


def check_files(csv_file: str | None, json_file: str | None) -> None:
    """Check the names of the output files before the long work begins.

    Raises NotationError or FileError.
    """
    for option, file in (("--csv", csv_file), ("--json", json_file)):
        if file is not None and (not file or file.startswith("--")):
            raise NotationError("{option} needs a file name", option=option)
        if file is not None and file != STANDARD:
            check_folder(file)
    if csv_file is not None and csv_file == json_file:
        raise NotationError("'{file}' cannot be both --csv and --json", file=csv_file)


def check_folder(file: str) -> None:
    """Check that the folder of a file exists.

    Raises FileError where it does not.
    """
    try:
        Path(file).resolve().parent.stat()
    except (OSError, ValueError) as error:
        raise refusal(file, error, written=True) from None


def tabulate(rows: Positions, label: str) -> Atlas:
    """Solve the positions of an atlas, with a progress bar if stderr is a terminal."""
    with click.progressbar(rows.entries(), rows.size, label=label, **on_stderr()) as bar:
        return Atlas(rows, tuple(bar))


def described(family: Positions) -> Phrase:
    """Say which positions these are, and how many."""
    if isinstance(family, RowFamily):
        rows = Phrase("{count} row", "{count} rows", count=family.size)
        pits = Phrase("at most {count} pit", "at most {count} pits", count=family.pits)
        seeds = Phrase("at most {count} seed a pit", "at most {count} seeds a pit", count=family.seeds)
        return Phrase("{rows} of {pits}, {seeds}", rows=rows, pits=pits, seeds=seeds)
    start = ", ".join(family.settings["starts"])
    return Phrase(
        "{count} position that play leads to from {start}",
        "{count} positions that play leads to from {start}",
        count=family.size,
        start=start,
    )


def summarise(atlas: Atlas, words: Translator) -> None:
    """Print the counts, the shortest positions, and the first that the player who starts loses."""
    counts, records, lost = atlas.counts(), atlas.records(), atlas.p_positions()
    click.echo(words.say(atlas.family.game.title))
    tell(words.say(described(atlas.family)))
    held = words("rows") if isinstance(atlas.family, RowFamily) else words("positions")
    heads = [words(NIMBER if atlas.family.by_nimber else OUTCOME), held, words("shortest")]
    widths = [max(len(heads[0]), 7), max(len(heads[1]), len(str(len(atlas.entries))))]
    click.echo(f"{heads[0]:<{widths[0]}}  {heads[1]:>{widths[1]}}  {heads[2]}")
    for name, count in counts.items():
        title = words("unknown") if name == UNKNOWN_CLASS else name
        click.echo(f"{title:<{widths[0]}}  {count:>{widths[1]}}  {records.get(name, '')}".rstrip())
    listed = "  ".join(lost[:MOST_LISTED]) + (" …" if len(lost) > MOST_LISTED else "")
    tell(
        words("{count} P-position (who starts loses)", "{count} P-positions (who starts loses)", count=len(lost))
        + (f": {listed}" if lost else "")
    )
