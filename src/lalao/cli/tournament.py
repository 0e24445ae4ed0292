"""``lalao tournament``: run a tournament for a class in the terminal, or simulate one."""

import random
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from lalao.cli.files import INPUT, KEPT, read_bytes
from lalao.cli.journal import Journal
from lalao.cli.speaking import SpeakingCommand, as_json, print_json, read_number, speaks
from lalao.cli.subcommands import SubcommandGroup
from lalao.cli.terminal import tell
from lalao.cli.umpire import Umpire, minutes, tell_standings
from lalao.errors import NotationError, Phrase
from lalao.games.registry import game
from lalao.locale import Translator
from lalao.tournament import FORMATS, open_tournament
from lalao.tournament.name_list import read_list
from lalao.tournament.rounds import MOST_SEED

MOST_SIMULATED = 100


@click.group("tournament", cls=SubcommandGroup, help="Run a tournament of a class, or simulate one.")
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
            click.option("--winners", metavar="N", help="Poules: how many winners of the day, 3 unless told."),
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


@command.command(
    "run",
    cls=SpeakingCommand,
    help="Run a tournament: results are typed in, every line is kept, and the same file goes on later.",
)
@settings
@click.option(
    "--names",
    "names_file",
    metavar="FILE.csv",
    type=INPUT,
    help="The pupils, one a line or in a table.",
)
@click.option(
    "--file", "journal_file", metavar="FILE", type=KEPT, help="Where the tournament is kept; it goes on where it is."
)
@speaks
@click.pass_obj
def run(
    words: Translator,
    /,
    format_name: str | None,
    game_id: str | None,
    seed_text: str | None,
    names_file: str | None,
    journal_file: str | None,
    **given: str | None,
) -> None:
    """Open a tournament, or go on with one, and sit down at the umpire's desk."""
    opening = {"--format": format_name, "--game": game_id, "--seed": seed_text, "--names": names_file}
    opening |= {f"--{name}": text for name, text in given.items()}
    path = Path(journal_file) if journal_file else None
    if path is not None and path.exists():
        surplus = next((name for name, text in opening.items() if text is not None), None)
        if surplus:
            raise NotationError(
                "'{file}' holds a tournament already: leave {option} out to go on with it",
                file=path,
                option=surplus,
            )
        Umpire(Journal(path), words).run()
        return
    if names_file is None:
        raise NotationError("--names is missing: give a file with one name a line")
    seed = random.SystemRandom().randrange(10_000) if seed_text is None else read_number(seed_text, 0, MOST_SEED)
    names = read_list(read_bytes(names_file)).names
    chosen = game(game_id or "fafy-impartial").id
    day = open_tournament(format_of(format_name), chosen, names, seed=seed, **options_of(given))
    if path is None:
        moment = datetime.now().strftime("%Y-%m-%d-%H%M%S")
        path = Path(click.get_app_dir("lalao")) / "tournaments" / f"{moment}-{day.format}.jsonl"
    Umpire(Journal.begun(path, day), words).run()


@command.command("simulate", cls=SpeakingCommand, help="Let scripted pupils play a tournament.")
@settings
@click.option("--pupils", metavar="N", default="24", help="How many pupils, 24 unless told.")
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
    """Let scripted pupils play a tournament, and print its rounds, winners and standings."""
    from lalao.tournament.simulation import document, simulated

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
