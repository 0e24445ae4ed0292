"""Naive reference of Fifangha (RULES.md section 4): fifangha (8 columns), fifangha-6, fifangakely (4 columns).

Four rows; each player owns the two nearest him, the inner one (front) and the outer one (back), which
together form a cycle. The two ends of the inner row are the tsibongy. At the start every inner pit that is
not a tsibongy holds one seed and each reserve holds 3n + 2 seeds, n being the number of columns.

A player whose inner row is empty when his turn starts, or who has no legal move, has lost.

Phase 1, while the player still has a reserve: he puts a reserve seed in one of his non-empty inner pits. If
any non-empty inner pit of his faces a non-empty inner pit of the enemy's he must choose such a pit: he
captures the facing seeds and sows them from a tsibongy; the chosen pit keeps its seeds. If there is no such
pit he lifts the pit, new seed included, and sows it from the next pit in a direction of his choice, and
captures nothing all turn.

Phase 2, without reserve: he chooses any non-empty pit of his and a direction, and sows it from the next pit.
If any choice makes this first sowing end in a non-empty inner pit facing enemy seeds, he must make such a
choice and the turn captures; otherwise nothing is captured all turn.

Captured seeds are sown from a tsibongy, the first one in the tsibongy itself, towards the centre. A capture
in a tsibongy column or the one next to it uses the tsibongy of that side; otherwise the player chooses.

A sowing that ends in a pit empty until then ends the turn. In a capturing turn one that ends in a non-empty
inner pit facing enemy seeds captures them and sows them as above, the pit not being lifted. Otherwise the
pit is lifted and sown on, in the same direction, from the next pit.

Choices that would sow for ever (the same board, hand, pit and direction come back within the turn) are
illegal; they still count for the duty to capture.

Position text: `0.0.0.0/0.1.1.0/0.1.1.0/0.0.0.0 14+14 S`, North's outer row first, plus `quiet=n` when n > 0
plies in a row took nothing. Move text: the column letter, small for the inner row and capital for the outer
one, and a sign for each question in the order asked: `+` is clockwise with North at the top of the drawing.
"""

from dataclasses import dataclass, replace
from functools import lru_cache

COLUMNS = {"fifangha": 8, "fifangha-6": 6, "fifangakely": 4}

NORTH_OUTER, NORTH_INNER, SOUTH_INNER, SOUTH_OUTER = 0, 1, 2, 3

# A sowing can go on for millions of relays before the same board, hand and pit come back (171 million were
# counted on 8 columns). Of 27 million random sowings on 4, 6 and 8 columns, those which end do so within
# 1 062 relays; so one relayed more often than this, without a capture, is taken to go on for ever.
ENDLESS = 10_000

Pit = tuple[int, int]  # (row, column), row 0 being North's outer row
Board = dict[Pit, int]


@dataclass(frozen=True)
class _Position:
    board: Board
    south: int
    north: int
    side: str
    quiet: int


def _columns(game_id: str) -> int:
    if game_id not in COLUMNS:
        raise ValueError(f"not a game of Fifangha: {game_id}")
    return COLUMNS[game_id]


def _read(position: str) -> _Position:
    words = position.split(" ")
    board: Board = {}
    for row, text in enumerate(words[0].split("/")):
        for column, seeds in enumerate(text.split(".")):
            board[row, column] = int(seeds)
    south, north = words[1].split("+")
    quiet = int(words[3].removeprefix("quiet=")) if len(words) > 3 else 0
    return _Position(board, int(south), int(north), words[2], quiet)


def _write(position: _Position) -> str:
    columns = len(position.board) // 4
    rows = [".".join(str(position.board[row, column]) for column in range(columns)) for row in range(4)]
    text = "/".join(rows) + f" {position.south}+{position.north} {position.side}"
    if position.quiet > 0:
        text += f" quiet={position.quiet}"
    return text


def _inner_row(side: str) -> int:
    return SOUTH_INNER if side == "S" else NORTH_INNER


def _outer_row(side: str) -> int:
    return SOUTH_OUTER if side == "S" else NORTH_OUTER


@lru_cache
def _clockwise_cycle(side: str, columns: int) -> tuple[Pit, ...]:
    """Return the player's pits in clockwise order on the board drawn with North at the top."""
    upper, lower = (SOUTH_INNER, SOUTH_OUTER) if side == "S" else (NORTH_OUTER, NORTH_INNER)
    eastwards = [(upper, column) for column in range(columns)]
    westwards = [(lower, column) for column in reversed(range(columns))]
    return (*eastwards, *westwards)


def _next_pit(pit: Pit, sign: str, side: str, columns: int) -> Pit:
    cycle = _clockwise_cycle(side, columns)
    step = +1 if sign == "+" else -1
    return cycle[(cycle.index(pit) + step) % len(cycle)]


def _facing(pit: Pit, side: str) -> Pit:
    """Return the enemy inner pit that faces this inner pit."""
    return _inner_row("N" if side == "S" else "S"), pit[1]


def _can_capture_from(board: Board, pit: Pit, side: str) -> bool:
    """Return whether this is an inner pit of the player's that faces enemy seeds; its own seeds are not considered."""
    return pit[0] == _inner_row(side) and board[_facing(pit, side)] > 0


def _sow(board: Board, hand: int, first: Pit, sign: str, side: str, columns: int) -> tuple[Pit, bool]:
    """Sow the hand on this board from that pit; return the last pit and whether it was empty before."""
    pit = first
    while True:
        was_empty = board[pit] == 0
        board[pit] += 1
        hand -= 1
        if hand == 0:
            return pit, was_empty
        pit = _next_pit(pit, sign, side, columns)


def _capture(board: Board, pit: Pit, side: str, columns: int) -> list[tuple[str, Board]]:
    """Capture the seeds that face this pit, sow them and play the turn out; return one entry for each choice."""
    column = pit[1]
    west_sign = "+" if side == "S" else "-"  # the direction that starts at the West tsibongy
    east_sign = "-" if side == "S" else "+"
    if column <= 1:
        choices = [("", west_sign)]
    elif column >= columns - 2:
        choices = [("", east_sign)]
    else:
        choices = [("+", "+"), ("-", "-")]
    ways: list[tuple[str, Board]] = []
    for text, sign in choices:
        after = dict(board)
        hand = after[_facing(pit, side)]
        after[_facing(pit, side)] = 0
        tsibongy = (_inner_row(side), 0 if sign == west_sign else columns - 1)
        last, was_empty = _sow(after, hand, tsibongy, sign, side, columns)
        for more, end in _play_out(after, last, was_empty, sign, True, side, columns):
            ways.append((text + more, end))
    return ways


def _play_out(
    board: Board, last: Pit, was_empty: bool, sign: str, capturing: bool, side: str, columns: int
) -> list[tuple[str, Board]]:
    """Play on after a sowing ended in this pit; return the signs still to give and the final board for each choice.

    Choices that sow for ever are left out.
    """
    board = dict(board)
    seen: set[tuple[tuple[int, ...], int, Pit]] = set()
    while True:
        if was_empty:
            return [("", board)]
        if capturing and _can_capture_from(board, last, side):
            return _capture(board, last, side, columns)
        hand = board[last]
        board[last] = 0
        state = (tuple(board.values()), hand, last)  # the direction does not change in this loop
        if state in seen:
            return []
        seen.add(state)
        if len(seen) > ENDLESS:
            return []
        last, was_empty = _sow(board, hand, _next_pit(last, sign, side, columns), sign, side, columns)


def _ways(position: _Position, columns: int) -> tuple[bool, list[tuple[str, Board]]]:
    """Return whether the turn captures, and every legal move text with its final board."""
    board, side = position.board, position.side
    inner = [(_inner_row(side), column) for column in range(columns)]
    outer = [(_outer_row(side), column) for column in range(columns)]
    reserve = position.south if side == "S" else position.north
    ways: list[tuple[str, Board]] = []

    if reserve > 0:
        occupied = [pit for pit in inner if board[pit] > 0]
        facing = [pit for pit in occupied if _can_capture_from(board, pit, side)]
        for pit in facing or occupied:
            name = "abcdefgh"[pit[1]]
            with_seed = dict(board)
            with_seed[pit] += 1
            if facing:
                for signs, end in _capture(with_seed, pit, side, columns):
                    ways.append((name + signs, end))
                continue
            for sign in "+-":
                after = dict(with_seed)
                hand = after[pit]
                after[pit] = 0
                last, was_empty = _sow(after, hand, _next_pit(pit, sign, side, columns), sign, side, columns)
                for signs, end in _play_out(after, last, was_empty, sign, False, side, columns):
                    ways.append((name + sign + signs, end))
        return bool(facing), ways

    # Phase 2: make the first sowing of every choice, then see whether one of them captures.
    first_sowings: list[tuple[str, str, Board, Pit, bool, bool]] = []
    for pit in inner + outer:
        if board[pit] == 0:
            continue
        name = ("abcdefgh" if pit in inner else "ABCDEFGH")[pit[1]]
        for sign in "+-":
            after = dict(board)
            hand = after[pit]
            after[pit] = 0
            last, was_empty = _sow(after, hand, _next_pit(pit, sign, side, columns), sign, side, columns)
            captures = not was_empty and _can_capture_from(after, last, side)
            first_sowings.append((name + sign, sign, after, last, was_empty, captures))
    capturing = any(captures for *_, captures in first_sowings)
    for text, sign, after, last, was_empty, captures in first_sowings:
        if capturing and not captures:
            continue
        for signs, end in _play_out(after, last, was_empty, sign, capturing, side, columns):
            ways.append((text + signs, end))
    return capturing, ways


def start(game_id: str) -> str:
    """Return the starting position, South to move."""
    columns = _columns(game_id)
    board: Board = {}
    for row in range(4):
        for column in range(columns):
            is_inner = row in (NORTH_INNER, SOUTH_INNER)
            is_tsibongy = is_inner and column in (0, columns - 1)
            board[row, column] = 1 if is_inner and not is_tsibongy else 0
    reserve = 3 * columns + 2
    return _write(_Position(board, reserve, reserve, "S", 0))


@lru_cache(maxsize=1)
def turns(game_id: str, position: str) -> dict[str, str]:
    """Return every legal move and the position it leads to; empty when the player to move has lost."""
    columns = _columns(game_id)
    now = _read(position)
    if all(now.board[_inner_row(now.side), column] == 0 for column in range(columns)):
        return {}
    captures, ways = _ways(now, columns)
    reserve = now.south if now.side == "S" else now.north
    spent = 1 if reserve > 0 else 0
    quiet = 0 if captures else now.quiet + 1
    found: dict[str, str] = {}
    for text, board in ways:
        assert text not in found, text
        if now.side == "S":
            after = replace(now, board=board, south=now.south - spent, side="N", quiet=quiet)
        else:
            after = replace(now, board=board, north=now.north - spent, side="S", quiet=quiet)
        found[text] = _write(after)
    return found


def result(game_id: str, position: str) -> str | None:
    """Return None while the player to move can play, else the winner, "S" or "N"."""
    if turns(game_id, position):
        return None
    return "N" if _read(position).side == "S" else "S"
