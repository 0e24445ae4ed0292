"""The turns of Fanorona: steps, what they take, and the chains they make.

A set of points is an int (see `lalao.board.geometry`). A path is one way of moving a piece, step by step; paths
with the same start, end and captured set (in souffle also the same huffed piece and huffable points) are one turn.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from lalao.board.geometry import Lattice, Step

APPROACH, WITHDRAWAL = "A", "W"
Leads = Callable[[str, int], bool]
"""Tells whether a path is worth following, from its text and what it has taken so far."""


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
        """What two paths share if they are one turn: all but the text."""
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
    """The pieces as the side to move sees them, and what the ruleset asks of steps and chains.

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
        """List what a step may take: nothing, by one kind, or a choice of two."""
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
        free = self.empty & ~barred
        captures: list[Capture] = []
        for end, direction in self.lattice.steps[start]:
            if free >> end & 1 and direction != last:
                captures += self.captures_of_step(start, end, direction)
        return captures

    def after(self, start: int, capture: Capture) -> "Board":
        """Return the pieces after a taking step of the piece on `start`."""
        own = self.own ^ (1 << start) ^ (1 << capture.end)
        return Board(self.lattice, own, self.enemy & ~capture.captured, self.larger, self.single)

    def can_capture(self) -> bool:
        """Tell whether an own piece has a taking step."""
        return any(self.captures(point) for point in self.lattice.members(self.own))

    def capturers(self) -> int:
        """Return the set of own pieces that have a taking step."""
        return sum(1 << point for point in self.lattice.members(self.own) if self.captures(point))

    def plain_moves(self, huffable: bool, even_taking: bool = False) -> Iterator[FanoronaMove]:
        """Yield the steps that take nothing; with `even_taking` every step, with nothing taken (the winner in Vela).

        With `huffable` each piece that could have taken becomes huffable, on the point where it stands afterwards.
        """
        names, empty = self.lattice.names, self.empty
        capturers = self.capturers() if huffable else 0
        for start in self.lattice.members(self.own):
            for end, direction in self.lattice.steps[start]:
                if empty >> end & 1 and (even_taking or not self.captures_of_step(start, end, direction)):
                    left = capturers
                    if capturers >> start & 1:
                        left = capturers ^ (1 << start) ^ (1 << end)
                    yield FanoronaMove(f"{names[start]}-{names[end]}", 1 << start, 1 << end, 0, 0, left)

    def chains(self, must_go_on: bool, huffable: bool, leads: Leads = anywhere) -> Iterator[FanoronaMove]:
        """Yield every taking path that `leads` follows; with `must_go_on` only those that cannot be continued.

        With `huffable` a path that stops too early leaves its piece huffable.
        """
        for start in self.lattice.members(self.own):
            yield from self.chains_from(start, must_go_on, huffable, leads)

    def chains_from(
        self, start: int, must_go_on: bool, huffable: bool, leads: Leads = anywhere
    ) -> Iterator[FanoronaMove]:
        """Yield every taking path of the piece on `start`; otherwise like `chains`."""
        chain = Chain(start, must_go_on, huffable, leads)
        yield from chain.paths(self, self.lattice.names[start], start, self.captures(start), 1 << start, 0)


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
