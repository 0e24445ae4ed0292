"""``lalao rules``: the rule sheet of a game."""

import click

from lalao.cli.speaking import SpeakingCommand, as_json, print_json, speaks
from lalao.cli.terminal import columns, tell_pages
from lalao.games.game import Game
from lalao.games.registry import game
from lalao.locale import Translator, rule_sheet

WIDEST = 100


@click.command("rules", cls=SpeakingCommand, help="Print the rules of a game.")
@click.argument("name", metavar="GAME")
@as_json
@speaks
@click.pass_obj
def command(words: Translator, name: str, json_wanted: bool) -> None:
    """Print a rule sheet."""
    chosen = game(name)
    if json_wanted:
        text = rule_sheet(chosen.family.name, words.language)
        print_json({"game": chosen.id, "language": words.language, "text": text})
    else:
        show_sheet(chosen, words)


def show_sheet(chosen: Game, words: Translator) -> None:
    """Print a rule sheet, formatted and a screen at a time where a person reads it."""
    sheet, width = rule_sheet(chosen.family.name, words.language), columns()
    if width is None:
        click.echo(sheet, nl=False)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(width=min(width, WIDEST))
    with console.capture() as captured:
        console.print(Markdown(sheet))
    tell_pages(captured.get(), words)
