"""Pairing at the least cost: a matching of greatest size, and among these of least cost (networkx).

A cost is a tuple of integers, compared from the left as Python compares tuples: no saving in a later place makes up for
more in an earlier one. Pairs and byes are chosen in one matching, in which an empty seat is a partner like any other,
with its own cost.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from math import prod

Pairs = list[tuple[str, str]]
Cost = tuple[int, ...]


def matched(
    names: Sequence[str],
    cost: Callable[[str, str], Cost | None],
    bye_cost: Callable[[str], Cost],
    byes: int | None = None,
) -> tuple[Pairs, list[str]]:
    """Pair as many pupils as possible at the least cost; return the pairs and those without opponent.

    `cost` returns the cost of a pair, None for a forbidden one; `bye_cost` that of having no opponent. `byes` is the
    number of empty seats, by default 1 if the number of pupils is odd, else 0. All costs have the same length. Pairs
    come in the order of `names`.
    """
    import networkx as nx  # type: ignore[import-untyped]  # takes 0.25 s to import, needed by few commands

    empty_seats = range(-1, -1 - (len(names) % 2 if byes is None else byes), -1)
    costs = {(i, j): cost(names[i], names[j]) for i, j in combinations(range(len(names)), 2)}
    costs |= {(seat, i): bye_cost(name) for seat in empty_seats for i, name in enumerate(names)}
    known = {edge: price for edge, price in costs.items() if price is not None}
    prices = dict(zip(known, in_one_number(known.values(), len(names)), strict=True))
    most = max(prices.values(), default=0) + 1
    graph = nx.Graph()
    graph.add_nodes_from(range(len(names)))
    graph.add_weighted_edges_from((i, j, most - price) for (i, j), price in prices.items())
    edges = sorted(tuple(sorted(edge)) for edge in nx.max_weight_matching(graph, maxcardinality=True))
    pairs = [(names[i], names[j]) for i, j in edges if i >= 0]
    paired = {name for pair in pairs for name in pair}
    return pairs, [name for name in names if name not in paired]


def in_one_number(costs: Iterable[Cost], most_edges: int) -> list[int]:
    """Return costs as integers, such that sums of up to `most_edges` of them compare as the sums of the tuples do."""
    rows = list(costs)
    columns = list(zip(*rows, strict=True))
    least = [min(column) for column in columns]
    radix = [most_edges * (max(column) - low) + 1 for column, low in zip(columns, least, strict=True)]
    scales = [prod(radix[place + 1 :]) for place in range(len(radix))]
    return [sum((part - low) * scale for part, low, scale in zip(row, least, scales, strict=True)) for row in rows]
