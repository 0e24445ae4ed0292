"""Explanations of moves, ladders of hints, and reviews of games, by HTTP: parse, ask, answer."""

from typing import Annotated, Any

from starlette.requests import Request
from starlette.routing import Route

from lalao.teach.shown import ShownHints, ShownReview, ShownWhy
from lalao.web.requests import answering, check_unaided, device, language, text_sent, while_there
from lalao.web.work.engines import Asker, EnginePool

USUAL_LEVEL = "pupil"


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


async def why(request: Request) -> Annotated[Any, ShownWhy]:
    """Say why a move is good or bad, as `lalao explain --json`; ``?level=pupil|player``."""
    return await asked(request, "why", request.path_params["move"])


async def hints(request: Request) -> Annotated[Any, ShownHints]:
    """Return a ladder of hints: where to look, which pit or piece, the move, why; ``?level=pupil|player``."""
    return await asked(request, "hints")


async def review(request: Annotated[Request, str]) -> Annotated[Any, ShownReview]:
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
    return await while_there(request, engines.review(question, Asker(device(request))))


ROUTES = [
    Route("/api/review", answering(review), methods=["POST"]),
    Route("/api/games/{id}/positions/{position:path}/why/{move}", answering(why)),
    Route("/api/games/{id}/positions/{position:path}/hints", answering(hints)),
]
