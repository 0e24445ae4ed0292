"""``lalao explain``, ``lessons``, ``referee`` and ``progress``: commands for teaching."""

from functools import cache
from pathlib import Path

import click

from lalao.cli.files import INPUT, OUTPUT, STANDARD, check_one_output, read_whole, write_bytes
from lalao.cli.games import find_position
from lalao.cli.records import records_in
from lalao.cli.speaking import SpeakingCommand, SubcommandGroup, as_json, lalao_command, print_json, speaks
from lalao.cli.terminal import on_stderr, tell, tell_cells
from lalao.errors import NotationError
from lalao.games.registry import game
from lalao.locale import Translator, as_csv
from lalao.locale.events import narrate
from lalao.record import Record
from lalao.teach import Tally, by_pupil, by_week, of_class, progress_view
from lalao.teach.explaining import explain
from lalao.teach.lesson_checks import check_lesson
from lalao.teach.lessons import as_dict, lessons, read_lesson
from lalao.teach.progress import Exact, Judge
from lalao.teach.worths import read_level
from lalao.tournament.referee import check


@lalao_command("explain", SpeakingCommand)
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


@lalao_command("lessons", SubcommandGroup)
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


@lalao_command("referee", SpeakingCommand)
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


BARS = "▁▂▃▄▅▆▇█"
NOTHING = "·"


@lalao_command("progress", SpeakingCommand)
@click.argument("files", metavar="FILE...", type=INPUT, nargs=-1)
@click.option(
    "--csv", "csv_file", metavar="FILE", type=OUTPUT, help="Write a line for each pupil and week to this file."
)
@as_json
@speaks
@click.pass_obj
def progress_command(words: Translator, files: tuple[str, ...], csv_file: str | None, json_wanted: bool) -> None:
    check_one_output(csv_file, json_wanted)
    if not files:
        raise NotationError("FILE is missing: name files with records")
    records = [record for name in files for record in records_in(name)]
    judge = cache(Exact())
    with click.progressbar(records, label=words("Solving"), **on_stderr()) as bar:
        for record in bar:
            by_pupil([record], judge)
    if csv_file is not None:
        write_bytes(csv_file, as_csv(table(records, judge, words), words))
    if json_wanted:
        print_json(progress_view(records, judge))
    elif csv_file != STANDARD:
        show(records, judge, words)


def table(records: list[Record], judge: Judge, words: Translator) -> list[list[object]]:
    """Return the counts of each pupil in each week as the rows of a table, with headings."""
    heads = (words("Pupil"), words("Week"), words("Games"), words("Won"), words("Drawn"), words("Moves"))
    more = (words("Won positions"), words("Given away"), words("Longest sowing by hand"), words("Misses by hand"))
    rows: list[list[object]] = [[*heads, *more]]
    for name, weeks in by_week(records, judge).items():
        for week, one in weeks.items():
            played = (one.games, one.won, one.drawn, one.moves)
            rows.append([name, week, *played, one.judged, one.thrown, one.longest, one.misses])
    return rows


def show(records: list[Record], judge: Judge, words: Translator) -> None:
    """Print a table with the counts of each pupil and of the class, and a bar for each week."""
    from rich.console import Console
    from rich.table import Table

    counted, weeks = by_pupil(records, judge), by_week(records, judge)
    if not counted:
        click.echo(words("No pupil is named in these records."))
        return
    every = sorted({week for own in weeks.values() for week in own})
    longest = max(tally.longest for tally in counted.values())
    listed = Table(box=None, pad_edge=False, header_style="bold")
    listed.add_column(words("Pupil"))
    for head in (words("Games"), words("Won"), words("Given away"), words("By hand")):
        listed.add_column(head, justify="right", no_wrap=True)
    for name, tally in sorted(counted.items(), key=lambda pupil: pupil[0].casefold()):
        listed.add_row(name, *cells(tally, [weeks.get(name, {}).get(week, Tally()) for week in every], longest))
    together = [of_class({name: own.get(week, Tally()) for name, own in weeks.items()}) for week in every]
    listed.add_section()
    listed.add_row(words("The class"), *cells(of_class(counted), together, longest), style="bold")
    Console(highlight=False).print(listed)
    click.echo()
    if every:
        click.echo(words("Bars: a week each, from {first} to {last}.", first=every[0], last=every[-1]))
    click.echo(words("Won: games. Given away: moves that lost a won position, of those that could have done so."))
    click.echo(words("By hand: the seeds of the longest sowing done without a miss, and the misses in all of them."))


def cells(tally: Tally, weeks: list[Tally], longest: int) -> list[str]:
    """Return the cells of a row: totals, each with the bars of its weeks."""
    sown = bars([share(week.longest, longest if week.sown else 0) for week in weeks])
    return [
        str(tally.games),
        f"{tally.won} {bars([share(week.won, week.games) for week in weeks])}",
        f"{tally.thrown}/{tally.judged} {bars([share(week.thrown, week.judged) for week in weeks])}",
        f"{tally.longest} ({tally.misses}) {sown}",
    ]


def share(part: int, whole: int) -> float | None:
    """Return `part` as a share of `whole`, or None where `whole` is 0."""
    return part / whole if whole else None


def bars(shares: list[float | None]) -> str:
    """Draw a bar for each share from 0 to 1, a dot for None."""
    return "".join(NOTHING if each is None else BARS[round(each * (len(BARS) - 1))] for each in shares)
