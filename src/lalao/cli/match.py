"""``lalao match``: players against each other, many games, colours in turn."""

import random
import sys

import click

from lalao.cli.speaking import SpeakingCommand, as_json, print_json, read_number, speaks
from lalao.engine import Player, player
from lalao.engine.layouts import MOST_PITS, drawn_layout
from lalao.errors import NotationError
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import game
from lalao.locale import Words
from lalao.record import Record

MOST_GAMES = 100_000
MOST_SEEDS_A_PIT = 9


@click.command("match", cls=SpeakingCommand, help="Let two players play many games, each first in half of them.")
@click.argument("one", metavar="P1")
@click.argument("other", metavar="P2")
@click.argument("name", metavar="GAME")
@click.option("--games", "games_text", metavar="N", default="100", help="How many games.")
@click.option("--seed", "seed_text", metavar="NUMBER", default="1", help="Makes chance come out the same again.")
@click.option("--pits", "pits_text", metavar="N", help="Draw rows of so many pits to start from, each played twice.")
@click.option("--seeds", "seeds_text", metavar="K", help="The seeds in all of these rows: 3 for 2 pits unless told.")
@as_json
@speaks
@click.pass_obj
def command(
    words: Words,
    one: str,
    other: str,
    name: str,
    games_text: str,
    seed_text: str,
    pits_text: str | None,
    seeds_text: str | None,
    json_wanted: bool,
) -> None:
    """Play the match and print the score of the first player named."""
    chosen = game(name)
    games, seed = read_number(games_text, 1, MOST_GAMES), read_number(seed_text, 0, 2**32)
    starts = Starts(chosen, seed, pits_text, seeds_text)
    numbers = range(games)
    won = drawn = 0
    with click.progressbar(numbers, label=words("playing"), file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for number in bar:
            result = played(chosen, one, other, number, seed, starts.of_game(number))
            won += result == 2
            drawn += result == 1
    share = (won + drawn / 2) / games
    if json_wanted:
        score = {"games": games, "won": won, "drawn": drawn, "share": share}
        print_json({"game": chosen.id, "players": [one, other]} | score)
        return
    lost = games - won - drawn
    told = words(
        "{one} against {other}: {won} won, {drawn} drawn, {lost} lost ({percent} %)",
        one=one,
        other=other,
        won=won,
        drawn=drawn,
        lost=lost,
        percent=f"{100 * share:.1f}",
    )
    click.echo(told)


class Starts:
    """Where the games of a match start: the start of the game, or rows drawn by chance, each for two games."""

    def __init__(self, chosen: Game, seed: int, pits_text: str | None, seeds_text: str | None) -> None:
        """Read how large the rows are to be.

        Raises NotationError.
        """
        if pits_text is None and seeds_text is not None:
            raise NotationError("--seeds needs --pits: write for how many pits the seeds are")
        self.chosen, self.seed = chosen, seed
        self.pits = None if pits_text is None else read_number(pits_text, 2, MOST_PITS)
        pits = self.pits or 0
        self.seeds = 3 * pits // 2 if seeds_text is None else read_number(seeds_text, pits, MOST_SEEDS_A_PIT * pits)

    def of_game(self, number: int) -> AnyPosition:
        """Return the start of a game."""
        if self.pits is None:
            return self.chosen.start()
        return drawn_layout(self.chosen, self.pits, self.seeds, random.Random(f"{self.seed} {number // 2}"))


def played(chosen: Game, one: str, other: str, number: int, seed: int, start: AnyPosition) -> int:
    """Play one game and return the first player's half points: 2, 1 or 0; he begins the games of even number."""
    seats: list[Player] = [
        player(one, chosen, seed + 2 * number),
        player(other, chosen, seed + 2 * number + 1_000_003),
    ]
    if number % 2:
        seats.reverse()
    record = Record.begin(start, seats[0].name, seats[1].name)
    while record.outcome() is None:
        position = record.last.position
        record.play(seats[0 if position.to_move.is_first else 1].choose(position))
    outcome = record.outcome()
    assert outcome is not None
    if outcome.winner is None:
        return 1
    return 2 if outcome.winner.is_first == (number % 2 == 0) else 0
