"""Games, positions, records and new tables by HTTP: parse, ask, answer."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from functools import partial
from io import BytesIO
from typing import Any, TypeVar

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lalao import __version__
from lalao.board.row import MOST_SEEDS
from lalao.errors import DatabaseError, LalaoError, NotationError, TooLargeError, UnknownGameError
from lalao.events import SEED
from lalao.games.registry import FAMILIES, LISTED
from lalao.games.registry import game as find_game
from lalao.locale import LANGUAGES, SHEET, Translator, language_of, parts_of, words
from lalao.record import write
from lalao.record.tree import OPEN
from lalao.sheets import as_html
from lalao.sheets import sheet as rules
from lalao.values import Side
from lalao.web import messages as m
from lalao.web.engine_pool import Asker, EnginePool
from lalao.web.lobby import Lobby, plain_code
from lalao.web.log import trouble
from lalao.web.messages import MOST_TEXT
from lalao.web.misses import Misses
from lalao.web.reception import Desk
from lalao.web.scenes import scene_of
from lalao.web.shipped import if_changed
from lalao.web.shown import (
    Link,
    ShownCard,
    ShownFamily,
    ShownGame,
    ShownLayout,
    ShownPositions,
    ShownSheet,
    ShownValues,
    Ticket,
)
from lalao.web.sizes import check_size
from lalao.web.view import card_view, family_view, game_view

MOST_BODY = 64_000

Handler = Callable[[Request], Awaitable[Any]]
Sent = TypeVar("Sent")
Answer = TypeVar("Answer")


class GoneError(LalaoError):
    """The client has disconnected: nobody receives the answer."""


def as_json(content: object, status: int = 200) -> Response:
    """Answer with a value as JSON."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def made_json(content: bytes) -> Response:
    """Answer with bytes that are JSON already."""
    return Response(content, media_type="application/json")


def language(request: Request) -> str:
    """Return the language asked for by ``?lang=``, else by the browser, else English.

    Raises NotationError where ``lang`` is no language of Lalao.
    """
    language = request.query_params.get("lang")
    if language is None:
        return language_of({"LANG": request.headers.get("accept-language", "").split(",")[0]})
    words(language)
    return language


def speech(request: Request) -> Translator:
    """Return the translator into the language of a request; raises NotationError, as `language` does."""
    return words(language(request))


def answering(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Wrap a handler: what it returns is answered as JSON, a LalaoError as ``{"error": LINE}`` with its status."""

    async def answered(request: Request) -> Response:
        try:
            if "code" in request.path_params:
                misses: Misses = request.app.state.misses
                answer = await misses.find(device(request), partial(handler, request))
            else:
                answer = await handler(request)
        except LalaoError as error:
            if isinstance(error, DatabaseError):
                trouble(error, f"{request.method} {request.url.path}")
            try:
                line = speech(request).say(error)
            except LalaoError:
                line = str(error)
            return as_json({"error": line}, error.status)
        return if_changed(request, answer if isinstance(answer, Response) else as_json(answer))

    return answered


async def body(request: Request, most: int = MOST_BODY) -> bytes:
    """Read the body of a request, at most `most` bytes.

    Raises TooLargeError.
    """
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise TooLargeError("this is too long: at most {most} bytes", most=most)
    return bytes(data)


async def sent(request: Request, kind: type[Sent]) -> Sent:
    """Read the body of a request as JSON of type `kind`.

    Raises TooLargeError or NotationError.
    """
    data = await body(request)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise NotationError("this is not understood: {why}", why=error) from None


async def text_sent(request: Request) -> str:
    """Read the body of a request as text in UTF-8.

    Raises TooLargeError or NotationError.
    """
    try:
        return (await body(request)).decode()
    except UnicodeDecodeError:
        raise NotationError("this is not a text in UTF-8") from None


async def families(request: Request) -> list[ShownFamily]:
    """List the families of games."""
    words = speech(request)
    return [family_view(family, words) for family in FAMILIES]


async def games(request: Request) -> list[ShownGame]:
    """List the games."""
    words = speech(request)
    return [game_view(find_game(name), words) for name in LISTED]


async def one_game(request: Request) -> ShownGame:
    """Describe one game, listed or not."""
    return game_view(find_game(request.path_params["id"]), speech(request))


async def at_desk(request: Request, task: str, **asked: Any) -> bytes:
    """Have a child at the desk do a task, and give it up when the client disconnects.

    Raises GoneError then, else the LalaoError of the task.
    """
    desk: Desk = request.app.state.desk
    name = str(request.path_params.get("id", ""))
    question = {"task": task, "game": name, "language": language(request)} | asked
    return await while_there(request, desk.do(question, device(request)))


def device(request: Request) -> str:
    """Return the address of the device that asks."""
    return request.client.host if request.client else ""


async def position(request: Request) -> Any:
    """Describe a position, with values unless the address says ``?values=no``."""
    view = await at_desk(request, "position", position=request.path_params["position"])
    if request.query_params.get("values") == "no":
        return made_json(view)
    parts = msgspec.json.decode(view, type=dict[str, msgspec.Raw])
    game, text = (msgspec.json.decode(parts[name], type=str) for name in ("game", "position"))
    return parts | {"values": await values(request, game, text)}


async def ways(request: Request) -> Response:
    """List the ways of choosing a turn that begin with ``?begin=``, where there are too many to list at once."""
    begun = request.query_params.get("begin", "")
    return made_json(await at_desk(request, "ways", position=request.path_params["position"], text=begun))


async def turn(request: Request) -> Response:
    """Describe the turn ``?move=`` of a position, and where it leads."""
    move = request.query_params.get("move", "")
    return made_json(await at_desk(request, "turn", position=request.path_params["position"], text=move))


async def refusal(request: Request) -> Response:
    """Say why ``?place=`` cannot be chosen in a turn that has begun with ``?begin=``."""
    choice = {"text": request.query_params.get("begin", ""), "moves": (request.query_params.get("place", ""),)}
    return made_json(await at_desk(request, "refusal", position=request.path_params["position"], **choice))


async def values(request: Request, game: str, position: str) -> ShownValues:
    """Work out what the moves of a position are worth, and give it up when the client disconnects."""
    engines: EnginePool = request.app.state.engines
    return await while_there(request, engines.value(game, position, Asker(device(request), game)))


async def while_there(request: Request, work: Coroutine[Any, Any, Answer]) -> Answer:
    """Return the result of some work, which is cancelled when the client disconnects.

    Raises GoneError then, else whatever the work raises.
    """
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(left(request))
    try:
        await asyncio.wait([working, leaving], return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise GoneError("whoever asked has gone")
        return working.result()
    finally:
        leaving.cancel()
        working.cancel()


async def left(request: Request) -> None:
    """Wait until the client has disconnected."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


class Layout(msgspec.Struct, forbid_unknown_fields=True):
    """What lies in each place, seeds by number and pieces by letter, and who moves; `position` gives the options."""

    position: str
    content: dict[str, int | str]
    to_move: str


async def layout(request: Request) -> ShownLayout:
    """Write the position with these contents; `error` says what is wrong with it, "" where nothing is."""
    game = find_game(request.path_params["id"])
    wanted = await sent(request, Layout)
    try:
        side = Side(wanted.to_move)
    except ValueError as error:
        raise NotationError("this is not understood: {why}", why=error) from None
    shown = game.position(wanted.position[:MOST_TEXT]).from_contents(
        {place: content(held) for place, held in wanted.content.items()}, side
    )
    check_size(shown)
    words = speech(request)
    answer = ShownLayout(str(shown), shown.picture().shown(words), "")
    try:
        game.position(str(shown))
    except NotationError as error:
        answer.error = words.say(error)
    return answer


def content(held: int | str) -> str:
    """Return what lies in a place as `from_contents` reads it: one letter for each piece or seed."""
    return held[:1] if isinstance(held, str) else SEED * max(0, min(held, MOST_SEEDS))


async def picture(request: Request) -> Response:
    """Draw a position as SVG."""
    drawn = await at_desk(request, "picture", position=request.path_params["position"])
    return Response(drawn, media_type="image/svg+xml")


async def sheet(request: Request) -> ShownSheet:
    """Return a part of the rules of a game (``?part=``, else the rule sheet) as HTML made from its Markdown."""
    words = speech(request)
    family = find_game(request.path_params["id"]).family.name
    part = request.query_params.get("part", SHEET)
    return ShownSheet(as_html(rules(family, words, part), words), list(parts_of(family, words.language)))


async def card(request: Request) -> ShownCard:
    """Return the rules of a game on one page."""
    return card_view(find_game(request.path_params["id"]), speech(request))


async def scene(request: Request) -> Response:
    """Answer with the picture of a family as SVG; raises UnknownGameError where it has none."""
    svg = scene_of(request.path_params["family"])
    if svg is None:
        raise UnknownGameError("there is no picture of '{family}'", family=request.path_params["family"])
    return Response(svg, media_type="image/svg+xml")


async def demo(request: Request) -> Response:
    """Answer with a short random game, which the first page plays by itself."""
    return made_json(await at_desk(request, "demo"))


async def open_match(request: Request) -> Any:
    """Open a table for a match; answer with its code and the token of whoever opened it."""
    lobby: Lobby = request.app.state.lobby
    code, token = await lobby.open(await sent(request, m.Opening), device(request))
    return as_json(Ticket(code, token), 201)


async def match_link(request: Request) -> Link:
    """Return the address of a match for other devices, and whether they can reach it."""
    return Link(link_to(request), bool(request.app.state.address))


def link_to(request: Request) -> str:
    """Return the address of a match, as other devices find it."""
    return f"{own_address(request)}/m/{plain_code(request.path_params['code'])}"


def own_address(request: Request) -> str:
    """Return the address of this server for other devices: under the name in the request, if it has that name."""
    state, host = request.app.state, request.headers["host"]
    name = host.partition(":")[0].lower()
    return str(state.names.get(name) or state.address or f"{request.url.scheme}://{host}")


async def match_qr(request: Request) -> Response:
    """Answer with the address of a match as a QR code."""
    return as_qr(link_to(request))


def as_qr(link: str) -> Response:
    """Answer with an address drawn as a QR code, as SVG."""
    drawn = BytesIO()
    segno.make(link, error="m", micro=False).save(drawn, kind="svg", scale=4, dark="#2c241c", light="#fff")
    return Response(drawn.getvalue(), media_type="image/svg+xml")


async def match_record(request: Request) -> Response:
    """Answer with the record of the game on the board of a match, including what was sown by hand."""
    lobby: Lobby = request.app.state.lobby
    return Response(write(await lobby.record(request.path_params["code"])), media_type="text/plain; charset=utf-8")


async def match_positions(request: Request) -> ShownPositions:
    """Return the positions of the game on the board of a match, from its start."""
    lobby: Lobby = request.app.state.lobby
    room = await lobby.room(request.path_params["code"])
    return ShownPositions([str(position) for position in room.record.positions()])


async def read_record(request: Request) -> Response:
    """Read a record: its game, its start, and its moves with their variations."""
    return made_json(await at_desk(request, "read", text=await text_sent(request)))


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """A game to be written as a record: its words (`lalao.record.flat`), its tags and its result."""

    game: str
    start: str
    moves: list[str]
    tags: dict[str, str] = {}
    result: str = OPEN


async def write_record(request: Request) -> Response:
    """Write a game as a record."""
    line = await sent(request, Line)
    record = {"game": line.game, "position": line.start, "moves": line.moves, "tags": line.tags, "result": line.result}
    return Response(await at_desk(request, "write", **record), media_type="text/plain; charset=utf-8")


async def catalogue(request: Request) -> Any:
    """Return the sentences of the pages in one language; raises NotationError for any other."""
    language = request.path_params["language"]
    words(language)
    return request.app.state.catalogues[language]


async def about(request: Request) -> Any:
    """Say what this server is, and whether other devices can reach it."""
    state = request.app.state
    return {
        "version": __version__,
        "languages": LANGUAGES,
        "address": state.address,
        "indoors": state.indoors.address,
    }


ROUTES = [
    Route("/api/about", answering(about)),
    Route("/api/words/{language}", answering(catalogue)),
    Route("/api/families", answering(families)),
    Route("/api/games", answering(games)),
    Route("/api/games/{id}", answering(one_game)),
    Route("/api/families/{family}/scene.svg", answering(scene)),
    Route("/api/games/{id}/rules", answering(sheet)),
    Route("/api/games/{id}/card", answering(card)),
    Route("/api/games/{id}/demo", answering(demo)),
    Route("/api/games/{id}/positions/{position:path}", answering(position)),
    Route("/api/games/{id}/ways/{position:path}", answering(ways)),
    Route("/api/games/{id}/turns/{position:path}", answering(turn)),
    Route("/api/games/{id}/refusals/{position:path}", answering(refusal)),
    Route("/api/games/{id}/pictures/{position:path}", answering(picture)),
    Route("/api/games/{id}/layouts", answering(layout), methods=["POST"]),
    Route("/api/matches", answering(open_match), methods=["POST"]),
    Route("/api/matches/{code}/link", answering(match_link)),
    Route("/api/matches/{code}/qr.svg", answering(match_qr)),
    Route("/api/matches/{code}/record", answering(match_record)),
    Route("/api/matches/{code}/positions", answering(match_positions)),
    Route("/api/records/read", answering(read_record), methods=["POST"]),
    Route("/api/records/write", answering(write_record), methods=["POST"]),
]
