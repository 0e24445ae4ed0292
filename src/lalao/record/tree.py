"""A game as a tree: the main line and its variations."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from lalao.board.svg import card
from lalao.constants import OCCURRENCES
from lalao.errors import LalaoError, NotationError, of_type
from lalao.games.game import AnyPosition, Game, a_position
from lalao.locale import ENGLISH
from lalao.values import MatchEnding, Outcome

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
OPEN = "*"
UNNAMED = "?"
NAMES = {"S": "South", "N": "North", "W": "White", "B": "Black"}


@dataclass(slots=True, eq=False)
class Node:
    """A position in the tree, with the move that led to it (None at the root), a comment, and the moves that follow.

    `glyphs` are PGN's numbers for judgements of the move (1 good, 2 bad, …). The first child continues the line; the
    others are variations on it. `ply` counts the moves from the root.
    """

    position: AnyPosition
    move: Any = None
    comment: str = ""
    glyphs: tuple[int, ...] = ()
    parent: Node | None = None
    children: list[Node] = field(default_factory=list)
    ply: int = 0

    def add(self, move: Any) -> Node:
        """Play a legal move from here as a new child and return it.

        Raises IllegalMoveError.
        """
        child = Node(self.position.play(move), move, parent=self, ply=self.ply + 1)
        self.children.append(child)
        return child

    def follow(self, move: Any) -> Node:
        """Return the child that a legal move leads to; where there is none yet, a new one is added as the last.

        Raises IllegalMoveError.
        """
        return next((child for child in self.children if child.move == move), None) or self.add(move)

    def add_line(self, moves: Iterable[Any]) -> Node:
        """Play legal moves from here and return the last node; nodes that exist already are followed.

        Raises IllegalMoveError.
        """
        node = self
        for move in moves:
            node = node.follow(move)
        return node

    def promote(self) -> None:
        """Make this node the first child of its parent, so that it continues the line."""
        if self.parent is not None:
            self.parent.children.remove(self)
            self.parent.children.insert(0, self)

    def remove(self) -> None:
        """Remove this node and all that follows it from the tree; does nothing at the root."""
        if self.parent is not None:
            self.parent.children.remove(self)
            self.parent = None

    def read(self, words: Sequence[str]) -> tuple[Any, int]:
        """Read the first move in these words; return it and how many words it takes: 1, or 2 (``xc3 d3-e3A``).

        Raises NotationError or IllegalMoveError.
        """
        try:
            return self.position.move(words[0]), 1
        except LalaoError as error:
            if len(words) == 1:
                raise
            alone = error
        try:
            return self.position.move(" ".join(words[:2])), 2
        except NotationError:
            raise alone from None

    def _repr_svg_(self) -> str:
        return self.position.picture(self.move).svg()

    def line(self) -> Iterator[Node]:
        """Yield the nodes that follow on the main line: the first child of each."""
        node = self
        while node.children:
            node = node.children[0]
            yield node


BEGIN, END = "(", ")"


def walk(children: list[Node]) -> Iterator[Node | str]:
    """Yield the nodes that follow, in the order of a record, with `BEGIN` and `END` around each variation.

    It does not recurse: variations may be nested as deeply as a game is long.
    """
    waiting: list[list[Node] | Node | str] = [children]
    while waiting:
        here = waiting.pop()
        if not isinstance(here, list):
            yield here
        elif here:
            main, *others = here
            yield main
            waiting.append(main.children)
            for other in reversed(others):
                waiting += [END, other.children, other, BEGIN]


@dataclass(slots=True, eq=False)
class Record:
    """A game: its tags in order, the tree of its moves, and its result, one of `RESULTS`."""

    root: Node
    tags: dict[str, str] = field(default_factory=dict)
    result: str = OPEN
    beside: list[Node] = field(default_factory=list)
    """Lines taken back at the end of the main line, the latest first: they become variations on the next move."""
    settled: Outcome | None = None
    """The outcome decided by the players, a clock or a teacher, where the moves do not end the game."""

    @classmethod
    def begin(cls, start: AnyPosition, first: str = UNNAMED, second: str = UNNAMED, day: date | None = None) -> Record:
        """Begin a record at a position, with the players' names (first: South or White) and the date, today if None."""
        sides = a_position("start", start).game.sides
        for name in (first, second):
            of_type("name", name, str, "the name of a player")
        tags = {"Game": start.game.id, "Date": (day or date.today()).strftime("%Y.%m.%d")}
        tags |= {NAMES[sides[0].value]: first, NAMES[sides[1].value]: second, "Start": str(start)}
        return cls(Node(start), tags)

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.root.position.game

    @property
    def player_tags(self) -> tuple[str, str]:
        """The tags that hold the players' names, first side first."""
        first, second = self.game.sides
        return NAMES[first.value], NAMES[second.value]

    @property
    def last(self) -> Node:
        """The last node of the main line."""
        *_, last = (self.root, *self.root.line())
        return last

    def moves(self) -> list[Any]:
        """List the moves of the main line."""
        return [node.move for node in self.root.line()]

    def positions(self) -> list[AnyPosition]:
        """List the positions of the main line, the start included."""
        return [self.root.position, *(node.position for node in self.root.line())]

    def outcome(self) -> Outcome | None:
        """Return how the main line ended by the rules of the game or the match, or None while it is in progress."""
        return judge(self.positions(), self.draws)

    def settle(self, outcome: Outcome) -> None:
        """End the game by something other than its moves: resignation, agreement, time, a decision."""
        self.settled, self.result = outcome, outcome.result

    @property
    def draws(self) -> frozenset[str]:
        """The draw rules that are on: those named in the tag ``Draws`` (``repetition``, ``quiet``), both without it."""
        return frozenset(self.tags["Draws"].split()) & DRAWS if "Draws" in self.tags else DRAWS

    def play(self, move: Any) -> Node:
        """Play a move at the end of the main line, update the result, and return the new node.

        Lines taken back there become its variations; playing the move of one of them resumes that line. Raises
        IllegalMoveError.
        """
        here = self.last
        node = here.add(move)
        for known in [each for each in self.beside if each.move == node.move]:
            self.beside.remove(known)
            here.children[-1] = node = known
        here.children, self.beside, node.children = [node, *self.beside], node.children, []
        outcome = self.outcome()
        self.result, self.settled = outcome.result if outcome else OPEN, None
        return node

    def undo(self) -> bool:
        """Take back the last move of the main line and store it in `beside`; return whether there was one."""
        last = self.last
        if last.parent is None:
            return False
        last.children, self.beside = self.beside, last.parent.children
        last.parent.children = []
        self.result, self.settled = OPEN, None
        return True

    def _repr_html_(self) -> str:
        first, second = (self.tags.get(name, UNNAMED) for name in self.player_tags)
        heading = f"{ENGLISH.say(self.game.title)}: {first} – {second}, {self.result}"
        last = self.last
        return card(heading, last.position.picture(last.move).svg(), " ".join(map(str, self.moves())))


DRAWS = frozenset({"repetition", "quiet"})


def judge(positions: Sequence[AnyPosition], draws: Collection[str] = DRAWS) -> Outcome | None:
    """Return how a match with these positions, the start first, ended, or None while it goes on.

    Besides the rules of the game, the third occurrence of the last position is a draw, and so is reaching the game's
    limit of plies without capture; `draws` names which of these two rules are on.
    """
    last = positions[-1]
    if last.outcome:
        return last.outcome
    if "repetition" in draws and sum(1 for position in positions if position.key == last.key) >= OCCURRENCES:
        return Outcome(None, MatchEnding.REPETITION)
    limit = last.game.quiet_limit
    if "quiet" in draws and limit is not None and last.quiet >= limit:
        return Outcome(None, MatchEnding.QUIET_LIMIT, counts=(("limit", limit),))
    return None
