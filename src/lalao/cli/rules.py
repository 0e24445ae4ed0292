"""``lalao rules``: the rules of a game, on a page or in full."""

import click

from lalao.cli.speaking import SpeakingCommand, as_json, print_json, speaks
from lalao.cli.terminal import columns, tell_pages
from lalao.games.game import Game
from lalao.games.registry import game
from lalao.locale import PARTS, SHEET, Translator
from lalao.sheets import as_text, sheet

WIDEST = 100


@click.command("rules", cls=SpeakingCommand, help="Print the rules of a game.")
@click.argument("name", metavar="GAME")
@click.option(
    "--part",
    metavar="|".join(PARTS),
    default=SHEET,
    help="The sheet (default), for the teacher, or for the curious.",
)
@as_json
@speaks
@click.pass_obj
def command(words: Translator, name: str, part: str, json_wanted: bool) -> None:
    chosen = game(name)
    if json_wanted:
        text = text_of(chosen, words, part)
        print_json({"game": chosen.id, "language": words.language, "part": part, "text": text})
    else:
        show_sheet(chosen, words, part)


def text_of(chosen: Game, words: Translator, part: str) -> str:
    """Return a part of the rules as Markdown, with its pictures drawn with characters.

    Raises NotationError where the family has no such part.
    """
    return as_text(sheet(chosen.family.name, words, part), words)


def show_sheet(chosen: Game, words: Translator, part: str = SHEET) -> None:
    """Print a part of the rules: formatted and a screen at a time on a terminal, else as Markdown.

    Raises NotationError where the family has no such part.
    """
    text, width = text_of(chosen, words, part), columns()
    if width is None:
        click.echo(text, nl=False)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(width=min(width, WIDEST))
    with console.capture() as captured:
        console.print(Markdown(text))
    tell_pages(captured.get(), words)
