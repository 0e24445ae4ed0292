"""The turns of Fanorona: steps, what they take, and the chains they make.

A set of points is an int (see `lalao.board.lattice`). A `Walk` is one way of moving a piece, step by step; walks
with the same start, end and captured set (in souffle also the same huffed piece and huffable points) are one turn.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from lalao.board.lattice import Lattice, Step

APPROACH, WITHDRAWAL = "A", "W"
Leads = Callable[[str, int], bool]
"""Tells whether a walk is worth following, from its text and what it has taken so far."""


def anywhere(walk: str, captured: int) -> bool:  # noqa: ARG001  every walk is
    """Follow every walk."""
    return True


@dataclass(frozen=True, slots=True)
class FanoronaMove:
    """A whole turn: its text, and as sets of points what it does.

    `huffed`, `start` and `end` are sets of one point or none, `captured` is all that the chain takes, `huffable`
    what it leaves to be huffed.
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
        """The steps of the walk: where from, where to, and how each takes: ``A``, ``W``, or nothing.

        >>> FanoronaMove("d3-e3A-e4W", 0, 0, 0).steps
        (('d3', 'e3', 'A'), ('e3', 'e4', 'W'))
        """
        walk = self.text.rpartition(" ")[2]
        if "-" not in walk:
            return ()
        points = walk.split("-")
        ends = [(point.rstrip("AW"), point[len(point.rstrip("AW")) :]) for point in points]
        return tuple((start, end, how) for (start, _), (end, how) in pairwise(ends))

    @property
    def identity(self) -> tuple[int, int, int, int, int]:
        """What makes two walks one turn."""
        return self.start, self.end, self.captured, self.huffed, self.huffable

    def after_huffing(self, point: int, name: str) -> "FanoronaMove":
        """Give the same turn played after huffing the piece on a point."""
        return FanoronaMove(f"x{name} {self.text}", self.start, self.end, self.captured, 1 << point, self.huffable)


@dataclass(frozen=True, slots=True)
class Taking:
    """A step that takes: where it goes, in which direction, by approach or withdrawal, and the set it takes."""

    end: int
    way: Step
    kind: str
    captured: int


@dataclass(frozen=True, slots=True)
class Board:
    """The pieces as the side to move sees them, with what the ruleset asks of a step and a chain.

    `larger`: of its two runs a step must take the larger. `single`: a step takes only the nearest piece of the run
    and ends the turn (the loser of the first round in Vela).
    """

    lattice: Lattice
    own: int
    enemy: int
    larger: bool = False
    single: bool = False

    @property
    def empty(self) -> int:
        """The set of empty points."""
        return ~(self.own | self.enemy) & ((1 << self.lattice.size) - 1)

    def run(self, ray: Iterable[int]) -> int:
        """Return the unbroken run of enemy pieces at the beginning of a ray."""
        captured = 0
        for point in ray:
            if not self.enemy >> point & 1:
                break
            captured |= 1 << point
            if self.single:
                break
        return captured

    def takings_of_step(self, start: int, end: int, way: Step) -> list[Taking]:
        """List what a step may take: nothing, by one way, or a choice of two."""
        approach = self.run(self.lattice.rays[end][way])
        withdrawal = self.run(self.lattice.rays[start][-way[0], -way[1]])
        if self.larger and approach and withdrawal:
            difference = approach.bit_count() - withdrawal.bit_count()
            approach, withdrawal = approach if difference >= 0 else 0, withdrawal if difference <= 0 else 0
        pairs = ((APPROACH, approach), (WITHDRAWAL, withdrawal))
        return [Taking(end, way, kind, captured) for kind, captured in pairs if captured]

    def taken(self, start: int, end: int, kind: str) -> tuple[Taking, tuple[int, ...]]:
        """Return a step that takes in this way, which is legal, and the points of what it takes, the nearest first."""
        way = next(way for point, way in self.lattice.steps[start] if point == end)
        taking = next(each for each in self.takings_of_step(start, end, way) if each.kind == kind)
        ray = self.lattice.rays[end][way] if kind == APPROACH else self.lattice.rays[start][-way[0], -way[1]]
        return taking, ray[: taking.captured.bit_count()]

    def takings(self, start: int, barred: int = 0, last: Step | None = None) -> list[Taking]:
        """List the taking steps of the piece on `start`, but to `barred` points and in the direction `last`."""
        free = self.empty & ~barred
        found: list[Taking] = []
        for end, way in self.lattice.steps[start]:
            if free >> end & 1 and way != last:
                found += self.takings_of_step(start, end, way)
        return found

    def after(self, start: int, taking: Taking) -> "Board":
        """Return the pieces after a taking step of the piece on `start`."""
        own = self.own ^ (1 << start) ^ (1 << taking.end)
        return Board(self.lattice, own, self.enemy & ~taking.captured, self.larger, self.single)

    def can_take(self) -> bool:
        """Tell whether an own piece has a taking step."""
        return any(self.takings(point) for point in self.lattice.members(self.own))

    def takers(self) -> int:
        """Return the set of own pieces that have a taking step."""
        return sum(1 << point for point in self.lattice.members(self.own) if self.takings(point))

    def plain_moves(self, huffable: bool, even_taking: bool = False) -> Iterator[FanoronaMove]:
        """Yield the steps that take nothing; with `even_taking` every step, taking nothing (the winner in Vela).

        With `huffable` each piece that had a taking step stays huffable, on the point where it stands afterwards.
        """
        names, empty = self.lattice.names, self.empty
        takers = self.takers() if huffable else 0
        for start in self.lattice.members(self.own):
            for end, way in self.lattice.steps[start]:
                if empty >> end & 1 and (even_taking or not self.takings_of_step(start, end, way)):
                    left = takers
                    if takers >> start & 1:
                        left = takers ^ (1 << start) ^ (1 << end)
                    yield FanoronaMove(f"{names[start]}-{names[end]}", 1 << start, 1 << end, 0, 0, left)

    def chains(self, must_go_on: bool, huffable: bool, leads: Leads = anywhere) -> Iterator[FanoronaMove]:
        """Yield every taking walk that `leads` follows; with `must_go_on` only those that cannot take any more.

        With `huffable` a walk that stops too early leaves its piece huffable.
        """
        for start in self.lattice.members(self.own):
            yield from self.chains_from(start, must_go_on, huffable, leads)

    def chains_from(
        self, start: int, must_go_on: bool, huffable: bool, leads: Leads = anywhere
    ) -> Iterator[FanoronaMove]:
        """Yield every taking walk of the piece on `start`; else as `chains`."""
        chain = Chain(start, must_go_on, huffable, leads)
        yield from chain.walks(self, self.lattice.names[start], start, self.takings(start), 1 << start, 0)


@dataclass(frozen=True, slots=True)
class Chain:
    """The taking walks of one piece: where it starts, when it may stop, which walks are followed."""

    start: int
    must_go_on: bool
    huffable: bool
    leads: Leads

    def walks(
        self, board: Board, walk: str, here: int, takings: list[Taking], barred: int, captured: int
    ) -> Iterator[FanoronaMove]:
        """Yield the walks that go on from a piece on `here`, by one of these steps, to each end that they may have."""
        for taking in takings:
            longer, more = f"{walk}-{board.lattice.names[taking.end]}{taking.kind}", captured | taking.captured
            if not self.leads(longer, more):
                continue
            after, closed = board.after(here, taking), barred | 1 << taking.end
            further = [] if board.single else after.takings(taking.end, closed, taking.way)
            if not (further and self.must_go_on):
                end = 1 << taking.end
                yield FanoronaMove(longer, 1 << self.start, end, more, 0, end if further and self.huffable else 0)
            yield from self.walks(after, longer, taking.end, further, closed, more)


def merge(walks: Iterable[FanoronaMove]) -> tuple[FanoronaMove, ...]:
    """Keep of the walks that are one turn the one whose text is first in ASCII order."""
    found: dict[tuple[int, int, int, int, int], FanoronaMove] = {}
    for walk in walks:
        known = found.get(walk.identity)
        if known is None or walk.text < known.text:
            found[walk.identity] = walk
    return tuple(found.values())
