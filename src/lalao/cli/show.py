"""``lalao show``: show a position as text or SVG."""

import click

from lalao.cli.files import OUTPUT, STANDARD, write_whole
from lalao.cli.speaking import SpeakingCommand, as_json, print_json, speaks
from lalao.cli.terminal import columns, tell
from lalao.errors import NotationError
from lalao.games.game import AnyPosition
from lalao.games.registry import game
from lalao.locale import Translator
from lalao.locale.events import ended
from lalao.values import Outcome


def find_position(name: str, text: str | None) -> AnyPosition:
    """Return the position of a game with this text, or its start where there is none.

    Raises UnknownGameError or NotationError.
    """
    chosen = game(name)
    return chosen.start() if text is None else chosen.position(text)


@click.command("show", cls=SpeakingCommand, help="Show a position as text, or draw it as SVG.")
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="[POSITION]", required=False)
@click.option(
    "--svg",
    "svg_file",
    metavar="FILE",
    type=OUTPUT,
    help="Write the picture to this file as SVG; - is the standard output.",
)
@as_json
@speaks
@click.pass_obj
def command(words: Translator, name: str, text: str | None, svg_file: str | None, json_wanted: bool) -> None:
    if svg_file and svg_file.startswith("--"):
        raise NotationError("--svg needs a file name")
    position = find_position(name, text)
    picture = position.picture(legal=True)
    if svg_file:
        write_whole(svg_file, picture.svg(words))
    if svg_file == STANDARD:
        return
    if json_wanted:
        print_json(
            {
                "game": position.game.id,
                "position": str(position),
                "to_move": str(position.to_move),
                "outcome": outcome_json(position.outcome),
                "text": picture.draw(words),
            }
        )
    elif not svg_file:
        click.echo(picture.draw(words, columns()))
        click.echo(str(position))
        if position.outcome:
            tell(ended(position.outcome, words))


def outcome_json(outcome: Outcome | None) -> dict[str, object] | None:
    """Return an outcome as plain JSON, None where there is none."""
    if outcome is None:
        return None
    winner = None if outcome.winner is None else str(outcome.winner)
    score = None if outcome.score is None else list(outcome.score)
    return {"winner": winner, "reason": str(outcome.reason), "ending": str(outcome.ending), "score": score}
