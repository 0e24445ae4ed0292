"""``lalao referee``: find the move that was made on a physical board, or say what is wrong with it."""

import click

from lalao.cli.speaking import SpeakingCommand, as_json, print_json, speaks
from lalao.cli.terminal import tell
from lalao.games.registry import game
from lalao.locale import Translator
from lalao.locale.events import narrate
from lalao.tournament.referee import check


@click.command("referee", cls=SpeakingCommand, help="Name the legal move between two boards, or the mistake.")
@click.argument("name", metavar="GAME")
@click.argument("before_text", metavar="BEFORE")
@click.argument("after_text", metavar="AFTER")
@as_json
@speaks
@click.pass_obj
def command(words: Translator, name: str, before_text: str, after_text: str, json_wanted: bool) -> None:
    chosen = game(name)
    before = chosen.position(before_text)
    verdict = check(before, chosen.read_board(after_text))
    if json_wanted:
        print_json(
            {
                "game": chosen.id,
                "before": str(before),
                "after": after_text,
                "moves": [str(move) for move in verdict.moves],
                "problems": [words.say(problem) for problem in verdict.problems],
                "misplay": str(verdict.misplay) if verdict.misplay else None,
            }
        )
        return
    for move in verdict.moves:
        tell(words("Legal: {move}", move=move))
        tell(f"  {narrate(before.to_move, before.events(move), words)}")
    for problem in verdict.problems:
        tell(words.say(problem))
