"""``lalao games``: the ids and titles of the games."""

import click

from lalao.cli.speaking import SpeakingCommand, as_json, print_json, speaks
from lalao.cli.terminal import tell, tell_columns
from lalao.games.registry import ALIASES, FAMILIES, LISTED, game
from lalao.locale import Translator


@click.command("games", cls=SpeakingCommand, help="List the games and their ids.")
@as_json
@speaks
@click.pass_obj
def command(words: Translator, json_wanted: bool) -> None:
    titles = {name: words.say(game(name).title) for name in LISTED}
    aliases = {target: alias for alias, target in ALIASES.items()}
    if json_wanted:
        print_json([{"id": name, "title": title} for name, title in titles.items()])
        return
    also = {name: f" (= {alias})" for name, alias in aliases.items()}
    tell_columns((name, title + also.get(name, "")) for name, title in titles.items())
    sizes = ", ".join(size for family in FAMILIES for size in family.sizes)
    tell(words("Other sizes go by the same names: {sizes}.", sizes=sizes))
