"""``lalao annotate``: records with what a review says of them."""

import click

from lalao.cli.records import records_in
from lalao.cli.review import reviewed
from lalao.cli.speaking import SpeakingCommand, speaks
from lalao.errors import NotationError
from lalao.locale import Translator
from lalao.record import write
from lalao.teach.annotating import annotated
from lalao.teach.reviewing import read_side, sides_told
from lalao.teach.worths import read_level


@click.command(
    "annotate",
    cls=SpeakingCommand,
    help="Write into records what a review says: marks on moves, sentences, better lines.",
)
@click.argument("file", metavar="FILE")
@click.option("--side", "side_text", metavar="SIDE", help="South, North, White or Black; both sides unless told.")
@click.option("--level", "level_text", metavar="pupil|player", default="player", help="For whom: player unless told.")
@speaks
@click.pass_obj
def command(words: Translator, file: str, side_text: str | None, level_text: str) -> None:
    """Annotate the games of a file, on the standard output."""
    level = read_level(level_text)
    sides = [] if side_text is None else [read_side(side_text, words)]
    records = records_in(file)
    if not records:
        raise NotationError("'{file}' holds no game", file=file)
    for record in records:
        sides_told(record.game, sides)
    for number, record in enumerate(records):
        if number:
            click.echo()
        click.echo(write(annotated(reviewed(record, sides, words), level, words)), nl=False)
