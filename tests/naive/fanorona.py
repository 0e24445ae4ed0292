"""Naive reference of Fanorona (RULES.md section 3): four rulesets, every odd board, Vela.

A point whose file index plus rank index is even (a1 is 0 + 0) has eight lines, the others the four orthogonal
ones. A step moves one piece to an adjacent empty point along a line. It takes by approach (A) the unbroken
run of enemy pieces just beyond the arrival point, in the direction moved, or by withdrawal (W) the unbroken
run just behind the departure point: the whole run, and never both at once. After a step that took, the same
piece may take again, but not in the direction of the step just before and never on a point it has occupied
this turn. A plain move is one step that takes nothing either way. A player without pieces or without a legal
move has lost.

Rulesets. `fanorona`: taking is compulsory, the chain may stop anywhere, A or W is free. `fanorona-libre`: a
plain move is always allowed, the rest is free. `fanorona-strict`: taking is compulsory, the chain goes on
while it can, each step takes the larger of its two runs (free if equal). `fanorona-souffle`: steps as in
strict, but one may make a plain move or stop a chain, at a price. After a plain move each piece that had a
taking step before it is huffable; after a chain stopped too early the chaining piece is. At the start of the
next turn the opponent may remove one of them, then plays an ordinary turn (`xc3 d3-e3A`). Huffing the last
piece is a whole turn that wins (`xa2`).

Vela, the second round: `vela=` names the winner of the first. When a turn starts with the winner having more
than 5 pieces, the winner takes nothing: any step of his to an empty point is a plain move without duty or
price. The loser takes just the nearest piece of a run, A or W being free, and does not chain. From 5 pieces
on the ruleset applies in full.

Boards: 5x9 by default, `-dimy` 5x5, `-telo` 3x3, `-HxW` any odd height and width from 3. White fills the
ranks below the middle one and Black those above; the West half of the middle rank alternates Black, White
from the edge, its centre is empty, its East half is the West half turned by 180 degrees with the colours
swapped.

Turns with the same start, end and captured set (in souffle also the same huffed piece and the same huffable
points left behind) are one move, shown by its first text in ASCII order.

Position text: `BBB/B1W/WWW w`, top rank first, then `vela=`, `huff=`, `quiet=` when there is something to
say.
"""

import re
from dataclasses import dataclass
from functools import cache, lru_cache

# RULES.md: "the winner takes nothing: any step to an empty point is a plain move, with no duty to take, no
# price for it, no huff", and "a huff counts as a capture". Read here: while the restriction lasts, the winner
# may not huff either.
RESTRICTED_WINNER_MAY_HUFF = False

VELA_LIMIT = 5

Point = tuple[int, int]  # (file index, rank index); a1 is (0, 0)
Board = dict[Point, str]  # "w" or "b" on each occupied point; empty points are absent
Direction = tuple[int, int]

ORTHOGONALS: list[Direction] = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONALS: list[Direction] = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


@dataclass(frozen=True)
class _Game:
    ruleset: str  # "", "libre", "strict" or "souffle"
    height: int
    width: int
    vela: bool


@dataclass(frozen=True)
class _Position:
    board: Board
    side: str
    vela: str  # "w", "b" or ""
    huffable: frozenset[Point]
    quiet: int


@dataclass(frozen=True)
class _Step:
    """One step of one piece."""

    origin: Point
    target: Point
    direction: Direction
    kind: str  # "A", "W" or "" for a plain move
    taken: tuple[Point, ...]


@dataclass(frozen=True)
class _Path:
    """A whole turn, step by step."""

    text: str
    huffed: Point | None
    origin: Point | None  # None when the turn is only the huffing of the last piece
    target: Point | None
    captured: frozenset[Point]
    left_huffable: frozenset[Point]


@cache
def _game(game_id: str) -> _Game:
    match = re.fullmatch(r"fanorona(-libre|-strict|-souffle)?(-dimy|-telo|-(\d+)x(\d+))?(-vela)?", game_id)
    if match is None:
        raise ValueError(f"not a game of Fanorona: {game_id}")
    height, width = 5, 9
    if match[2] == "-dimy":
        height, width = 5, 5
    elif match[2] == "-telo":
        height, width = 3, 3
    elif match[2] is not None:
        height, width = int(match[3]), int(match[4])
    if height < 3 or width < 3 or height % 2 == 0 or width % 2 == 0:
        raise ValueError(f"not a game of Fanorona: {game_id}")
    return _Game((match[1] or "").removeprefix("-"), height, width, match[5] is not None)


def _name(point: Point) -> str:
    return "abcdefghijklmnopqrstuvwxyz"[point[0]] + str(point[1] + 1)


def _point(name: str) -> Point:
    return "abcdefghijklmnopqrstuvwxyz".index(name[0]), int(name[1:]) - 1


def _by_rank_then_file(point: Point) -> tuple[int, int]:
    return point[1], point[0]


def _read(game: _Game, position: str) -> _Position:
    words = position.split(" ")
    board: Board = {}
    rows = words[0].split("/")
    assert len(rows) == game.height
    for index, row in enumerate(rows):
        rank = game.height - 1 - index
        file = 0
        for token in re.findall(r"\d+|[WB]", row):
            if token in "WB":
                board[file, rank] = token.lower()
                file += 1
            else:
                file += int(token)
        assert file == game.width
    vela, huffable, quiet = "", frozenset[Point](), 0
    for word in words[2:]:
        key, value = word.split("=")
        if key == "vela":
            vela = value
        elif key == "huff":
            huffable = frozenset(_point(name) for name in value.split("."))
        elif key == "quiet":
            quiet = int(value)
        else:
            raise ValueError(f"unknown field {word}")
    return _Position(board, words[1], vela, huffable, quiet)


def _write(game: _Game, position: _Position) -> str:
    rows = []
    for rank in reversed(range(game.height)):
        row, empty = "", 0
        for file in range(game.width):
            piece = position.board.get((file, rank))
            if piece is None:
                empty += 1
                continue
            if empty > 0:
                row += str(empty)
                empty = 0
            row += piece.upper()
        if empty > 0:
            row += str(empty)
        rows.append(row)
    text = "/".join(rows) + " " + position.side
    if position.vela:
        text += " vela=" + position.vela
    if position.huffable:
        in_order = sorted(position.huffable, key=_by_rank_then_file)
        text += " huff=" + ".".join(_name(point) for point in in_order)
    if position.quiet > 0:
        text += f" quiet={position.quiet}"
    return text


def _other(side: str) -> str:
    return "b" if side == "w" else "w"


def _on_board(game: _Game, point: Point) -> bool:
    return 0 <= point[0] < game.width and 0 <= point[1] < game.height


def _add(point: Point, direction: Direction) -> Point:
    return point[0] + direction[0], point[1] + direction[1]


def _opposite(direction: Direction) -> Direction:
    return -direction[0], -direction[1]


@cache
def _lines(game: _Game, point: Point) -> list[tuple[Direction, Point]]:
    """Return the directions of the lines that leave this point, with the next point on each."""
    is_strong = (point[0] + point[1]) % 2 == 0
    directions = ORTHOGONALS + DIAGONALS if is_strong else ORTHOGONALS
    ways = [(direction, _add(point, direction)) for direction in directions]
    return [(direction, target) for direction, target in ways if _on_board(game, target)]


def _run(board: Board, beside: Point, direction: Direction, enemy: str) -> tuple[Point, ...]:
    """Return the unbroken run of enemy pieces that starts next to this point, in this direction."""
    run: list[Point] = []
    point = _add(beside, direction)
    while board.get(point) == enemy:
        run.append(point)
        point = _add(point, direction)
    return tuple(run)


def _is_restricted(position: _Position) -> bool:
    """Return whether the turn about to start is restricted by Vela."""
    if not position.vela:
        return False
    return list(position.board.values()).count(position.vela) > VELA_LIMIT


def _steps(
    game: _Game,
    board: Board,
    side: str,
    origin: Point,
    restricted: bool,
    winner: bool,
) -> list[_Step]:
    """Return every step of the piece on this point: each capture that the ruleset allows, or else the plain moves."""
    found: list[_Step] = []
    for direction, target in _lines(game, origin):
        if target in board:
            continue
        if restricted and winner:
            found.append(_Step(origin, target, direction, "", ()))
            continue
        approach = _run(board, target, direction, _other(side))
        withdrawal = _run(board, origin, _opposite(direction), _other(side))
        if not approach and not withdrawal:
            found.append(_Step(origin, target, direction, "", ()))
            continue
        if restricted:
            approach, withdrawal = approach[:1], withdrawal[:1]
        elif game.ruleset in ("strict", "souffle"):
            if len(approach) > len(withdrawal):
                withdrawal = ()
            elif len(withdrawal) > len(approach):
                approach = ()
        if approach:
            found.append(_Step(origin, target, direction, "A", approach))
        if withdrawal:
            found.append(_Step(origin, target, direction, "W", withdrawal))
    return found


def _chains(game: _Game, board: Board, side: str, steps: list[_Step], restricted: bool) -> list[_Path]:
    """Return every turn that begins with one of these taking steps and is allowed; `board` is the one before them."""
    last = steps[-1]
    text = _name(steps[0].origin) + "".join(f"-{_name(step.target)}{step.kind}" for step in steps)
    captured = frozenset(point for step in steps for point in step.taken)
    visited = [steps[0].origin] + [step.target for step in steps]

    following: list[_Step] = []
    if not restricted:
        now = dict(board)
        del now[steps[0].origin]
        for point in captured:
            del now[point]
        now[last.target] = side  # after the captures, since a piece may stop where it took one
        for step in _steps(game, now, side, last.target, False, False):
            if step.taken and step.direction != last.direction and step.target not in visited:
                following.append(step)

    found: list[_Path] = []
    may_stop = not following or game.ruleset != "strict"
    if may_stop:
        huffable = frozenset[Point]()
        if following and game.ruleset == "souffle":
            huffable = frozenset([last.target])
        found.append(_Path(text, None, steps[0].origin, last.target, captured, huffable))
    for step in following:
        found.extend(_chains(game, board, side, [*steps, step], restricted))
    return found


def _ordinary_paths(game: _Game, board: Board, side: str, vela: str, restricted: bool) -> list[_Path]:
    """Return every turn without its huff."""
    winner = vela == side
    steps: list[_Step] = []
    for origin, piece in board.items():
        if piece == side:
            steps.extend(_steps(game, board, side, origin, restricted, winner))
    taking = [step for step in steps if step.taken]
    plain = [step for step in steps if not step.taken]

    found: list[_Path] = []
    for step in taking:
        found.extend(_chains(game, board, side, [step], restricted))
    if not taking or game.ruleset in ("libre", "souffle"):
        could_take = {step.origin for step in taking}
        for step in plain:
            huffable = frozenset[Point]()
            if game.ruleset == "souffle":
                huffable = frozenset(step.target if point == step.origin else point for point in could_take)
            text = f"{_name(step.origin)}-{_name(step.target)}"
            found.append(_Path(text, None, step.origin, step.target, frozenset(), huffable))
    return found


def _paths(game: _Game, position: _Position) -> list[_Path]:
    """Return every turn, one for each path of steps."""
    restricted = _is_restricted(position)
    found = _ordinary_paths(game, position.board, position.side, position.vela, restricted)
    if restricted and position.vela == position.side and not RESTRICTED_WINNER_MAY_HUFF:
        return found
    for huffed in sorted(position.huffable, key=_by_rank_then_file):
        board = dict(position.board)
        assert board[huffed] == _other(position.side)
        del board[huffed]
        if _other(position.side) not in board.values():
            found.append(_Path(f"x{_name(huffed)}", huffed, None, None, frozenset(), frozenset()))
            continue
        for path in _ordinary_paths(game, board, position.side, position.vela, restricted):
            text = f"x{_name(huffed)} {path.text}"
            found.append(_Path(text, huffed, path.origin, path.target, path.captured, path.left_huffable))
    return found


def _play(position: _Position, path: _Path) -> _Position:
    board = dict(position.board)
    if path.huffed is not None:
        del board[path.huffed]
    for point in path.captured:
        del board[point]
    if path.origin is not None and path.target is not None:
        del board[path.origin]
        board[path.target] = position.side  # after the captures, since a piece may stop where it took one
    took = path.huffed is not None or bool(path.captured)
    quiet = 0 if took else position.quiet + 1
    return _Position(board, _other(position.side), position.vela, path.left_huffable, quiet)


def start(game_id: str) -> str:
    """Return the starting position, White to move."""
    game = _game(game_id)
    board: Board = {}
    middle, half = game.height // 2, game.width // 2
    for file in range(game.width):
        for rank in range(game.height):
            if rank < middle:
                board[file, rank] = "w"
            elif rank > middle:
                board[file, rank] = "b"
    for file in range(half):
        piece = "b" if file % 2 == 0 else "w"
        board[file, middle] = piece
        board[game.width - 1 - file, middle] = _other(piece)
    return _write(game, _Position(board, "w", "b" if game.vela else "", frozenset(), 0))


def paths(game_id: str, position: str) -> list[str]:
    """Return the text of every path of steps, before equal turns are merged."""
    game = _game(game_id)
    return [path.text for path in _paths(game, _read(game, position))]


@lru_cache(maxsize=1)
def turns(game_id: str, position: str) -> dict[str, str]:
    """Return every legal move and the position it leads to; empty when the game is over."""
    game = _game(game_id)
    now = _read(game, position)
    first: dict[object, _Path] = {}
    for path in _paths(game, now):
        same = (path.huffed, path.origin, path.target, path.captured, path.left_huffable)
        if same not in first or path.text < first[same].text:
            first[same] = path
    return {path.text: _write(game, _play(now, path)) for path in first.values()}


def result(game_id: str, position: str) -> str | None:
    """Return None while the player to move can play, else the winner, "W" or "B"."""
    if turns(game_id, position):
        return None
    side = _read(_game(game_id), position).side
    return "B" if side == "w" else "W"
