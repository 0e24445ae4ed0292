"""``lalao replay``: replay moves or a record, position by position."""

import os
from contextlib import suppress
from typing import Any

import click

from lalao.cli.files import INPUT, STANDARD
from lalao.cli.games import find_position, outcome_json
from lalao.cli.records import games_in
from lalao.cli.speaking import SpeakingCommand, as_json, lalao_command, print_json, read_number, speaks
from lalao.cli.terminal import tell, tell_cells, tell_under
from lalao.errors import IllegalMoveError, LalaoError, NotationError, UnknownGameError
from lalao.events import Event
from lalao.games.game import AnyPosition
from lalao.games.registry import game
from lalao.locale import Translator
from lalao.locale.events import ended, narrate
from lalao.record import Record
from lalao.record.tree import UNNAMED


def is_record(name: str) -> bool:
    """Tell whether a word is meant as the name of a file and not as the id of a game."""
    if name == STANDARD:
        return True
    try:
        game(name)
    except UnknownGameError:
        return os.path.exists(name) or "/" in name or name.endswith((".lalao", ".fgn", ".pgn", ".txt"))
    return False


@lalao_command("replay", SpeakingCommand)
@click.argument("name", metavar="GAME|FILE", type=INPUT)
@click.argument("moves", metavar="[MOVE]...", nargs=-1)
@click.option("--from", "start", metavar="POSITION", help="The position to start from.")
@click.option("--number", "number_text", metavar="N", help="Show only this game of a file with several.")
@click.option("--narrate", "narrated", is_flag=True, help="Tell what the hand does in each move.")
@as_json
@speaks
@click.pass_obj
def command(
    words: Translator,
    name: str,
    moves: tuple[str, ...],
    start: str | None,
    number_text: str | None,
    narrated: bool,
    json_wanted: bool,
) -> None:
    """Replay a game, or those of a file one after the other."""
    if is_record(name):
        if moves or start:
            raise NotationError(
                "unexpected argument '{text}': a record holds its own start and moves", text=start or moves[0]
            )
        records = chosen(games_in(name), number_text)
    elif number_text is not None:
        raise NotationError("'{text}': --number chooses a game of a file", text=number_text)
    else:
        records = [replayed(find_position(name, start), moves)]
    if json_wanted:
        documents = [as_document(record, narrated) for record in records]
        print_json(documents[0] if len(documents) == 1 else {"games": documents})
        return
    for number, record in enumerate(records, 1):
        if len(records) > 1:
            heading(number, record, words)
        show(record, narrated, words)


def chosen(records: list[Record], number_text: str | None) -> list[Record]:
    """Return the records to be shown: all, or the one with this number.

    Raises NotationError where there is no such number.
    """
    return records if number_text is None else [records[read_number(number_text, 1, len(records)) - 1]]


def heading(number: int, record: Record, words: Translator) -> None:
    """Print the number, title and players of a game in a file."""
    if number > 1:
        click.echo()
    first, second = (record.tags.get(tag, UNNAMED) for tag in record.player_tags)
    title = words.say(record.game.title)
    tell(words("Game {number}: {title}, {first} – {second}", number=number, title=title, first=first, second=second))


def as_document(record: Record, narrated: bool) -> dict[str, Any]:
    """Return a replayed game as plain JSON, with the events of each move if `narrated`."""
    positions = [str(position) for position in record.positions()]
    document = {"game": record.game.id, "positions": positions, "outcome": outcome_json(record.outcome())}
    return document | ({"events": events_of(record)} if narrated else {})


def show(record: Record, narrated: bool, words: Translator) -> None:
    """Print the moves of a game, each with the position it leads to, and how the game ended."""
    outcome = record.outcome()
    tell_cells("", str(record.root.position))
    node = record.root
    for following in record.root.line():
        tell_cells(str(following.move), str(following.position))
        if narrated:
            events, _ = node.position.turn(following.move)
            tell_under(narrate(node.position.to_move, events, words))
        node = following
    if outcome:
        tell(ended(outcome, words))
    elif record.result != "*":
        tell(words("The record says {result}.", result=record.result))
    else:
        tell(words("Game in progress: {side} to move.", side=record.last.position.to_move))


def events_of(record: Record) -> list[tuple[Event, ...]]:
    """Return the events of each move."""
    return [position.events(move) for position, move in zip(record.positions(), record.moves(), strict=False)]


def replayed(position: AnyPosition, moves: tuple[str, ...]) -> Record:
    """Play moves from a position and return the record; a move may take two of the words.

    Raises NotationError or IllegalMoveError with the number of the move.
    """
    record = Record.begin(position)
    words = list(moves)
    while words:
        number = len(record.moves()) + 1
        try:
            move, used = typed(record.last.position, words[:2])
        except NotationError as cause:
            raise NotationError("move {number}: {cause}", number=number, cause=cause) from None
        except IllegalMoveError as cause:
            raise IllegalMoveError("move {number}: {cause}", number=number, cause=cause) from None
        record.play(move)
        del words[:used]
    return record


def typed(position: AnyPosition, words: list[str]) -> tuple[Any, int]:
    """Read the first move in typed words; return it and the words it takes, two if its text holds a space.

    Raises NotationError or IllegalMoveError.
    """
    try:
        return position.guess(words[0]), 1
    except LalaoError as error:
        refusal = error
    both = " ".join(words)
    if " " in position.game.family.notation.as_written(position, both):
        with suppress(LalaoError):
            return position.guess(both), len(words)
    raise refusal
