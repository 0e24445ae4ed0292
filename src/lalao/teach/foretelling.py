"""Exercises in counting: sowings to be foretold, in rungs of growing difficulty, and turns sown by hand.

A pupil foretells where the last seed of a sowing falls. The sowings come from random games, always the same ones. The
first rungs hold turns of one sowing, by its number of seeds; then come those in which the hand is filled again once,
twice, and so on. The readable rules give the right answer.

>>> first = rungs("fang")[0][0]
>>> first.seeds, first.laps, first.ends == first.position.events(first.position.move(first.move))[-1].target
(2, 1, True)

A pupil sows by hand where the program only checks each seed. A record lists these turns in the tag ``ByHand``: the
plies sown by hand, counted from 1, each followed by its misses, if any, which are gestures that were not the next one.
A side's letter stands for all its plies, without misses.

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
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypeAlias

import msgspec

from lalao.board.picture import RowPicture
from lalao.errors import NotationError
from lalao.events import SEED
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import FAMILIES, game, unknown
from lalao.record import Record
from lalao.teach.family import teaching

GAMES = 60
"""Random games played of each game."""
MOST_PLIES = 60
MOST_SHOWN = 60
EACH, LEAST = 12, 6
"""The most sowings of a rung, and the fewest that make one."""
MOST_LAPS = 5
"""The most times that the hand is filled in a turn that a pupil is asked to follow."""
Answered: TypeAlias = Literal["right", "short", "over", "far"]
"""An answer: the right pit, the one before it on the way, the one after it, or another."""
MOST_FAMILY = 40
"""The most letters of the name of a family."""
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


class Foretelling(msgspec.Struct, frozen=True):
    """A pupil's first answer to a sowing of this many seeds in this many laps.

    `family` is the name of the game's family, "" where an earlier version has not kept it.
    """

    seeds: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    laps: Annotated[int, msgspec.Meta(ge=1, le=MOST_LAPS)]
    answered: Answered
    family: Annotated[str, msgspec.Meta(max_length=MOST_FAMILY)] = ""


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


def asked(name: str, position: str, move: str) -> Foretold:
    """Return the sowing of a game, by its id, that begins with a move in a position.

    Raises NotationError where pupils are asked no such thing.
    """
    found = _by_text(game(name).family.name).get((name, position, move))
    if found is None:
        raise NotationError("'{text}' is no sowing to be foretold", text=f"{name} {position} {move}"[:MOST_SHOWN])
    return found


def answer(sowing: Foretold, place: str) -> Foretelling:
    """Judge the place where a pupil says that the last seed of a sowing falls.

    Raises NotationError where the board has no such place.
    """
    if place not in sowing.position.contents():
        raise NotationError("there is no {place} on this board", place=place[:MOST_SHOWN])
    before, ends = way(sowing.position, sowing.position.move(sowing.move))[-2:]
    answered: Answered = (
        "right" if place == ends else "short" if place == before else "over" if place in onward(sowing) else "far"
    )
    return Foretelling(sowing.seeds, sowing.laps, answered, sowing.position.game.family.name)


def way(position: AnyPosition, move: Any) -> list[str]:
    """List the places of the last lap of a sowing: where the hand is filled, then where its seeds fall."""
    places: list[str] = []
    for event in position.events(move):
        places = [*places, event.target] if event.key == "sow" else [event.source]
    return places


def onward(sowing: Foretold) -> set[str]:
    """Return where one more seed would fall: with a seed more in the pit, as in sowings that come this way, or next.

    A seed more may be no legal turn, or change all that happens.
    """
    position, move = sowing.position, sowing.position.move(sowing.move)
    places = way(position, move)
    contents = position.contents()
    more = position.from_contents(contents | {places[0]: contents[places[0]] + SEED}, position.to_move)
    further = way(more, move) if sowing.laps == 1 and move in more.legal_moves() else []
    if further[:-1] == places:
        return {further[-1]}
    before, here = places[-2:]
    came = _onward(position.game.family.name).get((position.game.id, before, here))
    return came or _beyond(position, before, here)


def _beyond(position: AnyPosition, before: str, here: str) -> set[str]:
    """Return the pit of the same row that comes after two neighbours, if there is one."""
    picture = position.picture()
    assert isinstance(picture, RowPicture)  # only what lies in pits is sown
    for row in ([pit.place for pit in pits] for pits in picture.rows):
        if before in row and here in row:
            after = 2 * row.index(here) - row.index(before)
            return {row[after]} if 0 <= after < len(row) else set()
    return set()


@cache
def _by_text(family: str) -> dict[tuple[str, str, str], Foretold]:
    return {(each.position.game.id, str(each.position), each.move): each for rung in rungs(family) for each in rung}


@cache
def _onward(family: str) -> dict[tuple[str, str, str], set[str]]:
    """Return where the hand goes on from two places that follow each other, by the game's id."""
    found: dict[tuple[str, str, str], set[str]] = {}
    for (name, *_), sowing in _by_text(family).items():
        places = way(sowing.position, sowing.position.move(sowing.move))
        for before, here, after in zip(places, places[1:], places[2:], strict=False):
            found.setdefault((name, before, here), set()).add(after)
    return found


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
PLY = re.compile(r"([1-9][0-9]{0,5})(?::([0-9]{1,6})(?::([0-9]{1,6}))?)?", re.ASCII)


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


def strayed(record: Record) -> dict[int, int]:
    """Return how often the first seed of a ply sown by hand was dropped to the wrong side, for plies where it was."""
    shapes = map(PLY.fullmatch, record.tags.get(BY_HAND, "").split())
    return {int(shape[1]): int(shape[3]) for shape in shapes if shape and shape[3]}


def mark_by_hand(record: Record, sown: Mapping[int, int], astray: Mapping[int, int] = MappingProxyType({})) -> None:
    """Write the plies sown by hand, with their misses, to a record's tag; without any, remove the tag."""
    record.tags.pop(BY_HAND, None)
    if sown:
        words = ((ply, misses, astray.get(ply, 0)) for ply, misses in sorted(sown.items()))
        record.tags[BY_HAND] = " ".join(
            f"{ply}:{misses}:{wrong}" if wrong else f"{ply}:{misses}" if misses else str(ply)
            for ply, misses, wrong in words
        )
