"""Fang in the engine: a searcher that solves small boards, and one start for each size and ruleset."""

from collections.abc import Callable

from lalao.engine.analysis import Searcher, Settings
from lalao.engine.solved import searcher_of
from lalao.errors import NotationError, TooLargeError
from lalao.games.fang import Fang, FangPosition
from lalao.games.game import AnyPosition
from lalao.values import Value

MOST_PITS = 8
"""Pits of the largest games compared."""


def searcher(position: FangPosition, settings: Settings) -> Searcher:
    """Return the searcher that solves small games, and searches others by the readable rules."""
    return searcher_of(position, settings)


class BoardLayouts:
    """The one start of each size, in the simple and the guarded game."""

    fixed = True

    def usual_pits(self, game: Fang) -> int:
        return game.pits

    def starts(self, game: Fang, pits: int, _: int) -> list[AnyPosition]:
        """List the starts of the simple and the guarded game; on 4 pits, if `game` has it, also with the surplus last.

        Raises NotationError or TooLargeError.
        """
        if pits % 2 or pits < 4:
            raise NotationError("Fang is played on an even number of pits, from 4: not on {pits}", pits=pits)
        if pits > MOST_PITS:
            raise TooLargeError("games of Fang are compared up to {most} pits, not {pits}", most=MOST_PITS, pits=pits)
        games = [Fang(pits), Fang(pits, guarded=True)]
        if game.last and pits == 4:
            games += [Fang(pits, last=True), Fang(pits, guarded=True, last=True)]
        return [one.start() for one in games]

    def is_sampled(self, *_: int) -> bool:
        """Return False: `starts` lists them all."""
        return False

    def matters(self, _: FangPosition, __: Callable[[AnyPosition], Value]) -> bool:
        """Return True: which side the start favours differs from size to size."""
        return True


LAYOUTS = BoardLayouts()
