"""Lets a search of Fanorona use what certificates prove: it plays the proved turns, and shows the proved scores.

It searches all the same: a certificate says who wins, not how soon, and the search may see an end.
"""

from collections.abc import Iterator
from dataclasses import replace

from lalao.engine.analysis import History, Info, Line, Score, Searcher, SearchRequest
from lalao.engine.deepening import UNPROVED
from lalao.errors import ArgumentError
from lalao.games.fanorona import Fanorona, FanoronaPosition
from lalao.solve.proved import index, proved
from lalao.values import Value


class ProvedTurns(Searcher):
    """A searcher that asks the certificates first."""

    def __init__(self, searcher: Searcher, game: Fanorona) -> None:
        """Take the searcher that thinks where they do not decide, and read the certificates before a clock runs.

        Raises FileError where a certificate is damaged.
        """
        self.searcher = searcher
        index(game)

    def _think(self, request: SearchRequest) -> Iterator[Info]:
        """Answer a request: the proved turn is the first line, unless the search proves one as good with its distance.

        Whatever turn the search finds gets the score that is proved of it.
        """
        position, history = request.position, request.history
        if not isinstance(position, FanoronaPosition):
            raise ArgumentError("this searcher is for Fanorona, not for {other}", other=position.game.id)
        known = proved(position)
        first = None
        if known is not None and known[1] is not None:
            first = Line(score_of(known[0], history), (known[1],))
        for info in self.searcher.think(*request):
            yield replace(info, lines=with_proofs(position, info.lines, first, history))


def with_proofs(
    position: FanoronaPosition, lines: tuple[Line, ...], first: Line | None, history: History
) -> tuple[Line, ...]:
    """Return the lines of a search with what is proved of their turns, `first` in front unless a line is better."""
    found = [with_proof(position, line, history) for line in lines]
    if first is not None and not any(line.score.is_exact and line.score.rank >= first.score.rank for line in found):
        found = [first, *(line for line in found if line.moves[0] != first.moves[0])][: len(lines)]
    return tuple(found)


def with_proof(position: FanoronaPosition, line: Line, history: History) -> Line:
    """Return a line of a search with the score that is proved of its first turn, if the search has not proved one."""
    known = None if line.score.proved is not None else proved(position._play(line.moves[0]))
    return line if known is None else Line(score_of(known[0].before(), history), line.moves)


def score_of(value: Value, history: History) -> Score:
    """Return a proved value as a score; a win or loss that a draw rule may yet prevent is not proved.

    Neither side can force a win of a proved draw, whatever else makes a game a draw.
    """
    return Score(value.sign * UNPROVED) if value.sign and history.draws else Score(proved=value)
