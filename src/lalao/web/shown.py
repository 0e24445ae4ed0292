"""The data for browsers, in one language, and how two states differ: the types of the scripts come from here."""

from itertools import takewhile
from operator import eq
from typing import Any, Literal, Required, TypeAlias, TypedDict

import msgspec

from lalao.board.picture import ShownBoard
from lalao.events import Key
from lalao.web.rooms.messages import Mode, Offer, Phase, Told


class ShownSide(msgspec.Struct):
    """A side: its letter, its name, and whether results name it first."""

    side: str
    name: str
    first: bool


class ShownFamily(msgspec.Struct):
    """A family of games: the words of its card, the ids that are offered, the usual one first, and one to begin with.

    `ladder` lists those that follow it, `second_rounds` the second rounds that are offered besides. `scene` is the
    address of its picture, "" where it has none.
    """

    name: str
    title: str
    blurb: str
    motto: str
    age: str
    colour: str
    scene: str
    offered: tuple[str, ...]
    second_rounds: tuple[str, ...]
    gentlest: str
    ladder: tuple[str, ...]


class ShownGame(msgspec.Struct):
    """A game: the facts to know before a match; `board`, `rules` and `difference` are those of its `Card`."""

    id: str
    family: str
    title: str
    board: str
    rules: str
    difference: str
    notation: str
    sides: list[ShownSide]
    start: str
    laid_out: bool
    quiet_limit: int | None
    small: bool
    levels: int
    lead: str


class ShownChoice(msgspec.Struct):
    """One tap in the choosing of a turn (`lalao.games.game.Choice`)."""

    place: str
    how: str
    taken: tuple[str, ...]
    after: int


class ShownPath(msgspec.Struct):
    """A way of choosing a turn: its text, the move that it is, and the taps; without a move it goes on."""

    text: str
    move: str | None
    path: list[ShownChoice]


class ShownRefusal(msgspec.Struct):
    """Why a place cannot be chosen: a headline and a line, the pit where it fails, and the seeds' path up to there."""

    head: str
    line: str
    fault: str
    path: list[str]


class ShownOutcome(msgspec.Struct):
    """How a game ended: the winner's letter, None for a draw, the kind of ending, and the words for it."""

    winner: str | None
    ending: str
    reason: str
    result: str
    told: str


class ShownEvent(msgspec.Struct):
    """A gesture of a hand (`lalao.events.Event`), and the words for it."""

    key: Key
    source: str
    target: str
    count: int
    how: str
    told: str


class ShownTurn(msgspec.Struct):
    """A turn: its events one by one, and in one sentence."""

    move: str
    events: list[ShownEvent]
    told: str


class ShownMove(ShownTurn):
    """A legal move: its turn, and the position that it leads to."""

    position: str


class ShownWays(msgspec.Struct):
    """The ways of choosing a turn that have a given beginning."""

    paths: list[ShownPath]


WorthKind: TypeAlias = Literal["win", "draw", "loss", "unknown"]


class ShownMargin(TypedDict):
    """By how many seeds a game of Fang is won."""

    half: int
    tibong: int


class ShownWorth(TypedDict, total=False):
    """The worth of a move to its player: as `lalao solve --json` has it, else the engine's opinion."""

    move: Required[str]
    position: Required[str]
    value: Required[WorthKind]
    plies: Required[int | None]
    margin: ShownMargin | None
    incentive: str | None
    best_incentive: bool | None
    opinion: int | None


class ShownSearch(TypedDict):
    """The extent of the engine's search for its opinions."""

    depth: int
    nodes: int
    seconds: float
    line: list[str]


class ShownValues(TypedDict, total=False):
    """The worth of a position to the side to move, and its moves, the best first; the other fields where known.

    `hurried` says that a busy machine had no time for more: asking again may tell more. With `exact_from` pieces on
    the board or fewer endgame tables know everything.
    """

    value: Required[WorthKind]
    moves: Required[list[ShownWorth]]
    hurried: bool
    plies: int | None
    line: list[str]
    exact_from: int
    opinion: ShownSearch


class ShownLine(msgspec.Struct):
    """A line of a search: its worth to the side to move, its moves, and the position after each."""

    value: WorthKind
    plies: int | None
    opinion: int | None
    moves: list[str]
    positions: list[str]


class ShownLines(msgspec.Struct, omit_defaults=True):
    """The best lines of a position, the best first, with the depth in plies and the positions looked at.

    `settled` says that looking deeper would change nothing, `hurried` that a busy machine had no time for more.
    """

    depth: int
    nodes: int
    lines: list[ShownLine]
    settled: bool = False
    hurried: bool = False


class ShownPosition(msgspec.Struct, omit_defaults=True):
    """A position: picture, legal moves with their events and where they lead; their values where asked for.

    Where `all` is false there are more moves, which can be asked for one by one.
    """

    game: str
    position: str
    to_move: str
    picture: ShownBoard
    task: str
    outcome: ShownOutcome | None
    moves: list[ShownMove]
    paths: list[ShownPath]
    all: bool
    values: ShownValues | msgspec.UnsetType = msgspec.UNSET


class ShownOffer(msgspec.Struct):
    """A request of one seat to the other."""

    seat: int
    what: Offer


class ShownSeat(msgspec.Struct):
    """A seat: its side, who sits there, the computer's player if it is one, and whether somebody is there."""

    side: str
    name: str
    computer: str
    present: bool


class State(Told):
    """The state of a room, in one language. It is sent once to each browser, which is then sent what has `Changed`.

    `seq` counts the lines of the journal, `turn` the changes of the board. `active` is the seat that has something to
    do, `layer` the one that lays out the seeds, `left` the seconds of each seat. `start` is the position that the game
    began at; those in between can be asked for (`ShownPositions`). `tree` holds the words of the game where moves were
    taken back (`lalao.record.writing`), `again` whether a second round may follow. `order` is the task alone, as it is
    said to whoever plays. `unaided`: the match is of a tournament that goes without hints and values now.
    """

    seq: int
    turn: int
    code: str
    mode: Mode
    phase: Phase
    active: int | None
    free_seat: int | None
    game: str
    start: str
    position: str
    moves: list[str]
    tree: list[str] | None
    starter: str
    layer: int
    cake: bool
    last: str | None
    paths: list[ShownPath]
    offer: ShownOffer | None
    again: bool
    left: list[float] | None
    seats: list[ShownSeat]
    language: str
    title: str
    picture: ShownBoard
    turn_told: ShownTurn | None
    task: str
    order: str
    outcome: ShownOutcome | None
    sides: list[ShownSide]
    notation: str
    lead: str
    levels: int
    unaided: bool


class Changed(Told):
    """The fields of a room's `State` that have changed since it was last sent.

    `kept` says how many first words of a list stay: those in `fields` follow them. `inside` holds the changes
    within other fields, by the name of a part or its index in a list; a new value stands alone in a list.
    """

    fields: dict[str, Any]
    kept: dict[str, int]
    inside: dict[str, Any]


class Failed(msgspec.Struct):
    """The answer to a request that was refused or failed: the error, in one line."""

    error: str


class About(msgspec.Struct):
    """A server: its version, its languages, and its address for other devices, "" where they cannot reach it.

    `indoors` is the address that only pages on the server's own machine can ask, "" for none.
    """

    version: str
    languages: tuple[str, ...]
    address: str
    indoors: str


class ShownPositions(msgspec.Struct):
    """The positions of the game on the board of a match, from its start."""

    positions: list[str]


class Ticket(msgspec.Struct):
    """The credentials of a seat: the code of a match or a class, and the token."""

    code: str
    token: str


class Link(msgspec.Struct):
    """An address for other devices, and whether they can reach it."""

    link: str
    lan: bool


class ShownLayout(msgspec.Struct):
    """The position that was laid out; `error` is its error, "" for none."""

    position: str
    picture: ShownBoard
    error: str


class ShownSheet(msgspec.Struct):
    """A part of the rules as HTML, and the parts that there are."""

    html: str
    parts: list[str]


class ShownChapter(msgspec.Struct):
    """A part of the rules on one page (`lalao.games.game.Chapter`)."""

    title: str
    lines: list[str]
    steps: bool


class ShownCard(msgspec.Struct):
    """The rules of one game on one page (`lalao.games.game.Card`); without chapters the rule sheet is all there is."""

    family: str
    family_title: str
    board: str
    rules: str
    difference: str
    goal: str
    chapters: list[ShownChapter]


class DemoTurn(msgspec.Struct):
    """A turn of a game that plays itself, and where it leads."""

    events: list[ShownEvent]
    position: str


class ShownDemo(msgspec.Struct):
    """A game that plays itself: the board at its start, and its turns."""

    picture: ShownBoard
    turns: list[DemoTurn]


class ShownTitle(msgspec.Struct):
    """The features of a game among others in a text: its names, its result, the moves of its main line."""

    players: list[str]
    result: str
    moves: int


class ShownTitles(msgspec.Struct):
    """The games of a text, in its order."""

    games: list[ShownTitle]


class ShownOpening(msgspec.Struct):
    """How games went on with a move: how many did, how many of these were won by its player, drawn and lost.

    The others did not end. `opinion` is a search's, in hundredths of the game's unit, where the move has one.
    """

    move: str
    name: str
    games: int
    won: int
    drawn: int
    lost: int
    opinion: int | None = None


class ShownOpenings(msgspec.Struct):
    """The moves that games went on with, the most frequent first: the engine's own games, a text's, the device's."""

    engine: list[ShownOpening]
    given: list[ShownOpening]
    device: list[ShownOpening]


class ShownExplored(msgspec.Struct):
    """The openings of each position that was asked for."""

    positions: list[ShownOpenings]


class ShownRecord(msgspec.Struct):
    """A record that was read; its moves are words (`lalao.record.writing`)."""

    game: str
    start: str
    moves: list[str]
    result: str
    tags: dict[str, str]


class Verdict(msgspec.Struct):
    """The result of the referee's check: whether a legal move leads there, which ones, else the problems.

    `misplay` is the kind of wrong turn that explains the whole board; None where there is none, or none is known.
    """

    legal: bool
    moves: list[str]
    problems: list[str]
    misplay: str | None


GROWING = ("moves", "tree")
"""Lists of words that grow at their end as a game goes on."""
STEADY = ("picture",)
"""Fields that keep their shape from move to move: only the changes within them are sent."""


def changes(old: State, new: State) -> Changed:
    """Return how a new state differs from an old one."""
    fields = {name: getattr(new, name) for name in State.__struct_fields__ if getattr(new, name) != getattr(old, name)}
    kept: dict[str, int] = {}
    for name in GROWING:
        if fields.get(name) and getattr(old, name):
            kept[name] = sum(takewhile(bool, map(eq, getattr(old, name), fields[name])))
            fields[name] = fields[name][kept[name] :]
    inside = {name: within(getattr(old, name), fields.pop(name)) for name in STEADY if name in fields}
    return Changed(fields, kept, inside)


def within(old: Any, new: Any) -> Any:
    """Return how a part differs, by field name or list index; where its shape has changed, the new part in a list."""
    if isinstance(new, msgspec.Struct) and type(old) is type(new):
        parts = ((name, getattr(old, name), getattr(new, name)) for name in new.__struct_fields__)
    elif isinstance(new, list) and isinstance(old, list) and len(old) == len(new):
        parts = ((str(number), *pair) for number, pair in enumerate(zip(old, new, strict=True)))
    else:
        return [new]
    return {name: within(before, after) for name, before, after in parts if before != after}
