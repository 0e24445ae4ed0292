"""The states of a class as sent to its teacher, to each pupil, to anyone who looks on (see also `lalao.web.shown`)."""

from typing import Literal, TypeAlias

import msgspec

from lalao.board.picture import ShownBoard
from lalao.tournament import Result
from lalao.web.api.puzzles import ShownPuzzle
from lalao.web.rooms.messages import Phase, Told
from lalao.web.shown import ShownSide

Role: TypeAlias = Literal["teacher", "pupil", "guest"]


class ShownCounts(msgspec.Struct):
    """A referee's counts before and after a game, null where nothing was said."""

    name: str
    before: int | None
    after: int | None


class ShownTable(msgspec.Struct):
    """A table of a round: who sits there, the result, how many games it took; `room` is the code of its room, or "".

    `referees` are those who watch the game, or are still to count after it; `flags` are those who have raised a flag.
    `second_chance`: those who have lost round 1 of poules meet here.
    """

    table: int
    first: str
    second: str
    result: Result | None
    winner: str | None
    walkover: bool
    games: int
    accusers: list[str]
    corrected: list[Result]
    round: int
    room: str
    referees: list[str]
    counts: list[ShownCounts]
    flags: list[str]
    second_chance: bool


class ShownOwnTable(ShownTable):
    """A pupil's own table: the opponent's name and picture; `now` where it is of this round, or has no result yet."""

    opponent: str
    picture: str
    is_first: bool
    accused: bool
    now: bool


class ShownRound(msgspec.Struct):
    """The last round, its name, and the tables of earlier rounds that are still playing."""

    round: int
    title: str
    tables: list[ShownTable]
    byes: list[str]
    over: bool


class ShownDay(msgspec.Struct):
    """A tournament; `waiting` lists the tables without result by number, `projected` is the one on the wall, or 0.

    `start` is the position at which games begin, "" for that of the game. `unaided`: no hints and no values now.
    """

    format: str
    format_title: str
    game: str
    game_title: str
    sides: list[ShownSide]
    laid_out: bool
    draws: bool
    on_screen: bool
    by_hand: bool
    needs_winner: bool
    rounds: int
    expected: int
    round: ShownRound | None
    waiting: list[int]
    over: bool
    winners: list[str]
    opened: float
    projected: int
    start: str
    unaided: bool


class ShownMatch(msgspec.Struct):
    """The board of a table: whose turn it is, and for how many seconds nothing has happened."""

    room: str
    picture: ShownBoard
    phase: Phase
    active: int | None
    plies: int
    task: str
    still: float


class ShownStanding(msgspec.Struct):
    """A place in the standings: its pupil, his results, and the tie-break that parts him from the one above."""

    rank: int
    name: str
    points: float
    wins: int
    games: int
    byes: int
    opponents: float
    by: str | None
    reason: str


class ShownPupil(msgspec.Struct):
    """A pupil as the teacher sees him: whether he has a device and is there, calls, or is away.

    `origin` is the number of the device that brought him, 0 where the teacher wrote him down or it is not known.
    """

    name: str
    picture: str
    device: bool
    here: bool
    hand: bool
    away: bool
    origin: int


class ShownDevice(msgspec.Struct):
    """A device that holds the teacher's right, since when, and when it was seen last (seconds since 1970, or 0).

    `here`: it is connected now; `mine`: it is the reader's own.
    """

    since: float
    seen: float
    here: bool
    mine: bool


class ShownSelf(msgspec.Struct):
    """A pupil as he sees himself."""

    name: str
    picture: str
    hand: bool
    away: bool


class ShownWinner(msgspec.Struct):
    """A step of the podium; `rank` is 0 where all winners are equals."""

    name: str
    picture: str
    rank: int


class ShownPast(msgspec.Struct):
    """A tournament of the class, this one or an earlier one, and its podium; both are empty where nobody has won."""

    title: str
    game: str
    at: float
    winners: list[str]
    steps: list[ShownWinner]


class ShownMinutes(msgspec.Struct):
    """The minutes of a round: estimated, and actual once it is over and was timed."""

    round: int
    estimated: float
    actual: float | None


class ShownClock(msgspec.Struct):
    """The minutes of each round; how many have passed of the one in progress, and are expected for each to come.

    The first of `coming` is the round in progress, whole.
    """

    rounds: list[ShownMinutes]
    passed: float
    coming: list[float]


class ShownVotes(msgspec.Struct):
    """How many pupils propose a move; `right` where it answers the question of the day."""

    move: str
    count: int
    right: bool


class ShownTogether(msgspec.Struct):
    """The board of the class: its position, the last move, whether it is the question of the day.

    `voted` is how many have proposed a move; `votes` is for the teacher, `mine` the reader's own proposal.
    """

    game: str
    title: str
    sides: list[ShownSide]
    position: str
    move: str
    question: bool
    voted: int
    votes: list[ShownVotes]
    mine: str


class ShownTries(msgspec.Struct):
    """A pupil's tries at a puzzle of a set: how many were wrong, whether help was asked for, whether it is solved."""

    wrong: int
    helped: bool
    solved: bool


class ShownAsked(ShownPuzzle):
    """A puzzle of a set: the names of its family and theme, the sentence that asks, and the answer in words."""

    family: str
    title: str
    say: str
    answer: str


class ShownSolver(msgspec.Struct):
    """A pupil's tries at a set, in the order of its puzzles."""

    name: str
    picture: str
    tries: list[ShownTries]


class ShownMissed(msgspec.Struct):
    """A theme of a set: how often its puzzles were tried and missed, over all pupils, and who missed some of them."""

    title: str
    tried: int
    missed: int
    names: list[str]


class ShownSet(msgspec.Struct):
    """A set of puzzles as the teacher sees it: the tries of each pupil, and which themes were missed.

    `number` counts the sets from 1; `open` says whether the pupils have it now.
    """

    number: int
    at: float
    open: bool
    puzzles: list[ShownAsked]
    pupils: list[ShownSolver]
    themes: list[ShownMissed]


class ShownOwnSet(msgspec.Struct):
    """The set of puzzles that a pupil has, and his tries at it."""

    number: int
    puzzles: list[ShownAsked]
    tries: list[ShownTries]


class ShownWorker(msgspec.Struct):
    """A pupil's progress in the work, in its order: stars of a stone, sowings foretold, -1 for nothing."""

    name: str
    picture: str
    done: list[int]


class ShownWork(msgspec.Struct):
    """The work of the class, as ids of stones and of sowings to be foretold, and each pupil's progress in it."""

    work: list[str]
    at: float
    pupils: list[ShownWorker]


class ShownOwnWork(msgspec.Struct):
    """The work of the class, and the reader's progress in it, as in `ShownWorker`."""

    work: list[str]
    done: list[int]


class OwnPath(msgspec.Struct):
    """A pupil, and the path that the class keeps: the stars of stones, by their ids, the last one done at the end."""

    name: str
    picture: str
    stones: dict[str, int]


class PupilPath(OwnPath):
    """A pupil's path as the teacher sees it; `stuck` is the stone where the pupil fails again and again, or ""."""

    stuck: str


class ShownClass(Told, tag="class"):
    """The public state of a class; `seq` counts its journal, `days` its tournaments; `day` is the last one.

    `podium` is the tournament whose winners are on the wall, `together` the board of the class, where it is in use.
    """

    seq: int
    code: str
    title: str
    language: str
    paused: bool
    days: int
    day: ShownDay | None
    podium: ShownPast | None
    together: ShownTogether | None


class TeacherState(ShownClass, tag="class"):
    """All that the teacher sees; `sets` counts the sets of puzzles, `set` is the last one, `grade` the level of school.

    `open` tells whether new pupils and guests may come in; `devices` hold the teacher's right. The class is erased on
    `erased_on`, a day as in `ShownSight`, "" for never.
    """

    role: Literal["teacher"]
    open: bool
    erased_on: str
    devices: list[ShownDevice]
    pupils: list[ShownPupil]
    history: list[ShownPast]
    clock: ShownClock | None
    boards: list[ShownMatch]
    standings: list[ShownStanding]
    sets: int
    set: ShownSet | None
    grade: str
    work: ShownWork | None


class PupilState(ShownClass, tag="class"):
    """The class for a pupil; `seats` are those that his device holds at his table, `referees` the table he watches.

    `cheated`: both at his last table lost, since each accused the other.
    """

    role: Literal["pupil"]
    you: ShownSelf
    plays: bool
    still_in: bool
    cheated: bool
    table: ShownOwnTable | None
    bye: bool
    referees: ShownTable | None
    seats: list[int] | None
    set: ShownOwnSet | None
    work: ShownOwnWork | None


class GuestState(ShownClass, tag="class"):
    """The state on the wall and for newcomers: the names that nobody has taken yet, the board on the wall.

    `count` pupils are expected, and those of them in `missing` are not connected; `faces` are pictures by names.
    """

    role: Literal["guest"]
    free: list[str]
    count: int
    missing: list[str]
    pictures: list[str]
    faces: dict[str, str]
    boards: list[ShownMatch]


ClassState: TypeAlias = TeacherState | PupilState | GuestState


class Admitted(Told, tag="welcome"):
    """Says that somebody was let in: the role, and the token that proves it the next time."""

    code: str
    role: Role
    token: str


class BoardTold(ShownMatch, tag_field="kind", tag="board"):
    """Something has happened on a board."""


class ListedNames(msgspec.Struct):
    """The names in a class list, and sentences about how they were read."""

    names: list[str]
    notes: list[str]


class DrawnCode(msgspec.Struct):
    """The teacher's code, as it is told to the server's own machine."""

    code: str


class ShownCode(msgspec.Struct):
    """The match or class that a code opens."""

    kind: Literal["match", "class"]
    code: str


class ClassCode(msgspec.Struct):
    """The code of a class."""

    code: str


class KeptClass(msgspec.Struct):
    """A class that is kept on this machine, when it was changed (seconds since 1970), and its damage."""

    code: str
    title: str
    pupils: int
    changed: float
    damaged: str


class KeptClasses(msgspec.Struct):
    """The classes kept on this machine, the latest first."""

    classes: list[KeptClass]


class ShownSight(msgspec.Struct):
    """Something that was seen of a pupil under a heading: sentences, how much it rests on, the first and last day.

    A day is written as ``2026-11-27``, "" where it is not known.
    """

    heading: str
    said: list[str]
    amount: int
    first: str
    last: str


class ShownEvidence(msgspec.Struct):
    """The evidence about a pupil: sentences by heading, each thing with its days, and the ticks of today."""

    name: str
    picture: str
    lines: dict[str, list[str]]
    sights: list[ShownSight]
    today: list[str]


class Evidence(msgspec.Struct):
    """The evidence about the pupils, in the order of their names; the headings, and the words of the grid."""

    headings: dict[str, str]
    grid: dict[str, str]
    pupils: list[ShownEvidence]
