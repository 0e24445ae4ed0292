"""``lalao explain``: why a move is good or bad."""

import click

from lalao.cli.show import find_position
from lalao.cli.speaking import SpeakingCommand, as_json, print_json, speaks
from lalao.cli.terminal import tell
from lalao.locale import Translator
from lalao.teach.explaining import explain
from lalao.teach.worths import read_level


@click.command(
    "explain",
    cls=SpeakingCommand,
    help="Explain why a move is good or bad: its effect, its refutation, a better move.",
)
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="POSITION")
@click.argument("move", metavar="MOVE")
@click.option("--level", "level_text", metavar="pupil|player", default="pupil", help="For whom (default: pupil).")
@as_json
@speaks
@click.pass_obj
def command(words: Translator, name: str, text: str, move: str, level_text: str, json_wanted: bool) -> None:
    level = read_level(level_text)
    explanation = explain(find_position(name, text), move)
    if json_wanted:
        print_json(explanation.shown(level, words))
        return
    for phrase in explanation.sentences(level):
        tell(words.say(phrase))
    if explanation.refutation:
        tell(words("The refutation: {moves}", moves=" ".join(explanation.refutation)))
