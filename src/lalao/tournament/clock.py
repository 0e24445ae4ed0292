"""The clock of a tournament: how long its rounds should take, and how long they took."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lalao.games.registry import game

if TYPE_CHECKING:
    from lalao.tournament.state import TournamentState


@dataclass(frozen=True, slots=True)
class RoundTime:
    """Minutes of a round, with the regrouping before it; `actual` is None unless the round is over and was timed."""

    number: int
    estimated: float
    actual: float | None


def minutes_a_game(day: "TournamentState") -> float:
    """Return the expected minutes of a game: as configured, else the usual ones of the game."""
    setting = day.setting
    return game(setting.game).minutes if setting.minutes is None else setting.minutes


def estimated(day: "TournamentState", number: int) -> float:
    """Return the expected minutes of a round: those of a game, plus those of the regrouping from round 2 on."""
    return minutes_a_game(day) + (day.setting.regrouping if number > 1 else 0)


def started(day: "TournamentState", number: int) -> float | None:
    """Return when a round started: at the end of the previous one, the first at its call; None where not timed."""
    if number > 1:
        return day.rounds[number - 2].ended
    return day.rounds[0].begun if day.rounds else None


def actual(day: "TournamentState", number: int) -> float | None:
    """Return the minutes that a round took, None where they were not timed."""
    since, ended = started(day, number), day.rounds[number - 1].ended
    return None if since is None or ended is None else (ended - since) / 60


def times(day: "TournamentState") -> list[RoundTime]:
    """List the times of the rounds played and of those still expected."""
    last = max(len(day.rounds), day.expected_rounds())
    return [
        RoundTime(number, estimated(day, number), actual(day, number) if number <= len(day.rounds) else None)
        for number in range(1, last + 1)
    ]


def coming(day: "TournamentState") -> list[float]:
    """List the expected minutes of the rounds that are not over, their games at the pace of those that were timed.

    Only games are scaled by the pace, not the regrouping between rounds.
    """
    rows, game_minutes = times(day), minutes_a_game(day)
    done = [row for row in rows if row.actual is not None]
    played = sum(max((row.actual or 0) - (row.estimated - game_minutes), 0) for row in done)
    pace = played / (len(done) * game_minutes) if done and game_minutes else 1.0
    over = {here.number for here in day.rounds if here.is_over}
    return [row.estimated - game_minutes + pace * game_minutes for row in rows if row.number not in over]


def passed(day: "TournamentState", now: float) -> float:
    """Return the minutes since the round in progress started, or the regrouping before it; 0 where not timed.

    `now` is in seconds since the opening.
    """
    over = sum(here.is_over for here in day.rounds)
    since = None if day.is_over else started(day, over + 1)
    return 0.0 if since is None else max(now - since, 0.0) / 60
