"""The messages of teachers and pupils, and the entries of the journal of a class; each with a tag ``kind``.

A class stores its pupils' first names, pictures and paths, its tournaments, where each table plays, and its
puzzles.
"""

from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta

from lalao.teach.foretelling import Foretelling
from lalao.teach.puzzles import MOST_PLIES
from lalao.tournament.names import MOST_LETTERS, MOST_PUPILS
from lalao.web.rooms.messages import Entry, Hello, Message, Ping, Short, Speak, Text

MOST_TITLE = 40
MOST_PUZZLES = 12
"""Puzzles that a set may have."""
MOST_WORK = 12
"""Stones and sowings that a class may have as its work."""
MOST_AT = 32_000_000_000.0
"""The last second that a calendar is asked about: the year 2984."""
At: TypeAlias = Annotated[float, Meta(ge=0, le=MOST_AT)]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=MOST_LETTERS)]
Names: TypeAlias = Annotated[list[Name], Meta(max_length=MOST_PUPILS)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=1_000_000)]
MOST_COUNTED = 999
"""Counters that a referee may say to lie at a table."""
MOST_ANSWERS = 20
"""Sowings that a device may tell the answers to at once."""
MOST_STONES, MOST_STARS = 500, 5
"""Stones that a pupil may have done on all paths together, and stars that a stone may have."""
Stars: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_STARS)]
Stones: TypeAlias = Annotated[dict[Short, Stars], Meta(max_length=MOST_STONES)]


class Join(Message):
    """A pupil comes in, by a first name or a picture or both; a name on the teacher's list is taken over.

    `token` is the secret that the device proposes, so that it knows it even if the answer is lost; "" has one drawn.
    """

    name: str = ""
    picture: str = ""
    token: str = ""


class Guess(msgspec.Struct, forbid_unknown_fields=True):
    """A pupil's first answer to a sowing to be foretold: the place where the last seed is said to fall.

    `id` is drawn by the device.
    """

    id: Short
    game: Short
    position: Text
    move: Short
    place: Short


class Hand(Message):
    """A pupil calls the teacher, or stops calling; the teacher lowers the hand of `name`."""

    up: bool
    name: str = ""


class Count(Message):
    """A referee says how many counters lie at a table, before its game or after it; `game` says which one at it."""

    table: int
    game: int
    after: bool
    said: Annotated[int, Meta(ge=0, le=MOST_COUNTED)]


class Flag(Message):
    """A referee raises a flag at this table, or lowers it; the teacher lowers that of `name`."""

    table: int
    up: bool
    name: str = ""


class Accuse(Message):
    """A pupil says that the opponent at this table cheats."""

    table: int


class Enrol(Message):
    """Adds pupils to the list of the class."""

    names: list[str]


class Rename(Message):
    """Gives a pupil another name."""

    name: str
    to: str


class Free(Message):
    """Lets another device take a pupil's place, where the old one was lost."""

    name: str


class Dismiss(Message):
    """Takes a pupil off the list of the class."""

    name: str


class Clear(Message):
    """Takes the pupils who came from a device off the list, but for those in `keep`; `count` says how many go.

    `origin` is the number of the device (`ShownPupil.origin`).
    """

    origin: Number
    keep: list[str]
    count: int


class Away(Message):
    """Says that a pupil is away, or is back: whoever is away is out of this tournament, and of the next one."""

    name: str
    away: bool = True


class Begin(Message):
    """Opens a tournament for all pupils who are not away; `days` counts those seen, so that none is opened twice.

    `unaided`: pupils get no hints and no values until it is over.
    """

    days: int
    format: str
    game: str
    on_screen: bool = True
    by_hand: bool = False
    winners: int = 3
    rounds: int | None = None
    minutes: float | None = None
    seed: int | None = None
    start: str = ""
    unaided: bool = False


class Call(Message):
    """Begins the next round; `rounds` counts the rounds already seen, so that nothing is begun twice."""

    rounds: int


class Report(Message):
    """Enters or corrects the result of a table; `game` says which game at it is meant, 0 for whichever it is."""

    round: int
    table: int
    result: str
    game: int = 0


class Swap(Message):
    """Lets two pupils exchange their seats."""

    one: str
    other: str


class Close(Message):
    """Ends the tournament."""


class Pause(Message):
    """Stops all games, or resumes them."""

    on: bool


class Unaided(Message):
    """Keeps hints and values from the pupils until the tournament in progress is over, or allows them again."""

    on: bool


class Door(Message):
    """Closes the door of the class, so that no new pupil or guest comes in, or opens it."""

    open: bool


class Revoke(Message):
    """Takes the teacher's right to the class from all devices but the one that asks."""


class Project(Message):
    """Puts one table of this round on the wall; 0 takes it off."""

    table: int


class Award(Message):
    """Puts the podium of a tournament on the wall, counted from 1; 0 takes it off."""

    day: int


class Together(Message):
    """Puts a position on the board of the class, its game's start where `position` is "", or takes it off (no game)."""

    game: str
    position: str = ""


class Question(Message):
    """Puts the question of the day on the board of the class."""


class Propose(Message):
    """A pupil proposes a move on the board of the class, which shows `position`."""

    position: str
    move: str


class Play(Message):
    """Plays a move on the board of the class, which shows `position`; "" lets a creature choose it."""

    position: str
    move: str = ""


class HandOut(Message):
    """Hands puzzles out to the class by their short names; `sets` counts the sets already seen."""

    sets: int
    puzzles: list[str]


class Collect(Message):
    """Takes the puzzles that were handed out back: the pupils do not see them any more."""


class EraseOn(Message):
    """Says on which day the class is erased, as ``2027-07-07``; "" for never."""

    day: str


class SetGrade(Message, tag="grade"):
    """Says which level of school the class is (`lalao.teach.grades`), "" for none."""

    grade: str


class Assign(Message):
    """Hands work out to the class, in this order, in place of the work before; no work takes it back.

    Work is a stone of a path, or *The last seed* of a family (`lalao.teach.grades`).
    """

    work: list[str]


class Try(Message):
    """A pupil has tried a puzzle of the set `set`, counted from 1; `puzzle` counts from 0.

    `moves` are the pupil's own, up to the first wrong one or to the end of the solution; none where help was asked for.
    """

    set: int
    puzzle: int
    moves: list[str]


class Observe(Message):
    """The teacher ticks an entry of today's observation grid (`lalao.teach.evidence.OBSERVED`), or takes it back."""

    name: str
    what: str
    on: bool


class From(Message):
    """Lets the games of the next rounds begin at a position, "" at the start of the game."""

    position: str


class TakeBack(Message):
    """Takes the last move of a table back."""

    table: int


Said: TypeAlias = (
    Hello | Ping | Speak | Join | Hand | Accuse | Enrol | Rename | Free | Dismiss | Clear | Away | Begin | Call | Report
    | Swap | Close | Pause | Door | Project | Award | TakeBack | Together | Question | Propose | Play | HandOut
    | Collect | Try | From | Revoke | Unaided | Observe | Count | Flag | SetGrade | Assign | EraseOn
)  # fmt: skip
read_message = msgspec.json.Decoder(Said).decode
FROM_PUPILS = (Hand, Accuse, Count, Flag)


class Founded(Entry):
    """A class was opened: its title, and the hash of its teacher's token."""

    title: Annotated[str, Meta(max_length=MOST_TITLE)]
    teacher: Short
    at: At


class Taught(Entry):
    """The teacher got a token for another device; `token` is its hash, `at` is 0 where it is not known."""

    token: Short
    at: At = 0.0


class Visited(Entry):
    """A teacher's device, known by the hash of its token, came for the first time on a day."""

    token: Short
    at: At


class Revoked(Entry):
    """All teacher's devices but one lost their right; `token` is the hash of the one that is left."""

    token: Short


class Enrolled(Entry):
    """Pupils were added to the list; `plays` names those who could still join the tournament in progress."""

    names: Names
    plays: Names
    at: At


class Came(Entry):
    """A pupil came in on a device; `new` where he was not on the list, `plays` where he joined the tournament.

    `origin` numbers the devices that new pupils came from, 0 where it is not known: no address is kept.
    """

    name: Name
    picture: Short
    token: Short
    new: bool
    plays: bool
    at: At
    origin: Number = 0


class Renamed(Entry):
    """A pupil has another name."""

    name: Name
    to: Name


class Freed(Entry):
    """A pupil's device was forgotten, so that another one can take its place."""

    name: Name


class Dismissed(Entry):
    """A pupil was taken off the list."""

    name: Name
    at: At


class Cleared(Entry):
    """Pupils who came from one device were taken off the list."""

    names: Annotated[Names, Meta(min_length=1)]
    at: At


class Opened(Entry, tag="tournament"):
    """A tournament was opened, on screens or on boards of paper and wood; `by_hand` lets pupils sow seed by seed.

    `start` is the position that games begin at, "" for that of the game. `unaided`: pupils get no hints and no values.
    """

    on_screen: bool
    event: dict[str, Any]
    at: At
    by_hand: bool = False
    start: Text = ""
    unaided: bool = False


class Happened(Entry):
    """Something happened in the tournament: `event` is a line of its journal."""

    event: dict[str, Any]


class Seated(Entry):
    """A game of a table got a room: which round, table, and game at it, who sits there."""

    round: Number
    table: Number
    game: Number
    first: Name
    second: Name
    room: Short
    at: At


class Paused(Entry):
    """The games were stopped, or resumed."""

    on: bool


class UnaidedSet(Entry):
    """Hints and values were kept from the pupils during the tournament in progress, or allowed again."""

    on: bool


class DoorSet(Entry):
    """The door was closed, or opened."""

    open: bool


class Projected(Entry):
    """A table was put on the wall; 0 took it off."""

    table: Number


class Awarded(Entry):
    """The podium of a tournament was put on the wall, counted from 1; 0 took it off."""

    day: Number


class Shared(Entry):
    """The board of the class shows a position, nothing where `game` is ""; `move` led there, `question`: of the day."""

    game: Short
    position: Text
    question: bool = False
    move: Text = ""


class Handed(Entry):
    """A set of puzzles was handed out: their lines, as in the files of puzzles."""

    puzzles: Annotated[list[Text], Meta(min_length=1, max_length=MOST_PUZZLES)]
    at: At


class Collected(Entry):
    """The last set was taken back."""


class ErasedOn(Entry):
    """The class is to be erased on a day, as ``2027-07-07``; "" for never."""

    day: Short


class Graded(Entry):
    """The class is of a level of school; "" for none."""

    grade: Short


class Assigned(Entry):
    """Work was handed out, in place of the work before; no work took it back."""

    work: Annotated[list[Short], Meta(max_length=MOST_WORK)]
    at: At


class Tried(Entry):
    """A pupil has tried a puzzle of the last set, counted from 0; no moves: help was asked for."""

    name: Name
    puzzle: Number
    moves: Annotated[list[Text], Meta(max_length=MOST_PLIES)]


class Walked(Entry):
    """A pupil has done stones of the path, or done them better: the stars of each, by its id; `at` 0: not known."""

    name: Name
    stones: Annotated[Stones, Meta(min_length=1)]
    at: At = 0.0


class Foretold(Entry):
    """A pupil has foretold sowings; the `ids` that the device has drawn keep an answer from being counted twice."""

    name: Name
    ids: Annotated[list[Short], Meta(min_length=1, max_length=MOST_ANSWERS)]
    answers: Annotated[list[Foretelling], Meta(min_length=1, max_length=MOST_ANSWERS)]
    at: At


class Observed(Entry):
    """The teacher has ticked an observation of a pupil on a day, or taken the tick back."""

    name: Name
    what: Short
    on: bool
    at: At


class Counted(Entry):
    """A referee has counted before or after a game of a table; `there` is the true count, None where it is unknown."""

    name: Name
    round: Number
    table: Number
    game: Number
    after: bool
    said: Annotated[int, Meta(ge=0, le=MOST_COUNTED)]
    there: Annotated[int, Meta(ge=0, le=MOST_COUNTED)] | None
    at: At


class Flagged(Entry):
    """A referee's flag went up or down."""

    name: Name
    round: Number
    table: Number
    game: Number
    up: bool


class Started(Entry):
    """The games of the next rounds begin at a position, "" at the start of the game."""

    position: Text


class Went(Entry):
    """A pupil went away, or is back; `plays` says whether he is back in the tournament in progress."""

    name: Name
    away: bool
    plays: bool
    at: At


class Raised(Entry):
    """A hand went up or down."""

    name: Name
    up: bool


Line: TypeAlias = (
    Founded | Taught | Visited | Revoked | Enrolled | Came | Renamed | Freed | Dismissed | Cleared | Opened | Happened
    | Seated | Paused | UnaidedSet | DoorSet | Projected | Awarded | Shared | Handed | Collected | Tried | Walked
    | Foretold | Observed | Counted | Flagged | Started | Went | Raised | Graded | Assigned
    | ErasedOn
)  # fmt: skip
read_line = msgspec.json.Decoder(Line).decode
