"""Tournaments of scripted pupils, some of whom play at random and some greedily; a seed makes them repeatable."""

import random
from dataclasses import replace
from typing import Any, cast

from lalao.engine import Player, player
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import game
from lalao.record import Record
from lalao.tournament import open_tournament
from lalao.tournament.clock import actual, minutes_a_game
from lalao.tournament.machine import Tournament
from lalao.tournament.rounds import Pairing, Result

MOST_GAMES = 3
"""The most games at a table where somebody must win; if all are drawn, the winner is drawn by lot."""
LADDER_CALLS = 6


def simulated(format: str, game_id: str, pupils: int, seed: int = 1, **options: Any) -> Tournament:  # noqa: A002
    """Play a tournament to its end; a ladder, which has none, is closed after `LADDER_CALLS` calls.

    Raises NotationError or UnknownGameError.
    """
    names = [f"P{number}" for number in range(1, pupils + 1)]
    day = open_tournament(format, game_id, names, seed=seed, **options)
    chosen, rng, seconds = game(day.setting.game), random.Random(f"{seed}/games"), 0.0
    while not day.is_over:
        day.next_round(seconds)
        seconds += 60 * minutes_a_game(day)
        while day.open_tables():
            for table in day.open_tables():
                day.report(table.number, str(played(chosen, table, rng)), seconds)
        seconds += 60 * day.setting.regrouping
        if len(day.rounds) == LADDER_CALLS and day.format == "ladder":
            day.close()
    return day


def played(chosen: Game, table: Pairing, rng: random.Random) -> Result:
    """Play a game between two scripted pupils and return its result."""
    seats = {side: scripted(chosen, name, rng) for side, name in zip(chosen.sides, table.pupils, strict=True)}
    record = Record.begin(start_of(chosen, rng))
    outcome = record.outcome()
    while outcome is None:
        position = record.last.position
        record.play(seats[position.to_move].choose(position))
        outcome = record.outcome()
    if outcome.winner is not None:
        return Result.FIRST if outcome.winner is chosen.sides[0] else Result.SECOND
    return Result.DRAW if table.games < MOST_GAMES else rng.choice((Result.FIRST, Result.SECOND))


def scripted(chosen: Game, name: str, rng: random.Random) -> Player:
    """Return the player for a pupil: ``random`` or ``greedy``, always the same for a name."""
    kind = random.Random(name).choice(("random", "greedy"))
    return player(kind, chosen, rng.getrandbits(32))


def start_of(chosen: Game, rng: random.Random) -> AnyPosition:
    """Return the start of a game; where the first player lays it out, the second decides who moves first."""
    start = chosen.agreed_start(rng)
    if not chosen.laid_out or rng.random() < 0.5:
        return start
    return cast(AnyPosition, replace(cast(Any, start), to_move=start.to_move.other))


def document(day: Tournament) -> dict[str, Any]:
    """Return a simulated tournament as the JSON of ``lalao tournament simulate``."""
    rounds = [
        {
            "round": here.number,
            "tables": len(here.tables),
            "pairings": [[table.first, table.second] for table in here.tables],
            "byes": list(here.byes),
            "minutes": actual(day, here.number),
        }
        for here in day.rounds
    ]
    return {"rounds": rounds, "winners": day.winners, "standings": [place.as_dict() for place in day.standings()]}
