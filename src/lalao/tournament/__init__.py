"""Tournaments as plain state machines: they take events, pair, count and rank; no clock, file or socket inside.

>>> from lalao.tournament import open_tournament
>>> day = open_tournament("poules", "fafy-impartial", ["Aina", "Bao", "Chloé", "Désiré"], seed=1)
>>> day.next_round()
>>> [(table.first, table.second) for table in day.rounds[0].tables]
[('Chloé', 'Bao'), ('Aina', 'Désiré')]
>>> day.report(1, "first")
>>> day.report(2, "second")
>>> day.next_round()
>>> [(table.first, table.second) for table in day.rounds[1].tables]
[('Désiré', 'Chloé'), ('Bao', 'Aina')]

The journal of a tournament is its list of events, plain JSON; `replayed` rebuilds the tournament from it.
"""

from collections.abc import Iterable
from typing import Any

from lalao.errors import LalaoError, NotationError
from lalao.tournament.ladder import Ladder
from lalao.tournament.machine import Event, Tournament
from lalao.tournament.poules import Knockout, Poules
from lalao.tournament.round_robin import RoundRobin
from lalao.tournament.rounds import Pairing, Result, Round, TournamentConfig
from lalao.tournament.swiss import Swiss

__all__ = [
    "FORMATS",
    "Event",
    "Pairing",
    "Result",
    "Round",
    "Tournament",
    "TournamentConfig",
    "judged",
    "open_tournament",
    "replayed",
]


FORMATS: dict[str, type[Tournament]] = {kind.format: kind for kind in (Poules, Swiss, RoundRobin, Knockout, Ladder)}


def open_tournament(format: str, game: str, names: Iterable[str], **options: Any) -> Tournament:  # noqa: A002
    """Open a tournament with a format, the id of a game, the names of pupils, and options of `TournamentConfig`.

    Raises NotationError or UnknownGameError.
    """
    kind = FORMATS.get(format)
    if kind is None:
        raise NotationError("there is no format '{text}': choose {formats}", text=format, formats=", ".join(FORMATS))
    unknown = options.keys() - TournamentConfig.__dataclass_fields__.keys()
    if unknown:
        raise NotationError("a tournament has no option '{text}'", text=min(unknown))
    return kind(TournamentConfig(format, game, **options), names)


def replayed(journal: Iterable[Event]) -> Tournament:
    """Rebuild a tournament from its journal.

    Raises NotationError that says in which line.
    """
    tournament: Tournament | None = None
    for number, event in enumerate(journal, 1):
        try:
            if not isinstance(event, dict):
                raise NotationError("'{text}' is not an event", text=event)
            if tournament is None:
                tournament = _opened(event)
            else:
                tournament.apply(event)
        except LalaoError as cause:
            raise NotationError("line {number} of the journal: {cause}", number=number, cause=cause) from None
    if tournament is None:
        raise NotationError("this journal is empty")
    return tournament


def judged(tournament: Tournament, event: Event) -> Event:
    """Apply an event to a copy of a tournament, and return the entry that it makes in the journal.

    Raises NotationError where the tournament refuses it.
    """
    trial = replayed(tournament.journal)
    trial.apply(event)
    return trial.journal[-1]


def _opened(event: Event) -> Tournament:
    """Open a tournament from the first line of a journal."""
    names = event.get("names")
    if event.get("do") != "open" or not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise NotationError("a journal begins with the opening of a tournament")
    arguments = {str(key): value for key, value in event.items() if key not in ("do", "at", "names")}
    return open_tournament(str(arguments.pop("format", "")), str(arguments.pop("game", "")), names, **arguments)
