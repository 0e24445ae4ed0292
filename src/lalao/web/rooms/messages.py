"""The messages of a room and the entries of its journal, each with a tag ``kind``.

A message that changes the board says which `turn` it answers: the number of changes of the board that its sender has
seen. A message written for another turn is refused, so that nothing is played twice or too late.
"""

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

Mode: TypeAlias = Literal["alone", "here", "apart"]
Who: TypeAlias = Literal["me", "other", "lot", "cake"]
Offer: TypeAlias = Literal["undo", "draw", "again"]
Phase: TypeAlias = Literal["layout", "choose", "play", "over"]

MOST_NAME = 24
MOST_TEXT = 2_000
MOST_MISSES = 9_999
MOST_REFUSED = 9
"""Refused places for the first seed that are counted in a turn."""
MOST_PLIES = 2_000
MOST_LINES = 5_000
"""Lines that the journal of one table may have, moves taken back included."""
MOST_SECONDS = 86_400
Seat: TypeAlias = Annotated[int, Meta(ge=0, le=1)]
Text: TypeAlias = Annotated[str, Meta(max_length=MOST_TEXT)]
Short: TypeAlias = Annotated[str, Meta(max_length=60)]
Seconds: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_SECONDS)]
Spent: TypeAlias = Annotated[int, Meta(ge=0, le=10**12)]
Misses: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_MISSES)]


class Message(msgspec.Struct, tag_field="kind", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """A message from a browser; one with an `id` above 0 is acknowledged, and is done once per `Hello.line`."""

    id: Annotated[int, Meta(ge=0)] = 0


class Hello(Message):
    """The first message: the token of a seat, if it has one, a first name, and the language to be answered in.

    `line` is a name that the page draws for its line and keeps when it connects again; the ids of a line increase.
    """

    token: str = ""
    name: str = ""
    language: str = "en"
    line: Annotated[str, Meta(max_length=40)] = ""


class Ping(Message):
    """Asks whether the server is still there."""


class Speak(Message):
    """Asks for another language."""

    language: str


class Sit(Message):
    """Asks for the free seat."""

    name: str = ""


class Move(Message):
    """Plays a move; `by_hand` where it was sown seed by seed, with this many `misses`.

    `first` lists pits with a place where the first seed of each was refused.
    """

    turn: int
    move: str
    by_hand: bool = False
    misses: int = 0
    first: Annotated[list[tuple[Short, Short]], Meta(max_length=MOST_REFUSED)] = msgspec.field(default_factory=list)


class Lay(Message):
    """Lays out the seeds (cake rule)."""

    turn: int
    position: str


class Choose(Message):
    """Says who starts (cake rule): the one who chooses, or the other."""

    turn: int
    me: bool


class Undo(Message):
    """Takes a move back, or asks for it."""

    turn: int


class Draw(Message):
    """Offers a draw."""

    turn: int


class Again(Message):
    """Starts a new game at the same table, or asks for it."""

    turn: int


class Vela(Message):
    """Starts the second round."""

    turn: int


class Answer(Message):
    """Answers an offer."""

    turn: int
    yes: bool


class Resign(Message):
    """Gives the game up."""

    turn: int


Said: TypeAlias = Hello | Ping | Speak | Sit | Move | Lay | Choose | Undo | Draw | Again | Vela | Answer | Resign
read_message = msgspec.json.Decoder(Said).decode


class Told(msgspec.Struct, tag_field="kind", tag=str.lower):
    """A message to a browser; the state of a room is in `lalao.web.shown`."""


class Welcome(Told):
    """Says that somebody was let in: the seats that he holds, the token that opens them, and the room's code."""

    seats: list[int]
    token: str
    code: str


class Ack(Told):
    """Acknowledges all messages of a line up to an `id`: each was done or refused."""

    id: int


class Refused(Told):
    """Something was not done, and why, in the reader's language; `status` is that of an HTTP answer."""

    why: str
    status: int


class Erased(Told):
    """The class was erased, and its rooms with it."""


class Entry(msgspec.Struct, tag_field="kind", tag=str.lower, omit_defaults=True, forbid_unknown_fields=True):
    """Something that has happened: a line of the journal."""


class Opened(Entry):
    """A table was opened.

    `tokens` holds the hash of each seat's token: "" for a free seat, "-" for the computer, whose player is named in
    `computer`. `first` is the seat that has the first side, `classroom` the code of the class that plays here, "" for
    none.
    """

    game: Short
    start: Text
    mode: Mode
    who: Who
    tokens: tuple[Short, Short]
    computer: tuple[Short, Short] = ("", "")
    first: Seat = 0
    seconds: Seconds = 0
    increment: Seconds = 0
    classroom: Short = ""


class Sat(Entry):
    """Somebody took a seat; `token` is the hash of the token that opens it."""

    seat: Seat
    token: Short


class Laid(Entry):
    """The seeds were laid out."""

    position: Text


class Chosen(Entry):
    """Somebody said who starts."""

    starter: Seat


class Moved(Entry):
    """A move was played after `spent` milliseconds of thought; `by_hand` where it was sown so, with `misses`.

    `astray` of these went to the side to which the rule lets nobody sow.
    """

    move: Text
    spent: Spent = 0
    by_hand: bool = False
    misses: Misses = 0
    astray: Annotated[int, Meta(ge=0, le=MOST_REFUSED)] = 0


class Undone(Entry):
    """Moves were taken back."""

    plies: Annotated[int, Meta(ge=1, le=MOST_PLIES)]


class Offered(Entry):
    """A seat asked the other for something."""

    seat: Seat
    what: Offer


class Declined(Entry):
    """The other seat said no."""


class Ended(Entry):
    """The game was ended by the players, by the clock or by the teacher (``decided``); the loser's seat.

    ``forfeit``: both have lost. ``abandoned``: it was broken off without a result.
    """

    how: Literal["resigned", "agreed", "time", "decided", "forfeit", "abandoned"]
    loser: Seat | None = None


class Round(Entry):
    """Another game began at the table."""

    game: Short
    start: Text
    first: Seat
    cake: bool = False


Happened: TypeAlias = Opened | Sat | Laid | Chosen | Moved | Undone | Offered | Declined | Ended | Round
read_entry = msgspec.json.Decoder(Happened).decode


def write_entry(entry: Entry) -> str:
    """Write a line of the journal."""
    return msgspec.json.encode(entry).decode()


class Opening(msgspec.Struct, forbid_unknown_fields=True):
    """The settings of a new table: where `start` is "" it is the game's own, with `seconds` 0 there are no clocks."""

    game: Short
    mode: Mode
    level: Short = "level:2"
    who: Who = "me"
    start: str = ""
    seconds: int = 0
    increment: int = 0
