"""Misplays in Fanorona, for the referee's check: a legal beginning of a turn, then one wrong step."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice

from lalao.board.geometry import Step
from lalao.errors import Phrase
from lalao.events import Contents
from lalao.games.fanorona.rules import FanoronaPosition
from lalao.games.fanorona.turns import Board, Capture
from lalao.games.game import Misplay, Mistake
from lalao.values import Side

MOST_BEGINNINGS = 5_000
"""Beginnings of turns looked at; where a board is given, only contrived ones have more that can lead to it."""
MOST_TURNS = 5_000
"""Turns looked at after each wrong huff."""


class FanoronaMisplay(Misplay):
    """The kinds of misplay in a turn of Fanorona."""

    MUST_TAKE = "must-take", Phrase("{step} takes nothing, and you must take: {example} does")
    NOTHING_REMOVED = "nothing-removed", Phrase("{step} takes {points}, but nothing was removed")
    PART_OF_RUN = "part-of-run", Phrase("{step} takes the whole run, {points}: not a part of it")
    BEYOND_RUN = "beyond-run", Phrase("{step} does not take {points}: only an unbroken run next to the step is taken")
    BOTH_RUNS = "both-runs", Phrase("{step} took by approach and by withdrawal: a step takes in one direction only")
    SMALLER_RUN = "smaller-run", Phrase("{step} took the smaller of its two runs, {points}: it must take the larger")
    SAME_DIRECTION = "same-direction", Phrase("{step} continues in the direction of the previous step")
    SAME_POINT = "same-point", Phrase("the piece has already stood on {point} this turn")
    CONTINUED = "continued", Phrase("{step} continues without a capture")
    STOPPED = "stopped", Phrase("{move} stops too early: this chain must go on while it can take")
    NO_LINE = "no-line", Phrase("no line joins {start} and {end}")
    TOO_FAR = "too-far", Phrase("{step} is too long: a piece goes to the next point on a line")
    NOT_EMPTY = "not-empty", Phrase("{point} is not empty")
    WINNER_TOOK = (
        "winner-took",
        Phrase("in Vela the winner of the first round takes nothing while he has more than 5 pieces"),
    )
    TOOK_MORE = (
        "took-more",
        Phrase("in Vela the loser of the first round takes one piece, the nearest: {step} takes {point}"),
    )
    CHAINED = "chained", Phrase("in Vela the loser of the first round takes once a turn and does not chain")
    NOT_HUFFABLE = "not-huffable", Phrase("{point} cannot be huffed: no piece there has failed to take")
    WINNER_HUFFED = (
        "winner-huffed",
        Phrase("in Vela the winner of the first round huffs nothing while he has more than 5 pieces"),
    )
    ONLY_HUFFED = "only-huffed", Phrase("{point} was huffed, and no piece was moved: a turn follows the huff")
    TWO_HUFFED = "two-huffed", Phrase("{points} were huffed: only one piece may be")


@dataclass(frozen=True, slots=True)
class Traces:
    """The traces of the turn between two boards: the points where its piece may have started, those that may be gone.

    `own` is the set of the mover's pieces afterwards; None where no board was seen, and everything may have happened.
    """

    starts: int
    gone: int
    own: int | None

    def fit(self, own: int, gone: int) -> bool:
        """Tell whether a turn that leaves these pieces and removes those leads to the board seen."""
        return self.own is None or (own == self.own and gone == self.gone)


@dataclass(frozen=True, slots=True)
class Beginning:
    """A legal beginning of a turn: the pieces it has removed, a huffed one included, and the piece that may step on.

    `barred` are the points on which the piece has stood, `last` the direction of its last step, None before the first.
    """

    position: FanoronaPosition
    board: Board
    path: str
    start: int
    here: int
    barred: int
    gone: int
    last: Step | None = None

    @property
    def begun(self) -> str:
        """The beginning as it is written, a huff alone without the piece that moves, "" where nothing has happened."""
        return self.path if self.last else self.path.rpartition(" ")[0]

    def further(self) -> list[Capture]:
        """List the steps with which the rules let the turn go on taking."""
        if self.position.takes_nothing or (self.last and self.board.single):
            return []
        return self.board.captures(self.here, self.barred, self.last)

    def after(self, capture: Capture) -> "Beginning":
        """Return the beginning that is one taking step longer."""
        return Beginning(
            self.position,
            self.board.after(self.here, capture),
            f"{self.path}-{self.board.lattice.names[capture.end]}{capture.kind}",
            self.start,
            capture.end,
            self.barred | 1 << capture.end,
            self.gone | capture.captured,
            capture.direction,
        )

    def state(self) -> tuple[int, int, int, int, Step | None]:
        """Return the key that two beginnings share if they can continue alike."""
        return self.start, self.here, self.barred, self.gone, self.last


Wrong = tuple[FanoronaMisplay, int, dict[str, object]]
"""A kind of misplay, the pieces that the wrong step removes, and the blanks of the kind's sentence."""


def mistakes(position: FanoronaPosition, seen: Contents | None = None) -> Iterator[Mistake]:
    """Yield the turns that go wrong in their last step, those with the fewest legal steps first, and wrong huffs.

    Steps to neighbouring points come before longer ones. Where a board is `seen`, all of them lead to it.
    """
    traces = None if position.outcome else _traces(position, seen)
    if traces is None:
        return
    beginnings = list(islice(_beginnings(position, traces), MOST_BEGINNINGS))
    for beginning in beginnings:
        yield from _stopped(beginning, traces)
        yield from _steps(beginning, traces, near=True)
    if position.game.rules.huffing:
        yield from _wrong_huffs(position, traces)
    for beginning in beginnings:
        yield from _steps(beginning, traces, near=False)


def _traces(position: FanoronaPosition, seen: Contents | None) -> Traces | None:
    """Compare two boards; return None where no turn of one piece, right or wrong, leads from one to the other."""
    if seen is None:
        return Traces(position.own, position.enemy, None)
    after = position.from_contents(seen, position.to_move)
    lost, gained = position.own & ~after.own, after.own & ~position.own
    if after.enemy & ~position.enemy or (lost.bit_count(), gained.bit_count()) not in ((0, 0), (1, 1)):
        return None
    return Traces(lost or position.own, position.enemy & ~after.enemy, after.own)


def _beginnings(position: FanoronaPosition, traces: Traces) -> Iterator[Beginning]:
    """Yield every legal beginning that the traces allow, the shortest first, each state of the turn once."""
    names, known = position.game.lattice.names, set()
    waiting = deque(
        Beginning(position, position.board(huffed), prefix + names[start], start, start, 1 << start, huffed)
        for huffed, prefix in _huffs(position, traces)
        for start in position.game.lattice.members(traces.starts)
    )
    while waiting:
        beginning = waiting.popleft()
        yield beginning
        for capture in beginning.further():
            longer = beginning.after(capture)
            if not longer.gone & ~traces.gone and longer.state() not in known:
                known.add(longer.state())
                waiting.append(longer)


def _huffs(position: FanoronaPosition, traces: Traces) -> Iterator[tuple[int, str]]:
    """Yield the pieces that may be huffed first, with the text of each huff; no piece comes first."""
    yield 0, ""
    for point in position.game.lattice.members(position.open_to_huffing() & traces.gone):
        if position.enemy != 1 << point:
            yield 1 << point, f"x{position.game.lattice.names[point]} "


def _stopped(beginning: Beginning, traces: Traces) -> Iterator[Mistake]:
    """Yield the beginning itself, where the chain must go on."""
    if beginning.last and beginning.position.game.rules.must_go_on and beginning.further():
        yield from _judged(beginning, beginning.here, [(FanoronaMisplay.STOPPED, 0, {"move": beginning.path})], traces)


def _steps(beginning: Beginning, traces: Traces, near: bool) -> Iterator[Mistake]:
    """Yield the wrong steps from a beginning to the neighbouring points, or to all others."""
    board, here = beginning.board, beginning.here
    ends = (1 << board.lattice.size) - 1 if traces.own is None else traces.own
    lines = dict(board.lattice.steps[here])
    for end in board.lattice.members(ends & ~board.own):
        width = board.lattice.width
        along, up = end % width - here % width, end // width - here // width
        if near != (max(abs(along), abs(up)) == 1):
            continue
        if board.enemy >> end & 1:
            wrong = _onto_a_piece(board, end, (along, up)) if near and end in lines else iter(())
        elif near:
            wrong = _neighbouring(beginning, end, (along, up), end in lines, traces)
        else:
            wrong = _distant(beginning, end, (along, up), traces)
        yield from _judged(beginning, end, wrong, traces)


def _judged(
    beginning: Beginning, end: int, wrong: "Iterator[Wrong] | list[Wrong]", traces: Traces
) -> Iterator[Mistake]:
    """Yield the turns that end with these wrong steps and lead to the board seen."""
    own = beginning.position.own ^ (1 << beginning.start) ^ (1 << end)
    for kind, removed, blanks in wrong:
        gone = beginning.gone | removed
        if traces.fit(own, gone):
            begun = "" if kind is FanoronaMisplay.STOPPED else beginning.begun
            yield Mistake(kind, _contents(beginning.position, own, gone), blanks, begun)


def _neighbouring(beginning: Beginning, end: int, direction: Step, line: bool, traces: Traces) -> Iterator[Wrong]:
    """Yield the possible misplays of a step to an empty neighbouring point."""
    board, names = beginning.board, beginning.board.lattice.names
    step = f"{names[beginning.here]}-{names[end]}"
    ahead, behind = _runs(board, beginning.here, end, direction)
    faults: list[tuple[FanoronaMisplay, dict[str, object]]] = []
    if beginning.last and board.single:
        faults.append((FanoronaMisplay.CHAINED, {}))
    if beginning.last and beginning.barred >> end & 1:
        faults.append((FanoronaMisplay.SAME_POINT, {"point": names[end]}))
    if direction == beginning.last:
        faults.append((FanoronaMisplay.SAME_DIRECTION, {"step": step}))
    if not line:
        faults.append((FanoronaMisplay.NO_LINE, {"start": names[beginning.here], "end": names[end]}))
    for kind, blanks in faults:
        for removed in _removals(ahead, behind, _rest(beginning, traces)):
            yield kind, removed, blanks
    if not faults:
        yield from _wrong_captures(beginning, end, direction, traces)


def _wrong_captures(beginning: Beginning, end: int, direction: Step, traces: Traces) -> Iterator[Wrong]:
    """Yield the possible wrong removals in a step that the rules of movement allow."""
    position, board, here = beginning.position, beginning.board, beginning.here
    step = f"{board.lattice.names[here]}-{board.lattice.names[end]}"
    runs = _runs(board, here, end, direction)
    captures = [capture.captured for capture in board.captures_of_step(here, end, direction)]
    rest = _rest(beginning, traces)
    if position.takes_nothing:
        for removed in _removals(*runs, rest)[1:]:
            yield FanoronaMisplay.WINNER_TOOK, removed, {}
        return
    if not captures and beginning.last:
        yield FanoronaMisplay.CONTINUED, 0, {"step": step}
    elif not captures and not position.game.rules.may_decline and board.can_capture():
        yield FanoronaMisplay.MUST_TAKE, 0, {"step": step, "example": position.some_moves(1)[0]}
    for captured in captures:
        points = ", ".join(position.names(captured))
        yield FanoronaMisplay.NOTHING_REMOVED, 0, {"step": step, "points": points}
        for part in _parts(captured, rest):
            yield FanoronaMisplay.PART_OF_RUN, part, {"step": step, "points": points}
    for run in runs if captures else ():
        if run and board.single:
            for removed in sorted({run, *_parts(run, rest)} - {*captures, 0}):
                (point,) = position.names(run & sum(captures))
                yield FanoronaMisplay.TOOK_MORE, removed, {"step": step, "point": point}
        elif run and run not in captures:
            yield FanoronaMisplay.SMALLER_RUN, run, {"step": step, "points": ", ".join(position.names(run))}
    if all(runs):
        for removed in dict.fromkeys((runs[0] | runs[1], sum(captures))):
            if removed not in captures:
                yield FanoronaMisplay.BOTH_RUNS, removed, {"step": step}
    yield from _beyond(beginning, end, direction, rest)


def _beyond(beginning: Beginning, end: int, direction: Step, rest: int | None) -> Iterator[Wrong]:
    """Yield the removals of pieces that lie on the line of a step, but beyond a gap."""
    board, here = beginning.board, beginning.here
    back = (-direction[0], -direction[1])
    step = f"{board.lattice.names[here]}-{board.lattice.names[end]}"
    for ray, run in zip(
        (board.lattice.rays[end][direction], board.lattice.rays[here][back]),
        _runs(board, here, end, direction),
        strict=True,
    ):
        beyond = board.enemy & sum(1 << point for point in ray) & ~run
        more = beyond if rest is None else rest & ~run
        if more and not more & ~beyond:
            points = ", ".join(beginning.position.names(more))
            yield FanoronaMisplay.BEYOND_RUN, run | more, {"step": step, "points": points}


def _onto_a_piece(board: Board, end: int, direction: Step) -> Iterator[Wrong]:
    """Yield steps onto an enemy piece, which is removed alone or with the run behind it."""
    for removed in dict.fromkeys((1 << end, 1 << end | _run(board, board.lattice.rays[end][direction]))):
        yield FanoronaMisplay.NOT_EMPTY, removed, {"point": board.lattice.names[end]}


def _distant(beginning: Beginning, end: int, way: Step, traces: Traces) -> Iterator[Wrong]:
    """Yield steps to an empty point that is no neighbour; pieces are removed only in a straight step."""
    board, here, names = beginning.board, beginning.here, beginning.board.lattice.names
    length = max(abs(way[0]), abs(way[1]))
    if not length or way[0] not in (0, length, -length) or way[1] not in (0, length, -length):
        if length:
            yield FanoronaMisplay.NO_LINE, 0, {"start": names[here], "end": names[end]}
        return
    direction = way[0] // length, way[1] // length
    ahead, behind = _runs(board, here, end, direction)
    jumped = board.enemy & sum(1 << point for point in board.lattice.rays[here][direction][: length - 1])
    for removed in dict.fromkeys((*_removals(ahead, behind, _rest(beginning, traces)), jumped)):
        yield FanoronaMisplay.TOO_FAR, removed, {"step": f"{names[here]}-{names[end]}"}


def _run(board: Board, ray: tuple[int, ...]) -> int:
    """Return the unbroken run at the beginning of a ray, whole even where Vela lets only one piece of it be taken."""
    return Board(board.lattice, board.own, board.enemy).run(ray)


def _runs(board: Board, here: int, end: int, direction: Step) -> tuple[int, int]:
    """Return the whole runs ahead of a step and behind it, whatever the ruleset lets it take of them."""
    rays = board.lattice.rays
    return _run(board, rays[end][direction]), _run(board, rays[here][-direction[0], -direction[1]])


def _rest(beginning: Beginning, traces: Traces) -> int | None:
    """Return the pieces that a last step must have removed for the board seen, None where no board was."""
    return None if traces.own is None else traces.gone & ~beginning.gone


def _removals(ahead: int, behind: int, rest: int | None) -> list[int]:
    """List the possible removals in a step that is itself wrong: nothing, a run or a part of one, both runs."""
    parts = (*_parts(ahead, rest), *_parts(behind, rest))
    return list(dict.fromkeys((0, ahead, behind, *parts, ahead | behind)))


def _parts(run: int, rest: int | None) -> list[int]:
    """List the parts of a run that may have been removed: `rest`, or each single piece and all but one."""
    if rest is not None:
        return [rest] if rest and rest != run and not rest & ~run else []
    ones = [1 << point for point in range(run.bit_length()) if run >> point & 1]
    return sorted({*ones, *(run ^ one for one in ones)} - {0, run})


def _wrong_huffs(position: FanoronaPosition, traces: Traces) -> Iterator[Mistake]:
    """Yield huffs of a piece that may not be huffed, of two pieces, and without a turn."""
    members, names = position.game.lattice.members, position.game.lattice.names
    allowed = position.open_to_huffing()
    for point in members(position.enemy & traces.gone):
        if allowed >> point & 1:
            if position.enemy != 1 << point:
                yield from _huffed(position, 1 << point, FanoronaMisplay.ONLY_HUFFED, {"point": names[point]}, traces)
        elif position.huffable >> point & 1:
            yield from _huffed(position, 1 << point, FanoronaMisplay.WINNER_HUFFED, {}, traces)
        else:
            yield from _huffed(position, 1 << point, FanoronaMisplay.NOT_HUFFABLE, {"point": names[point]}, traces)
    for pair in combinations(members(allowed & traces.gone), 2):
        points = ", ".join(names[point] for point in pair)
        huffed = sum(1 << point for point in pair)
        yield from _huffed(position, huffed, FanoronaMisplay.TWO_HUFFED, {"points": points}, traces)


def _huffed(
    position: FanoronaPosition, huffed: int, kind: FanoronaMisplay, blanks: dict[str, object], traces: Traces
) -> Iterator[Mistake]:
    """Yield a wrong huff without a turn, and, unless the missing turn is the error, with each turn after it."""
    if traces.fit(position.own, huffed):
        yield Mistake(kind, _contents(position, position.own, huffed), blanks)
    if kind is FanoronaMisplay.ONLY_HUFFED:
        return
    turns = position.ordinary(position.board(huffed), lambda _, captured: not captured & ~traces.gone)
    for turn in islice(turns, MOST_TURNS):
        own, gone = position.own ^ turn.start ^ turn.end, huffed | turn.captured
        if traces.fit(own, gone):
            yield Mistake(kind, _contents(position, own, gone), blanks)


def _contents(position: FanoronaPosition, own: int, gone: int) -> Contents:
    """Return the contents of the places once the mover has these pieces and those of `gone` are removed."""
    enemy = position.enemy & ~gone
    white, black = (own, enemy) if position.to_move is Side.WHITE else (enemy, own)
    return FanoronaPosition(position.game, white, black, position.to_move.other).contents()
