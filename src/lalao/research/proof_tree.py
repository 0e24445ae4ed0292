"""A tree of positions above many searches: which is to be searched next, and what follows for the root.

A search's answer holds wherever its position stands, and so does a win that follows from such answers. A
position that already stands above itself counts as "no", but only at this place in the tree: "no" is never carried from
one place to another unless a search answered it. The numbers are those of weak proof-number search.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from lalao.games.fanorona import FanoronaPosition
from lalao.values import Side

Turn: TypeAlias = tuple[int, int]
Place: TypeAlias = tuple[int, int, bool]
"""The pieces of the side to move, those of the other, and whether the attacker is to move."""
Numbers: TypeAlias = tuple[int, int]
"""Proof number and disproof number."""
INFINITE = 1 << 30
WON, NOT_WON, UNKNOWN = (0, INFINITE), (INFINITE, 0), (1, 1)
CUTS = 2
"""How often the search of a position is cut off before the positions after it are searched instead."""


@dataclass(slots=True, eq=False)
class Node:
    """A position at a place in the tree; without children where it is a leaf, or decided."""

    position: FanoronaPosition
    place: Place
    parent: "Node | None"
    numbers: Numbers = UNKNOWN
    children: "list[Node] | None" = None
    jobs: int = 0

    @property
    def is_open(self) -> bool:
        """Whether neither answer is known."""
        return 0 not in self.numbers

    def above(self) -> "Iterator[Node]":
        """Yield the nodes from the parent to the root."""
        node = self.parent
        while node is not None:
            yield node
            node = node.parent


@dataclass(slots=True)
class ProofTree:
    """The tree of one question; `settled` knows the ends of games and the tables."""

    attacker: Side
    settled: Callable[[Place], bool | None]
    answers: dict[Place, bool] = field(default_factory=dict)
    sources: dict[Place, "int | Node"] = field(default_factory=dict)
    """The source of each answer, in the order in which they came: the number of a search, or a node of the tree."""
    numbers: dict[Place, Numbers] = field(default_factory=dict)
    cuts: Counter[Place] = field(default_factory=Counter)
    leaves: dict[Place, list[Node]] = field(default_factory=dict)
    running: set[Place] = field(default_factory=set)

    def begun(self, position: FanoronaPosition) -> Node:
        """Return the root."""
        return self._node(position, None)

    def place(self, position: FanoronaPosition) -> Place:
        """Return the key of a position: own pieces, enemy pieces, and whether the side to move attacks."""
        return position.own, position.enemy, position.to_move is self.attacker

    def _node(self, position: FanoronaPosition, parent: Node | None) -> Node:
        node = Node(position, self.place(position), parent)
        answer = self._known(node)
        if answer is not None:
            node.numbers = WON if answer else NOT_WON
        elif any(earlier.place == node.place for earlier in node.above()):
            node.numbers = NOT_WON
        else:
            node.numbers = self.numbers.get(node.place, UNKNOWN)
            self.leaves.setdefault(node.place, []).append(node)
            if self.cuts[node.place] >= CUTS:
                self._expand(node)
        return node

    def _known(self, node: Node) -> bool | None:
        """Return the answer of a search, the tables or the rules for a position."""
        if node.place in self.answers:
            return self.answers[node.place]
        answer, outcome = self.settled(node.place), node.position.outcome
        return answer if outcome is None else outcome.winner is self.attacker

    def _expand(self, node: Node) -> None:
        """Replace a leaf by the positions after it."""
        self.leaves[node.place].remove(node)
        after = (replace(node.position._play(move), quiet=0) for move in node.position.legal_moves())
        node.children = [self._node(position, node) for position in {self.place(one): one for one in after}.values()]
        self._count(node)
        if node.numbers == WON:
            self.answer(node.place, True, node)

    def _count(self, node: Node) -> None:
        """Set the numbers of an inner node from those of its children."""
        assert node.children is not None
        wanted = 0 if node.place[2] else 1  # what one child decides: a win for the attacker, none for the other side
        best = min(child.numbers[wanted] for child in node.children)
        others = [child.numbers[1 - wanted] for child in node.children if child.is_open]
        sums = INFINITE if best == 0 else max(others) + len(others) - 1 if others else 0
        node.numbers = (best, sums) if wanted == 0 else (sums, best)

    def _rise(self, node: Node | None) -> None:
        """Count again from a node to the root, as long as something changes."""
        while node is not None and node.children is not None and node.is_open:
            before = node.numbers
            self._count(node)
            if node.numbers == before:
                return
            if node.numbers == WON:
                self.answer(node.place, True, node)
            node = node.parent

    def answer(self, place: Place, wins: bool, source: int | Node) -> None:
        """Take an answer that holds wherever the position stands."""
        if place in self.answers:
            return
        self.answers[place], self.sources[place] = wins, source
        for leaf in self.leaves.pop(place, []):
            leaf.numbers = WON if wins else NOT_WON
            self._rise(leaf.parent)

    def cut_off(self, place: Place, numbers: Numbers, after: Mapping[Place, Numbers]) -> None:
        """Take the numbers at which a search was cut off, its own and those of the positions after it."""
        for other, known in after.items():
            self.numbers.setdefault(other, known)
        self.numbers[place] = numbers
        self.cuts[place] += 1
        for leaf in list(self.leaves.get(place, [])):
            if not leaf.is_open:
                continue
            leaf.numbers = numbers
            if self.cuts[place] >= CUTS:
                self._expand(leaf)
            self._rise(leaf.parent)

    def most_proving(self, node: Node) -> Node | None:
        """Return the leaf below a node that decides most, None where all are being searched.

        Each job under way below a child makes it count as harder by one, so that the next job goes elsewhere.
        """
        if node.children is None:
            return None if node.place in self.running else node
        wanted = 0 if node.place[2] else 1
        open_ones = [child for child in node.children if child.is_open]
        for child in sorted(open_ones, key=lambda child: child.numbers[wanted] + child.jobs):
            leaf = self.most_proving(child)
            if leaf is not None:
                return leaf
        return None

    def mark(self, leaf: Node, jobs: int) -> None:
        """Say that a search of a leaf begins (1) or has ended (-1)."""
        (self.running.add if jobs > 0 else self.running.discard)(leaf.place)
        for node in (leaf, *leaf.above()):
            node.jobs += jobs

    def turns(self, root: Node, of_search: Callable[[int], Mapping[Turn, Turn]]) -> dict[Turn, Turn]:
        """Return the chooser's turns that show the root's answer; `of_search` returns those of a search by its number.

        For a win the earliest answer to a position counts: it rests on earlier ones alone, so nothing goes in circles.
        """
        if root.numbers == NOT_WON:
            return self._turns_of_no(root, of_search)
        order = {place: number for number, place in enumerate(self.sources)}
        needed: dict[Place, int | Node] = {}
        waiting = [root.place]
        while waiting:
            place = waiting.pop()
            if place in needed or place not in self.sources:
                continue
            needed[place] = source = self.sources[place]
            if isinstance(source, Node):
                waiting += [child.place for child in self._reasons(source, order)]
        turns: dict[Turn, Turn] = {}
        for place in sorted(needed, key=order.__getitem__):
            source = needed[place]
            if not isinstance(source, Node):
                turns = {**of_search(source), **turns}
            elif place[2]:
                (child,) = self._reasons(source, order)
                turns.setdefault(place[:2], (child.place[1], child.place[0]))
        return turns

    def _reasons(self, node: Node, order: Mapping[Place, int]) -> list[Node]:
        """Return the children that a win rests on: the first one won where the attacker chooses, else all."""
        assert node.children is not None
        if not node.place[2]:
            return node.children
        won = [child for child in node.children if child.numbers == WON]
        return [min(won, key=lambda child: order.get(child.place, -1))]

    def _turns_of_no(self, root: Node, of_search: Callable[[int], Mapping[Turn, Turn]]) -> dict[Turn, Turn]:
        turns: dict[Turn, Turn] = {}
        waiting = [root]
        while waiting:
            node = waiting.pop()
            source = self.sources.get(node.place)
            if node.children is None:
                if isinstance(source, int):
                    turns = {**of_search(source), **turns}
            elif node.place[2]:
                waiting += node.children
            else:
                child = next(each for each in node.children if each.numbers == NOT_WON)
                turns.setdefault(node.place[:2], (child.place[1], child.place[0]))
                waiting.append(child)
        return turns
