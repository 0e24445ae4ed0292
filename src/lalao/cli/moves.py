"""``lalao moves``: the legal moves, one per line."""

import click

from lalao.cli.show import find_position, outcome_json
from lalao.cli.speaking import SpeakingCommand, as_json, print_json, speaks
from lalao.cli.terminal import tell, tell_cells
from lalao.locale import Translator
from lalao.locale.events import ended


@click.command("moves", cls=SpeakingCommand, help="List the legal moves, each with the position it leads to.")
@click.argument("name", metavar="GAME")
@click.argument("text", metavar="[POSITION]", required=False)
@as_json
@speaks
@click.pass_obj
def command(words: Translator, name: str, text: str | None, json_wanted: bool) -> None:
    """List the legal moves: move, tab, resulting position; of a game that has ended, how it did."""
    position = find_position(name, text)
    after = [(str(move), str(position._play(move))) for move in position.legal_moves()]
    if json_wanted:
        moves = [{"move": move, "position": result} for move, result in after]
        document = {"game": position.game.id, "position": str(position), "moves": moves}
        print_json(document | {"outcome": outcome_json(position.outcome)})
        return
    if position.outcome:
        tell(ended(position.outcome, words))
    for move, result in after:
        tell_cells(move, result)
