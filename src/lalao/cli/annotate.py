"""``lalao annotate``: write the findings of a review into records."""

import click

from lalao.cli.files import INPUT
from lalao.cli.review import reviews_in
from lalao.cli.speaking import SpeakingCommand, speaks
from lalao.locale import Translator
from lalao.record import write
from lalao.teach.annotating import annotated
from lalao.teach.worths import read_level


@click.command(
    "annotate",
    cls=SpeakingCommand,
    help="Write into records what a review says: marks on moves, sentences, better lines.",
)
@click.argument("file", metavar="FILE", type=INPUT)
@click.option("--side", "side_text", metavar="SIDE", help="South, North, White or Black (default: both).")
@click.option("--level", "level_text", metavar="pupil|player", default="player", help="For whom (default: player).")
@speaks
@click.pass_obj
def command(words: Translator, file: str, side_text: str | None, level_text: str) -> None:
    level = read_level(level_text)
    for number, each in enumerate(reviews_in(file, side_text, words)):
        if number:
            click.echo()
        click.echo(write(annotated(each, level, words)), nl=False)
