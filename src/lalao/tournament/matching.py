"""Who may play whom at the least cost: a matching of greatest size, then of least cost (networkx)."""

from collections.abc import Callable, Sequence
from itertools import combinations

Pairs = list[tuple[str, str]]

NOBODY = -1


def matched(
    names: Sequence[str], cost: Callable[[str, str], int | None], bye_cost: Callable[[str], int]
) -> tuple[Pairs, list[str]]:
    """Pair as many pupils as can be, at the least cost; the others have no opponent.

    `cost` is a whole number, or None for a pair that may not be; among an odd number somebody must be left over, and
    `bye_cost` says whom that hurts least. Pairs come in the order of `names`.
    """
    import networkx as nx  # type: ignore[import-untyped]  # a quarter of a second that most commands do without

    graph = nx.Graph()
    graph.add_nodes_from(range(len(names)))
    edges = [(i, j, cost(names[i], names[j])) for i, j in combinations(range(len(names)), 2)]
    if len(names) % 2:
        edges += [(NOBODY, i, bye_cost(name)) for i, name in enumerate(names)]
    known = [(i, j, price) for i, j, price in edges if price is not None]
    most = max((price for _, _, price in known), default=0) + 1
    graph.add_weighted_edges_from((i, j, most - price) for i, j, price in known)
    found = sorted(tuple(sorted(edge)) for edge in nx.max_weight_matching(graph, maxcardinality=True))
    pairs = [(names[i], names[j]) for i, j in found if i != NOBODY]
    paired = {name for pair in pairs for name in pair}
    return pairs, [name for name in names if name not in paired]
