"""``lalao solve`` and ``analyse``: exact values, and the best lines as they are found."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from lalao.cli import terminal
from lalao.cli.book import tell_moves
from lalao.cli.games import find_position
from lalao.cli.speaking import (
    SpeakingCommand,
    as_json,
    of_book,
    of_folder,
    present_folder,
    print_json,
    read_number,
    speaks,
)
from lalao.engine.book import BookMove, read_book
from lalao.errors import NotationError, Phrase
from lalao.games.registry import game
from lalao.locale import Translator, later
from lalao.solve import Answer, Margin, MoveAnswer, solve
from lalao.values import Unknown, Value

MOST_FOLLOWED = 100_000_000
"""The most moves that --most may ask for."""
MARKS = {1: "✓", 0: "=", -1: "✗"}
NAMES = (later("win"), later("draw"), later("loss"))


@click.command("solve", cls=SpeakingCommand, help="Solve a position: its exact value, and that of every move.")
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="[POSITION]", required=False)
@click.option("--stdin", "many", is_flag=True, help="Solve the positions of the standard input, a line each.")
@click.option("--most", "most_text", metavar="N", help="Follow at most N moves in a game without a solver of its own.")
@of_book
@of_folder
@as_json
@speaks
@click.pass_obj
def command(
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
    """List what else is known about a position: nimber, canonical form, outcome class, blocks, best line."""
    lines = []
    if answer.nimber is not None:
        lines.append(Phrase("nimber: {nimber}", nimber=answer.nimber))
    if answer.canonical_form is not None:
        lines.append(Phrase("canonical form: {form}", form=answer.canonical_form))
        lines.append(Phrase("mean {mean}, temperature {temperature}", mean=answer.mean, temperature=answer.temperature))
    if answer.outcome_class is not None:
        lines.append(CLASSES[answer.outcome_class])
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
