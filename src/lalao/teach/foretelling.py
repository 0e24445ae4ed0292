"""Sowings to be foretold (where does the last seed fall?), in rungs of growing difficulty.

They come from random games, always the same ones. The first rungs hold turns of one sowing, by its number of seeds;
then come those in which the hand is filled again once, twice, and so on. The readable rules give the right answer.

>>> first = rungs("fang")[0][0]
>>> first.seeds, first.laps, first.ends == first.position.events(first.position.move(first.move))[-1].target
(2, 1, True)

Turns that a pupil sowed seed by seed while the program only checked: which ones, and how many errors were made.

A record lists them in the tag ``ByHand``: the plies sown by hand, counted from 1, each followed by its misses, if any,
which are gestures that were not the next one. A side's letter stands for all its plies, without misses.

>>> from lalao.record import read
>>> sown_by_hand(read('[Game "fang-4"] [ByHand "1 3:2"] 1. 2 2 2. 3 1'))
{1: 0, 3: 2}
>>> sown_by_hand(read('[Game "fang-4"] [ByHand "N"] 1. 2 2 2. 3 1'))
{2: 0, 4: 0}
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from random import Random

from lalao.games.game import AnyPosition, Game
from lalao.games.registry import FAMILIES, game, unknown
from lalao.record import Record
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


BY_HAND = "ByHand"
PLY = re.compile(r"([1-9][0-9]{0,5})(?::([0-9]{1,6}))?", re.ASCII)


def sown_by_hand(record: Record) -> dict[int, int]:
    """Return the number of misses of each ply of the main line sown by hand; words that make no sense are skipped."""
    movers = [str(position.to_move) for position in record.positions()[:-1]]
    sown: dict[int, int] = {}
    for word in record.tags.get(BY_HAND, "").split():
        shape = PLY.fullmatch(word)
        if shape and int(shape[1]) <= len(movers):
            sown[int(shape[1])] = int(shape[2] or 0)
        sown |= {ply: 0 for ply, mover in enumerate(movers, 1) if mover == word and ply not in sown}
    return dict(sorted(sown.items()))


def mark_by_hand(record: Record, sown: Mapping[int, int]) -> None:
    """Write the plies sown by hand, with their misses, to a record's tag; without any, remove the tag."""
    record.tags.pop(BY_HAND, None)
    if sown:
        record.tags[BY_HAND] = " ".join(
            f"{ply}:{misses}" if misses else str(ply) for ply, misses in sorted(sown.items())
        )
