"""Explanations of moves, ladders of hints, and reviews of games, by HTTP: parse, ask, answer."""

from typing import Annotated, Any, Literal, NotRequired, TypeAlias, TypedDict, cast

from starlette.requests import Request
from starlette.routing import Route

from lalao.web.requests import answering, check_unaided, device, language, text_sent, while_there
from lalao.web.work.engines import Asker, EnginePool

USUAL_LEVEL = "pupil"

StatusTold: TypeAlias = Literal["replayed", "proved", "opinion"]
StepKind: TypeAlias = Literal["where", "what", "move", "why"]


class ShownClaim(TypedDict):
    """A claim about a move: its kind, its arguments, how it is known, and the line that shows it."""

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
    """The worth of a move or a position: proved (as `lalao solve --json`, or seeds in Fang), else in hundredths."""

    proved: dict[str, Any] | None
    opinion: int | None


class ReviewedPoint(ShownKnown):
    """How a game stood after `ply` plies, as the first side sees it, and the move that led there."""

    ply: int
    move: str | None
    position: str


class ShownMerit(TypedDict):
    """A move that is proved to be good; `ply` counts the moves of both sides, `number` counts as records do."""

    ply: int
    number: int
    position: str
    move: str
    sentences: list[str]
    claims: list[ShownClaim]


class ShownMoment(ShownMerit):
    """A move that gave something away: what was better, the moves that show it, the theme where it makes a puzzle.

    `as_good` holds the better move, and all others that give away too little to be told.
    """

    better: str
    as_good: list[str]
    status: StatusTold
    worth: ShownKnown
    better_worth: ShownKnown
    refutation: list[str]
    theme: str | None


class ReviewedSide(TypedDict):
    """The review of one side: how many moves it made, how many were judged by proof, and which stand out."""

    side: str
    player: str
    moves: int
    proved: int
    moments: list[ShownMoment]
    merits: list[ShownMerit]


class ShownReview(TypedDict):
    """The review of a game. `hurried`: there was no time for more than the rules."""

    game: str
    result: str
    graph: list[ReviewedPoint]
    sides: list[ReviewedSide]
    hurried: NotRequired[bool]


async def asked(request: Request, task: str, move: str = "") -> Any:
    """Ask the engines about the position in the address, and give it up when the client disconnects.

    Raises LalaoError.
    """
    await check_unaided(request)
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
    """Say why a move is good or bad, as `lalao explain --json`; ``?level=pupil|player``."""
    explanation: ShownWhy = await asked(request, "why", request.path_params["move"])
    return explanation


async def hints(request: Request) -> ShownHints:
    """Return a ladder of hints: where to look, which pit or piece, the move, why; ``?level=pupil|player``."""
    ladder: ShownHints = await asked(request, "hints")
    return ladder


async def review(request: Annotated[Request, str]) -> ShownReview:
    """Review the game whose record is sent, as `lalao review --json`; ``?level=pupil|player``, ``?side=``."""
    await check_unaided(request)
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
