"""Play, solve and teach Fang, Fafy, Fifangha and Fanorona, games of Madagascar and La Réunion.

>>> import lalao
>>> position = lalao.game("fang-4").start()
>>> str(position.play("2"))
'1.1.1.0 2+3 N'
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from lalao.cgt.nimbers import find_period
from lalao.engine.analysis import Limits
from lalao.engine.searchers import analyse, analysis
from lalao.errors import LalaoError
from lalao.games.game import Game, Position, perft, reachable
from lalao.games.registry import LISTED, game, register, register_installed
from lalao.games.ruleset import Board, Ruleset
from lalao.provenance import provenance
from lalao.solve import solve
from lalao.values import DRAW, UNKNOWN, Loss, Outcome, Side, Value, Win

if TYPE_CHECKING:
    from lalao import tables
    from lalao.engine.client import EngineClient
    from lalao.research.atlas import atlas
    from lalao.solve.sums import canonical_forms, misere_quotient, nimbers

__version__ = "0.2.0"
__all__ = [
    "DRAW",
    "LISTED",
    "UNKNOWN",
    "Board",
    "EngineClient",
    "Game",
    "LalaoError",
    "Limits",
    "Loss",
    "Outcome",
    "Position",
    "Ruleset",
    "Side",
    "Value",
    "Win",
    "analyse",
    "analysis",
    "atlas",
    "canonical_forms",
    "find_period",
    "game",
    "misere_quotient",
    "nimbers",
    "perft",
    "provenance",
    "reachable",
    "register",
    "solve",
    "tables",
]

LATER = {
    "EngineClient": "lalao.engine.client",
    "atlas": "lalao.research.atlas",
    "canonical_forms": "lalao.solve.sums",
    "misere_quotient": "lalao.solve.sums",
    "nimbers": "lalao.solve.sums",
}
"""Names imported on first use, with their modules: those start processes or load combinatorial game theory."""


def __getattr__(name: str) -> Any:
    if name == "tables":
        return import_module("lalao.tables")
    if name in LATER:
        return getattr(import_module(LATER[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


register_installed()
