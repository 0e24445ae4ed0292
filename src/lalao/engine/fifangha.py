"""Fifangha in the engine: its compiled search, for analysis and for its levels."""

from typing import TYPE_CHECKING

from lalao.engine.analysis import Searcher, Settings
from lalao.games.fifangha import FifanghaPosition

if TYPE_CHECKING:
    from lalao.codecs.fifangha import CompiledSearch


def searcher(_: FifanghaPosition, settings: Settings) -> Searcher:
    """Return a searcher with the compiled search."""
    from lalao.engine.compiled import CompiledSearcher  # loads the compiler, which other games do without

    return CompiledSearcher(settings)


def compiled_search() -> "CompiledSearch":
    """Return the compiled search with which levels score moves."""
    from lalao.codecs.fifangha import CompiledSearch  # loads the compiler, which other games do without

    return CompiledSearch()
