"""Games, positions, records, new tables, explanations, hints and reviews by HTTP: parse, ask, answer."""

from asyncio import to_thread
from math import nan
from typing import Annotated, Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lalao import __version__
from lalao.board.geometry import MOST_SEEDS
from lalao.engine.options import whole
from lalao.errors import NotationError, UnknownGameError
from lalao.events import SEED
from lalao.games.registry import FAMILIES, LISTED
from lalao.games.registry import game as find_game
from lalao.locale import LANGUAGES, SHEET, parts_of, words
from lalao.record import write
from lalao.record.tree import OPEN
from lalao.sheets import as_html
from lalao.sheets import sheet as rules
from lalao.teach.shown import ShownHints, ShownReview, ShownWhy
from lalao.values import Side
from lalao.web.limits import MOST_GAMES, check_size
from lalao.web.requests import (
    MOST_BODY,
    Svg,
    Text,
    answering,
    as_json,
    as_qr,
    check_unaided,
    device,
    language,
    made_json,
    own_address,
    sent,
    speech,
    text_sent,
    while_there,
)
from lalao.web.rooms import messages as m
from lalao.web.rooms.lobby import Lobby, plain_code
from lalao.web.rooms.messages import MOST_TEXT
from lalao.web.rooms.replay import kind_of
from lalao.web.rooms.room import hashed
from lalao.web.shown import (
    About,
    Link,
    ShownCard,
    ShownDemo,
    ShownExplored,
    ShownFamily,
    ShownGame,
    ShownLayout,
    ShownLines,
    ShownMove,
    ShownPosition,
    ShownPositions,
    ShownRecord,
    ShownRefusal,
    ShownSheet,
    ShownTitles,
    ShownValues,
    ShownWays,
    Ticket,
)
from lalao.web.view import card_view, family_view, game_view, scene_of
from lalao.web.work.documents import PageWorkers
from lalao.web.work.engines import Asker, EnginePool


async def families(request: Request) -> list[ShownFamily]:
    """List the families of games: name, title, what a card says, the ids that are offered."""
    words = speech(request)
    return [family_view(family, words) for family in FAMILIES]


async def games(request: Request) -> list[ShownGame]:
    """List the games: id, title, sides, start, how moves are written, number of levels."""
    words = speech(request)
    return [game_view(find_game(name), words) for name in LISTED]


async def one_game(request: Request) -> ShownGame:
    """Describe one game, listed or not."""
    return game_view(find_game(request.path_params["id"]), speech(request))


async def page_task(request: Request, task: str, **asked: Any) -> bytes:
    """Have a page worker do a task, and give it up when the client disconnects.

    Raises GoneError then, else the LalaoError of the task.
    """
    workers: PageWorkers = request.app.state.page_workers
    name = str(request.path_params.get("id", ""))
    question = {"task": task, "game": name, "language": language(request)} | asked
    return await while_there(request, workers.do(question, device(request)))


async def position(request: Request) -> Annotated[Any, ShownPosition]:
    """Describe a position: picture, legal moves with their events and where they lead, ways of choosing them, values.

    Values are those of `lalao solve --json` where they are known, elsewhere the engine's opinion of each move in
    hundredths of the game's unit; ``?values=no`` leaves them out. Where `all` is false there are more moves.
    """
    wants_values = request.query_params.get("values") != "no"
    if wants_values:
        await check_unaided(request)
    view = await page_task(request, "position", position=request.path_params["position"])
    if not wants_values:
        return made_json(view)
    parts = msgspec.json.decode(view, type=dict[str, msgspec.Raw])
    game, text = (msgspec.json.decode(parts[name], type=str) for name in ("game", "position"))
    return parts | {"values": await values(request, game, text)}


async def ways(request: Request) -> Annotated[Response, ShownWays]:
    """List the ways of choosing a turn that begin with ``?begin=``, where there are too many to list at once.

    Where `move` is null the way goes on.
    """
    begun = request.query_params.get("begin", "")
    return made_json(await page_task(request, "ways", position=request.path_params["position"], text=begun))


async def turn(request: Request) -> Annotated[Response, ShownMove]:
    """Describe the turn ``?move=``, written as the position lists it: its events, and where it leads."""
    move = request.query_params.get("move", "")
    return made_json(await page_task(request, "turn", position=request.path_params["position"], text=move))


async def refusal(request: Request) -> Annotated[Response, ShownRefusal]:
    """Say why ``?place=`` cannot be chosen in a turn that has begun with ``?begin=``, and where it fails."""
    choice = {"text": request.query_params.get("begin", ""), "moves": (request.query_params.get("place", ""),)}
    return made_json(await page_task(request, "refusal", position=request.path_params["position"], **choice))


async def values(request: Request, game: str, position: str) -> ShownValues:
    """Work out the worth of a position's moves, and give it up when the client disconnects."""
    engines: EnginePool = request.app.state.engines
    return await while_there(request, engines.value(game, position, Asker(device(request), game)))


class Layout(msgspec.Struct, forbid_unknown_fields=True):
    """The contents of each place, seeds by number and pieces by letter, and who moves; `position` gives the options."""

    position: str
    content: dict[str, int | str]
    to_move: str


async def layout(request: Annotated[Request, Layout]) -> ShownLayout:
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
    """Return the contents of a place as `from_contents` reads them: one letter for each piece or seed."""
    return held[:1] if isinstance(held, str) else SEED * max(0, min(held, MOST_SEEDS))


async def picture(request: Request) -> Svg:
    """Draw a position as SVG."""
    drawn = await page_task(request, "picture", position=request.path_params["position"])
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


async def scene(request: Request) -> Svg:
    """Answer with the moving picture of a family as SVG.

    Raises UnknownGameError where it has none.
    """
    svg = scene_of(request.path_params["family"])
    if svg is None:
        raise UnknownGameError("there is no picture of '{family}'", family=request.path_params["family"])
    return Response(svg, media_type="image/svg+xml")


async def demo(request: Request) -> Annotated[Response, ShownDemo]:
    """Answer with a short random game, which the first page plays by itself."""
    return made_json(await page_task(request, "demo"))


async def open_match(request: Annotated[Request, m.Opening]) -> Annotated[Response, Ticket, 201]:
    """Open a table for a match; answer with its code and the token of whoever opened it.

    `mode` is alone, here or apart; `who` is me, other, lot or cake. The match goes over the WebSocket ``/ws/{code}``.
    """
    lobby: Lobby = request.app.state.lobby
    opening = await sent(request, m.Opening)
    if opening.start and opening.mode == "alone":
        await check_unaided(request)  # what the computer plays from a position is a hint
    code, token = await lobby.open(opening, device(request))
    return as_json(Ticket(code, token), 201)


async def match_link(request: Request) -> Link:
    """Return the address of a match for other devices, and whether they can reach it."""
    return Link(link_to(request), bool(request.app.state.address))


def link_to(request: Request) -> str:
    """Return the address of a match, as other devices find it."""
    return f"{own_address(request)}/m/{plain_code(request.path_params['code'])}"


async def match_qr(request: Request) -> Svg:
    """Answer with the address of a match as a QR code."""
    return as_qr(link_to(request))


async def match_record(request: Request) -> Text:
    """Answer with the record of the game on the board of a match; the tag `ByHand` tells what was sown by hand."""
    lobby: Lobby = request.app.state.lobby
    return Response(write(await lobby.record(request.path_params["code"])), media_type="text/plain; charset=utf-8")


async def match_positions(request: Request) -> ShownPositions:
    """Return the positions of the game on the board of a match, from its start."""
    lobby: Lobby = request.app.state.lobby
    room = await lobby.room(request.path_params["code"])
    return ShownPositions([str(position) for position in room.record.positions()])


async def read_record(request: Annotated[Request, str]) -> Annotated[Response, ShownRecord]:
    """Read a game of a text in any notation: its game, its start, and its moves with their variations; ``?number=``.

    The first has number 0, which is the default.
    """
    number = whole(request.query_params.get("number", "0"), 0, MOST_GAMES)
    return made_json(await page_task(request, "read", text=await text_sent(request), number=number))


async def list_games(request: Annotated[Request, str]) -> Annotated[Response, ShownTitles]:
    """List the games of a text in any notation, at most 200, as far as they can be read."""
    return made_json(await page_task(request, "list", text=await text_sent(request)))


MOST_PLAYED, MOST_ASKED = 60, 40
"""The most matches of a device whose moves are counted; the most positions of which that is asked at once."""


class Explored(msgspec.Struct, forbid_unknown_fields=True):
    """Positions whose openings are asked for, and games beside the engine's own.

    `text` holds games in any notation; `seats` are the matches that a device has played: the token of its seat by the
    code.
    """

    positions: Annotated[list[Annotated[str, msgspec.Meta(max_length=MOST_TEXT)]], msgspec.Meta(max_length=MOST_ASKED)]
    text: str = ""
    seats: Annotated[dict[str, str], msgspec.Meta(max_length=MOST_PLAYED)] = {}


async def openings(request: Annotated[Request, Explored]) -> Annotated[Response, ShownExplored]:
    """Count the moves that games went on with in each of some positions, at most 40.

    Counted are the engine's own games, those of a text, at most 200, and those of the device, at most 60. A code that
    is unknown, of another game, or whose token opens no seat, counts nothing and is not told apart.
    """
    await check_unaided(request)
    lobby: Lobby = request.app.state.lobby
    asked = await sent(request, Explored, 2 * MOST_BODY)
    journals = await to_thread(own_journals, lobby, asked.seats)
    return made_json(
        await page_task(request, "openings", positions=tuple(asked.positions), text=asked.text, journals=journals)
    )


def own_journals(lobby: Lobby, seats: dict[str, str]) -> list[list[str]]:
    """Return the journals of matches in which a token opens a seat, by their codes."""
    found = ((lobby.store.lines(plain_code(code)) or [], hashed(token)) for code, token in seats.items())
    return [lines for lines, token in found if kind_of(lines) == "opened" and any(token in line for line in lines)]


class Line(msgspec.Struct, forbid_unknown_fields=True):
    """A game to be written as a record: its words (`lalao.record.writing`), its tags and its result."""

    game: str
    start: str
    moves: list[str]
    tags: dict[str, str] = {}
    result: str = OPEN


async def record_made(request: Request, task: str) -> bytes:
    """Have a record that is told by its words written or drawn."""
    line = await sent(request, Line)
    record = {"game": line.game, "position": line.start, "moves": line.moves, "tags": line.tags, "result": line.result}
    return await page_task(request, task, **record)


async def write_record(request: Annotated[Request, Line]) -> Text:
    """Write a game as a record; tags and result may be left out."""
    return Response(await record_made(request, "write"), media_type="text/plain; charset=utf-8")


async def film(request: Annotated[Request, Line]) -> Svg:
    """Draw a game as an SVG picture that moves; its texts are in the language ``?lang=``."""
    return Response(await record_made(request, "film"), media_type="image/svg+xml")


async def catalogue(request: Request) -> Annotated[Any, dict[str, Any]]:
    """Return the sentences of the pages in one language.

    Raises NotationError for any other.
    """
    language = request.path_params["language"]
    words(language)
    return request.app.state.catalogues[language]


async def about(request: Request) -> About:
    """Say what this server is, and whether other devices can reach it."""
    state = request.app.state
    return About(__version__, LANGUAGES, state.address, state.local_port.address)


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


MOST_LINES = 5
MOST_SECONDS = 5
"""Seconds for which the best lines are looked for at most."""


async def lines(request: Request) -> Annotated[Any, ShownLines]:
    """Return the best lines of a position: ``?lines=`` of them, 1 to 5, looked for ``?seconds=``, at most 5.

    Asking again with more seconds goes on where the search before ended, as long as the engine remembers it.
    """
    await check_unaided(request)
    engines: EnginePool = request.app.state.engines
    game = request.path_params["id"]
    question = {
        "task": "lines",
        "game": game,
        "position": request.path_params["position"],
        "lines": whole(request.query_params.get("lines", "1"), 1, MOST_LINES),
        "seconds": seconds(request.query_params.get("seconds", "0"), MOST_SECONDS),
    }
    return await while_there(request, engines.lines(question, Asker(device(request), game)))


def seconds(text: str, most: int) -> float:
    """Read a number of seconds.

    Raises NotationError.
    """
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not 0 <= value <= most:
        raise NotationError("'{text}' is not a number from {least} to {most}", text=text, least=0, most=most)
    return value


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
    Route("/api/games/{id}/positions/{position:path}/lines", answering(lines)),
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
    Route("/api/games/{id}/openings", answering(openings), methods=["POST"]),
    Route("/api/games/{id}/layouts", answering(layout), methods=["POST"]),
    Route("/api/matches", answering(open_match), methods=["POST"]),
    Route("/api/matches/{code}/link", answering(match_link)),
    Route("/api/matches/{code}/qr.svg", answering(match_qr)),
    Route("/api/matches/{code}/record", answering(match_record)),
    Route("/api/matches/{code}/positions", answering(match_positions)),
    Route("/api/records/read", answering(read_record), methods=["POST"]),
    Route("/api/records/list", answering(list_games), methods=["POST"]),
    Route("/api/records/write", answering(write_record), methods=["POST"]),
    Route("/api/records/film", answering(film), methods=["POST"]),
]
