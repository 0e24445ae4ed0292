"""``lalao puzzles``: positions with one good move."""

import click

from lalao.cli.speaking import SpeakingCommand, as_json, print_json, read_number, speaks
from lalao.cli.subcommands import SubcommandGroup
from lalao.cli.terminal import tell_cells
from lalao.games.registry import game
from lalao.teach.puzzles import make

MOST_PUZZLES = 1_000
MOST_SEED = 1_000_000_000


@click.group("puzzles", cls=SubcommandGroup, help="Make puzzles: positions with one good move, by theme and rating.")
@speaks
def command() -> None:
    """Make puzzles."""


@command.command("make", cls=SpeakingCommand, help="Make puzzles of a game; the same seed makes the same ones.")
@click.argument("name", metavar="GAME")
@click.option("--count", "count_text", metavar="N", default="10", help="How many puzzles to make, 10 unless told.")
@click.option("--seed", "seed_text", metavar="S", default="0", help="What chance begins with, 0 unless told.")
@as_json
@speaks
def make_command(name: str, count_text: str, seed_text: str, json_wanted: bool) -> None:
    """Make puzzles and print them."""
    chosen = game(name)
    puzzles = make(chosen, read_number(count_text, 1, MOST_PUZZLES), read_number(seed_text, 0, MOST_SEED))
    if json_wanted:
        print_json([puzzle.as_dict() for puzzle in puzzles])
        return
    for puzzle in puzzles:
        tell_cells(str(puzzle.position), " ".join(puzzle.solution), puzzle.theme, str(puzzle.rating))
