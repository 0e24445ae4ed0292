"""Explanations, hints and reviews as data, in one reader's language: for the JSON of commands, and for pages."""

from typing import Any, Literal, TypeAlias

import msgspec

from lalao.teach.claims import ShownClaim, Status

StepKind: TypeAlias = Literal["where", "what", "move", "why"]


class ShownWhy(msgspec.Struct, omit_defaults=True):
    """Why a move is good or bad: a sentence for each claim, the weightiest first, and the moves that refute it.

    `hurried`: there was no time for more than the rules and a glance.
    """

    game: str
    position: str
    move: str
    sentences: list[str]
    claims: list[ShownClaim]
    refutation: tuple[str, ...]
    hurried: bool = False


class ShownStep(msgspec.Struct):
    """One hint: the places that it points at, and its sentence."""

    kind: StepKind
    places: tuple[str, ...]
    sentence: str


class ShownHints(msgspec.Struct, omit_defaults=True):
    """A ladder of hints, the vaguest first, up to a move that is proved to be best or the engine's choice.

    `hurried`: there was no time for more than a glance.
    """

    game: str
    position: str
    move: str
    status: Status
    steps: list[ShownStep]
    hurried: bool = False


class ShownKnown(msgspec.Struct):
    """The worth of a move or a position: proved (as `lalao solve --json`, or seeds in Fang), else in hundredths."""

    proved: dict[str, Any] | None
    opinion: int | None


class ReviewedPoint(msgspec.Struct):
    """How a game stood after `ply` plies, as the first side sees it, and the move that led there."""

    ply: int
    move: str | None
    position: str
    proved: dict[str, Any] | None
    opinion: int | None


class ShownMerit(msgspec.Struct):
    """A move that is proved to be good; `ply` counts the moves of both sides, `number` counts as records do."""

    ply: int
    number: int
    position: str
    move: str
    sentences: list[str]
    claims: list[ShownClaim]


class ShownMoment(msgspec.Struct):
    """A move that gave something away: a better one, the moves that show it, the theme where it makes a puzzle.

    `as_good` holds the better move, and all others that give away too little to be told.
    """

    ply: int
    number: int
    position: str
    move: str
    better: str
    as_good: tuple[str, ...]
    status: Status
    worth: ShownKnown
    better_worth: ShownKnown
    sentences: list[str]
    claims: list[ShownClaim]
    refutation: tuple[str, ...]
    theme: str | None


class ReviewedSide(msgspec.Struct):
    """The review of one side: how many moves it made, how many were judged by proof, and which stand out."""

    side: str
    player: str
    moves: int
    proved: int
    moments: list[ShownMoment]
    merits: list[ShownMerit]


class ShownReview(msgspec.Struct, omit_defaults=True):
    """The review of a game. `hurried`: there was no time for more than the rules."""

    game: str
    result: str
    graph: list[ReviewedPoint]
    sides: list[ReviewedSide]
    hurried: bool = False
