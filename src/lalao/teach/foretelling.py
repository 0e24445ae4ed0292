"""Sowings to be foretold (where does the last seed fall?), in rungs of growing difficulty.

They come from random games, always the same ones. The first rungs hold turns of one sowing, by its number of seeds;
then come those in which the hand is filled again once, twice, and so on. The readable rules give the right answer.

>>> first = rungs("fang")[0][0]
>>> first.seeds, first.laps, first.ends == first.position.events(first.position.move(first.move))[-1].target
(2, 1, True)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from random import Random

from lalao.games.game import AnyPosition, Game
from lalao.games.registry import FAMILIES, game, unknown
from lalao.teach.family import teaching

GAMES = 60
"""Random games played of each game."""
MOST_PLIES = 60
EACH, LEAST = 12, 6
"""The most sowings of a rung, and the fewest that make one."""
MOST_LAPS = 5
"""The most times that the hand is filled in a turn that a pupil is asked to follow."""
MOST_TAPS = 2
"""The most places to tap to name a turn: the pit, and the one towards which it is sown."""


@dataclass(frozen=True, slots=True)
class Foretold:
    """A turn to be foretold: the place where its last seed falls, and how many seeds it sows in how many laps."""

    position: AnyPosition
    move: str
    ends: str
    seeds: int
    laps: int

    @property
    def rung(self) -> tuple[int, int]:
        """A key that sorts turns by difficulty: the laps, then the seeds where there is one lap."""
        return self.laps, self.seeds if self.laps == 1 else 0

    @property
    def path(self) -> tuple[str, ...]:
        """The places to tap, in order, to play the turn."""
        paths = self.position.paths()
        return next(tuple(choice.place for choice in path) for _, legal, path in paths if str(legal) == self.move)


@cache
def rungs(name: str) -> tuple[tuple[Foretold, ...], ...]:
    """Return the sowings to be foretold in a family, in rungs, the easiest first; none where nothing is sown.

    Raises UnknownGameError where there is no family of this name.
    """
    found: dict[tuple[int, int], list[Foretold]] = {}
    rng = Random(name)
    for each in foretold_games(name):
        for sowing in sown_by_chance(each, rng):
            rung = found.setdefault(sowing.rung, [])
            if len(rung) < EACH and sowing not in rung and len(sowing.path) <= MOST_TAPS:
                rung.append(sowing)
    return tuple(tuple(found[rung]) for rung in sorted(found) if len(found[rung]) >= LEAST)


def foretold_games(name: str) -> tuple[Game, ...]:
    """List the games of a family in which sowings are foretold.

    Raises UnknownGameError where there is no family of this name.
    """
    own = next((family for family in FAMILIES if family.name == name), None)
    if own is None:
        raise unknown(name)
    return tuple(game(each) for each in teaching(game(own.listed[0])).foretold)


def sown_by_chance(own: Game, rng: Random) -> Iterator[Foretold]:
    """Play random games, and yield each of their turns that can be foretold."""
    for _ in range(GAMES):
        position = own.agreed_start(rng)
        for _ in range(MOST_PLIES):
            if position.outcome is not None:
                break
            move = rng.choice(position.legal_moves())
            sowing = followed(position, str(move))
            if sowing is not None:
                yield sowing
            position = position._play(move)


def followed(position: AnyPosition, move: str) -> Foretold | None:
    """Follow the hand through a turn; None where it has more than `MOST_LAPS` laps, or sows nothing."""
    keys = [(event.key, event.target) for event in position.events(position.move(move))]
    laps = [list(events) for sown, events in groupby(keys, lambda event: event[0] == "sow") if sown]
    if not 0 < len(laps) <= MOST_LAPS:
        return None
    return Foretold(position, move, laps[-1][-1][1], sum(map(len, laps)), len(laps))
