"""``lalao match``: players against each other, many games, colours in turn."""

import sys

import click

from lalao.cli.speaking import SpeakingCommand, as_json, print_json, read_number, speaks
from lalao.engine import Player, player
from lalao.games.game import Game
from lalao.games.registry import game
from lalao.locale import Words
from lalao.record import Record

MOST_GAMES = 100_000


@click.command("match", cls=SpeakingCommand, help="Let two players play many games, each first in half of them.")
@click.argument("one", metavar="P1")
@click.argument("other", metavar="P2")
@click.argument("name", metavar="GAME")
@click.option("--games", "games_text", metavar="N", default="100", help="How many games.")
@click.option("--seed", "seed_text", metavar="NUMBER", default="1", help="Makes chance come out the same again.")
@as_json
@speaks
@click.pass_obj
def command(words: Words, one: str, other: str, name: str, games_text: str, seed_text: str, json_wanted: bool) -> None:
    """Play the match and print the score of the first player named."""
    chosen = game(name)
    games, seed = read_number(games_text, 1, MOST_GAMES), read_number(seed_text, 0, 2**32)
    numbers = range(games)
    won = drawn = 0
    with click.progressbar(numbers, label=words("playing"), file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for number in bar:
            result = played(chosen, one, other, number, seed)
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


def played(chosen: Game, one: str, other: str, number: int, seed: int) -> int:
    """Play one game and return the first player's half points: 2, 1 or 0; he begins the games of even number."""
    seats: list[Player] = [
        player(one, chosen, seed + 2 * number),
        player(other, chosen, seed + 2 * number + 1_000_003),
    ]
    if number % 2:
        seats.reverse()
    record = Record.begin(chosen.start(), seats[0].name, seats[1].name)
    while record.outcome() is None:
        position = record.last.position
        record.play(seats[0 if position.to_move.is_first else 1].choose(position))
    outcome = record.outcome()
    assert outcome is not None
    if outcome.winner is None:
        return 1
    return 2 if outcome.winner.is_first == (number % 2 == 0) else 0
