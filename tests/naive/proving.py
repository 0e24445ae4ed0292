"""Naive counterparts of the prover: who can force a win, by passes over all positions; and a reader of certificates.

Nothing here is shared with `lalao prove` or `lalao verify`: the rules are those of `tests.naive.fanorona`, positions
are texts, and files are parsed word by word.
"""

import json
import struct
from collections.abc import Callable
from pathlib import Path

from lalao.tables.head import zstd
from tests.naive import fanorona

Ending = Callable[[str], str | None]
"""Tells who has won a position that needs no proof: "w", "b", "" for nobody, None where it is not known."""


def after(game: str, position: str) -> list[str]:
    """Return the positions after each turn, without quiet plies."""
    return [turn.split(" quiet=")[0] for turn in fanorona.turns(game, position).values()]


def blocked(game: str, position: str) -> str | None:
    """Return who has won by the rules, if anybody: the side to move has lost without a piece or without a turn."""
    board, side = position.split()
    if "W" not in board or "B" not in board:
        return "w" if "W" in board else "b"
    return None if after(game, position) else "wb"[side == "w"]


def can_force_a_win(game: str, position: str, attacker: str) -> bool:
    """Tell whether a side can force a win: the least set with its won ends and all positions that force a way in."""
    follow: dict[str, list[str]] = {}
    waiting = [position]
    while waiting:
        one = waiting.pop()
        if one not in follow:
            follow[one] = [] if blocked(game, one) else after(game, one)
            waiting += follow[one]
    won = {one for one in follow if blocked(game, one) == attacker}
    while True:
        fresh = {
            one
            for one, followers in follow.items()
            if one not in won
            and followers
            and (any if one.endswith(attacker) else all)(follower in won for follower in followers)
        }
        if not fresh:
            return position in won
        won |= fresh


def ranks(points: int, side: str, other: int, height: int, width: int) -> str:
    """Return the position of two sets of points, the first being the pieces of the side to move."""
    mine, theirs = ("W", "B") if side == "w" else ("B", "W")
    rows = []
    for rank in reversed(range(height)):
        row = "".join(
            mine if points >> rank * width + file & 1 else theirs if other >> rank * width + file & 1 else "."
            for file in range(width)
        )
        for empty in range(width, 0, -1):
            row = row.replace("." * empty, str(empty))
        rows.append(row)
    return f"{'/'.join(rows)} {side}"


def read(path: Path, height: int, width: int) -> tuple[dict[str, str | bool], dict[str, str]]:
    """Return the claim of a certificate, and for each of its positions the one after its turn."""
    magic, head, body = path.read_bytes().split(b"\n", 2)
    assert magic == b"lalao certificate 1"
    told = json.loads(head)
    claim, number = told["claim"], told["turns"]
    attacker = claim["attacker"].lower()
    chooser = attacker if claim["wins"] else "wb"[attacker == "w"]
    words = struct.unpack(f"<{4 * number}Q", zstd.decompress(body))
    turns = {}
    for row in range(number):
        own, enemy, moved, taken = (words[column * number + row] for column in range(4))
        turned = ranks(enemy ^ taken, "wb"[chooser == "w"], own ^ moved, height, width)
        turns[ranks(own, chooser, enemy, height, width)] = turned
    return claim, turns


def shows(game: str, claim: dict[str, str | bool], turns: dict[str, str], ending: Ending) -> bool:
    """Tell whether turns show a claim, depth first; a win may not come back to a position that is not finished."""
    attacker = str(claim["attacker"]).lower()
    chooser = attacker if claim["wins"] else "wb"[attacker == "w"]
    under_way, done = set(), set()
    stack = [(str(claim["position"]), False)]
    while stack:
        position, is_left = stack.pop()
        if is_left:
            under_way.discard(position)
            done.add(position)
            continue
        if position in under_way and claim["wins"]:
            return False
        if position in done or position in under_way:
            continue
        winner = blocked(game, position)
        if winner is None:
            winner = ending(position)
        if winner is not None:
            if (winner == attacker) != claim["wins"]:
                return False
            done.add(position)
            continue
        followers = after(game, position)
        if position.endswith(chooser):
            if turns.get(position) not in followers:
                return False
            followers = [turns[position]]
        under_way.add(position)
        stack.append((position, True))
        stack += [(follower, False) for follower in followers]
    return True
