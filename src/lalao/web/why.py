"""Why a move is good or bad, a ladder of hints, and a game looked at again, by HTTP: parse, ask, answer."""

from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, cast

from starlette.requests import Request
from starlette.routing import Route

from lalao.web.api import answering, device, language, text_sent, while_there
from lalao.web.engine_pool import Asker, EnginePool

USUAL_LEVEL = "pupil"

StatusTold: TypeAlias = Literal["replayed", "proved", "opinion"]
StepKind: TypeAlias = Literal["where", "what", "move", "why"]


class ShownClaim(TypedDict):
    """What is claimed of a move: its kind, its arguments, what stands behind it, and the line that shows it."""

    kind: str
    args: dict[str, Any]
    status: StatusTold
    line: list[str]


class ShownWhy(TypedDict):
    """Why a move is good or bad: a sentence for each claim, the weightiest first, and the moves that refute it.

    `hurried`: there was no time for more than the rules and a glance.
    """

    game: str
    position: str
    move: str
    sentences: list[str]
    claims: list[ShownClaim]
    refutation: list[str]
    hurried: NotRequired[bool]


class ShownStep(TypedDict):
    """One hint: the places that it points at, and what it says."""

    kind: StepKind
    places: list[str]
    sentence: str


class ShownHints(TypedDict):
    """A ladder of hints, the vaguest first, up to a move that is proved to be best or the engine's choice.

    `hurried`: there was no time for more than a glance.
    """

    game: str
    position: str
    move: str
    status: StatusTold
    steps: list[ShownStep]
    hurried: NotRequired[bool]


class ShownKnown(TypedDict):
    """What a move or a position is worth: proved (as `lalao solve --json`, or seeds in Fang), else in hundredths."""

    proved: dict[str, Any] | None
    opinion: int | None


class ReviewedPoint(ShownKnown):
    """How a game stood after so many plies, as the first side sees it, and the move that led there."""

    ply: int
    move: str | None
    position: str


class ShownMerit(TypedDict):
    """A move that is proved to be well done; `ply` counts the moves of both, `number` as records do."""

    ply: int
    number: int
    position: str
    move: str
    sentences: list[str]
    claims: list[ShownClaim]


class ShownMoment(ShownMerit):
    """A move that gave something away, what was better, the moves that show it, the theme where it is a puzzle.

    `as_good` holds the better move, and all others that give nothing away that would be told.
    """

    better: str
    as_good: list[str]
    status: StatusTold
    worth: ShownKnown
    better_worth: ShownKnown
    refutation: list[str]
    theme: str | None


class ReviewedSide(TypedDict):
    """What is told of a side: its moves in number, those judged by proof, and what stands out."""

    side: str
    player: str
    moves: int
    proved: int
    moments: list[ShownMoment]
    merits: list[ShownMerit]


class ShownReview(TypedDict):
    """A game looked at again. `hurried`: there was no time for more than the rules."""

    game: str
    result: str
    graph: list[ReviewedPoint]
    sides: list[ReviewedSide]
    hurried: NotRequired[bool]


async def asked(request: Request, task: str, move: str = "") -> Any:
    """Ask a child that thinks, unless whoever asks goes away meanwhile.

    Raises LalaoError.
    """
    engines: EnginePool = request.app.state.engines
    game = request.path_params["id"]
    question = {
        "task": task,
        "game": game,
        "position": request.path_params["position"],
        "move": move,
        "level": request.query_params.get("level", USUAL_LEVEL),
        "language": language(request),
    }
    return await while_there(request, engines.explain(question, Asker(device(request), game)))


async def why(request: Request) -> ShownWhy:
    """Say why a move is good or bad."""
    explanation: ShownWhy = await asked(request, "why", request.path_params["move"])
    return explanation


async def hints(request: Request) -> ShownHints:
    """Give the hints for a position."""
    ladder: ShownHints = await asked(request, "hints")
    return ladder


async def review(request: Request) -> ShownReview:
    """Look at a game again."""
    engines: EnginePool = request.app.state.engines
    query = request.query_params
    question = {
        "task": "review",
        "records": (await text_sent(request),),
        "side": query.get("side", ""),
        "level": query.get("level", USUAL_LEVEL),
        "language": language(request),
    }
    reviewed = await while_there(request, engines.review(question, Asker(device(request))))
    return cast(ShownReview, reviewed)


ROUTES = [
    Route("/api/review", answering(review), methods=["POST"]),
    Route("/api/games/{id}/positions/{position:path}/why/{move}", answering(why)),
    Route("/api/games/{id}/positions/{position:path}/hints", answering(hints)),
]
"""To be looked for before the position itself, whose text may hold any stroke."""
