"""The protocol of every game, on which everything above relies.

A game is a `Game` (its id, its start, how its texts are read), its `Position` and its moves. Moves are values whose
text is ``str(move)``. The notation, drawings and words of a family are in its `Family`. Nothing here knows any
rule, and nothing above needs to know which game it is dealing with.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, Generic, Self, TypeAlias, TypeVar, cast

from lalao.board.picture import Picture
from lalao.errors import ConservationError, IllegalMoveError, Kind, LalaoError, Phrase, of_type, whole
from lalao.events import Contents, Event, Place, audit
from lalao.values import Outcome, Side

MOST_NAMED = 8
MOST_GUESSED = 2_000
"""Ways of choosing a turn among which a typed text is looked up."""
DASHES = str.maketrans("‐‑‒–—−", "------")

M = TypeVar("M", bound=Hashable)
"""The type of a game's moves: frozen, hashable, with its text as ``str``."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One tap while a turn is being chosen: the place, the sign it stands for if any, and the places it captures.

    `after` is the number of events of the turn that come before this choice.
    """

    place: Place
    how: str = ""
    taken: tuple[Place, ...] = ()
    after: int = 0


class Misplay(Kind):
    """A kind of wrong turn; each family has its own enum for those in its rules."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong turn: its kind, the contents of the places afterwards, the blanks of the kind's sentence.

    `begun` is the legal beginning of the turn before it went wrong, "" where it is wrong from its first gesture.
    """

    kind: Misplay
    after: Contents
    blanks: Mapping[str, object]
    begun: str = ""

    @property
    def reason(self) -> Phrase:
        """Why the turn breaks the rules, as a sentence to be translated."""
        reason = self.kind.sentence.filled(**self.blanks)
        return Phrase("after {begun}: {reason}", begun=self.begun, reason=reason) if self.begun else reason


def slips(route: Sequence[int]) -> Iterator[tuple[int, list[int], bool]]:
    """Yield the sowings in which one pit of a route is left out, or receives two seeds.

    Each comes with that pit, and with whether it received two. `route` holds the pits that the sowing should reach in
    order, and the one after them.

    >>> list(slips([3, 4, 5]))
    [(3, [4, 5], False), (3, [3, 3], True), (4, [3, 5], False)]
    """
    last = len(route) - 2
    for place, pit in enumerate(route[:-1]):
        before = [*route[:place]]
        yield pit, [*before, *route[place + 1 :]], False
        if place < last:
            yield pit, [*before, pit, pit, *route[place + 1 : last]], True


@dataclass(frozen=True, slots=True)
class Way:
    """A turn as it is chosen tap by tap: its text, its move, and its choices.

    `move` is None where this is only the beginning of several turns, too many to be listed. In a list with such
    beginnings the `move` of a complete way is its own text, even where the legal move goes by another one.
    """

    text: str
    move: Any
    path: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a `Card`; with `steps` its lines are done one after the other."""

    title: Phrase
    lines: tuple[Phrase, ...]
    steps: bool = False


@dataclass(frozen=True, slots=True)
class Card:
    """The rules of one game of a family, as a player needs them at the board.

    `board` and `rules` name them in a child's words, `difference` says in one line how these rules differ from the
    others of the family and where they come from, `chapters` hold all the rules on one page.
    """

    board: Phrase
    rules: Phrase
    difference: Phrase
    chapters: tuple[Chapter, ...] = ()


class Position(ABC, Generic[M]):
    """A position of a game: immutable, hashable, equal only to the same position of the same game."""

    __slots__ = ()

    game: "Game"
    to_move: Side

    @abstractmethod
    def legal_moves(self) -> tuple[M, ...]:
        """List the legal moves; none once the game is over."""

    @abstractmethod
    def _play(self, move: M) -> "Position[M]":
        """Play a move that the caller knows to be legal."""

    def picture(self, last: M | None = None, legal: bool = False) -> Picture:
        """Describe the board; mark the `last` move that led here, and the playable places if `legal`."""
        return self.game.family.picture(self, last, legal)

    def balance(self) -> int:
        """Return the lead of the side to move, `Game.balance_unit` for each seed, piece or move; negative if behind."""
        return self.game.family.balance(self)

    def mistakes(self, seen: Contents | None = None) -> Iterator[Mistake]:
        """Yield wrong turns; those that cannot lead to the board `seen`, where one is given, may be left out."""
        return self.game.family.mistakes(self, seen)

    def refusal(self, move: M) -> IllegalMoveError:
        """Return the error with the reason why a move is illegal here."""
        return self.game.family.refusal(self, move)

    def paths(self) -> "Iterator[tuple[str, M, tuple[Choice, ...]]]":
        """Yield every turn as a path of taps: its text, the legal move, and the choices."""
        for move in self.legal_moves():
            yield str(move), move, (Choice(str(move)),)

    def ways(self, most: int, begun: str = "") -> tuple[Way, ...]:  # noqa: ARG002  most games have few turns
        """List the ways of choosing a turn whose texts start with `begun`.

        A position with more than `most` ways may list beginnings of turns instead: calling this again with the text of
        one as `begun` leads on from there. Where `most` is 0 they are as short as the game can make them.
        """
        return tuple(Way(*way) for way in self.paths() if way[0].startswith(begun))

    def some_moves(self, most: int) -> tuple[M, ...]:
        """List at most `most` legal moves, in the order of the generator."""
        return self.legal_moves()[:most]

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it is in progress. Repetition and quiet limits belong to the match."""

    def events(self, move: M | str) -> tuple[Event, ...]:
        """List the gestures of a hand in a legal move, given as for `play`, in order, a seed or a piece at a time.

        Raises NotationError or IllegalMoveError.
        """
        return self._events(self._legal(move))

    @abstractmethod
    def _events(self, move: M) -> tuple[Event, ...]:
        """List the events of a move that is known to be legal."""

    @abstractmethod
    def contents(self) -> Contents:
        """Map every place, reserves and captured pieces included, to its contents, one letter each."""

    @abstractmethod
    def from_contents(self, contents: Contents, side: Side) -> "Position[M]":
        """Return the position with these contents and this side to move; nothing is checked."""

    @property
    @abstractmethod
    def key(self) -> Hashable:
        """The key for repetition and search: everything in the position but the quiet plies."""

    @property
    def task(self) -> Phrase:
        """The task of the side to move, in a few words that follow its name and a colon."""
        return Phrase("choose a move")

    @property
    def quiet(self) -> int:
        """The plies since the last capture, in games that count them; else 0."""
        return 0

    def move(self, text: str) -> M:
        """Read a legal move.

        Raises NotationError for an unreadable text, IllegalMoveError with the reason for a forbidden move.
        """
        text = a_text("move", text)
        return self.check(self.game.family.notation.move(self, text.strip()))

    def guess(self, text: str) -> M:
        """Return the one legal move that matches a text typed by a person, in any case and form.

        Records and programs write moves in full: `move` reads those. Raises NotationError or IllegalMoveError, with the
        reason or the moves that match.
        """
        text = a_text("move", text)
        text = " ".join(text.translate(DASHES).split())
        notation = self.game.family.notation
        written = notation.as_written(self, text)
        try:
            return self.move(written)
        except LalaoError as error:
            refusal = error
        for form in notation.forms(self, written):
            ways = (way for way in self.ways(MOST_GUESSED) if way.move is not None and re.fullmatch(form, way.text))
            fitting = {self.move(str(way.move)): way.text for way in ways}
            if len(fitting) == 1:
                return next(iter(fitting))
            if fitting:
                raise several(text, list(fitting.values()))
        raise refusal

    def check(self, move: M) -> M:
        """Return `move` if it is legal.

        Raises IllegalMoveError with the reason where it is not.
        """
        legal = self.legal_moves()
        if move in legal:
            return move
        self._check_kind(move)
        raise self.game_over() or self.refusal(move)

    def _check_kind(self, move: Any) -> None:
        """Check that a value is a move as this game has them, legal or not.

        Raises IllegalMoveError where it is none.
        """
        for legal in self.some_moves(1):
            if not isinstance(move, type(legal)):
                raise IllegalMoveError(
                    "'{text}' is not a move of {game}: choose a legal move, such as {move}",
                    text=move,
                    game=self.game.id,
                    move=legal,
                )

    def game_over(self) -> IllegalMoveError | None:
        """Return the error for any move after the end of the game, None while it is in progress."""
        return IllegalMoveError("the game is over: no move can be played") if self.outcome else None

    def play(self, move: M | str) -> Self:
        """Play a move given as a value or as its text.

        Raises NotationError or IllegalMoveError.
        """
        return cast(Self, self._play(self._legal(move)))

    def _legal(self, move: M | str) -> M:
        """Return a legal move, given as a value or as its text.

        Raises NotationError or IllegalMoveError.
        """
        return self.move(move) if isinstance(move, str) else self.check(move)

    def turn(self, move: M | str) -> tuple[tuple[Event, ...], Self]:
        """Play a move given as for `play`; return its events, checked seed by seed, and the position after it.

        Raises NotationError or IllegalMoveError, and ConservationError where the events do not lead to the position.
        """
        legal = self._legal(move)
        events, after = self._events(legal), cast(Self, self._play(legal))
        reached, expected = audit(self.contents(), events), after.contents()
        assert_same(reached, expected)
        return events, after

    def __repr__(self) -> str:
        return f"{self.game!r}.position({str(self)!r})"

    def _repr_svg_(self) -> str:
        return self.picture().svg()


def several(text: str, paths: list[str]) -> IllegalMoveError:
    """Return the error for a text that fits several moves; it names at most `MOST_NAMED` of them."""
    named = ", ".join(paths[:MOST_NAMED]) + (", …" if len(paths) > MOST_NAMED else "")
    return IllegalMoveError("'{text}' may be several moves: write one of {moves}", text=text, moves=named)


def assert_same(reached: Contents, expected: Contents) -> None:
    """Check that two positions have the same contents; empty places may be missing.

    Raises ConservationError, naming a place that differs.
    """
    for place in reached.keys() | expected.keys():
        if sorted(reached.get(place, "")) != sorted(expected.get(place, "")):
            raise ConservationError(
                f"{place} should hold {expected.get(place, '')!r}, the events leave {reached.get(place, '')!r}"
            )


AnyPosition: TypeAlias = Position[Any]
"""A position of any game."""


def a_position(name: str, value: Any) -> AnyPosition:
    """Return a value that must be a position.

    Raises ArgumentError where it is none.
    """
    return of_type(name, value, Position, "a position, such as lalao.game('fang').start()")


def a_text(name: str, value: Any) -> str:
    """Return a value that must be the text of a position or a move.

    Raises ArgumentError where it is no text.
    """
    text: str = of_type(name, value, str, f"its text, as str({name}) writes it")
    return text


def a_game(name: str, value: Any) -> "Game":
    """Return a value that must be a game.

    Raises ArgumentError where it is none.
    """
    game: Game = of_type(name, value, Game, "a game, such as lalao.game('fang')")
    return game


class Game(ABC):
    """A game with its options, as its id names it."""

    id: str
    """The canonical id, such as ``fang-8-guarded``."""
    sides: tuple[Side, Side]
    """The players; the first of them moves first by default."""
    quiet_limit: int | None = None
    """Plies without capture after which a match is drawn; None where the game always ends."""
    balance_unit: int = 1
    """The worth of one seed, piece or move in `Position.balance`."""
    lead: Phrase = Phrase("seeds")
    """The unit of `Position.balance`, in a word."""
    small: bool = False
    """Whether the game can be solved from its start within seconds."""
    laid_out: bool = False
    """Whether a player lays out the seeds and the other decides who starts (the cake rule)."""
    has_draws: bool = True
    """Whether a game may end in a draw."""

    @property
    @abstractmethod
    def title(self) -> Phrase:
        """The game's name in words."""

    @property
    @abstractmethod
    def notation(self) -> Phrase:
        """How a move is written, in one sentence for a player."""

    @property
    @abstractmethod
    def goal(self) -> Phrase:
        """The goal of both players, in one sentence."""

    @abstractmethod
    def start(self) -> AnyPosition:
        """Return the position a game starts from."""

    def agreed_start(self, rng: Random) -> AnyPosition:  # noqa: ARG002  most games have but one start
        """Return a random start that two players might agree on, drawn with `rng`; the first side is to move."""
        return self.start()

    def opening_name(self, move: Any) -> str:  # noqa: ARG002  in most games they have none
        """Return the Malagasy name of a first move, "" where it has none."""
        return ""

    def second_round(self, winner: Side) -> AnyPosition | None:  # noqa: ARG002  most games have one round
        """Return the start of the second round after `winner` has won the first, None in games of one round."""
        return None

    @property
    def family(self) -> "Family":
        """The family of this game."""
        return family_of(type(self))

    @property
    def card(self) -> Card:
        """The rules of this game on one page; only its title and goal if its family has no card."""
        write = self.family.card
        return write(self) if write else Card(self.title, self.title, self.goal)

    def position(self, text: str) -> AnyPosition:
        """Read a position.

        Raises NotationError.
        """
        text = a_text("position", text)
        position: AnyPosition = self.family.notation.position(self, text)
        return position

    def read_board(self, text: str) -> Contents:
        """Read an observed board, reachable or not: the text of a position, or only its board.

        Raises NotationError.
        """
        text = a_text("board", text)
        return self.family.notation.read_board(self, text)

    @property
    def minutes(self) -> float:
        """Minutes to allow for a game in class: the source document's figure where it has one, else a rough guess."""
        return self.family.minutes

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Game) and self.id == other.id)

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"lalao.game({self.id!r})"


class Notation(ABC):
    """How a family writes its positions and moves."""

    signs: tuple[str, ...] = ("",)
    """The values that the `how` of a `Choice` may have."""

    @abstractmethod
    def position(self, game: Any, text: str) -> Any:
        """Read a position.

        Raises NotationError.
        """

    @abstractmethod
    def read_board(self, game: Any, text: str) -> Contents:
        """Read a board as somebody saw it, reachable or not: a `position` text, or only the board part of one.

        Raises NotationError.
        """

    @abstractmethod
    def move(self, position: Any, text: str) -> Any:
        """Read a move; the caller checks whether it is legal.

        Raises NotationError, and IllegalMoveError where reading already shows that there is no such move.
        """

    def as_written(self, position: Any, text: str) -> str:  # noqa: ARG002  many write moves in one way
        """Return a person's input rewritten in this notation, or unchanged where it cannot be understood."""
        return text

    def forms(self, position: Any, text: str) -> tuple[str, ...]:  # noqa: ARG002
        """Return regular expressions for the texts of the moves that a person may mean, the likeliest first."""
        return (re.escape(text),)

    def continues(self, before: str, word: str) -> bool:  # noqa: ARG002  most moves are one word
        """Tell whether a word of a list of moves belongs to the same move as the word before it."""
        return False


class Headers:
    """The tags by which other programs name the game and the start of a record written in the manner of PGN."""

    notation: str = ""
    """The name of the notation, as commands use it."""
    names: tuple[str, ...] = ()
    """These tags, which our records do not have."""

    def start(self, tags: Mapping[str, str], game: "Game | None") -> AnyPosition:
        """Return the start that these tags name; `game` is the game that the reader expects, if any.

        Raises LalaoError.
        """
        raise NotImplementedError

    def tags(self, start: Any) -> dict[str, str]:
        """Return the tags that name a start."""
        raise NotImplementedError


class Interchange(ABC):
    """A notation that other programs use for whole games of a family: the moves of the main line only."""

    def recognises(self, text: str) -> bool:  # noqa: ARG002  most are read as lists of moves
        """Tell whether a text is in this notation, and can be read only by `read`."""
        return False

    @abstractmethod
    def write(self, start: Any, moves: Any) -> str:
        """Write the moves played from `start`.

        Raises NotationError where a move cannot be written.
        """

    def read(self, start: Any, text: str) -> list[Any]:
        """Read the moves of a game played from `start`.

        Raises NotationError or IllegalMoveError, naming the offending move.
        """
        raise NotImplementedError


def nothing_alike(_: Any) -> "tuple[AnyPosition, ...]":
    """Return no positions: the default of `Family.alike`."""
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """The data of a family for the layers above; ``family.py`` in its folder makes it.

    `read` returns the game of an id, None where the id belongs to another family, and raises UnknownGameError where it
    belongs to this one but is wrong. `listed` are the ids that lists show, `offered` those that a dialog offers, the
    usual one first, `menu` those that the terminal's menu names, `sizes` examples of other sizes that `read` knows.
    `usual` is the id that the family's name alone stands for where the name is no id itself, `gentlest` the one offered
    to a beginner, `ladder` those that follow it, a step at a time, `opponent` who plays against a beginner who chooses
    nobody. `second_rounds` are ids that a dialog offers as well, though they usually follow a first round.
    """

    name: str
    """The name of the folder, of the catalogues and of the rule sheet."""
    order: int
    """Where it stands among the families, the lowest first."""
    title: Phrase
    blurb: Phrase
    """Its description, in one or two short sentences."""
    sheet: str = ""
    """The rule sheet in Markdown, for a family whose folder has none."""
    motto: Phrase | None = None
    """Its invitation to play, in three or four words."""
    age: Phrase | None = None
    """The age or class it is for; None where the sources do not say."""
    colour: str = "#5b4632"
    """The colour of its scene, dark enough for white letters; the scene itself is ``scene.svg`` in the folder."""
    read: Callable[[str], Game | None]
    listed: tuple[str, ...]
    offered: tuple[str, ...]
    menu: tuple[str, ...]
    gentlest: str
    ladder: tuple[str, ...] = ()
    second_rounds: tuple[str, ...] = ()
    usual: str = ""
    sizes: tuple[str, ...] = ()
    opponent: str = "level:3"
    minutes: float = 10
    """Minutes to allow for a game in class: the source document's figure where it has one, else a rough guess."""
    notation: Notation
    refusal: Callable[[Any, Any], IllegalMoveError]
    """Returns the error that says why a move is illegal, for `Position.refusal`."""
    picture: Callable[[Any, Any, bool], Picture]
    """Describes the board, for `Position.picture`."""
    balance: Callable[[Any], int]
    """The lead of the side to move, as `Position.balance` counts it."""
    mistakes: Callable[[Any, Contents | None], Iterator[Mistake]]
    """Yields wrong turns, for `Position.mistakes`."""
    card: Callable[[Any], Card] | None = None
    """The rules of a game of the family on one page."""
    interchanges: Mapping[str, Interchange] = field(default_factory=dict)
    """Notations that other programs use for games of the family, by the names that commands use."""
    headers: Headers | None = None
    """The tags by which other programs name its games and starts in records."""
    alike: Callable[[Any], tuple[AnyPosition, ...]] = nothing_alike
    """Returns the positions known to be equivalent to one: in a mirror, or seen from the other side of the board."""


@cache
def family_of(kind: type[Game]) -> Family:
    """Return the family whose folder holds the rules of a class of games."""
    folder = kind.__module__.rpartition(".")[0]
    family: Family = import_module(f"{folder}.family").FAMILY
    return family


def begun_by(start: AnyPosition, side: Side) -> AnyPosition:
    """Return a start with `side` to move.

    Raises NotationError where the game has no such position.
    """
    if start.to_move is side:
        return start
    every_position_is_one: Any = start
    return start.game.position(str(replace(every_position_is_one, to_move=side)))


def perft(position: AnyPosition, depth: int) -> int:
    """Count the sequences of exactly `depth` legal moves from a position.

    Raises ArgumentError where `depth` is below 0.

    >>> import lalao
    >>> perft(lalao.game("fang-4").start(), 3)
    17
    """
    return _counted(a_position("position", position), whole("depth", depth, 0))


def _counted(position: AnyPosition, depth: int) -> int:
    if depth == 0:
        return 1
    moves = position.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(_counted(position._play(move), depth - 1) for move in moves)


def reachable(position: AnyPosition, depth: int) -> dict[AnyPosition, int]:
    """Return every position within `depth` plies, with the fewest plies that lead to it, nearest first.

    Positions with the same `key` count once: quiet plies do not matter. Raises ArgumentError where `depth` is below 0.

    >>> import lalao
    >>> [list(reachable(lalao.game("fang-4").start(), 8).values()).count(plies) for plies in range(4)]
    [1, 2, 4, 9]
    """
    whole("depth", depth, 0)
    a_position("position", position)
    found, row = {position.key: (position, 0)}, [position]
    for plies in range(1, depth + 1):
        after = [one._play(move) for one in row for move in one.legal_moves()]
        row = list({one.key: one for one in after if one.key not in found}.values())
        found |= {one.key: (one, plies) for one in row}
    return dict(found.values())


def name_of(position: AnyPosition) -> str:
    """Return the text for a position and all its equivalents: the first of theirs in order, without quiet plies.

    >>> import lalao
    >>> game = lalao.game("fang-4")
    >>> name_of(game.position("1.1.1.0 2+3 N")), name_of(game.position("0.1.1.1 3+2 S"))
    ('0.1.1.1 3+2 S', '0.1.1.1 3+2 S')
    """
    return min(map(plain, (position, *position.game.family.alike(position))))


def plain(position: AnyPosition) -> str:
    """Write a position without its quiet plies."""
    return str(position).split(" quiet=")[0]
