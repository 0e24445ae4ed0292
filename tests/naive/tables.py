"""Naive solver of Fanorona's endgames: distances worked out sweep after sweep, from the definition alone.

A position is lost in 0 plies if its side has no turn. It is won in n if some turn leads to a position that the other
side loses in n - 1, and lost in n if every turn leads to a position that the other side wins, the longest in n - 1.
What is never settled is a draw. White always moves: with Black to move, swap the colours and turn nothing, for the
lines of the board are the same for both.
"""

from itertools import combinations

from tests.naive import fanorona

SWAPPED = str.maketrans("WBwb", "BWbw")


def placements(height: int, width: int, white: int, black: int) -> list[str]:
    """Return all positions with these numbers of pieces, White to move."""
    points, found = range(height * width), []
    for whites in combinations(points, white):
        for blacks in combinations([point for point in points if point not in whites], black):
            board = ""
            for rank in reversed(range(height)):
                empty = 0
                for file in range(width):
                    point = rank * width + file
                    letter = "W" if point in whites else "B" if point in blacks else ""
                    if letter:
                        board += (str(empty) if empty else "") + letter
                    empty = 0 if letter else empty + 1
                board += (str(empty) if empty else "") + ("/" if rank else "")
            found.append(f"{board} w")
    return found


def distances(game: str, positions: list[str]) -> dict[str, int | None]:
    """Return the plies to the end from each of these positions, a set that turns do not leave; None is a draw.

    An odd number of plies is a win of the side to move, an even one a loss.
    """
    after = {
        p: [turn.split(" quiet=")[0].translate(SWAPPED) for turn in fanorona.turns(game, p).values()] for p in positions
    }
    known: dict[str, int] = {}
    plies = 0
    changed = True
    while changed or plies <= max(known.values(), default=0) + 1:
        changed = False
        fresh = {}
        for position, followers in after.items():
            if position in known:
                continue
            ends = ["W" not in p.split()[0] or not after.get(p, True) for p in followers]
            values = [0 if end else known.get(p) for p, end in zip(followers, ends, strict=True)]
            lost = [v for v in values if v is not None and v % 2 == 0]
            if plies % 2 and plies - 1 in lost:
                fresh[position] = plies
            elif plies % 2 == 0 and all(v is not None and v % 2 for v in values):
                longest = max((v for v in values if v is not None), default=-1)
                if longest == plies - 1:
                    fresh[position] = plies
        known |= fresh
        changed = bool(fresh) or plies < 2
        plies += 1
    return {position: known.get(position) for position in positions}
