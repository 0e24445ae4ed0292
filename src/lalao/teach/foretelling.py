"""Sowings to be foretold: where does the last seed fall? In rungs, so that the seeds to be counted grow with the pupil.

They come from games played by chance, always the same ones. A rung holds the turns of one sowing with as many seeds;
then come those in which the hand is filled again, once, twice, and so on. What is right is what the readable rules do.

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
from lalao.teach.families import teaching

GAMES = 60
"""Games played by chance of each game."""
MOST_PLIES = 60
EACH, LEAST = 12, 6
"""Sowings that a rung holds at most, and those without which it is none."""
MOST_LAPS = 5
"""Times that a hand is filled in a turn that a pupil may be asked to follow."""
MOST_TAPS = 2
"""Places by which the turn can be named: the pit, and the one towards which it is sown."""


@dataclass(frozen=True, slots=True)
class Foretold:
    """A turn: where its last seed falls, how many seeds are sown in how many laps."""

    position: AnyPosition
    move: str
    ends: str
    seeds: int
    laps: int

    @property
    def rung(self) -> tuple[int, int]:
        """How hard it is: by laps, and by seeds where there is one lap."""
        return self.laps, self.seeds if self.laps == 1 else 0

    @property
    def path(self) -> tuple[str, ...]:
        """The places that are tapped for the turn."""
        paths = self.position.paths()
        return next(tuple(choice.place for choice in path) for _, legal, path in paths if str(legal) == self.move)


@cache
def rungs(name: str) -> tuple[tuple[Foretold, ...], ...]:
    """Return the sowings of a family that are to be foretold, the easiest rung first; none where nothing is sown.

    Raises UnknownGameError.
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
    """List the games of a family of which sowings are foretold.

    Raises UnknownGameError.
    """
    own = next((family for family in FAMILIES if family.name == name), None)
    if own is None:
        raise unknown(name)
    return tuple(game(each) for each in teaching(game(own.listed[0])).foretold)


def sown_by_chance(own: Game, rng: Random) -> Iterator[Foretold]:
    """Play games by chance, and yield each of their turns that can be foretold."""
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
    """Follow the hand through a turn; nothing where that takes too long, or nothing is sown."""
    keys = [(event.key, event.target) for event in position.events(position.move(move))]
    laps = [list(events) for sown, events in groupby(keys, lambda event: event[0] == "sow") if sown]
    if not 0 < len(laps) <= MOST_LAPS:
        return None
    return Foretold(position, move, laps[-1][-1][1], sum(map(len, laps)), len(laps))
