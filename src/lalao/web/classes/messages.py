"""What teachers and pupils say, and the lines of the journal of a class; each with a tag ``kind``.

What a class keeps is its pupils' first names and pictures, its tournaments, and where each table plays.
"""

from typing import Any, TypeAlias

import msgspec

from lalao.web.messages import Entry, Hello, Message, Speak


class Join(Message):
    """A pupil comes in, by a first name or a picture or both; a name on the teacher's list is taken over.

    `token` is the secret that the device proposes: it knows it even if the answer is lost. "" lets one be drawn.
    """

    name: str = ""
    picture: str = ""
    token: str = ""


class Hand(Message):
    """A pupil calls the teacher, or does so no more; a teacher names whose hand goes down."""

    up: bool
    name: str = ""


class Accuse(Message):
    """A pupil says that the opponent at this table cheats."""

    table: int


class Enrol(Message):
    """Writes pupils down."""

    names: list[str]


class Rename(Message):
    """Gives a pupil another name."""

    name: str
    to: str


class Free(Message):
    """Lets another device take a pupil's place: the old one was lost."""

    name: str


class Dismiss(Message):
    """Takes a pupil off the list of the class."""

    name: str


class Away(Message):
    """Says that a pupil is not there, or is back: who is away is out of the tournament, and of the next one."""

    name: str
    away: bool = True


class Begin(Message):
    """Opens a tournament for all pupils who are not away; `days` counts the tournaments already seen."""

    days: int
    format: str
    game: str
    on_screen: bool = True
    by_hand: bool = False
    winners: int = 3
    rounds: int | None = None
    minutes: float | None = None
    seed: int | None = None


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
    """Stops all games, or lets them go on."""

    on: bool


class Project(Message):
    """Puts one table of this round on the wall; 0 takes it off."""

    table: int


class TakeBack(Message):
    """Takes the last move of a table back."""

    table: int


Said: TypeAlias = (
    Hello | Speak | Join | Hand | Accuse | Enrol | Rename | Free | Dismiss | Away | Begin | Call | Report | Swap | Close
    | Pause | Project | TakeBack
)  # fmt: skip
read_message = msgspec.json.Decoder(Said).decode
FROM_PUPILS = (Hand, Accuse)


class Founded(Entry):
    """A class was opened: its title, and the hash of its teacher's token."""

    title: str
    teacher: str
    at: float


class Taught(Entry):
    """The teacher has come by another device."""

    token: str


class Enrolled(Entry):
    """Pupils were written down; `plays` lists those who could still join the tournament going on."""

    names: list[str]
    plays: list[str]
    at: float


class Came(Entry):
    """A pupil came in by a device; `new` ones were not on the list, `plays` as above."""

    name: str
    picture: str
    token: str
    new: bool
    plays: bool
    at: float


class Renamed(Entry):
    """A pupil has another name."""

    name: str
    to: str


class Freed(Entry):
    """A pupil's device was let go."""

    name: str


class Dismissed(Entry):
    """A pupil was taken off the list."""

    name: str
    at: float


class Opened(Entry, tag="tournament"):
    """A tournament was opened, on screens or on boards of paper and wood; `by_hand` lets pupils sow seed by seed."""

    on_screen: bool
    event: dict[str, Any]
    at: float
    by_hand: bool = False


class Happened(Entry):
    """Something happened in the tournament: an event of its journal."""

    event: dict[str, Any]


class Seated(Entry):
    """A game of a table got a room: which round, table, and game at it, who sits there."""

    round: int
    table: int
    game: int
    first: str
    second: str
    room: str
    at: float


class Paused(Entry):
    """The games were stopped, or let go on."""

    on: bool


class Projected(Entry):
    """A table was put on the wall; 0 took it off."""

    table: int


class Went(Entry):
    """A pupil went away, or is back; `plays` says whether the tournament going on takes him back."""

    name: str
    away: bool
    plays: bool
    at: float


class Raised(Entry):
    """A hand went up or down."""

    name: str
    up: bool


Line: TypeAlias = (
    Founded | Taught | Enrolled | Came | Renamed | Freed | Dismissed | Opened | Happened | Seated | Paused | Projected
    | Went | Raised
)  # fmt: skip
read_line = msgspec.json.Decoder(Line).decode
