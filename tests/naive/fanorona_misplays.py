"""Naive wrong turns of Fanorona (RULES.md section 3): every legal beginning of a turn, then one wrong step.

A beginning is a huff that is allowed, or none, then any number of taking steps that the rules allow. The wrong step
goes to any other point that no own piece stands on, and removes what a confused player might remove.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from tests.naive.fanorona import (
    Board,
    Direction,
    Point,
    _add,
    _Game,
    _game,
    _is_restricted,
    _lines,
    _opposite,
    _ordinary_paths,
    _other,
    _Position,
    _read,
    _run,
    _steps,
    _write,
)

Removed = frozenset[Point]
NOTHING: Removed = frozenset()


@dataclass(frozen=True)
class _Beginning:
    board: Board
    stood: list[Point]  # where the piece has stood; it is on the last of these points
    last: Direction | None
    huffed: Point | None


def _beginnings(game: _Game, position: _Position) -> list[_Beginning]:
    restricted = _is_restricted(position)
    winner = position.vela == position.side
    huffs: list[Point | None] = [None]
    if not (restricted and winner):
        huffs += list(position.huffable)
    found = []
    for huffed in huffs:
        board = {point: piece for point, piece in position.board.items() if point != huffed}
        if _other(position.side) not in board.values():
            continue
        for point, piece in board.items():
            if piece == position.side:
                found.append(_Beginning(board, [point], None, huffed))
    if restricted and winner:
        return found
    for beginning in found:  # grows while it is read
        if restricted and beginning.last:
            continue  # the loser of the first round takes once
        for step in _steps(game, beginning.board, position.side, beginning.stood[-1], restricted, False):
            if step.taken and step.direction != beginning.last and step.target not in beginning.stood:
                board = _stepped(beginning.board, step.origin, step.target, frozenset(step.taken))
                found.append(_Beginning(board, [*beginning.stood, step.target], step.direction, beginning.huffed))
    return found


def _stepped(board: Board, here: Point, there: Point, removed: Removed) -> Board:
    after = {point: piece for point, piece in board.items() if point != here and point not in removed}
    after[there] = board[here]
    return after


def _some_of(points: Removed) -> list[Removed]:
    """Return every part of a set that is neither empty nor the whole."""
    return [frozenset(part) for size in range(1, len(points)) for part in combinations(sorted(points), size)]


def _removals(ahead: Removed, behind: Removed) -> list[Removed]:
    """Return what somebody might remove after a step that is wrong in itself: runs, parts of a run, both runs."""
    return [NOTHING, ahead, behind, *_some_of(ahead), *_some_of(behind), ahead | behind]


def _wrong_steps(game: _Game, position: _Position, beginning: _Beginning) -> Iterator[tuple[str, Point, Removed]]:
    """Yield the kinds of wrong steps: where they go, and what they remove."""
    board, side, here, enemy = beginning.board, position.side, beginning.stood[-1], _other(position.side)
    points = [(file, rank) for file in range(game.width) for rank in range(game.height)]
    for there in points:
        if there == here or board.get(there) == side:
            continue
        way = there[0] - here[0], there[1] - here[1]
        length = max(abs(way[0]), abs(way[1]))
        straight = way[0] in (0, length, -length) and way[1] in (0, length, -length)
        line = any(target == there for _, target in _lines(game, here))
        if not straight:
            if there not in board:
                yield "no-line", there, NOTHING
            continue
        direction = way[0] // length, way[1] // length
        ahead = frozenset(_run(board, there, direction, enemy))
        behind = frozenset(_run(board, here, _opposite(direction), enemy))
        if board.get(there) == enemy:
            if line:
                yield "not-empty", there, frozenset([there])
                yield "not-empty", there, frozenset([there]) | ahead
            continue
        if length > 1:
            jumped, point = [], _add(here, direction)
            while point != there:
                jumped += [point] if board.get(point) == enemy else []
                point = _add(point, direction)
            for removed in [*_removals(ahead, behind), frozenset(jumped)]:
                yield "too-far", there, removed
            continue
        yield from _near_steps(game, position, beginning, there, direction, line, ahead, behind)


def _near_steps(
    game: _Game,
    position: _Position,
    beginning: _Beginning,
    there: Point,
    direction: Direction,
    line: bool,
    ahead: Removed,
    behind: Removed,
) -> Iterator[tuple[str, Point, Removed]]:
    board, side, here = beginning.board, position.side, beginning.stood[-1]
    restricted, winner = _is_restricted(position), position.vela == position.side
    first_ahead = frozenset(_run(board, there, direction, _other(side))[:1])
    first_behind = frozenset(_run(board, here, _opposite(direction), _other(side))[:1])
    faults = []
    if beginning.last and restricted:
        faults.append("chained")
    if beginning.last and there in beginning.stood:
        faults.append("same-point")
    if beginning.last == direction:
        faults.append("same-direction")
    if not line:
        faults.append("no-line")
    for fault in faults:
        for removed in _removals(ahead, behind):
            yield fault, there, removed
    if faults:
        return

    if restricted and winner:
        for removed in _removals(ahead, behind):
            if removed:
                yield "winner-took", there, removed
        return
    if not ahead and not behind:
        if beginning.last:
            yield "continued", there, NOTHING
        elif game.ruleset in ("", "strict") and _can_take(game, position, board):
            yield "must-take", there, NOTHING
    else:
        yield "nothing-removed", there, NOTHING
    if ahead and behind:
        yield "both-runs", there, ahead | behind
        if restricted:
            yield "both-runs", there, first_ahead | first_behind
    for run, first in ((ahead, first_ahead), (behind, first_behind)):
        if restricted:
            for removed in [run, *_some_of(run)]:
                if removed and removed != first:
                    yield "took-more", there, removed
        elif game.ruleset in ("strict", "souffle") and 0 < len(run) < max(len(ahead), len(behind)):
            yield "smaller-run", there, run
        else:
            for part in _some_of(run):
                yield "part-of-run", there, part
    for run, start, towards in ((ahead, there, direction), (behind, here, _opposite(direction))):
        beyond, point = [], _add(start, towards)
        while 0 <= point[0] < game.width and 0 <= point[1] < game.height:
            if board.get(point) == _other(side) and point not in run:
                beyond.append(point)
            point = _add(point, towards)
        for part in [*_some_of(frozenset(beyond)), frozenset(beyond)]:
            if part:
                yield "beyond-run", there, run | part


def _can_take(game: _Game, position: _Position, board: Board) -> bool:
    restricted = _is_restricted(position)
    return any(
        step.taken
        for point, piece in board.items()
        if piece == position.side
        for step in _steps(game, board, position.side, point, restricted, False)
    )


def _stops_early(game: _Game, position: _Position, beginning: _Beginning) -> bool:
    if game.ruleset != "strict" or beginning.last is None or _is_restricted(position):
        return False
    return any(
        step.taken and step.direction != beginning.last and step.target not in beginning.stood
        for step in _steps(game, beginning.board, position.side, beginning.stood[-1], False, False)
    )


def _wrong_huffs(game: _Game, position: _Position) -> Iterator[tuple[str, Board]]:
    """Yield huffs that are not allowed, alone and with a turn after them, and a huff that is, alone."""
    if game.ruleset != "souffle":
        return
    restricted = _is_restricted(position)
    silenced = restricted and position.vela == position.side
    huffs: list[tuple[str, tuple[Point, ...]]] = []
    for point, piece in position.board.items():
        if piece == position.side:
            continue
        if point not in position.huffable:
            huffs.append(("not-huffable", (point,)))
        elif silenced:
            huffs.append(("winner-huffed", (point,)))
        else:
            huffs.append(("only-huffed", (point,)))
    if not silenced:
        huffs += [("two-huffed", pair) for pair in combinations(sorted(position.huffable), 2)]
    for kind, huffed in huffs:
        board = {point: piece for point, piece in position.board.items() if point not in huffed}
        if kind == "only-huffed":
            if _other(position.side) in board.values():
                yield kind, board
            continue
        yield kind, board
        for path in _ordinary_paths(game, board, position.side, position.vela, restricted):
            assert path.origin is not None
            assert path.target is not None
            yield kind, _stepped(board, path.origin, path.target, path.captured)


def wrong_turns(game_id: str, position: str) -> dict[str, set[str]]:
    """Return the boards that wrong turns lead to, each with all the kinds of wrong turns that do."""
    game = _game(game_id)
    now = _read(game, position)
    found: dict[str, set[str]] = defaultdict(set)

    def add(kind: str, board: Board) -> None:
        found[board_of(_write(game, _Position(board, now.side, "", frozenset(), 0)))].add(kind)

    for beginning in _beginnings(game, now):
        for kind, there, removed in _wrong_steps(game, now, beginning):
            add(kind, _stepped(beginning.board, beginning.stood[-1], there, removed))
        if _stops_early(game, now, beginning):
            add("stopped", beginning.board)
    for kind, board in _wrong_huffs(game, now):
        add(kind, board)
    return found


def board_of(position: str) -> str:
    """Return only the ranks of a position."""
    return position.split(" ")[0]
