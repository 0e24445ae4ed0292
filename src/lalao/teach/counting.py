"""A referee's counts at a table: the counters on the board and in the reserves.

>>> import lalao
>>> start = lalao.game("fang-4").start()
>>> counters(start), counters(start.play("2"))
(8, 8)
"""

from lalao import events
from lalao.games.game import AnyPosition


def counters(position: AnyPosition) -> int:
    """Return how many counters are in play: those on the board and in the reserves, not those taken."""
    piles = taken(position)
    return sum(len(held) for place, held in position.contents().items() if place not in piles)


def taken(position: AnyPosition) -> set[str]:
    """Return the places where taken pieces lie; none in a game whose counters all stay in play."""
    return {events.taken(side.value) for side in position.game.sides} & position.contents().keys()


def lying(start: AnyPosition, now: AnyPosition, *, after: bool, on_screen: bool) -> int | None:
    """Return how many counters a referee should find before or after a game, None where it is not known.

    Before: those of the start, as long as none was taken. After: those that lie there now; on boards of paper and wood
    nobody knows how many were taken.
    """
    if after:
        return counters(now) if on_screen or not taken(now) else None
    return counters(start) if counters(start) == counters(now) else None
