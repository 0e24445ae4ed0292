"""Naive reference of Oware by the Abapa rules, on texts alone, like those of `tests.naive` for the other games.

A position is ``4.4.4.4.4.4/4.4.4.4.4.4 0+0 S``: North's row and South's, each from the West, then the stores. South's
houses are A to F from the West, North's a to f from the East; South sows eastwards along his row, then into North's.
"""

ORDER = "ABCDEFabcdef"


def read(text: str) -> tuple[dict[str, int], dict[str, int], str]:
    """Return the seeds in each house, the stores, and the side to move."""
    board, stores, side = text.split(" ")[:3]
    north, south = board.split("/")
    lying = dict(zip("ABCDEF", map(int, south.split(".")), strict=True))
    lying |= dict(zip("fedcba", map(int, north.split(".")), strict=True))
    return lying, dict(zip("SN", map(int, stores.split("+")), strict=True)), side


def write(lying: dict[str, int], stores: dict[str, int], side: str) -> str:
    """Write a position."""
    north, south = (".".join(str(lying[house]) for house in row) for row in ("fedcba", "ABCDEF"))
    return f"{north}/{south} {stores['S']}+{stores['N']} {side}"


def row_of(side: str) -> str:
    """Return the names of a side's houses."""
    return "ABCDEF" if side == "S" else "abcdef"


def turns(text: str) -> dict[str, str]:
    """Return for each legal move the position after it."""
    lying, stores, side = read(text)
    if stores["S"] > 24 or stores["N"] > 24:
        return {}
    other = "N" if side == "S" else "S"
    found = {}
    for house in row_of(side):
        if lying[house] == 0:
            continue
        after = dict(lying)
        hand, after[house], at = after[house], 0, house
        while hand > 0:
            at = ORDER[(ORDER.index(at) + 1) % 12]
            if at == house:
                continue
            after[at] += 1
            hand -= 1
        if sum(after[each] for each in row_of(other)) == 0:
            continue  # a move must leave the enemy some seeds
        taken, kept = 0, dict(after)
        while at in row_of(other) and after[at] in (2, 3):
            taken, kept[at] = taken + after[at], 0
            at = ORDER[ORDER.index(at) - 1]
        if sum(kept[each] for each in row_of(other)) == 0:
            taken, kept = 0, after
        found[house] = write(kept, stores | {side: stores[side] + taken}, other)
    return found


def perft(text: str, depth: int) -> int:
    """Return the number of move sequences of length `depth`."""
    if depth == 0:
        return 1
    return sum(perft(after, depth - 1) for after in turns(text).values())
