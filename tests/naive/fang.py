"""Naive reference of Fang (RULES.md section 1).

One row of n pits, n even and at least 4. South's tibong is the first pit (West), North's the last (East).
At the start every pit but the two tibongs holds one seed and each player has (n + 2) / 2 seeds in reserve.

A turn: take one seed from your reserve, drop it in a non-empty pit, lift the whole pit (the new seed too) and
sow it one seed a pit, starting in your own tibong and going away from it. In the `guarded` games a tibong,
yours or the other's, can be chosen only when it already holds 2 seeds. A sowing longer than the row starts
again from the tibong; with the suffix `-last` (4 pits only) the surplus stays in the last pit instead.

The game is over when both reserves are empty. The winner has more seeds in his half of the row; failing
that, more seeds in his tibong; failing that, it is a draw.

Position text: `0.1.1.0 3+3 S` (pits from the West, reserves South+North, side to move). Move text: the pit,
counted from the West for both players.
"""

import re


def _options(game_id: str) -> tuple[int, bool, bool]:
    """Return the number of pits, whether tibongs are guarded, and whether the surplus stays in the last pit."""
    if game_id == "fang":
        game_id = "fang-8-guarded"
    match = re.fullmatch(r"fang-(\d+)(-guarded)?(-last)?", game_id)
    if match is None:
        raise ValueError(f"not a game of Fang: {game_id}")
    pits, guarded, last = int(match[1]), match[2] is not None, match[3] is not None
    if pits < 4 or pits % 2 == 1 or (last and pits != 4):
        raise ValueError(f"not a game of Fang: {game_id}")
    return pits, guarded, last


def _read(position: str) -> tuple[list[int], int, int, str]:
    """Return the pits, South's reserve, North's reserve, and the side to move."""
    row, reserves, side = position.split(" ")
    south, north = reserves.split("+")
    return [int(pit) for pit in row.split(".")], int(south), int(north), side


def _write(pits: list[int], south: int, north: int, side: str) -> str:
    return ".".join(str(pit) for pit in pits) + f" {south}+{north} {side}"


def start(game_id: str) -> str:
    """Return the starting position, South to move."""
    count, _, _ = _options(game_id)
    reserve = (count + 2) // 2
    return _write([0] + [1] * (count - 2) + [0], reserve, reserve, "S")


def turns(game_id: str, position: str) -> dict[str, str]:
    """Return every legal move and the position it leads to; empty when the game is over."""
    count, guarded, last = _options(game_id)
    pits, south, north, side = _read(position)
    if south == 0 and north == 0:
        return {}
    found: dict[str, str] = {}
    for chosen in range(count):
        if pits[chosen] == 0:
            continue
        is_tibong = chosen == 0 or chosen == count - 1
        if guarded and is_tibong and pits[chosen] < 2:
            continue
        after = list(pits)
        hand = after[chosen] + 1
        after[chosen] = 0
        # The pits in the order in which this player sows them, his tibong first.
        order = list(range(count))
        if side == "N":
            order.reverse()
        for seed in range(hand):
            if seed < count:
                after[order[seed]] += 1
            elif last:
                after[order[count - 1]] += 1
            else:
                after[order[seed % count]] += 1
        if side == "S":
            found[str(chosen + 1)] = _write(after, south - 1, north, "N")
        else:
            found[str(chosen + 1)] = _write(after, south, north - 1, "S")
    return found


def result(game_id: str, position: str) -> str | None:
    """Return None while the game goes on, else "S", "N" or "draw"."""
    count, _, _ = _options(game_id)
    pits, south, north, _ = _read(position)
    if south > 0 or north > 0:
        return None
    south_half = sum(pits[: count // 2])
    north_half = sum(pits[count // 2 :])
    if south_half != north_half:
        return "S" if south_half > north_half else "N"
    if pits[0] != pits[-1]:
        return "S" if pits[0] > pits[-1] else "N"
    return "draw"
