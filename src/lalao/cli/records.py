"""``lalao convert`` and ``openings``, and reading the records in files that are named on the command line."""

from collections.abc import Iterator

import click

from lalao.cli.files import INPUT, read_whole
from lalao.cli.games import find_position
from lalao.cli.speaking import SpeakingCommand, as_json, lalao_command, print_json, speaks
from lalao.cli.terminal import in_figures, tell, tell_table
from lalao.errors import LalaoError, NotationError
from lalao.games.game import AnyPosition
from lalao.games.registry import game
from lalao.locale import Translator
from lalao.record import Record, read_games, write
from lalao.teach.progress import Openings

MOST_BYTES = 200_000_000
"""Bytes of a file of games, some hundreds of thousands."""


def each_in(name: str, given: AnyPosition | None = None) -> Iterator[Record]:
    """Yield the games in a file, in any notation; `given` is the start of those that name no game.

    Raises NotationError or FileError.
    """
    return records_of(read_whole(name, MOST_BYTES), name, given)


def records_of(text: str, name: str, given: AnyPosition | None = None) -> Iterator[Record]:
    """Yield the games in a text, as `each_in` does; `name` is the file that errors mention.

    Raises NotationError.
    """
    try:
        yield from read_games(text, given)
    except LalaoError as cause:
        raise NotationError("'{file}', {cause}", file=name, cause=cause) from None


def records_in(name: str, given: AnyPosition | None = None) -> list[Record]:
    """Read the games in a file, of which there may be none.

    Raises NotationError or FileError.
    """
    return list(each_in(name, given))


def games_in(name: str) -> list[Record]:
    """Read the games in a file, which must hold at least one.

    Raises NotationError or FileError.
    """
    records = records_in(name)
    if not records:
        raise NotationError("'{file}' contains no game", file=name)
    return records


OWN = "lalao"
USUAL = "fanorona"
FILMS = ("svg", "gif")


@lalao_command("convert", SpeakingCommand)
@click.argument("file", metavar="FILE", type=INPUT)
@click.option(
    "--to", "wanted", metavar="NAME", default=OWN, help="lalao, fgn, squares, ludii, svg, gif (default: lalao)."
)
@click.option("--game", "name", metavar="GAME", help="The game of a file that names none (default: one that it fits).")
@click.option("--from", "start", metavar="POSITION", help="The position such a file begins with.")
@speaks
@click.pass_obj
def convert_command(words: Translator, file: str, wanted: str, name: str | None, start: str | None) -> None:
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
            if wanted in FILMS:
                raise NotationError("'{file}' holds several games: a picture shows one", file=file)
            click.echo()
        click.echo(film(record, wanted, words) if wanted in FILMS else written(record, wanted), nl=False)
    if not number:
        raise NotationError("'{file}' contains no game", file=file)


def film(record: Record, wanted: str, words: Translator) -> str | bytes:
    """Return a game as moving pictures: an SVG, or the bytes of a GIF."""
    from lalao.print.film import film_gif, film_svg

    return film_gif(record, words) if wanted == "gif" else film_svg(record, words)


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
        names=", ".join((OWN, *headed, *family.interchanges, *FILMS)),
    )


@lalao_command("openings", SpeakingCommand)
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
    wanted = game(name) if name is not None else None
    records = [record for each in files for record in records_in(each, wanted.start() if wanted else None)]
    if wanted is not None:
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
    tell_table(heads, rows, in_figures(heads, rows))
