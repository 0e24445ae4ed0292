"""``lalao convert``: convert games between our records and the notations of other programs."""

import re

import click

from lalao.cli.files import INPUT, read_whole
from lalao.cli.records import records_of
from lalao.cli.speaking import SpeakingCommand, speaks
from lalao.errors import LalaoError, NotationError
from lalao.games.game import Game, Interchange
from lalao.games.registry import game
from lalao.record import Record, write

OWN = "lalao"
USUAL = "fanorona"


@click.command(
    "convert",
    cls=SpeakingCommand,
    help="Read and write games in other notations: squares with marks, and trials of Ludii.",
)
@click.argument("file", metavar="FILE", type=INPUT)
@click.option("--to", "wanted", metavar="NAME", default=OWN, help="lalao, squares or ludii (default: lalao).")
@click.option("--game", "name", metavar="GAME", default=USUAL, help="The game of a file that names none: fanorona.")
@click.option("--from", "start", metavar="POSITION", help="The position such a file begins with.")
@speaks
def command(file: str, wanted: str, name: str, start: str | None) -> None:
    text = read_whole(file)
    notation = recognised(game(name), text)
    records = records_of(text, file) if notation is None else read_foreign(file, text, notation, game(name), start)
    if not records:
        raise NotationError("'{file}' contains no game", file=file)
    written = [write(record) if wanted == OWN else foreign(record, wanted) for record in records]
    click.echo("\n".join(written), nl=False)


def recognised(chosen: Game, text: str) -> Interchange | None:
    """Return the foreign notation that a text is written in, or None where no foreign one is recognised."""
    return next((each for each in chosen.family.interchanges.values() if each.recognises(text)), None)


def read_foreign(file: str, text: str, notation: Interchange, chosen: Game, start: str | None) -> list[Record]:
    """Read the games of a text in a foreign notation, with empty lines between them.

    Raises NotationError.
    """
    parts = [part for part in re.split(r"\n\s*\n", text) if notation.recognises(part)]
    return [read_one(file, part, notation, chosen, start) for part in parts]


def read_one(file: str, text: str, notation: Interchange, chosen: Game, start: str | None) -> Record:
    """Read one game in a foreign notation.

    Raises NotationError.
    """
    record = Record.begin(chosen.start() if start is None else chosen.position(start))
    del record.tags["Date"]  # the date of the game is not known
    try:
        for move in notation.read(record.root.position, text):
            record.play(move)
    except LalaoError as cause:
        raise NotationError("'{file}', {cause}", file=file, cause=cause) from None
    return record


def foreign(record: Record, wanted: str) -> str:
    """Return the moves of a game in a foreign notation.

    Raises NotationError where the family of the game has none of this name.
    """
    known = record.game.family.interchanges
    if wanted not in known:
        raise NotationError(
            "{game} is not written in '{text}': choose {names}",
            game=record.game.id,
            text=wanted,
            names=", ".join((OWN, *known)),
        )
    return known[wanted].write(record.root.position, record.moves())
