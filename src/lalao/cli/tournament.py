"""``lalao tournament``: simulate a tournament of scripted pupils; a class runs its own on the class page.

Some pupils play at random and some greedily; a seed makes a tournament repeatable.
"""

import random
from dataclasses import replace
from typing import Any, cast

import click

from lalao.cli.speaking import SpeakingCommand, SubcommandGroup, as_json, lalao_command, print_json, read_number, speaks
from lalao.cli.terminal import tell, tell_columns
from lalao.engine import Player, player
from lalao.errors import NotationError, Phrase
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import game
from lalao.locale import Translator
from lalao.record import Record
from lalao.tournament import FORMATS, Tournament, open_tournament
from lalao.tournament.rounds import MOST_SEED, Pairing, Result, actual, minutes_a_game

MOST_SIMULATED = 100


def moved() -> NotationError:
    """Return the error for those who run a tournament in the terminal, as Lalao once could."""
    return NotationError(
        "a class runs and prints its tournaments on the class page now: start lalao serve --lan, and choose Class"
    )


class Tournaments(SubcommandGroup):
    """The commands for tournaments; `run`, which is gone, is answered with where to go."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Resolve the first argument to a subcommand; raises NotationError where there is none of this name."""
        if args[0] == "run":
            raise moved()
        return super().resolve_command(ctx, args)


@lalao_command("tournament", Tournaments)
@speaks
def command() -> None:
    """Group the commands for tournaments."""


def settings(function: Any) -> Any:
    """Add the options for opening a tournament to a command."""
    for option in reversed(
        (
            click.option(
                "--format", "format_name", metavar="F", help="poules, swiss, round-robin, knockout or ladder."
            ),
            click.option("--game", "game_id", metavar="GAME", help="The game that is played."),
            click.option(
                "--seed", "seed_text", metavar="NUMBER", help="Seed of the draw: the same seed gives the same pairings."
            ),
            click.option("--winners", metavar="N", help="Poules: how many winners of the day (default: 3)."),
            click.option("--rounds", metavar="N", help="Swiss: how many rounds."),
            click.option("--pairing", metavar="quick|dutch", help="Swiss: how it is paired."),
            click.option("--minutes", metavar="N", help="How many minutes a game is expected to take."),
        )
    ):
        function = option(function)
    return function


def options_of(given: dict[str, str | None]) -> dict[str, Any]:
    """Return the options of `TournamentConfig` that were given, numbers read.

    Raises NotationError.
    """
    read: dict[str, Any] = {}
    for name, least, most in (("winners", 1, 100), ("rounds", 1, 100), ("minutes", 0, 600)):
        text = given[name]
        if text is not None:
            read[name] = read_number(text, least, most)
    if given["pairing"] is not None:
        read["pairing"] = given["pairing"]
    return read


def format_of(name: str | None) -> str:
    """Return the name of a format after checking it.

    Raises NotationError where it is missing or unknown.
    """
    if name not in FORMATS:
        formats = ", ".join(FORMATS)
        if name is None:
            raise NotationError("--format is missing: choose {formats}", formats=formats)
        raise NotationError("there is no format '{text}': choose {formats}", text=name, formats=formats)
    return name


@command.command("simulate", cls=SpeakingCommand, help="Let scripted pupils play a tournament.")
@settings
@click.option("--pupils", metavar="N", default="24", help="How many pupils (default: 24).")
@as_json
@speaks
@click.pass_obj
def simulate(
    words: Translator,
    /,
    format_name: str | None,
    game_id: str | None,
    seed_text: str | None,
    pupils: str,
    json_wanted: bool,
    **given: str | None,
) -> None:

    chosen = game(game_id or "fafy-impartial").id
    seed = read_number(seed_text or "1", 0, MOST_SEED)
    number = read_number(pupils, 2, MOST_SIMULATED)
    day = simulated(format_of(format_name), chosen, number, seed, **options_of(given))
    if json_wanted:
        print_json(document(day), seed=seed)
        return
    for row in document(day)["rounds"]:
        tell(
            words(
                "Round {round}: {tables}, {byes} without opponent, {minutes}",
                round=row["round"],
                tables=Phrase("{count} table", "{count} tables", count=row["tables"]),
                byes=len(row["byes"]),
                minutes=minutes(row["minutes"]),
            )
        )
    tell(words("Winners: {names}", names=", ".join(day.winners)))
    tell_standings(day, words)


def minutes(number: float) -> Phrase:
    count = int(number) if number == int(number) else 2
    return Phrase("{minutes} minute", "{minutes} minutes", count=count, minutes=f"{number:g}")


def tell_standings(day: Tournament, words: Translator) -> None:
    """Print the standings, each place with its tie-break."""
    rows = [("", words("name"), words("points"), words("games won"), words("decided by"))]
    rows += [
        (
            f"{place.rank:>4}",
            place.name,
            f"{place.points:g}",
            str(place.wins),
            words.say(place.by.title) if place.by else "",
        )
        for place in day.standings()
    ]
    tell_columns(rows)


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
