"""A game of one's own from its options alone: the states that each player's moves lead to.

A subclass of `Ruleset` is played, shown, matched and solved like the shipped games. The terms are those of
combinatorial game theory: a *state* is the board's contents, an *option* is a state that a move leads to. The first
side is Left. Whoever cannot move loses, or wins in misère play.

>>> class Subtract(Ruleset[tuple[int]]):
...     '''Take one or two seeds. Whoever takes the last one wins.'''
...     begins, impartial = (5,), True
...     def options(self, state, side):
...         return [(str(taken), (state[0] - taken,)) for taken in (1, 2) if taken <= state[0]]
>>> position = Subtract().start()
>>> print(position, position.play("2"), position.legal_moves())
5 S 3 N ('1', '2')
"""

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from inspect import cleandoc
from typing import Any, Generic, TypeAlias, TypeVar, cast

from lalao import events
from lalao.board.geometry import FILES, Lattice, lattice, read_row, write_row
from lalao.board.picture import LatticePicture, Picture, RowPicture, row_of
from lalao.errors import ArgumentError, IllegalMoveError, NotationError, Phrase
from lalao.events import Contents, Event, Place
from lalao.games.game import MOST_NAMED, Choice, Family, Game, Mistake, Notation, Position
from lalao.values import Ending, Outcome, Side

S = TypeVar("S", bound=Hashable)
"""The type of a ruleset's states."""
Board: TypeAlias = str | tuple[int, ...]
"""Rows of letters from top to bottom, such as ``BW/..``, or the seeds of a row of pits."""
EMPTY = "."


class RulesetEnding(Ending):
    """How a game of a `Ruleset` ends."""

    BLOCKED = "blocked", Phrase("{loser} cannot move")
    MISERE = "misere", Phrase("{winner} cannot move, and so wins in misère play")
    COUNTED = "counted", Phrase("no move is left, and the rules decide")


class Ruleset(Game, Generic[S]):
    """A game given by its options. The docstring of a subclass is its rule sheet, its first paragraph the goal.

    A state is any hashable value. Where it is neither rows of letters nor a row of seeds (`Board`), a subclass also has
    `board` and `from_board`. `pieces` are the letters of the first and the second side.
    """

    begins: S
    """The state that a game starts from."""
    impartial: bool = False
    """Whether both sides always have the same options."""
    misere: bool = False
    """Whether the player who cannot move wins."""
    pieces: str = "WB"
    has_draws = False
    lead = Phrase("moves")

    def __init_subclass__(cls, **settings: Any) -> None:
        """Name the game after its class unless it has an id: ``ToadsAndFrogs`` is ``toads-and-frogs``."""
        super().__init_subclass__(**settings)
        if "id" not in vars(cls):
            cls.id = "-".join(_words(cls)).lower()

    @abstractmethod
    def options(self, state: S, side: Side, /) -> Iterable[tuple[str, S]]:
        """Yield each move of a side and the state that it leads to.

        The text of a move is the places to tap, joined by hyphens: ``a1``, ``a1-b1``. Points are named from a1 at the
        bottom left, pits from 1.
        """

    def parts(self, state: S, /) -> Iterable[S]:
        """Return the independent parts of a state; their sum is the state."""
        return (state,)

    def winner(self, state: S, side: Side, /) -> Side | None:  # noqa: ARG002  most games end in one way
        """Return who has won where `side` cannot move, None for a draw."""
        return side if self.misere else side.other

    def board(self, state: S, /) -> Board:
        """Return the board that shows a state."""
        return cast(Board, state)

    def from_board(self, board: Board, /) -> S:
        """Return the state that a board shows.

        Raises ArgumentError where a subclass has its own boards and does not read them.
        """
        if type(self).board is not Ruleset.board:
            raise ArgumentError("{game} reads no boards: write from_board, which undoes board", game=self.id)
        return cast(S, board)

    def points(self, board: str) -> dict[int, str]:
        """Return the names of the points of a board, by their places in its text.

        >>> Ruleset.points(cast(Any, None), "WB/..")
        {0: 'a2', 1: 'b2', 3: 'a1', 4: 'b1'}
        """
        width = board.find("/") + 1 or len(board) + 1
        ranks = board.count("/") + 1
        places = (at for at, letter in enumerate(board) if letter != "/")
        return {at: f"{FILES[at % width]}{ranks - at // width}" for at in places}

    @property
    def sides(self) -> tuple[Side, Side]:  # type: ignore[override]
        """White and Black on a board with pieces, South and North on a row of pits."""
        return (Side.WHITE, Side.BLACK) if isinstance(self.board(self.begins), str) else (Side.SOUTH, Side.NORTH)

    @property
    def is_sum(self) -> bool:
        """Whether the last player to move decides, so that values of parts add up."""
        return type(self).winner is Ruleset.winner

    @property
    def title(self) -> Phrase:
        return Phrase(" ".join(_words(type(self))))

    @property
    def notation(self) -> Phrase:
        return Phrase("A move is the places to tap, such as {move}.", move=self._example())

    def _example(self) -> str:
        return next((str(move) for move, _ in self.options(self.begins, self.sides[0])), "a1")

    @property
    def sheet(self) -> str:
        """The rules in Markdown, without a title."""
        return cleandoc(type(self).__doc__ or "")

    @property
    def goal(self) -> Phrase:
        goal = " ".join(self.sheet.partition("\n\n")[0].split())
        return Phrase("{goal}", goal=goal[:1].lower() + goal[1:])

    def start(self) -> "RulesetPosition[S]":
        """Return the starting position, the first side to move."""
        return RulesetPosition(self, self.begins, self.sides[0])

    def position(self, text: str) -> "RulesetPosition[S]":
        """Read a position: the board and the side to move, such as ``WW.BB W``.

        Raises NotationError.
        """
        return cast("RulesetPosition[S]", super().position(text))

    def state(self, text: str) -> S:
        """Read a state from the text of its board.

        Raises NotationError.
        """
        return self.from_board(read_board(self, text))

    @cached_property
    def supply(self) -> Counter[str]:
        """The things in play, by letter: those on the board at the start."""
        return Counter("".join(placed(self, self.begins).values()))

    @cached_property
    def family(self) -> Family:
        """The family of this one game."""
        return Family(
            name=self.id,
            order=100,
            title=self.title,
            blurb=Phrase("{goal}", goal=self.sheet.partition("\n\n")[0]),
            sheet=f"# {self.title}\n\n{self.sheet}\n",
            read=lambda text: self if text == self.id else None,
            listed=(self.id,),
            offered=(self.id,),
            menu=(self.id,),
            gentlest=self.id,
            minutes=5,
            notation=RulesetNotation(),
            refusal=refusal,
            picture=picture,
            balance=balance,
            mistakes=mistakes,
        )


def _words(kind: type) -> list[str]:
    return re.findall("[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", kind.__name__)


@dataclass(frozen=True, repr=False)
class RulesetPosition(Position[str], Generic[S]):
    """A state, and who moves. A move is its text."""

    game: Ruleset[S]
    state: S
    to_move: Side

    def __str__(self) -> str:
        return f"{write_board(self.game.board(self.state))} {self.to_move}"

    @property
    def key(self) -> tuple[S, bool]:
        return self.state, self.to_move.is_first

    @cached_property
    def options(self) -> dict[str, S]:
        """The states that the moves of the side to move lead to.

        Raises ArgumentError where two moves have the same text.
        """
        pairs = list(self.game.options(self.state, self.to_move))
        found = dict(pairs)
        if len(found) < len(pairs):
            twice = next(move for move, count in Counter(move for move, _ in pairs).items() if count > 1)
            raise ArgumentError("'{move}' stands for two moves of {game}", move=twice, game=self.game.id)
        return found

    def legal_moves(self) -> tuple[str, ...]:
        return tuple(self.options)

    def _play(self, move: str) -> "RulesetPosition[S]":
        return RulesetPosition(self.game, self.options[move], self.to_move.other)

    @property
    def outcome(self) -> Outcome | None:
        """Who has won, once the side to move has no move."""
        if self.options:
            return None
        winner = self.game.winner(self.state, self.to_move)
        if not self.game.is_sum:
            return Outcome(winner, RulesetEnding.COUNTED)
        return Outcome(winner, RulesetEnding.MISERE if self.game.misere else RulesetEnding.BLOCKED)

    def paths(self) -> Iterator[tuple[str, str, tuple[Choice, ...]]]:
        """Yield every move as the places to tap; a move that names no places is one choice."""
        places = placed(self.game, self.state)
        for move in self.options:
            taps = move.split("-")
            yield move, move, tuple(map(Choice, taps if all(tap in places for tap in taps) else [move]))

    def _events(self, move: str) -> tuple[Event, ...]:
        """List the gestures: things taken off the board, things moved, things put on it."""
        before, after = self.contents(), self._play(move).contents()
        return tuple(moved(before, after))

    def contents(self) -> Contents:
        """Return the contents of each place, on the board and off it."""
        contents = placed(self.game, self.state)
        on_board = Counter("".join(contents.values()))
        off = {events.taken(letter): letter * max(0, n - on_board[letter]) for letter, n in self.game.supply.items()}
        return contents | off

    def from_contents(self, contents: Contents, side: Side) -> "RulesetPosition[S]":
        board = self.game.board(self.state)
        if isinstance(board, str):
            letters = [contents.get(name, "") or EMPTY for name in grid(board).names]
            width = grid(board).width
            rows = ["".join(letters[at : at + width]) for at in range(0, len(letters), width)]
            board = own_letters(self.game, "/".join(reversed(rows)))
        else:
            board = tuple(len(contents.get(str(pit), "")) for pit in range(1, 1 + len(board)))
        return RulesetPosition(self.game, self.game.from_board(board), side)


def own_letters(game: Ruleset[Any], board: str) -> str:
    """Return a board with the letters of the sides, White and Black, replaced by those of the game's pieces."""
    return board.translate(str.maketrans("WB", game.pieces))


def grid(board: str) -> Lattice:
    """Return the lattice that the rows of a board lie on."""
    rows = board.split("/")
    return lattice(len(rows), len(rows[0]), diagonals=False)


def placed(game: Ruleset[S], state: S) -> Contents:
    """Map each place of a board to its contents: ``W`` and ``B`` for pieces, ``o`` for seeds."""
    board = game.board(state)
    if not isinstance(board, str):
        return {str(pit): events.SEED * seeds for pit, seeds in enumerate(board, 1)}
    letters = "".join(reversed(board.split("/"))).translate(str.maketrans(game.pieces, "WB"))
    return {name: "" if on == EMPTY else on for name, on in zip(grid(board).names, letters, strict=True)}


def moved(before: Contents, after: Contents) -> Iterator[Event]:
    """Yield the gestures that lead from some contents to others, removals first."""
    gone, come = list(_more(before, after)), list(_more(after, before))
    pairs: list[tuple[Place, Place]] = []
    for source, letter in gone:
        target = next(place for place, wanted in come if wanted == letter)
        come.remove((target, letter))
        pairs.append((source, target))
    for (source, target), count in sorted(Counter(pairs).items(), key=lambda pair: " " not in pair[0][1]):
        yield from gestures(source, target, count)


def _more(contents: Contents, than: Contents) -> Iterator[tuple[Place, str]]:
    """Yield each thing that lies in its place in some contents and not in others."""
    for place, held in contents.items():
        for letter in (Counter(held) - Counter(than[place])).elements():
            yield place, letter


def gestures(source: Place, target: Place, count: int) -> Iterator[Event]:
    """Yield the gestures that bring things from one place to another; places off the board have names with a space."""
    if " " in source:
        yield from (Event("take", source, events.HAND), Event("drop", events.HAND, target)) * count
    elif source.isdigit():
        yield Event("capture" if " " in target else "lift", source, target if " " in target else events.HAND, count)
        if " " not in target:
            yield from (events.sow(target),) * count
    elif " " in target:
        yield Event("remove", source, target)
    else:
        yield events.step(source, target)


def write_board(board: Board) -> str:
    """Write a board; a row of pits as its seeds, joined by dots."""
    return board if isinstance(board, str) else write_row(board)


def read_board(game: Ruleset[Any], text: str) -> Board:
    """Read a board of the kind that a game has, of any size.

    Raises NotationError.
    """
    begins = game.board(game.begins)
    if not isinstance(begins, str):
        return read_row(text)
    letters, rows = {EMPTY, "/", *game.pieces, *begins}, text.split("/")
    if not text or not letters.issuperset(text) or len({len(row) for row in rows}) > 1:
        raise NotationError(
            "'{text}' is not a board of {game}: write it as {board}", text=text, game=game.id, board=begins
        )
    return text


class RulesetNotation(Notation):
    """The board and the letter of the side to move; a move is its text."""

    def position(self, game: Ruleset[S], text: str) -> RulesetPosition[S]:
        """Read a position that has no more things than the start.

        Raises NotationError.
        """
        board, _, letter = text.strip().rpartition(" ")
        side = next((side for side in game.sides if str(side) == letter.upper()), None)
        if side is None:
            raise NotationError(
                "'{text}' is not a position: write the board and the side to move, such as {start}",
                text=text,
                start=game.start(),
            )
        state = game.state(board)
        if Counter("".join(placed(game, state).values())) - game.supply:
            raise NotationError(
                "'{text}' holds more than the start of {game}: {start}", text=text, game=game.id, start=game.start()
            )
        return RulesetPosition(game, state, side)

    def read_board(self, game: Ruleset[Any], text: str) -> Contents:
        """Read a position, or its board alone."""
        return placed(game, game.state(text.strip().partition(" ")[0]))

    def move(self, position: RulesetPosition[Any], text: str) -> str:  # noqa: ARG002  legal or not
        """Return a text as it is."""
        return text


def refusal(position: RulesetPosition[Any], move: str) -> IllegalMoveError:
    """Return the error for a move that is not among the options."""
    legal = position.legal_moves()
    named = ", ".join(legal[:MOST_NAMED]) + (", …" if len(legal) > MOST_NAMED else "")
    return IllegalMoveError("'{move}' is not a move here: choose one of {moves}", move=move, moves=named)


def mistakes(position: RulesetPosition[Any], seen: Contents | None = None) -> Iterator[Mistake]:  # noqa: ARG001
    """Yield no wrong turns: a ruleset does not list misplays."""
    return iter(())


def balance(position: RulesetPosition[Any]) -> int:
    """Return how many more moves the side to move has than its opponent, negated in misère play; 0 if impartial."""
    if position.game.impartial:
        return 0
    lead = len(position.options) - len(list(position.game.options(position.state, position.to_move.other)))
    return -lead if position.game.misere else lead


def picture(position: RulesetPosition[Any], last: str | None, legal: bool) -> Picture:
    """Describe the board; seeds on a lattice are drawn as White's pieces."""
    game, board = position.game, position.game.board(position.state)
    taps = [choices[0].place for _, _, choices in position.paths()] if legal else []
    came = () if last is None else tuple(last.split("-"))
    if not isinstance(board, str):
        lifted = int(came[0]) if came and came[0].isdigit() else None
        pits = row_of(board, lifted, [int(tap) for tap in taps if tap.isdigit()])
        return RowPicture(str(position), position.to_move, (pits,))
    at, on = grid(board), placed(game, position.state)
    return LatticePicture(
        str(position),
        position.to_move,
        at,
        white=points(at, [name for name, letter in on.items() if letter in ("W", events.SEED)]),
        black=points(at, [name for name, letter in on.items() if letter == "B"]),
        came_from=points(at, came[:1]),
        came_to=points(at, came[1:]),
        movable=points(at, taps),
    )


def points(at: Lattice, names: Sequence[str]) -> frozenset[int]:
    """Return the points with these names, as far as the lattice has them."""
    return frozenset(at.index[name] for name in names if name in at.index)
