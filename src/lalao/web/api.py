"""Games, positions, records and new tables by HTTP: parse, ask, answer."""

import asyncio
import hashlib
import random
from collections.abc import Awaitable, Callable
from functools import lru_cache
from io import BytesIO
from typing import Any, TypeVar

import msgspec
import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.staticfiles import NotModifiedResponse

from lalao import __version__
from lalao.board.row import MOST_SEEDS
from lalao.errors import LalaoError, NotationError, TooLargeError
from lalao.events import SEED
from lalao.games.registry import LISTED
from lalao.games.registry import game as find_game
from lalao.locale import LANGUAGES, Words, language_of, rule_sheet, words
from lalao.record import flatten, read, unflatten, write
from lalao.record.termination import settled
from lalao.record.tree import OPEN
from lalao.values import Side
from lalao.web import messages as m
from lalao.web.lobby import Lobby, plain_code
from lalao.web.openapi import document
from lalao.web.shipped import SHIPPED
from lalao.web.shown import (
    DemoTurn,
    Link,
    ShownDemo,
    ShownGame,
    ShownLayout,
    ShownPosition,
    ShownRecord,
    ShownSheet,
    ShownValues,
    Ticket,
)
from lalao.web.thinker import NOTHING_KNOWN, Thinker
from lalao.web.view import check_size, game_view, position_view, turn_view

MOST_BODY = 64_000
MOST_TEXT = 2_000
DEMO_PLIES = 24
WRITTEN_TAGS = ("Game", "Start", "Result")
"""Tags that follow from the rest of a record."""

Handler = Callable[[Request], Awaitable[Any]]
Sent = TypeVar("Sent")


def as_json(content: object, status: int = 200) -> Response:
    """Answer with JSON."""
    return Response(msgspec.json.encode(content), status, media_type="application/json")


def language(request: Request) -> str:
    """Return the language asked for by ``?lang=``, else by the browser, else English.

    Raises NotationError.
    """
    asked = request.query_params.get("lang")
    if asked is None:
        return language_of({"LANG": request.headers.get("accept-language", "").split(",")[0]})
    words(asked)
    return asked


def speech(request: Request) -> Words:
    """Return the words to answer in."""
    return words(language(request))


def answering(handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Answer with what a handler returns, or with one line that says what is wrong with the question."""

    async def answered(request: Request) -> Response:
        try:
            found = await handler(request)
        except LalaoError as error:
            try:
                told = speech(request).say(error)
            except LalaoError:
                told = str(error)
            return as_json({"error": told}, error.status)
        return if_changed(request, found if isinstance(found, Response) else as_json(found))

    return answered


def if_changed(request: Request, answer: Response) -> Response:
    """Answer 304 where the browser has the answer already."""
    if request.method != "GET" or answer.status_code != 200:
        return answer
    answer.headers["ETag"] = f'"{hashlib.sha256(answer.body).hexdigest()[:32]}"'
    return NotModifiedResponse(answer.headers) if SHIPPED.is_not_modified(answer.headers, request.headers) else answer


async def body(request: Request, most: int = MOST_BODY) -> bytes:
    """Read a body of at most so many bytes.

    Raises TooLargeError.
    """
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise TooLargeError("this is too long: at most {most} bytes", most=most)
    return bytes(data)


async def sent(request: Request, kind: type[Sent]) -> Sent:
    """Read a body as a document of a kind.

    Raises TooLargeError or NotationError.
    """
    data = await body(request)
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.MsgspecError, RecursionError, UnicodeError) as error:
        raise NotationError("this is not understood: {why}", why=error) from None


async def games(request: Request) -> list[ShownGame]:
    """List the games."""
    told = speech(request)
    return [game_view(find_game(name), told) for name in LISTED]


async def one_game(request: Request) -> ShownGame:
    """Describe one game, listed or not."""
    return game_view(find_game(request.path_params["id"]), speech(request))


async def position(request: Request) -> ShownPosition:
    """Describe a position, with values unless they are not wanted."""
    name, text = request.path_params["id"], request.path_params["position"]
    if len(text) > MOST_TEXT:
        raise TooLargeError("this is too long: at most {most} bytes", most=MOST_TEXT)
    view = await asyncio.to_thread(position_view, name, text, language(request))
    if request.query_params.get("values") == "no":
        return view
    return msgspec.structs.replace(view, values=await values(request, view.game, view.position))


async def values(request: Request, game: str, position: str) -> ShownValues:
    """Work out what the moves are worth, unless whoever asks goes away meanwhile."""
    thinker: Thinker = request.app.state.thinker
    asked = asyncio.ensure_future(thinker.value(game, position))
    leaving = asyncio.ensure_future(left(request))
    await asyncio.wait([asked, leaving], return_when=asyncio.FIRST_COMPLETED)
    leaving.cancel()
    if not asked.done():
        asked.cancel()
        return NOTHING_KNOWN
    return asked.result()


async def left(request: Request) -> None:
    """Wait until whoever asked has gone."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


class Layout(msgspec.Struct, forbid_unknown_fields=True):
    """What lies where: seeds by number, pieces by letter; and who moves."""

    position: str
    content: dict[str, int | str]
    to_move: str


async def layout(request: Request) -> ShownLayout:
    """Write the position in which things lie so; `error` says what is wrong with it as it is."""
    found = find_game(request.path_params["id"])
    wanted = await sent(request, Layout)
    try:
        side = Side(wanted.to_move)
    except ValueError as error:
        raise NotationError("this is not understood: {why}", why=error) from None
    shown = found.position(wanted.position[:MOST_TEXT]).holding(
        {place: content(held) for place, held in wanted.content.items()}, side
    )
    check_size(shown)
    told = speech(request)
    answer = ShownLayout(str(shown), shown.picture().shown(told), "")
    try:
        found.position(str(shown))
    except NotationError as error:
        answer.error = told.say(error)
    return answer


def content(held: int | str) -> str:
    """Return what lies in a place as a ledger has it."""
    return held[:1] if isinstance(held, str) else SEED * max(0, min(held, MOST_SEEDS))


async def picture(request: Request) -> Response:
    """Draw a position as SVG."""
    found = find_game(request.path_params["id"])
    check_size(found.start())
    shown = found.position(request.path_params["position"][:MOST_TEXT])
    return Response(shown.picture().svg(speech(request)), media_type="image/svg+xml")


async def sheet(request: Request) -> ShownSheet:
    """Give the rule sheet of a game, as HTML made from its Markdown."""
    from markdown_it import MarkdownIt

    told = language(request)
    text = rule_sheet(find_game(request.path_params["id"]).sheet, told)
    return ShownSheet(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))


@lru_cache(maxsize=64)
def demonstrated(name: str, told: str) -> ShownDemo:
    """Play a game by chance, always the same one, for the first page."""
    chosen, rng = find_game(name), random.Random(4)
    check_size(chosen.start())
    start = shown = chosen.start()
    turns: list[DemoTurn] = []
    while len(turns) < DEMO_PLIES and shown.outcome is None:
        move = rng.choice(shown.legal_moves())
        after = shown._play(move)
        turns.append(DemoTurn(turn_view(shown, move, words(told)).events, str(after)))
        shown = after
    return ShownDemo(start.picture().shown(words(told)), turns)


async def demo(request: Request) -> ShownDemo:
    """Play a game quietly."""
    return await asyncio.to_thread(demonstrated, request.path_params["id"], language(request))


async def open_match(request: Request) -> Any:
    """Open a table."""
    lobby: Lobby = request.app.state.lobby
    code, token = await lobby.open(await sent(request, m.Opening))
    return as_json(Ticket(code, token), 201)


async def match_link(request: Request) -> Link:
    """Give the address of a match for other devices."""
    return Link(link_to(request), bool(request.app.state.address))


def link_to(request: Request) -> str:
    """Return the address of a match, as other devices find it."""
    return f"{own_address(request)}/m/{plain_code(request.path_params['code'])}"


def own_address(request: Request) -> str:
    """Return the address of this server, as other devices find it."""
    return request.app.state.address or f"{request.url.scheme}://{request.headers['host']}"


async def match_qr(request: Request) -> Response:
    """Draw the address of a match as a QR code."""
    return as_qr(link_to(request))


def as_qr(link: str) -> Response:
    """Answer with an address drawn as a QR code."""
    drawn = BytesIO()
    segno.make(link, error="m", micro=False).save(drawn, kind="svg", scale=4, dark="#2c241c", light="#fff")
    return Response(drawn.getvalue(), media_type="image/svg+xml")


async def match_record(request: Request) -> Response:
    """Give the record of the game on the board of a match, with what was sown by hand."""
    lobby: Lobby = request.app.state.lobby
    return Response(write(await lobby.record(request.path_params["code"])), media_type="text/plain; charset=utf-8")


async def read_record(request: Request) -> ShownRecord:
    """Read a record: its game, its start, and its moves with their variations."""
    try:
        text = (await body(request)).decode()
    except UnicodeDecodeError:
        raise NotationError("this is not a text in UTF-8") from None
    return await asyncio.to_thread(told_record, text)


def told_record(text: str) -> ShownRecord:
    """Read a record and tell what it holds."""
    record = read(text)
    check_size(record.root.position)
    return ShownRecord(
        game=record.game.id,
        start=str(record.root.position),
        moves=list(flatten(record)),
        result=record.result,
        tags={name: text for name, text in record.tags.items() if name not in WRITTEN_TAGS},
    )


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """A game to be written as a record: its words (`lalao.record.flat`), and what is known of it beside."""

    game: str
    start: str
    moves: list[str]
    tags: dict[str, str] = {}
    result: str = OPEN


async def write_record(request: Request) -> Response:
    """Write a game as a record."""
    line = await sent(request, Line)
    return Response(await asyncio.to_thread(written, line), media_type="text/plain; charset=utf-8")


def written(line: Line) -> str:
    """Write a record, every move checked."""
    start = find_game(line.game).position(line.start[:MOST_TEXT])
    check_size(start)
    record = unflatten(start, (text[:MOST_TEXT] for text in line.moves[: m.MOST_TEXT]))
    record.tags = {"Game": record.game.id} | line.tags if line.tags else record.tags
    if record.result == OPEN:
        record.result = line.result
        record.settled = settled(line.tags.get("Termination", ""), line.result, record.game.sides)
    text = write(record)
    read(text)
    return text


async def catalogue(request: Request) -> Any:
    """Give the sentences of the pages in one language."""
    told = request.path_params["language"]
    words(told)
    return request.app.state.catalogues[told]


async def about(request: Request) -> Any:
    """Say what this server is, and whether other devices can reach it."""
    return {"version": __version__, "languages": LANGUAGES, "address": request.app.state.address}


async def openapi(_: Request) -> Any:
    """Describe all this, as OpenAPI."""
    return document()


ROUTES = [
    Route("/api/about", answering(about)),
    Route("/api/openapi.json", answering(openapi)),
    Route("/api/words/{language}", answering(catalogue)),
    Route("/api/games", answering(games)),
    Route("/api/games/{id}", answering(one_game)),
    Route("/api/games/{id}/rules", answering(sheet)),
    Route("/api/games/{id}/demo", answering(demo)),
    Route("/api/games/{id}/positions/{position:path}", answering(position)),
    Route("/api/games/{id}/pictures/{position:path}", answering(picture)),
    Route("/api/games/{id}/layouts", answering(layout), methods=["POST"]),
    Route("/api/matches", answering(open_match), methods=["POST"]),
    Route("/api/matches/{code}/link", answering(match_link)),
    Route("/api/matches/{code}/qr.svg", answering(match_qr)),
    Route("/api/matches/{code}/record", answering(match_record)),
    Route("/api/records/read", answering(read_record), methods=["POST"]),
    Route("/api/records/write", answering(write_record), methods=["POST"]),
]
