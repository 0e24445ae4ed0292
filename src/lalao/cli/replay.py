"""``lalao replay``: moves or a record, position by position."""

import os
from contextlib import suppress
from typing import Any

import click

from lalao.cli.files import read_whole
from lalao.cli.show import find_position
from lalao.cli.speaking import SpeakingCommand, as_json, print_json, speaks
from lalao.cli.telling import outcome_json
from lalao.cli.terminal import tell, tell_cells, tell_under
from lalao.errors import IllegalMoveError, LalaoError, NotationError, UnknownGameError
from lalao.games.game import AnyPosition
from lalao.games.registry import game
from lalao.locale import Translator
from lalao.locale.endings import ended
from lalao.locale.events import narrate
from lalao.record import Record, read


def is_record(name: str) -> bool:
    """Tell whether a word that might be a game's id or a file's name is meant as a file."""
    try:
        game(name)
    except UnknownGameError:
        return os.path.exists(name) or "/" in name or name.endswith((".lalao", ".txt", ".pgn"))
    return False


@click.command("replay", cls=SpeakingCommand, help="Replay moves or a record, and say how the game ended.")
@click.argument("name", metavar="GAME|FILE")
@click.argument("moves", metavar="[MOVE]...", nargs=-1)
@click.option("--from", "start", metavar="POSITION", help="The position to start from.")
@click.option("--narrate", "narrated", is_flag=True, help="Tell what the hand does in each move.")
@as_json
@speaks
@click.pass_obj
def command(
    words: Translator, name: str, moves: tuple[str, ...], start: str | None, narrated: bool, json_wanted: bool
) -> None:
    """Replay a game."""
    if is_record(name):
        if moves or start:
            raise NotationError(
                "'{text}' is one word too many: a record holds its own start and moves", text=start or moves[0]
            )
        record = read(read_whole(name))
    else:
        record = replayed(find_position(name, start), moves)
    outcome = record.outcome()
    if json_wanted:
        positions = [str(position) for position in record.positions()]
        document = {"game": record.game.id, "positions": positions, "outcome": outcome_json(outcome)}
        print_json(document | ({"events": told_events(record)} if narrated else {}))
        return
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
        tell(words("The game goes on: {side} to move.", side=record.last.position.to_move))


def told_events(record: Record) -> list[list[dict[str, str | int]]]:
    """List the events of each move as plain JSON."""
    pairs = zip(record.positions(), record.moves(), strict=False)
    return [[event.as_dict() for event in position.events(move)] for position, move in pairs]


def replayed(position: AnyPosition, moves: tuple[str, ...]) -> Record:
    """Play moves given as words.

    Raises NotationError or IllegalMoveError, saying which move it was.
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
    """Read the move that a person has typed first, and tell how many words it takes: two where there is a space in it.

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
