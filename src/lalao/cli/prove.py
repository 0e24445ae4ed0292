"""``lalao prove``: prove whether a side can force a win in Fanorona, and write a certificate of it."""

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from lalao.cli.charts import Trace, draw, plot_file
from lalao.cli.files import FOLDER, KEPT, OUTPUT, STANDARD, aside, check_one_output, write_bytes
from lalao.cli.games import find_position
from lalao.cli.solve import tell
from lalao.cli.speaking import SpeakingCommand, headed, lalao_command, of_folder, read_folder, read_number, speaks
from lalao.cli.tables import progress_bar
from lalao.cli.terminal import tell as tell_line
from lalao.errors import NotationError, Phrase, TooLargeError
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.locale import Translator, later
from lalao.solve.fanorona import provable
from lalao.values import Side

if TYPE_CHECKING:
    from lalao.research.proof import Progress, ProvingTables, Statement, Watch
    from lalao.solve.certificate import Certificate

GIGABYTE = 1_000_000_000
MOST_MEMORY = 4_096
MOST_JOBS = 1_024
SECONDS_BETWEEN_LINES = 1.0
GOALS = ("win", "no-loss")
SAID = {
    True: later("{side} can force a win"),
    False: later("{side} cannot force a win"),
    None: later("{side}: unknown; try more expansions, memory or pieces"),
}
ALONE = Phrase(
    "can {side} win? {number} expansion, {rate}/s, root {proof}/{disproof}, table {filled} %",
    "can {side} win? {number} expansions, {rate}/s, root {proof}/{disproof}, table {filled} %",
)
BY_JOBS = Phrase(
    "can {side} win? {number} expansion, {rate}/s, root {proof}/{disproof}, {answered} answered",
    "can {side} win? {number} expansions, {rate}/s, root {proof}/{disproof}, {answered} answered",
)
"""The progress line of a single search, and that of searches by jobs."""


@lalao_command("prove", SpeakingCommand)
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="[POSITION]", required=False)
@click.option(
    "--goal",
    metavar="win|no-loss",
    help="Ask only whether the side to move can force a win, or else avoid a loss (default: both).",
)
@click.option(
    "--pieces",
    "pieces_text",
    metavar="N",
    help="Use the tables of up to this many pieces, built first where missing (default: those that exist or take "
    "seconds).",
)
@click.option("--memory", "memory_text", metavar="GB", help="Memory for the search, in GB (default: 1).")
@click.option("--expansions", "most_text", metavar="N", help="Give up on a question after N positions.")
@click.option(
    "--work",
    "work_folder",
    metavar="DIR",
    type=FOLDER,
    help="Save the search in this folder, so that it can be resumed.",
)
@click.option(
    "--jobs",
    "jobs_text",
    metavar="N",
    help="Search with N processes, which share the memory.",
)
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler whose workers search, or local:2 for two here.")
@click.option(
    "--certificate", "file", metavar="FILE", type=OUTPUT, help="Write the certificate to this file, for lalao verify."
)
@click.option(
    "--plot", "picture", metavar="FILE", type=KEPT, help="Draw how the search went: an SVG, PNG or PDF, by its suffix."
)
@of_folder
@click.option("--json", "json_wanted", is_flag=True, help="Print progress as JSON lines, with the result last.")
@speaks
@click.pass_obj
def command(
    words: Translator,
    name: str,
    text: str | None,
    goal: str | None,
    pieces_text: str | None,
    memory_text: str | None,
    most_text: str | None,
    work_folder: str | None,
    jobs_text: str | None,
    scheduler: str | None,
    file: str | None,
    picture: str | None,
    folder: str | None,
    json_wanted: bool,
) -> None:
    position = provable(find_position(name, text))
    attackers = sides_of(position, goal)
    memory = 1 if memory_text is None else read_number(memory_text, 1, MOST_MEMORY)
    most = None if most_text is None else read_number(most_text, 1, 10**18)
    check_one_output(file, json_wanted)
    files = certificate_files(file, attackers)
    drawn = None if picture is None else plot_file(picture)
    where = None if folder is None else read_folder(folder)
    pieces = None if pieces_text is None else read_number(pieces_text, 2, 2 * position.game.pieces)
    jobs = None if jobs_text is None else read_number(jobs_text, 1, MOST_JOBS)
    if jobs is not None and scheduler is not None:
        raise NotationError("choose --jobs or --scheduler: the workers are the scheduler's")
    known = tables_for(position.game, pieces, where, words)
    check_memory(memory)
    work = None if work_folder is None else Path(work_folder)
    statements, traces, kept = [], [], []
    try:
        for attacker in attackers:
            traces.append(trace := Trace())
            with watching(words, json_wanted) as watch:
                told = both(trace, watch)
                asked = Asked(position, attacker, known, where, memory * GIGABYTE, most, attacker in files, work, told)
                statement, forget = alone(asked) if not (jobs or scheduler) else by_jobs(asked, jobs or 1, scheduler)
            if statement.wins is not None:
                kept.append(forget)
            if statement.certificate is not None:
                put(statement.certificate, files[attacker])
            statements.append(statement)
            if not json_wanted:
                with aside(file):
                    tell_statement(statement, files.get(attacker), words)
            if statement.wins:
                break
    finally:
        if drawn is not None and traces:
            draw(traces, drawn, f"{position.game.id}, {replace(position, quiet=0)}", words)
    with aside(file):
        tell_value(position, statements, words, json_wanted)
    for forget in kept:
        forget()


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, its limits, and whom to tell: `memory` is in bytes, `most` limits the expansions."""

    position: FanoronaPosition
    attacker: Side
    known: "ProvingTables"
    folder: Path | None
    memory: int
    most: int | None
    certified: bool
    work: Path | None
    watch: "Watch"


def alone(asked: Asked) -> "tuple[Statement, Callable[[], None]]":
    """Answer a question by one search; return the answer, and a function that forgets the work."""
    from lalao.research.proof import Proof

    proof = Proof(asked.position, asked.attacker, asked.known, asked.memory, asked.most, asked.watch, asked.work)
    return proof.run(asked.certified), proof.work.forget if proof.work else lambda: None


def by_jobs(asked: Asked, jobs: int, scheduler: str | None) -> "tuple[Statement, Callable[[], None]]":
    """Answer a question as `alone` does, by many searches, in processes here or by the workers of a scheduler."""
    from lalao.research.proof_jobs import ProofByJobs, Question, workers

    game, attacker = asked.position.game.id, str(asked.attacker)
    folder = None if asked.folder is None else str(asked.folder.absolute())
    with workers(jobs, scheduler) as (executor, number), TemporaryDirectory() as scratch:
        question = Question(game, attacker, asked.known.pieces, folder, asked.memory // number(), asked.certified)
        proof = ProofByJobs(asked.position, question, asked.known, asked.work or Path(scratch), asked.watch)
        return proof.run(executor, number, asked.most), proof.journal.forget


def both(one: "Watch", other: "Watch") -> "Watch":
    """Return a watch that tells both of these."""

    def watch(now: "Progress") -> None:
        one(now)
        other(now)

    return watch


def sides_of(position: FanoronaPosition, goal: str | None) -> list[Side]:
    """Return the sides of which it is asked whether they can force a win, in the order of the questions.

    Raises NotationError where the goal is unknown.
    """
    sides = [position.to_move, position.to_move.other]
    if goal is None:
        return sides
    if goal not in GOALS:
        raise NotationError("'{text}' is not a goal: write win or no-loss", text=goal)
    return [sides[GOALS.index(goal)]]


def certificate_files(file: str | None, attackers: list[Side]) -> dict[Side, Path]:
    """Return the file for each certificate; with two questions the letter of the side goes before the suffix.

    Raises NotationError.
    """
    if file is None:
        return {}
    if not file or file.startswith("--"):
        raise NotationError("{option} needs a file name", option="--certificate")
    path = Path(file)
    if len(attackers) == 1:
        return {attackers[0]: path}
    if file == STANDARD:
        raise NotationError("'{file}' holds one certificate: choose --goal win or no-loss", file=file)
    return {side: path.with_name(f"{path.stem}-{side}{path.suffix}") for side in attackers}


def put(certificate: "Certificate", file: Path) -> None:
    """Write a certificate to a file, or to the standard output for ``-``; raises FileError."""
    if str(file) == STANDARD:
        write_bytes(STANDARD, certificate.content())
    else:
        certificate.write(file)


def tables_for(game: Fanorona, pieces: int | None, folder: Path | None, words: Translator) -> "ProvingTables":
    """Find or build the tables of up to `pieces` pieces, with a progress bar if stderr is a terminal.

    Raises TooLargeError or FileError.
    """
    from lalao.research.proof import ProvingTables

    if not sys.stderr.isatty():
        return ProvingTables(game, pieces, folder, lambda _: None)
    with progress_bar(words) as report:
        return ProvingTables(game, pieces, folder, report)


def check_memory(gigabytes: int) -> None:
    """Check that this many gigabytes of memory are free.

    Raises TooLargeError where it is not.
    """
    from lalao.processes import memory_left

    free = memory_left() // GIGABYTE
    if gigabytes > free:
        raise TooLargeError("--memory {need} needs {need} GB, but only {free} GB are free", need=gigabytes, free=free)


@contextmanager
def watching(words: Translator, json_wanted: bool) -> "Iterator[Watch]":
    """Provide the function that reports the progress of a search: as JSON lines, or on stderr if it is a terminal."""
    if json_wanted:
        yield JsonLines()
        return
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich import progress
    from rich.console import Console

    console = Console(stderr=True)
    columns = (progress.SpinnerColumn(), progress.TextColumn("{task.description}"), progress.TimeElapsedColumn())
    with progress.Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=None)

        def report(now: "Progress") -> None:
            blanks = {
                "side": now.attacker,
                "count": now.expansions,
                "number": f"{now.expansions:,}",
                "rate": f"{now.expansions / max(now.seconds, 0.001):,.0f}",
                "proof": now.proof,
                "disproof": now.disproof,
                "filled": round(100 * now.filled),
                "answered": now.answered,
            }
            bar.update(task, description=words.say((BY_JOBS if now.jobs else ALONE).filled(**blanks)))

        yield report


class JsonLines:
    """Prints the progress of a search, at most one line of JSON per second."""

    def __init__(self) -> None:
        """Start the clock; the first line comes after a second."""
        self.last = monotonic()

    def __call__(self, now: "Progress") -> None:
        """Print a line, unless the last one is less than `SECONDS_BETWEEN_LINES` ago."""
        if monotonic() - self.last < SECONDS_BETWEEN_LINES:
            return
        self.last = monotonic()
        told = {
            "attacker": str(now.attacker),
            "expansions": now.expansions,
            "seconds": round(now.seconds, 2),
            "proof_number": now.proof,
            "disproof_number": now.disproof,
        } | ({"jobs": now.jobs, "answered": now.answered} if now.jobs else {"filled": round(now.filled, 4)})
        click.echo(json.dumps(told))
        sys.stdout.flush()


def tell_statement(statement: "Statement", file: Path | None, words: Translator) -> None:
    """Print the answer to one question, its cost, and where its certificate is."""
    tell_line(words(SAID[statement.wins], side=statement.attacker))
    tell_line(
        words(
            "{number} expansion in {seconds} s",
            "{number} expansions in {seconds} s",
            count=statement.expansions,
            number=f"{statement.expansions:,}",
            seconds=f"{statement.seconds:.2f}",
        )
    )
    if statement.certificate is not None:
        tell_line(words("certificate: {file}, SHA-256 {hash}", file=str(file), hash=statement.certificate.sha256))


def tell_value(position: FanoronaPosition, statements: "list[Statement]", words: Translator, json_wanted: bool) -> None:
    """Print the value of the position that follows from the statements, or everything as JSON."""
    from lalao.research.proof import value_of

    value = value_of(position, statements)
    position = replace(position, quiet=0)
    if json_wanted:
        document: dict[str, Any] = {
            "game": position.game.id,
            "position": str(position),
            "to_move": str(position.to_move),
            "value": value.name,
            "plies": value.plies,
            "statements": [one.as_dict() for one in statements],
        }
        click.echo(json.dumps(headed(document), ensure_ascii=False))
        return
    click.echo(str(position))
    tell_line(words("{side} to move: {value}", side=position.to_move, value=tell(value, None, words)))
