"""``lalao openings``: list the moves played from a position in recorded games, and how these games ended."""

import click

from lalao.cli.files import INPUT
from lalao.cli.records import records_in
from lalao.cli.speaking import SpeakingCommand, as_json, print_json, speaks
from lalao.cli.terminal import tell, tell_table
from lalao.errors import NotationError
from lalao.games.registry import game
from lalao.locale import Translator
from lalao.teach.openings import Openings


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
def command(words: Translator, files: tuple[str, ...], name: str | None, start: str | None, json_wanted: bool) -> None:
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
    first = max(len(row[0]) for row in (heads, *rows))
    drawn = [f"{row[0]:<{first}}" + "".join(f"{cell:>9}" for cell in row[1:]) for row in (heads, *rows)]
    tell_table(heads, rows, drawn)
