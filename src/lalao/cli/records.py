"""``lalao convert`` and ``openings``, and reading the records in files that are named on the command line."""

import re

import click

from lalao.cli.files import INPUT, read_whole
from lalao.cli.speaking import SpeakingCommand, as_json, print_json, speaks
from lalao.cli.terminal import tell, tell_table
from lalao.errors import LalaoError, NotationError, RecordError
from lalao.games.game import Game, Interchange
from lalao.games.registry import game
from lalao.locale import Translator
from lalao.record import Record, read_all, write
from lalao.teach.progress import Openings


def records_in(name: str) -> list[Record]:
    """Read the records in a file, of which there may be none.

    Raises NotationError or FileError.
    """
    return records_of(read_whole(name), name)


def records_of(text: str, name: str) -> list[Record]:
    """Read the records in a text; `name` is the file that errors mention.

    Raises NotationError.
    """
    try:
        return read_all(text)
    except RecordError as cause:
        raise NotationError("'{file}', {cause}", file=name, cause=cause) from None


def games_in(name: str) -> list[Record]:
    """Read the records in a file, which must hold at least one.

    Raises NotationError or FileError.
    """
    records = records_in(name)
    if not records:
        raise NotationError("'{file}' contains no game", file=name)
    return records


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
def convert_command(file: str, wanted: str, name: str, start: str | None) -> None:
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


@click.command(
    "openings",
    cls=SpeakingCommand,
    help="List the moves played from a position in records, with results.",
)
@click.argument("files", metavar="FILE...", type=INPUT, nargs=-1)
@click.option("--game", "name", metavar="GAME", help="Count the records of this game alone.")
@click.option("--from", "start", metavar="POSITION", help="The position (default: the start of the game).")
@as_json
@speaks
@click.pass_obj
def openings_command(
    words: Translator, files: tuple[str, ...], name: str | None, start: str | None, json_wanted: bool
) -> None:
    if not files:
        raise NotationError("FILE is missing: name files with records")
    records = [record for each in files for record in records_in(each)]
    if name is not None:
        wanted = game(name)
        records = [record for record in records if record.game == wanted]
        if not records:
            raise NotationError("no record is of {game}", game=wanted.id)
    openings = Openings(records)
    position = openings.game.start() if start is None else openings.game.position(start)
    continuations = openings.continuations(position)
    if json_wanted:
        told = {"game": openings.game.id, "position": str(position), "games": len(records), "moves": continuations}
        print_json(told)
        return
    click.echo(str(position))
    if not continuations:
        tell(words("Nothing was played from here."))
        return
    heads = [words("moves"), words("games"), words("wins"), words("draws"), words("losses")]
    rows = [[" ".join(each.moves), *map(str, (each.games, each.won, each.drawn, each.lost))] for each in continuations]
    first = max(len(row[0]) for row in (heads, *rows))
    drawn = [f"{row[0]:<{first}}" + "".join(f"{cell:>9}" for cell in row[1:]) for row in (heads, *rows)]
    tell_table(heads, rows, drawn)
