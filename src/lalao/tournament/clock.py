"""The clock of a tournament: how long its rounds should take, and how long they took."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lalao.games.registry import game

if TYPE_CHECKING:
    from lalao.tournament.state import TournamentState


@dataclass(frozen=True, slots=True)
class RoundTime:
    """Minutes of a round, the regrouping before it included: estimated, and actual once it is over and was timed."""

    number: int
    estimated: float
    actual: float | None

    def as_dict(self) -> dict[str, Any]:
        """Give the times as plain JSON."""
        return {"round": self.number, "estimated": self.estimated, "actual": self.actual}


def minutes_a_game(day: "TournamentState") -> float:
    """Return the minutes that a game should take: as the setting says, else as the game does."""
    setting = day.setting
    return game(setting.game).minutes if setting.minutes is None else setting.minutes


def estimated(day: "TournamentState", number: int) -> float:
    """Return the minutes that a round should take: a game, and from the second on the regrouping before it."""
    return minutes_a_game(day) + (day.setting.regrouping if number > 1 else 0)


def actual(day: "TournamentState", number: int) -> float | None:
    """Return the minutes from the end of the round before (of the first: from its beginning) to the round's own end."""
    this = day.rounds[number - 1]
    since = this.begun if number == 1 else day.rounds[number - 2].ended
    return None if since is None or this.ended is None else (this.ended - since) / 60


def times(day: "TournamentState") -> list[RoundTime]:
    """List the rounds played and those still expected."""
    last = max(len(day.rounds), day.expected_rounds())
    return [
        RoundTime(number, estimated(day, number), actual(day, number) if number <= len(day.rounds) else None)
        for number in range(1, last + 1)
    ]


def minutes_left(day: "TournamentState") -> float:
    """Return the minutes that the rounds not yet over should take, their games at the pace of those that are.

    The regrouping before a round is not scaled: it takes as long as it takes.
    """
    rows, game_minutes = times(day), minutes_a_game(day)
    done = [row for row in rows if row.actual is not None]
    played = sum(max((row.actual or 0) - (row.estimated - game_minutes), 0) for row in done)
    pace = played / (len(done) * game_minutes) if done and game_minutes else 1.0
    return sum(row.estimated - game_minutes + pace * game_minutes for row in rows if row.actual is None)
