"""Naive values of Fanorona on the readable rules: evaluation point by point, plain minimax, whole solutions."""

from collections.abc import Callable, Sequence

from lalao.games.fanorona import FanoronaPosition
from lalao.values import DRAW, Value

WIN = 1_000_000


def side_features(position: FanoronaPosition, own: int, enemy: int) -> list[int]:
    """Return counts for one side: pieces, strong points, edge points, pieces that can take, targets, steps."""
    lattice = position.game.lattice
    empty = [point for point in range(lattice.size) if not (own | enemy) >> point & 1]
    takers, targets, steps = set(), set(), 0
    for start in lattice.members(own):
        for end, way in lattice.steps[start]:
            if end not in empty:
                continue
            steps += 1
            for ray in (lattice.rays[end][way], lattice.rays[start][-way[0], -way[1]]):
                if ray and enemy >> ray[0] & 1:
                    takers.add(start)
                    targets.add(ray[0])
    members = list(lattice.members(own))
    strong = sum((point // lattice.width + point % lattice.width) % 2 == 0 for point in members)
    edge = sum(
        point // lattice.width in (0, lattice.height - 1) or point % lattice.width in (0, lattice.width - 1)
        for point in members
    )
    return [len(members), strong, edge, len(takers), len(targets), steps]


def evaluation(position: FanoronaPosition, weights: Sequence[int]) -> int:
    """Return the evaluation of a position for the side to move, in hundredths of a piece."""
    mine = side_features(position, position.own, position.enemy)
    theirs = side_features(position, position.enemy, position.own)
    found = [one - other for one, other in zip(mine, theirs, strict=True)]
    found[0] += bool(position.open_to_huffing())
    total = mine[0] + theirs[0]
    found += [1, 32 * found[0] // total]
    phase = min(32, 32 * total // (position.game.lattice.size - 1))
    opening, endgame = weights[:8], weights[8:]
    value = sum(
        count * (early * phase + late * (32 - phase))
        for count, early, late in zip(found, opening, endgame, strict=True)
    )
    return value // 32


def minimax(position: FanoronaPosition, depth: int, judge: Callable[[FanoronaPosition], int], ply: int = 0) -> int:
    """Return the value of a plain search of all turns, without a table; `judge` values where it ends."""
    if position.outcome:
        return position.outcome.value_for(position.to_move).sign * (WIN - ply)
    if depth == 0:
        return judge(position)
    return max(-minimax(position._play(move), depth - 1, judge, ply + 1) for move in position.legal_moves())


def solved(start: FanoronaPosition) -> dict[FanoronaPosition, Value]:
    """Return the value of every reachable position, by passes over all of them until nothing changes."""
    after: dict[FanoronaPosition, list[FanoronaPosition]] = {}
    waiting = [_bare(start)]
    while waiting:
        position = waiting.pop()
        if position not in after:
            after[position] = [_bare(position._play(move)) for move in position.legal_moves()]
            waiting += after[position]
    values: dict[FanoronaPosition, Value] = {}
    for position in after:
        if position.outcome:
            values[position] = position.outcome.value_for(position.to_move)
    for plies in range(1, len(after) + 2):
        new = {}
        for position, children in after.items():
            if position in values:
                continue
            if any(values.get(child) == Value(-1, plies - 1) for child in children):
                new[position] = Value(1, plies)
            elif all(child in values and values[child].sign == 1 for child in children):
                new[position] = Value(-1, plies)
        values |= new
        if not new and plies > 3:
            break
    return {position: values.get(position, DRAW) for position in after}


def _bare(position: FanoronaPosition) -> FanoronaPosition:
    """Return the position without its count of quiet plies."""
    game, vela = position.game, position.vela
    return FanoronaPosition(game, position.white, position.black, position.to_move, vela, position.huffable)
