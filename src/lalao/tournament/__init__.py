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

from lalao.tournament.formats import FORMATS, judged, open_tournament, replayed
from lalao.tournament.machine import Event, Tournament
from lalao.tournament.rounds import Pairing, Result, Round, TournamentConfig

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
