"""``lalao rules``: the rule sheet of a game."""

import sys

import click

from lalao.cli.speaking import SpeakingCommand, speaks
from lalao.games.registry import game
from lalao.locale import Words, rule_sheet


@click.command("rules", cls=SpeakingCommand, help="Print the rules of a game.")
@click.argument("name", metavar="GAME")
@speaks
@click.pass_obj
def command(words: Words, name: str) -> None:
    """Print a rule sheet, formatted where a person reads it."""
    sheet = rule_sheet(game(name).sheet, words.language)
    if not sys.stdout.isatty():
        click.echo(sheet, nl=False)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(width=min(Console().width, 100))
    console.print(Markdown(sheet))
