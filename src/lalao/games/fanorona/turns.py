"""The turns of Fanorona: steps, their captures, and the chains they make.

A set of points is an int (see `lalao.board.geometry`). A path is one way of moving a piece, step by step; paths
with the same start, end and captured set (in souffle also the same huffed piece and huffable points) are one turn.

A crowded board has more paths than anybody could list, and nothing here lists them all: a path is followed along its
text, and where there are too many ways of choosing a turn, only their beginnings are returned.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Protocol

from lalao.board.geometry import Lattice, Step
from lalao.errors import TooLargeError
from lalao.games.game import Choice, Way

APPROACH, WITHDRAWAL = "A", "W"
Leads = Callable[[str, int], bool]
"""Tells whether a path is worth following, from its text and its captures so far."""


def anywhere(path: str, captured: int) -> bool:  # noqa: ARG001  every path is
    """Follow every path."""
    return True


@dataclass(frozen=True, slots=True)
class FanoronaMove:
    """A whole turn: its text, and its effects as sets of points.

    `huffed`, `start` and `end` are sets of one point or none, `captured` is all that the chain takes, `huffable`
    are the pieces it leaves open to huffing.
    """

    text: str
    start: int
    end: int
    captured: int
    huffed: int = 0
    huffable: int = 0

    def __str__(self) -> str:
        return self.text

    @property
    def steps(self) -> tuple[tuple[str, str, str], ...]:
        """The steps of the path: where from, where to, and how each takes: ``A``, ``W``, or nothing.

        >>> FanoronaMove("d3-e3A-e4W", 0, 0, 0).steps
        (('d3', 'e3', 'A'), ('e3', 'e4', 'W'))
        """
        path = self.text.rpartition(" ")[2]
        if "-" not in path:
            return ()
        points = path.split("-")
        ends = [(point.rstrip("AW"), point[len(point.rstrip("AW")) :]) for point in points]
        return tuple((start, end, how) for (start, _), (end, how) in pairwise(ends))

    @property
    def identity(self) -> tuple[int, int, int, int, int]:
        """The fields that two paths of one turn share: all but the text."""
        return self.start, self.end, self.captured, self.huffed, self.huffable

    def after_huffing(self, point: int, name: str) -> "FanoronaMove":
        """Return the same turn played after huffing the piece on a point."""
        return FanoronaMove(f"x{name} {self.text}", self.start, self.end, self.captured, 1 << point, self.huffable)


@dataclass(frozen=True, slots=True)
class Capture:
    """A step that takes: where it goes, in which direction, by approach or withdrawal, and the set it takes."""

    end: int
    direction: Step
    kind: str
    captured: int


@dataclass(frozen=True, slots=True)
class Board:
    """The pieces as the side to move sees them, and the ruleset's demands on steps and chains.

    `larger`: a step that could take either of two runs must take the larger. `single`: a step takes only the nearest
    piece of the run and ends the turn (the loser of the first round in Vela).
    """

    lattice: Lattice
    own: int
    enemy: int
    larger: bool = False
    single: bool = False

    @property
    def empty(self) -> int:
        return ~(self.own | self.enemy) & ((1 << self.lattice.size) - 1)

    def run(self, ray: Iterable[int]) -> int:
        """Return the unbroken run of enemy pieces at the beginning of a ray; with `single`, only the first piece."""
        captured = 0
        for point in ray:
            if not self.enemy >> point & 1:
                break
            captured |= 1 << point
            if self.single:
                break
        return captured

    def captures_of_step(self, start: int, end: int, direction: Step) -> list[Capture]:
        """List the captures open to a step: none, by one kind, or a choice of two."""
        approach = self.run(self.lattice.rays[end][direction])
        withdrawal = self.run(self.lattice.rays[start][-direction[0], -direction[1]])
        if self.larger and approach and withdrawal:
            difference = approach.bit_count() - withdrawal.bit_count()
            approach, withdrawal = approach if difference >= 0 else 0, withdrawal if difference <= 0 else 0
        pairs = ((APPROACH, approach), (WITHDRAWAL, withdrawal))
        return [Capture(end, direction, kind, captured) for kind, captured in pairs if captured]

    def taken(self, start: int, end: int, kind: str) -> tuple[Capture, tuple[int, ...]]:
        """Return the capture that a legal step makes by this kind, and the points that it takes, the nearest first."""
        direction = next(direction for point, direction in self.lattice.steps[start] if point == end)
        capture = next(each for each in self.captures_of_step(start, end, direction) if each.kind == kind)
        ahead, behind = self.lattice.rays[end][direction], self.lattice.rays[start][-direction[0], -direction[1]]
        ray = ahead if kind == APPROACH else behind
        return capture, ray[: capture.captured.bit_count()]

    def captures(self, start: int, barred: int = 0, last: Step | None = None) -> list[Capture]:
        """List the taking steps of the piece on `start`, leaving out `barred` points and the direction `last`."""
        free, enemy = self.empty & ~barred, self.enemy
        captures: list[Capture] = []
        for end, direction, beside in self.lattice.strides[start]:
            if enemy & beside and free >> end & 1 and direction != last:
                captures += self.captures_of_step(start, end, direction)
        return captures

    def after(self, start: int, capture: Capture) -> "Board":
        """Return the pieces after a taking step of the piece on `start`."""
        own = self.own ^ (1 << start) ^ (1 << capture.end)
        return Board(self.lattice, own, self.enemy & ~capture.captured, self.larger, self.single)

    def can_capture(self) -> bool:
        """Tell whether an own piece has a taking step."""
        return bool(self.capturers())

    def capturers(self) -> int:
        """Return the set of own pieces that have a taking step."""
        found, empty, enemy = 0, self.empty, self.enemy
        for start in self.lattice.members(self.own):
            for end, _, beside in self.lattice.strides[start]:
                if enemy & beside and empty >> end & 1:
                    found |= 1 << start
                    break
        return found

    def plain_moves(self, huffable: bool, even_taking: bool = False) -> Iterator[FanoronaMove]:
        """Yield the steps that take nothing; with `even_taking` every step, with nothing taken (the winner in Vela).

        With `huffable` each piece that could have taken becomes huffable, on the point where it stands afterwards.
        """
        names, empty = self.lattice.names, self.empty
        capturers = self.capturers() if huffable else 0
        for start in self.lattice.members(self.own):
            for end, _, beside in self.lattice.strides[start]:
                if empty >> end & 1 and (even_taking or not self.enemy & beside):
                    left = capturers
                    if capturers >> start & 1:
                        left = capturers ^ (1 << start) ^ (1 << end)
                    yield FanoronaMove(f"{names[start]}-{names[end]}", 1 << start, 1 << end, 0, 0, left)

    def chains(self, must_go_on: bool, huffable: bool, leads: Leads = anywhere) -> Iterator[FanoronaMove]:
        """Yield every taking path that `leads` follows; with `must_go_on` only those that cannot be continued.

        With `huffable` a path that stops too early leaves its piece huffable.
        """
        for start in self.lattice.members(self.own):
            if leads(self.lattice.names[start], 0):
                yield from self.chains_from(start, must_go_on, huffable, leads)

    def chains_from(
        self, start: int, must_go_on: bool, huffable: bool, leads: Leads = anywhere
    ) -> Iterator[FanoronaMove]:
        """Yield every taking path of the piece on `start`; otherwise like `chains`."""
        if captures := self.captures(start):
            chain = Chain(start, must_go_on, huffable, leads)
            yield from chain.paths(self, self.lattice.names[start], start, captures, 1 << start, 0)


@dataclass(frozen=True, slots=True)
class Chain:
    """The taking paths of one piece: where it starts, when it may stop, which paths are followed."""

    start: int
    must_go_on: bool
    huffable: bool
    leads: Leads

    def paths(
        self, board: Board, path: str, here: int, captures: list[Capture], barred: int, captured: int
    ) -> Iterator[FanoronaMove]:
        """Yield the paths that go on from `here` by one of `captures`, one for each point where they may stop."""
        for capture in captures:
            longer, more = f"{path}-{board.lattice.names[capture.end]}{capture.kind}", captured | capture.captured
            if not self.leads(longer, more):
                continue
            after, closed = board.after(here, capture), barred | 1 << capture.end
            further = [] if board.single else after.captures(capture.end, closed, capture.direction)
            if not (further and self.must_go_on):
                end = 1 << capture.end
                yield FanoronaMove(longer, 1 << self.start, end, more, 0, end if further and self.huffable else 0)
            yield from self.paths(after, longer, capture.end, further, closed, more)


def merge(paths: Iterable[FanoronaMove]) -> tuple[FanoronaMove, ...]:
    """Keep one path for each turn: the one whose text is first in ASCII order."""
    turns: dict[tuple[int, int, int, int, int], FanoronaMove] = {}
    for path in paths:
        known = turns.get(path.identity)
        if known is None or path.text < known.text:
            turns[path.identity] = path
    return tuple(turns.values())


STEP = "-[a-z][0-9]{1,2}"
HUFF = "(?:x(?P<huffed>[a-z][0-9]{1,2})(?: |$))?"
TURN = re.compile(f"{HUFF}(?P<path>[a-z][0-9]{{1,2}}(?:{STEP}|(?:{STEP}[AW])+))?")
BEGUN = re.compile(f"{HUFF}(?P<path>[a-z][0-9]{{1,2}}(?:{STEP}|(?:{STEP}[AW])*))?")
"""A turn or a beginning of one, which may end before the first step."""
MOST_TRIED = 20_000
"""Steps tried to find the first text of a turn; only contrived boards need more."""


class Ground(Protocol):
    """The part of a position that following paths needs."""

    @property
    def game(self) -> Any:
        """The game, for its lattice and its ruleset."""

    @property
    def enemy(self) -> int:
        """The pieces of the other side."""

    def board(self, huffed: int = 0) -> Board:
        """Return the pieces as the side to move sees them, with those of `huffed` removed."""

    def ordinary(self, board: Board, leads: Leads = anywhere) -> Iterator[FanoronaMove]:
        """Yield every path on a board whose huffed piece, if any, is gone; of chains, those that `leads` follows."""

    def open_to_huffing(self) -> int:
        """Return the pieces that the side to move may huff."""


def parts(text: str) -> tuple[str, str]:
    """Return the point that a turn, or a beginning of one, huffs and its path; either is "" if missing."""
    shape = BEGUN.fullmatch(text)
    return (shape["huffed"] or "", shape["path"] or "") if shape else ("", "")


def path_of(position: Ground, text: str) -> FanoronaMove | None:
    """Return the legal path with this text, or None where there is none."""
    huffed, path = parts(text)
    if not huffed:
        return _along(position, position.board(), path)
    point = position.game.lattice.index.get(huffed)
    if point is None or not position.open_to_huffing() >> point & 1:
        return None
    if position.enemy == 1 << point:
        return FanoronaMove(text, 0, 0, 0, 1 << point) if not path else None
    played = _along(position, position.board(1 << point), path)
    return played and played.after_huffing(point, huffed)


def _along(position: Ground, board: Board, path: str) -> FanoronaMove | None:
    paths = position.ordinary(board, lambda text, _: path.startswith(text))
    return next((each for each in paths if each.text == path), None)


def turn_of(position: Ground, path: FanoronaMove) -> FanoronaMove:
    """Return the turn of a path, under the first text in ASCII order of all the paths that are this turn.

    Raises TooLargeError where there are too many of them to try.
    """
    if not path.captured:
        return path
    huffed, best = parts(path.text)
    tried = 0

    def leads(text: str, captured: int) -> bool:
        nonlocal tried
        tried += 1
        if tried > MOST_TRIED:
            raise TooLargeError("there are too many ways of playing '{move}' to look at them all here", move=path)
        return text <= best and not captured & ~path.captured

    rules, start = position.game.rules, path.start.bit_length() - 1
    ends = path.end, path.captured, path.huffable
    for other in position.board(path.huffed).chains_from(start, rules.must_go_on, rules.huffing, leads):
        if (other.end, other.captured, other.huffable) == ends:
            best = min(best, other.text)
    return replace(path, text=f"x{huffed} {best}" if huffed else best)


class Taps:
    """Finds the taps that choose the paths of a position; beginnings shared by several paths are followed once."""

    def __init__(self, position: Ground) -> None:
        self.position = position
        self._known: dict[tuple[str, str], tuple[tuple[Choice, ...], Board, int]] = {}

    def of(self, text: str) -> tuple[Choice, ...]:
        """List the choices that tap in a turn, or a beginning of one, given its text."""
        huffed, path = parts(text)
        taps = (Choice(huffed, "x", (huffed,)),) if huffed else ()
        return taps + self._followed(huffed, path)[0] if path else taps

    def _followed(self, huffed: str, path: str) -> tuple[tuple[Choice, ...], Board, int]:
        """Follow a path; return its choices, the board after it, and where the piece stands."""
        known = self._known.get((huffed, path))
        if known is None:
            before, _, step = path.rpartition("-")
            known = self._stepped(huffed, before, step) if before else self._begun(huffed, step)
            self._known[huffed, path] = known
        return known

    def _begun(self, huffed: str, start: str) -> tuple[tuple[Choice, ...], Board, int]:
        index = self.position.game.lattice.index
        return (Choice(start),), self.position.board(1 << index[huffed] if huffed else 0), index[start]

    def _stepped(self, huffed: str, before: str, step: str) -> tuple[tuple[Choice, ...], Board, int]:
        choices, board, here = self._followed(huffed, before)
        lattice, name = board.lattice, step.rstrip("AW")
        there, kind = lattice.index[name], step[len(name) :]
        if not kind:
            return (*choices, Choice(name)), board, there
        capture, run = board.taken(here, there, kind)
        choice = Choice(name, kind, tuple(lattice.names[point] for point in run))
        return (*choices, choice), board.after(here, capture), there


class Cut:
    """Follows paths that start with `begun`, for `steps` steps more; `opened` holds those that would go on."""

    def __init__(self, begun: str, steps: int) -> None:
        """Set the beginning, "" for any, and the number of steps after it."""
        self.begun, self.steps = begun, begun.count("-") + steps
        self.opened: dict[str, None] = {}

    def __call__(self, path: str, captured: int) -> bool:  # noqa: ARG002  a beginning is cut whatever it takes
        """Tell whether a path is worth following."""
        if not (path.startswith(self.begun) or self.begun.startswith(path)):
            return False
        if path.count("-") > self.steps:
            self.opened[path.rpartition("-")[0]] = None
            return False
        return True


def beginnings(position: Ground, most: int, begun: str) -> tuple[Way, ...]:
    """List the ways of choosing a turn that start with `begun`, cut as late as keeps them to at most `most`.

    Where `most` is 0 chains are cut at the first tap after `begun`.
    """
    taps = Taps(position)
    steps = 1 if begun or most else 0
    ways = list(_cut(position, taps, begun, steps))
    while len(ways) <= most and any(way.move is None for way in ways):
        steps += 1
        longer = list(_cut(position, taps, begun, steps))
        if len(longer) > most or longer == ways:
            break
        ways = longer
    return tuple(ways)


def _cut(position: Ground, taps: Taps, begun: str, steps: int) -> Iterator[Way]:
    """Yield the ways that start with `begun`, cut `steps` steps later; a huff counts as a beginning by itself."""
    huffed, path = parts(begun)
    lattice = position.game.lattice
    if begun and not huffed and not path:
        return
    cut = Cut(path, steps)
    board = position.board(1 << lattice.index[huffed] if huffed in lattice.index else 0)
    prefix = f"x{huffed} " if huffed else ""
    for played in position.ordinary(board, cut):
        if played.text.startswith(path):
            yield Way(prefix + played.text, prefix + played.text, taps.of(prefix + played.text))
    for text in cut.opened:
        yield Way(prefix + text, None, taps.of(prefix + text))
    if not begun:
        for point in lattice.members(position.open_to_huffing()):
            text = f"x{lattice.names[point]}"
            yield Way(text, text if position.enemy == 1 << point else None, taps.of(text))
