"""Naive reference of Fafy and of Conway's Sowing (RULES.md section 2).

One row of pits, any length, any layout. A turn: choose a non-empty pit, lift all of it and sow one seed a pit
starting in the neighbouring pit. The partizan games sow to the player's right: South eastwards, North
westwards. In the `-impartial` games the player chooses the direction.

Fafy: a pit cannot be played in a direction if one of its seeds would leave the board or fall in an empty
pit. Sowing (Conway; Erickson 1996): only the last seed counts; it must not fall outside the board nor in a
pit that was empty before it fell.

A player who cannot play loses; with the suffix `-misere` he wins.

Position text: `1.2.2.1.1.2.2.1 S`. Move text: pit counted from the West and direction, `4+` eastwards, `7-`
westwards.
"""

import re
from functools import lru_cache


def _options(game_id: str) -> tuple[bool, bool, bool]:
    """Return whether the game is Fafy (else Sowing), whether it is impartial, and whether it is misere."""
    match = re.fullmatch(r"(fafy|sowing)(-impartial)?(-misere)?", game_id)
    if match is None:
        raise ValueError(f"not a game of Fafy or Sowing: {game_id}")
    return match[1] == "fafy", match[2] is not None, match[3] is not None


def _read(position: str) -> tuple[list[int], str]:
    row, side = position.split(" ")
    return [int(pit) for pit in row.split(".")], side


def start(game_id: str) -> str:
    """Return the layout of the document, South to move."""
    _options(game_id)
    return "1.2.2.1.1.2.2.1 S"


@lru_cache(maxsize=1)
def turns(game_id: str, position: str) -> dict[str, str]:
    """Return every legal move and the position it leads to."""
    is_fafy, impartial, _ = _options(game_id)
    pits, side = _read(position)
    other = "N" if side == "S" else "S"
    found: dict[str, str] = {}
    for chosen in range(len(pits)):
        if pits[chosen] == 0:
            continue
        for direction in (+1, -1):
            own_direction = +1 if side == "S" else -1
            if not impartial and direction != own_direction:
                continue
            targets = [chosen + direction * seed for seed in range(1, pits[chosen] + 1)]
            # The seeds which must stay on the board and out of empty pits: all of them, or the last only.
            judged = targets if is_fafy else targets[-1:]
            if any(pit < 0 or pit >= len(pits) or pits[pit] == 0 for pit in judged):
                continue
            after = list(pits)
            after[chosen] = 0
            for pit in targets:
                after[pit] += 1
            sign = "+" if direction == +1 else "-"
            found[f"{chosen + 1}{sign}"] = ".".join(str(pit) for pit in after) + " " + other
    return found


def result(game_id: str, position: str) -> str | None:
    """Return None while the player to move can play, else the winner, "S" or "N"."""
    _, _, misere = _options(game_id)
    if turns(game_id, position):
        return None
    _, side = _read(position)
    other = "N" if side == "S" else "S"
    return side if misere else other
