"""``lalao convert``: convert games between our records and the notations of other programs."""

import click

from lalao.cli.files import INPUT
from lalao.cli.records import each_in
from lalao.cli.show import find_position
from lalao.cli.speaking import SpeakingCommand, speaks
from lalao.errors import NotationError
from lalao.record import Record, write

OWN = "lalao"
USUAL = "fanorona"


@click.command(
    "convert",
    cls=SpeakingCommand,
    help="Read and write games in other notations: lists of moves, FGN, squares with marks, trials of Ludii.",
)
@click.argument("file", metavar="FILE", type=INPUT)
@click.option("--to", "wanted", metavar="NAME", default=OWN, help="lalao, fgn, squares or ludii (default: lalao).")
@click.option("--game", "name", metavar="GAME", help="The game of a file that names none (default: one that it fits).")
@click.option("--from", "start", metavar="POSITION", help="The position such a file begins with.")
@speaks
def command(file: str, wanted: str, name: str | None, start: str | None) -> None:
    given = find_position(name or USUAL, start) if name or start else None
    number = 0
    for number, record in enumerate(each_in(file, given), 1):
        if name and given and record.game != given.game:
            raise NotationError(
                "'{file}', game {number} is of {found}: write --game {found}, not {game}",
                file=file,
                number=number,
                found=record.game.id,
                game=given.game.id,
            )
        if number > 1:
            click.echo()
        click.echo(written(record, wanted), nl=False)
    if not number:
        raise NotationError("'{file}' contains no game", file=file)


def written(record: Record, wanted: str) -> str:
    """Return a game in a notation.

    Raises NotationError where the family of the game has none of this name.
    """
    family = record.game.family
    if wanted == OWN:
        return write(record)
    if family.headers and wanted == family.headers.notation:
        return write(record, family.headers)
    if wanted in family.interchanges:
        return family.interchanges[wanted].write(record.root.position, record.moves())
    headed = (family.headers.notation,) if family.headers else ()
    raise NotationError(
        "{game} is not written in '{text}': choose {names}",
        game=record.game.id,
        text=wanted,
        names=", ".join((OWN, *headed, *family.interchanges)),
    )
