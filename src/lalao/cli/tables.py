"""``lalao tables``: build, check and probe the endgame tables of Fanorona."""

import os
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from lalao.board.orbits import Slice
from lalao.cli.games import find_position
from lalao.cli.solve import print_answer
from lalao.cli.speaking import (
    SpeakingCommand,
    SubcommandGroup,
    as_json,
    lalao_command,
    of_folder,
    print_json,
    read_folder,
    read_number,
    speaks,
)
from lalao.cli.terminal import on_stderr, tell, tell_table
from lalao.errors import FileError, NotationError, Phrase, TooLargeError
from lalao.games.fanorona import Fanorona
from lalao.games.registry import game
from lalao.locale import Translator, later
from lalao.solve.fanorona import answer_from
from lalao.tables import has_tables
from lalao.tables.probe import Tables, default_folder, tables

if TYPE_CHECKING:
    from lalao.tables.build import Progress, Workers

F = TypeVar("F", bound=Callable[..., Any])
MEGABYTE = 1 << 20
HEADS = (
    later("slice"),
    later("positions"),
    later("wins"),
    later("draws"),
    later("losses"),
    later("longest"),
    later("bytes"),
)


@lalao_command("tables", SubcommandGroup)
@speaks
def command() -> None:
    """Group the commands for endgame tables."""


@command.command(
    "build", cls=SpeakingCommand, help="Build the tables up to this many pieces; an interrupted build resumes."
)
@click.argument("name", metavar="GAME")
@click.option("--pieces", "pieces_text", metavar="N", help="The most pieces on the board, of both sides together.")
@click.option("--slice", "slice_text", metavar="4v1", help="Only this slice and those that it leads to.")
@click.option("--jobs", "jobs_text", metavar="N", help="Chunks to work on at a time (default: one per core).")
@click.option("--scheduler", metavar="ADDRESS", help="A Dask scheduler, or local:2 for two workers here.")
@of_folder
@speaks
@click.pass_obj
def build(
    words: Translator,
    name: str,
    pieces_text: str | None,
    slice_text: str | None,
    jobs_text: str | None,
    scheduler: str | None,
    folder: str | None,
) -> None:
    """Build tables, with a progress bar if stderr is a terminal."""
    chosen = fanorona(name)
    if (pieces_text is None) == (slice_text is None):
        raise NotationError("say how many: --pieces 5, or one slice: --slice 4v1")
    only = None if slice_text is None else read_slice(slice_text, chosen.pieces)
    pieces = sum(only) if only else read_number(pieces_text or "", 2, 2 * chosen.pieces)
    jobs = os.cpu_count() or 1 if jobs_text is None else read_number(jobs_text, 1, 1024)
    if jobs_text is not None and scheduler is not None:
        raise NotationError("choose --jobs or --scheduler: the workers are the scheduler's")
    target = folder_of(folder)
    from lalao.tables.build import Build, estimate
    from lalao.tables.chunks import Work

    needed = estimate(Work.of(chosen, pieces, only))
    click.echo(
        words(
            "{places} places; at most {memory} MB of memory, {disk} MB on disk and {work} MB while it works; "
            "about {minutes} min with {jobs} at a time",
            places=f"{needed.places:,}",
            memory=needed.memory // MEGABYTE,
            disk=needed.disk // MEGABYTE,
            work=needed.work // MEGABYTE,
            minutes=max(needed.minutes(jobs), 1),
            jobs=jobs,
        ),
        err=True,
    )
    with closing(workers(scheduler, jobs)) as those, progress_bar(words) as report:
        written = Build(chosen, pieces, target, those, only).run(report)
    for path in written:
        click.echo(str(path))
    if not written:
        click.echo(words("the tables are there already: {folder}", folder=str(target)))


def read_slice(text: str, most: int) -> Slice:
    """Read a slice, for example ``4v1``, with 1 to `most` pieces a side.

    Raises NotationError.
    """
    own, _, enemy = text.partition("v")
    try:
        return read_number(own, 1, most), read_number(enemy, 1, most)
    except NotationError:
        raise NotationError(
            "'{text}' is not a slice: write 4v1, with at most {most} pieces a side", text=text, most=most
        ) from None


def workers(scheduler: str | None, jobs: int) -> "Workers":
    """Return the workers for the chunks: threads, or those of a Dask scheduler if there is one."""
    if scheduler is None:
        from lalao.tables.build import Threads

        return Threads(jobs)
    from lalao.research.cluster import DaskWorkers

    return DaskWorkers(scheduler)


@contextmanager
def progress_bar(words: Translator) -> "Iterator[Callable[[Progress], None]]":
    """Provide the function that shows the progress of a build on stderr, if it is a terminal.

    The bar shows the slice and its plies, the share done, positions per second, and the time left.
    """
    from rich import progress
    from rich.console import Console

    console = Console(stderr=True)
    columns = (
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.TaskProgressColumn(),
        progress.TextColumn("{task.fields[rate]}"),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("", total=None, rate="")

        def report(now: "Progress") -> None:
            elapsed = bar.tasks[0].elapsed or 1
            rate = words("{rate} positions/s", rate=f"{now.done / max(elapsed, 0.1):,.0f}")
            label = f"{now.slice[0]}v{now.slice[1]}"
            if now.plies is not None:
                label += " " + words("(in {count} ply)", "(in {count} plies)", count=now.plies)
            bar.update(task, completed=now.done, total=now.total, description=label, rate=rate)

        yield report


@command.command("verify", cls=SpeakingCommand, help="Check the checksums, and every value against its moves'.")
@click.argument("name", metavar="GAME")
@click.option("--sample", "percent", metavar="N", help="Check N of 100 values (default: all).")
@click.option("--jobs", "jobs_text", metavar="N", help="Chunks to work on at a time (default: one per core).")
@of_folder
@as_json
@speaks
@click.pass_obj
def verify(
    words: Translator, name: str, percent: str | None, jobs_text: str | None, folder: str | None, json_wanted: bool
) -> None:
    """Check tables; exit with status 1 where something is wrong."""
    chosen = fanorona(name)
    share = 1.0 if percent is None else read_number(percent, 1, 100) / 100
    jobs = os.cpu_count() or 1 if jobs_text is None else read_number(jobs_text, 1, 1024)
    found = known(chosen, folder)
    from lalao.tables.check import damaged, unchecked, wrong
    from lalao.tables.unpacked import is_whole

    files = found.distinct_files()
    problems = list(damaged(files))
    checked = 0
    if files and not problems:
        total = sum(file.places for file in files)
        with click.progressbar(length=total, label=words("checking"), **on_stderr()) as bar:
            for news in wrong(chosen, found, share, jobs):
                if isinstance(news, Phrase):
                    problems.append(news)
                else:
                    checked += news
                    bar.update(news)
    problems += unchecked(found)
    if not is_whole(chosen, folder_of(folder)):
        problems.append(Phrase("the unpacked tables of {game} are damaged: unpack them again", game=chosen.id))
    frames = sum(file.frames for file in files)
    if json_wanted:
        sums = {"game": chosen.id, "files": len(files), "frames": frames, "checked": checked}
        print_json(sums | {"problems": [words.say(problem) for problem in problems]})
    else:
        tell_check(words, problems, len(files), frames, checked)
    if problems:
        click.get_current_context().exit(1)


def tell_check(words: Translator, problems: list[Phrase], files: int, frames: int, checked: int) -> None:
    """Print the errors of the tables, and how much of them was checked."""
    for problem in problems:
        click.echo(words.say(problem))
    sums = words(
        "{files}, {frames}, {values} checked: {errors}",
        files=Phrase("{count} file", "{count} files", count=files),
        frames=Phrase("{count} frame", "{count} frames", count=frames),
        values=Phrase("{number} value", "{number} values", count=checked, number=f"{checked:,}"),
        errors=Phrase("{count} error", "{count} errors", count=len(problems)),
    )
    click.echo(sums)


@command.command("info", cls=SpeakingCommand, help="List the slices: positions, wins, draws, losses, longest, size.")
@click.argument("name", metavar="GAME")
@of_folder
@as_json
@speaks
@click.pass_obj
def info(words: Translator, name: str, folder: str | None, json_wanted: bool) -> None:
    chosen = fanorona(name)
    files = known(chosen, folder)
    rows = [
        {
            "own": head.own,
            "enemy": head.enemy,
            "positions": head.positions,
            "wins": head.wins,
            "draws": head.draws,
            "losses": head.losses,
            "longest": head.longest,
            "bytes": file.size if len(file.slices) == 1 else None,
            "file": str(file.path),
        }
        for head, file in files.heads()
    ]
    if json_wanted:
        left_out = [f"{own}v{enemy}" for own, enemy in files.left_out]
        print_json({"game": chosen.id, "pieces": files.most, "slices": rows, "left_out": left_out})
        return
    heads = [words(head) for head in HEADS]
    told = [
        [f"{row['own']}v{row['enemy']}", *("" if row[key] is None else f"{row[key]:,}" for key in list(row)[2:8])]
        for row in rows
    ]
    tell_table(heads, told, ["".join(f"{cell:>15}" for cell in line) for line in (heads, *told)])
    for own, enemy in files.left_out:
        tell(words("{slice} is not used: slices that it leads to are missing", slice=f"{own}v{enemy}"))
    click.echo(words("complete up to {count} piece", "complete up to {count} pieces", count=files.most))


@command.command("unpack", cls=SpeakingCommand, help="Write the tables as one file that a search maps into memory.")
@click.argument("name", metavar="GAME")
@of_folder
@speaks
def unpack(name: str, folder: str | None) -> None:
    from lalao.tables import unpacked

    chosen = fanorona(name)
    click.echo(str(unpacked.unpack(chosen, known(chosen, folder), folder_of(folder))))


@command.command("probe", cls=SpeakingCommand, help="Probe the tables for a position and each of its moves.")
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="POSITION")
@of_folder
@as_json
@speaks
@click.pass_obj
def probe(words: Translator, name: str, text: str, folder: str | None, json_wanted: bool) -> None:
    chosen = fanorona(name)
    position: Any = find_position(name, text)
    print_answer(answer_from(known(chosen, folder), position), words, json_wanted)


def fanorona(name: str) -> Fanorona:
    """Return the game with this id, which must be one with endgame tables.

    Raises UnknownGameError, or TooLargeError where the game has no tables.
    """
    chosen: Any = game(name)
    if not has_tables(chosen):
        raise TooLargeError("{game} has no endgame tables: they are for Fanorona without huffing", game=chosen.id)
    tabled: Fanorona = chosen
    return tabled


def folder_of(text: str | None) -> Path:
    """Return the folder of the tables, by default the user's.

    Raises NotationError or FileError.
    """
    return default_folder() if text is None else read_folder(text)


def known(chosen: Fanorona, text: str | None) -> Tables:
    """Return the tables of a game, those in a folder and the shipped ones.

    Raises FileError where there are none, or one is damaged.
    """
    folder = folder_of(text)
    endgames = tables(chosen, folder)
    if not endgames.files and not endgames.left_out:
        raise FileError(
            "there are no tables of {game} in '{folder}': build them with lalao tables build",
            game=chosen.id,
            folder=str(folder),
        )
    return endgames
