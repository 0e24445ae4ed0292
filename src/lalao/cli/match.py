"""``lalao match``: many games between two players, each with both colours in turn."""

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

from lalao.cli.files import INPUT, OUTPUT, STANDARD, aside, check_one_output, read_whole, refusal
from lalao.cli.speaking import SpeakingCommand, as_json, print_json, read_number, speaks
from lalao.cli.terminal import on_stderr, tell
from lalao.engine.matches import (
    MOST_PITS,
    Result,
    Score,
    check_players,
    drawn_layout,
    drawn_openings,
    fixtures,
    played,
    read_openings,
)
from lalao.engine.ratings import BOUND, Rating, Trial, rating, sprt
from lalao.errors import NotationError
from lalao.games.game import Game
from lalao.games.registry import game
from lalao.locale import Translator, later

MOST_GAMES = 100_000
USUAL_GAMES = 100
MOST_JOBS = 256
MOST_PLIES = 200
MOST_ELO = 1_000
MOST_SEEDS_A_PIT = 9
VERDICTS = {
    1: later("at least {greater} Elo: accepted"),
    0: later("at most {smaller} Elo: accepted"),
    None: later("between {smaller} and {greater} Elo: undecided"),
}


@click.command(
    "match",
    cls=SpeakingCommand,
    help="Play a match between two players, each first in half of the games: random, greedy, perfect, level:5, "
    "engine:1s, or cmd:COMMAND, a program that speaks the line protocol (cmd:0.5s:COMMAND, cmd:d6:COMMAND, "
    "cmd:10000n:COMMAND).",
)
@click.argument("one", metavar="P1")
@click.argument("other", metavar="P2")
@click.argument("name", metavar="GAME")
@click.option("--games", "games_text", metavar="N", help="How many games: 100, or each of the openings twice.")
@click.option(
    "--seed", "seed_text", metavar="NUMBER", default="1", help="Random seed: the same seed repeats the match."
)
@click.option(
    "--openings",
    metavar="FILE",
    type=INPUT,
    help="Openings to play, one a line: a position, or moves; each with both colours.",
)
@click.option(
    "--plies", "plies_text", metavar="N", help="Begin with N random moves; play each opening with both colours."
)
@click.option("--balanced", is_flag=True, help="With --plies: only openings that a short search finds even.")
@click.option("--pits", "pits_text", metavar="N", help="Start from random rows of N pits, each played twice.")
@click.option("--seeds", "seeds_text", metavar="K", help="The seeds in all of these rows (default: 3 for 2 pits).")
@click.option(
    "--sprt", "elo_texts", metavar="ELO0 ELO1", nargs=2, help="Stop when it is clear which difference holds (5 %)."
)
@click.option("--records", metavar="FILE", type=OUTPUT, help="Write the games to this file.")
@click.option("--jobs", "jobs_text", metavar="N", default="1", help="How many games to play at a time.")
@as_json
@speaks
@click.pass_obj
def command(
    words: Translator,
    one: str,
    other: str,
    name: str,
    games_text: str | None,
    seed_text: str,
    openings: str | None,
    plies_text: str | None,
    balanced: bool,
    pits_text: str | None,
    seeds_text: str | None,
    elo_texts: tuple[str, str] | None,
    records: str | None,
    jobs_text: str,
    json_wanted: bool,
) -> None:
    chosen = game(name)
    games = None if games_text is None else read_number(games_text, 1, MOST_GAMES)
    seed = read_number(seed_text, 0, 2**32)
    jobs = read_number(jobs_text, 1, MOST_JOBS)
    wanted = None if elo_texts is None else read_differences(elo_texts)
    check_one_output(records, json_wanted)
    check_players(chosen, (one, other))
    pairs = ((games or USUAL_GAMES) + 1) // 2
    starts = drawn_rows(chosen, pits_text, seeds_text, pairs, seed)
    check_together(openings is not None, plies_text is not None, pits_text is not None, balanced)
    if plies_text is not None:
        starts = random_starts(words, chosen, read_number(plies_text, 1, MOST_PLIES), pairs, seed, balanced)
    elif not starts:
        starts = [str(chosen.start())] if openings is None else read_openings(chosen, read_whole(openings))
    games = games or (2 * len(starts) if openings else USUAL_GAMES)
    score = Score()
    with (
        written(records) as file,
        played(fixtures(chosen, (one, other), games, starts, seed), jobs) as results,
        click.progressbar(results, games, label=words("playing"), **on_stderr()) as bar,
    ):
        for result in bar:
            score.add(result)
            keep(result, file)
            if wanted and result.number % 2 and sprt(score.pairs, *wanted).accepted is not None:
                break
    if json_wanted:
        print_json({"game": chosen.id, "players": [one, other]} | document(score, wanted), seed=seed)
        return
    with aside(records):
        for line in told(words, (one, other), score, wanted):
            tell(line)


def read_differences(texts: tuple[str, str]) -> tuple[float, float]:
    """Read the two Elo differences of a sequential test, the smaller first.

    Raises NotationError.
    """
    signs = [text.startswith("-") for text in texts]
    numbers = [read_number(text.removeprefix("-"), 0, MOST_ELO) for text in texts]
    smaller, greater = (-number if minus else number for number, minus in zip(numbers, signs, strict=True))
    if smaller >= greater:
        raise NotationError("'{text}' must be greater than {smaller}", text=texts[1], smaller=smaller)
    return smaller, greater


def drawn_rows(chosen: Game, pits_text: str | None, seeds_text: str | None, pairs: int, seed: int) -> list[str]:
    """Return randomly drawn rows, one for each pair of games; empty unless ``--pits`` is given.

    Raises NotationError.
    """
    if pits_text is None:
        if seeds_text is not None:
            raise NotationError("--seeds needs --pits: write for how many pits the seeds are")
        return []
    pits = read_number(pits_text, 2, MOST_PITS)
    seeds = 3 * pits // 2 if seeds_text is None else read_number(seeds_text, pits, MOST_SEEDS_A_PIT * pits)
    return [str(drawn_layout(chosen, pits, seeds, random.Random(f"{seed} {pair}"))) for pair in range(pairs)]


def check_together(openings: bool, plies: bool, pits: bool, balanced: bool) -> None:
    """Raise NotationError where options are given that do not go together."""
    if openings + plies + pits > 1:
        raise NotationError("--openings, --plies and --pits exclude each other: leave one")
    if balanced and not plies:
        raise NotationError("--balanced needs --plies: write how many random moves an opening has")


def random_starts(words: Translator, chosen: Game, plies: int, pairs: int, seed: int, balanced: bool) -> list[str]:
    """Return the texts of random openings, with a progress bar if they are searched and stderr is a terminal.

    Raises NotationError.
    """
    openings = drawn_openings(chosen, plies, pairs, seed, balanced)
    with click.progressbar(openings, pairs, label=words("searching"), **on_stderr(balanced)) as bar:
        return list(bar)


@contextmanager
def written(name: str | None) -> Iterator[IO[str] | None]:
    """Open the file for the records, or provide None where no file is named.

    Raises FileError.
    """
    if name is None:
        yield None
        return
    if name == STANDARD:
        yield sys.stdout
        return
    try:
        file = open(name, "w", encoding="utf-8")  # noqa: SIM115  closed below: only errors on opening are caught
    except (OSError, ValueError) as error:
        raise refusal(name, error, written=True) from None
    with file:
        yield file


def keep(result: Result, file: IO[str] | None) -> None:
    """Write the record of a game at once, so that an interrupted match loses none."""
    if file is not None:
        file.write(f"{result.record}\n")
        file.flush()


def document(score: Score, wanted: tuple[float, float] | None) -> dict[str, Any]:
    """Return the outcome of a match as plain JSON; infinite differences in Elo are null."""
    estimate = rating(score.pairs) if sum(score.pairs) else Rating(None, None, None, 0.5)
    trial = None if wanted is None else sprt(score.pairs, *wanted)
    return {
        "games": score.games,
        "won": score.won,
        "drawn": score.drawn,
        "lost": score.lost,
        "share": score.share,
        "pairs": list(score.pairs),
        "elo": {"difference": estimate.elo, "low": estimate.low, "high": estimate.high},
        "superiority": estimate.superiority,
        "forfeits": [len(failures) for failures in score.failures],
        "sprt": None if trial is None or wanted is None else trial_json(trial, wanted),
    }


def trial_json(trial: Trial, wanted: tuple[float, float]) -> dict[str, Any]:
    """Return a sequential test as plain JSON."""
    accepted = None if trial.accepted is None else wanted[trial.accepted]
    return {"elo": list(wanted), "ratio": trial.ratio, "bounds": [-BOUND, BOUND], "accepted": accepted}


def told(words: Translator, names: tuple[str, str], score: Score, wanted: tuple[float, float] | None) -> Iterator[str]:
    """Yield the lines that report the outcome of a match."""
    yield words(
        "{one} against {other}: {won} won, {drawn} drawn, {lost} lost ({percent} %)",
        one=names[0],
        other=names[1],
        won=score.won,
        drawn=score.drawn,
        lost=score.lost,
        percent=f"{100 * score.share:.1f}",
    )
    for name, failures in zip(names, score.failures, strict=True):
        if failures:
            yield words(
                "{one} forfeited {count} game: {why}",
                "{one} forfeited {count} games, the first like this: {why}",
                one=name,
                count=len(failures),
                why=failures[0],
            )
    if not sum(score.pairs):
        return
    estimate = rating(score.pairs)
    yield words(
        "Elo difference {elo} (95 %: {low} to {high}); {one} is the stronger with probability {percent} %",
        elo=elo_text(estimate.elo, score.share),
        low=elo_text(estimate.low, 0),
        high=elo_text(estimate.high, 1),
        one=names[0],
        percent=f"{100 * estimate.superiority:.1f}",
    )
    if wanted is not None:
        trial = sprt(score.pairs, *wanted)
        verdict = words(VERDICTS[trial.accepted], smaller=wanted[0], greater=wanted[1])
        ratio, bound = f"{trial.ratio:+z.2f}", f"{BOUND:.2f}"
        yield words("SPRT: {verdict} (ratio {ratio}, bounds ±{bound})", verdict=verdict, ratio=ratio, bound=bound)


def elo_text(elo: float | None, share: float) -> str:
    """Return a signed difference in Elo; None is infinite, positive where the share of points is above a half."""
    if elo is None:
        return "+∞" if share > 0.5 else "-∞"
    return f"{elo:+z.0f}"
