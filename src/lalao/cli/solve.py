"""``lalao solve`` and ``analyse``: exact values, and the best lines as they are found."""

import json
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

import click
from rich.console import Console
from rich.live import Live
from rich.table import Table

from lalao.cli import terminal
from lalao.cli.book import tell_moves
from lalao.cli.games import find_position
from lalao.cli.speaking import (
    SpeakingCommand,
    as_json,
    lalao_command,
    of_book,
    of_folder,
    present_folder,
    print_json,
    read_number,
    read_seconds,
    speaks,
)
from lalao.engine.analysis import Info, Limits, Score, Settings
from lalao.engine.book import BookMove, read_book
from lalao.engine.options import MOST_MB, MOST_THREADS
from lalao.engine.searchers import USUAL_SECONDS, searcher
from lalao.errors import NotationError, Phrase
from lalao.games.registry import game
from lalao.locale import Translator, later
from lalao.locale.events import ended
from lalao.solve import Answer, Margin, MoveAnswer, solve
from lalao.values import Unknown, Value

MOST_FOLLOWED = 100_000_000
"""The most moves that --most may ask for."""
MARKS = {1: "✓", 0: "=", -1: "✗"}
NAMES = (later("win"), later("draw"), later("loss"))


@lalao_command("solve", SpeakingCommand)
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="[POSITION]", required=False)
@click.option("--stdin", "many", is_flag=True, help="Solve the positions of the standard input, a line each.")
@click.option("--most", "most_text", metavar="N", help="Follow at most N moves in a game without a solver of its own.")
@of_book
@of_folder
@as_json
@speaks
@click.pass_obj
def solve_command(
    words: Translator,
    name: str,
    text: str | None,
    many: bool,
    most_text: str | None,
    book_file: str | None,
    folder: str | None,
    json_wanted: bool,
) -> None:
    tables = present_folder(folder)
    most = None if most_text is None else read_number(most_text, 1, MOST_FOLLOWED)
    if not many:
        position = find_position(name, text)
        known = [] if book_file is None else read_book(Path(book_file)).moves(position)
        print_answer(solve(position, tables, most), words, json_wanted, known)
    elif book_file is not None:
        raise NotationError("'{text}': with --stdin no book is asked", text=book_file)
    elif text is not None:
        raise NotationError("'{text}': with --stdin the positions come from the standard input", text=text)
    else:
        solve_each(name, tables, most, words, json_wanted)


def solve_each(name: str, tables: Path | None, most: int | None, words: Translator, json_wanted: bool) -> None:
    """Solve each position on the standard input and print a line: the position and its value, or JSON.

    Raises NotationError at the first line that is not a position; those before it have been printed by then.
    """
    chosen = game(name)
    for number, line in enumerate(sys.stdin, 1):
        if not line.strip():
            continue
        try:
            answer = solve(chosen.position(line.strip()), tables, most)
        except NotationError as error:
            raise NotationError("line {line}: {cause}", line=number, cause=error) from None
        if json_wanted:
            click.echo(json.dumps(answer.as_dict(), ensure_ascii=False))
        else:
            terminal.tell_cells(str(answer.position), told_of(answer, words))


def print_answer(answer: Answer, words: Translator, json_wanted: bool, known: Sequence[BookMove] = ()) -> None:
    """Print an answer, and the moves of a book if there are any, as text or as JSON."""
    if json_wanted:
        print_json(answer.as_dict() | ({"book": [each.as_dict() for each in known]} if known else {}))
        return
    click.echo(str(answer.position))
    terminal.tell(words("{side} to move: {value}", side=answer.position.to_move, value=told_of(answer, words)))
    for line in details(answer):
        terminal.tell(words.say(line))
    for move in answer.moves:
        sentence = tell(move.value, move.margin, words)
        terminal.tell_cells(str(move.move), sentence, str(move.position), *gain(move, words))
    if known:
        tell_moves(known, words)


def told_of(answer: Answer, words: Translator) -> str:
    """Return the value of a position as text, with a bound on the plies where there is one."""
    sentence = tell(answer.value, answer.margin, words)
    if answer.at_most is None:
        return sentence
    return f"{sentence} {words('(in at most {count} ply)', '(in at most {count} plies)', count=answer.at_most)}"


def tell(value: Value | Unknown, margin: Margin | None, words: Translator) -> str:
    """Return a value as text, with its plies or its margin."""
    if isinstance(value, Unknown):
        return f"? {words('unknown')}"
    sentence = f"{MARKS[value.sign]} {words(value.name)}"
    if margin is not None:
        lead = {"half": f"{margin.half:+d}", "tibong": f"{margin.tibong:+d}"}
        return f"{sentence} {words('({half} in the halves, {tibong} in the tibongs)', **lead)}"
    return (
        sentence
        if value.plies is None
        else f"{sentence} {words('(in {count} ply)', '(in {count} plies)', count=value.plies)}"
    )


def gain(move: MoveAnswer, words: Translator) -> list[str]:
    """Return the incentive of a move as a cell, or no cell where it is not known."""
    if move.incentive is None:
        return []
    if move.best_incentive:
        return [words("best incentive {form}", form=move.incentive)]
    return [words("incentive {form}", form=move.incentive)]


def details(answer: Answer) -> list[Phrase]:
    """List the other values of a position: nimber, canonical form, outcome class, blocks, best line."""
    lines, values = [], answer.values
    if values.nimber is not None:
        lines.append(Phrase("nimber: {nimber}", nimber=values.nimber))
    if values.canonical_form is not None:
        lines.append(Phrase("canonical form: {form}", form=values.canonical_form))
        lines.append(Phrase("mean {mean}, temperature {temperature}", mean=values.mean, temperature=values.temperature))
    if values.outcome_class is not None:
        lines.append(CLASSES[values.outcome_class])
    for block in answer.blocks or ():
        lines.append(Phrase("block {row}: {form}", row=block.row, form=block.canonical_form or Phrase("unknown")))
    if answer.line:
        lines.append(Phrase("best play: {moves}", moves=" ".join(map(str, answer.line))))
    if answer.remark:
        lines.append(answer.remark)
    return lines


CLASSES = {
    "L": Phrase("South wins, whoever starts (L)"),
    "R": Phrase("North wins, whoever starts (R)"),
    "N": Phrase("who starts wins (N)"),
    "P": Phrase("who starts loses (P)"),
}


MOST_SECONDS = 1_000_000
MOST_LINES = 500
MOST_DEPTH = 1_000
MOST_NODES = 10**15


@lalao_command("analyse", SpeakingCommand)
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="[POSITION]", required=False)
@click.option("--time", "time_text", metavar="S", help="Seconds to search, 1 unless there is another limit.")
@click.option("--lines", "lines_text", metavar="N", default="1", help="How many lines to show.")
@click.option("--depth", "depth_text", metavar="D", help="Plies to look ahead at most.")
@click.option("--nodes", "nodes_text", metavar="N", help="Positions to look at, at most.")
@click.option("--threads", "threads_text", metavar="N", default="1", help="Threads that search (Fanorona).")
@click.option(
    "--hash", "hash_text", metavar="MB", default="64", help="Size of the transposition table in MB (Fanorona)."
)
@click.option("--book", is_flag=True, help="Let the best move come from the opening book (Fanorona).")
@of_book
@of_folder
@as_json
@speaks
@click.pass_obj
def analyse_command(
    words: Translator,
    name: str,
    text: str | None,
    time_text: str | None,
    lines_text: str,
    depth_text: str | None,
    nodes_text: str | None,
    threads_text: str,
    hash_text: str,
    book: bool,
    book_file: str | None,
    folder: str | None,
    json_wanted: bool,
) -> None:
    """Search a position; Ctrl-C ends the search with what it has found."""
    position = find_position(name, text)
    lines = read_number(lines_text, 1, MOST_LINES)
    depth = None if depth_text is None else read_number(depth_text, 1, MOST_DEPTH)
    nodes = None if nodes_text is None else read_number(nodes_text, 1, MOST_NODES)
    seconds = read_seconds(time_text, MOST_SECONDS) if time_text else None if depth or nodes else USUAL_SECONDS
    threads, megabytes = read_number(threads_text, 1, MOST_THREADS), read_number(hash_text, 1, MOST_MB)
    chosen = book if book_file is None else Path(book_file)
    best = searcher(position, Settings(threads, megabytes, present_folder(folder), chosen))
    infos = heard(lambda stop: best.think(position, Limits(seconds, depth, nodes), lines, stop))
    info = watched(infos, words) if sys.stdout.isatty() and not json_wanted else last(infos)
    if json_wanted:
        side = str(position.to_move)
        document = {"game": position.game.id, "position": str(position), "to_move": side} | info.as_dict()
        print_json(document, seconds=seconds, depth=depth, nodes=nodes, threads=threads, hash=megabytes)
        return
    click.echo(str(position))
    if position.outcome:
        terminal.tell(ended(position.outcome, words))
        return
    for line in rows(info, words):
        terminal.tell_cells(*line)
    click.echo(spent(info, words))


def heard(think: Callable[[threading.Event], Iterator[Info]]) -> Iterator[Info]:
    """Yield a search's results from a thread of its own, stopped by Ctrl-C, which compiled kernels would not notice."""
    stop = threading.Event()
    infos_read: SimpleQueue[Info | None] = SimpleQueue()

    def search() -> None:
        try:
            for info in think(stop):
                infos_read.put(info)
        finally:
            infos_read.put(None)

    with ThreadPoolExecutor(1) as pool:
        searching = pool.submit(search)
        try:
            yield from iter(lambda: next_of(infos_read, stop), None)
        finally:
            stop.set()
        searching.result()


def next_of(found: "SimpleQueue[Info | None]", stop: threading.Event) -> Info | None:
    """Return the next finding, or None at the end; the first Ctrl-C stops the search."""
    try:
        return found.get()
    except KeyboardInterrupt:
        stop.set()
        return found.get()


def last(infos: Iterator[Info]) -> Info:
    """Return the last finding of a search, which Ctrl-C may end."""
    info = next(infos)
    try:
        for info in infos:  # noqa: B007  only the last one is used
            pass
    except KeyboardInterrupt:
        pass
    return info


def watched(infos: Iterator[Info], words: Translator) -> Info:
    """Show each finding in place of the one before, and return the last."""
    console = Console(highlight=False)

    def shown() -> Iterator[Info]:
        with Live(console=console, transient=True) as live:
            for info in infos:
                table = Table.grid(padding=(0, 2))
                for row in rows(info, words):
                    table.add_row(*row)
                table.caption = spent(info, words)
                live.update(table)
                yield info

    return last(shown())


def rows(info: Info, words: Translator) -> list[tuple[str, str]]:
    """Return each line as its score and its moves."""
    return [(told(line.score, words), ", ".join(map(str, line.moves))) for line in info.lines]


def told(score: Score, words: Translator) -> str:
    """Return a score as text: a proved value as in ``solve``, an evaluation as a signed number of the game's units."""
    if score.proved is not None:
        return tell(score.proved, None, words)
    return f"≈ {score.opinion / 100:+.2f}"


def spent(info: Info, words: Translator) -> str:
    """Return the sentence that says how deep, how far and how long the search has looked."""
    return words(
        "depth {depth}, {nodes} position, {seconds} s",
        "depth {depth}, {nodes} positions, {seconds} s",
        count=info.nodes,
        depth=info.depth,
        nodes=f"{info.nodes:,}".replace(",", " "),
        seconds=f"{info.seconds:.2f}",
    )
