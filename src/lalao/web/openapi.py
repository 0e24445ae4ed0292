"""The description of the HTTP interface: what each address is sent and answers, and the page that shows it."""

from collections.abc import Mapping
from html import escape
from typing import Any

import msgspec

from lalao import __version__
from lalao.web import shown
from lalao.web.api.explanations import ShownHints, ShownReview, ShownWhy
from lalao.web.api.games import Layout, Line
from lalao.web.api.journey import ShownTrail
from lalao.web.api.lessons import ShownLesson, ShownLessonHead
from lalao.web.api.puzzles import ShownBook, ShownPuzzles
from lalao.web.api.sowings import ShownRungs
from lalao.web.classes import shown as of_class
from lalao.web.classes.api import Knock, Seen
from lalao.web.classes.files import Backup
from lalao.web.rooms import messages as m
from lalao.web.work.sheet_tasks import Asked

TEXT = {"type": "string"}
PATHS: dict[str, tuple[str, str, dict[str, str]]] = {
    "/api/families": ("get", "The families of games: name, title, what a card says, the ids that are offered.", {}),
    "/api/games": ("get", "The listed games: id, title, sides, start, how moves are written, number of levels.", {}),
    "/api/games/{id}": ("get", "One game, listed or not.", {"id": "fang-8-guarded"}),
    "/api/families/{family}/scene.svg": ("get", "The picture of a family, moving.", {"family": "fang"}),
    "/api/games/{id}/rules": (
        "get",
        "The rules as HTML: `?part=sheet|teacher|curious`.",
        {"id": "fang"},
    ),
    "/api/guide": ("get", "The teacher's guide, as HTML.", {}),
    "/api/guide.pdf": ("get", "The teacher's guide, to be printed; `?paper=A4|A3`.", {}),
    "/api/games/{id}/card": ("get", "The rules of this very game on one page.", {"id": "fanorona-strict"}),
    "/api/games/{id}/demo": ("get", "A short game of random moves.", {"id": "fang"}),
    "/api/games/{id}/positions/{position}": (
        "get",
        "A position: picture, legal moves with the positions they lead to and their events, ways of choosing them, and "
        "values where they are known (as `lalao solve --json`), elsewhere the engine's opinion of each move in "
        "hundredths of the game's unit; `?values=no` leaves these out. Where `all` is false there are more moves.",
        {"id": "fang-4", "position": "0.1.1.0 3+3 S"},
    ),
    "/api/games/{id}/positions/{position}/why/{move}": (
        "get",
        "Why a move is good or bad, as `lalao explain --json`: a sentence for each claim, and what refutes the move; "
        "`?level=pupil|player`. A claim is `replayed`, `proved` or an `opinion`.",
        {"id": "fang-4", "position": "1.1.3.2 0+1 N", "move": "3"},
    ),
    "/api/games/{id}/positions/{position}/hints": (
        "get",
        "A ladder of hints: where to look, which pit or piece, the move, why; the move is `proved` to be best or an "
        "`opinion`; `?level=pupil|player`.",
        {"id": "fang-4", "position": "1.1.3.2 0+1 N"},
    ),
    "/api/review": (
        "post",
        "A game looked at again, from its record, as `lalao review --json` tells of one: where each side lost most, "
        "what was better, what was well done, how the game stood; `?level=pupil|player`, `?side=`; up to 400 moves.",
        {},
    ),
    "/api/games/{id}/ways/{position}": (
        "get",
        "Where a position has many turns: the ways of choosing one that begin as ?begin= says; `move` null goes on.",
        {"id": "fang", "position": "0.1.1.1.1.1.1.0 5+5 S"},
    ),
    "/api/games/{id}/turns/{position}": (
        "get",
        "One turn, ?move=, as the position lists them: its events, and where it leads.",
        {"id": "fang", "position": "0.1.1.1.1.1.1.0 5+5 S"},
    ),
    "/api/games/{id}/refusals/{position}": (
        "get",
        "Why ?place= cannot be chosen in a turn that has begun as ?begin= says: a headline, a line, where it fails.",
        {"id": "fafy", "position": "1.2.2.1.1.2.2.1 S"},
    ),
    "/api/games/{id}/pictures/{position}": (
        "get",
        "A position, drawn as SVG.",
        {"id": "fang-4", "position": "0.1.1.0 3+3 S"},
    ),
    "/api/games/{id}/layouts": (
        "post",
        "Writes the position where things lie so: position (whose options are kept), content by place, to_move.",
        {"id": "fang"},
    ),
    "/api/games/{id}/print/{sheet}.pdf": (
        "get",
        "A sheet to print, as PDF: board, position, rules, slips, scores, certificates. `?paper=A4|A3`, `position=`; "
        "for boards `size=seeds|egg-box|MILLIMETRES`, `per-sheet=`. With POST the body tells who is on it: names; or "
        "round, tables (pairs of names) and byes; or the journal of a tournament.",
        {"id": "fang", "sheet": "board"},
    ),
    "/api/lessons": (
        "get",
        "The lessons, in the order in which they are learned: id, family, game, title, number of steps, first board.",
        {},
    ),
    "/api/lessons/{id}": (
        "get",
        "A lesson: its steps, each a position, what is asked there (see, tap, play, predict), one sentence, what is "
        "right (places or moves), and the line that is shown or goes on.",
        {"id": "fang-first-sowing"},
    ),
    "/api/journey": (
        "get",
        "The path through each family: chapters, each a board and its stones in order, which are lessons, rounds of "
        "puzzles and creatures to beat.",
        {},
    ),
    "/api/sowings/{family}": (
        "get",
        "Sowings to be foretold, in rungs, the easiest first: laps, seeds, and each sowing as a step of a lesson that "
        "asks for the place where the last seed falls.",
        {"family": "fang"},
    ),
    "/api/puzzles": (
        "get",
        "The puzzle of today, the same for everybody, and for each family how many puzzles and themes there are.",
        {},
    ),
    "/api/puzzles/{family}": (
        "get",
        "All puzzles of a family, the easiest first: id, game, position, theme, rating, the moves that solve it, and "
        "the line of best play that the first of them begins; also what is asked, and the names of the themes.",
        {"family": "fang"},
    ),
    "/api/matches": (
        "post",
        "Opens a table: game, mode (alone, here, apart), level, who (me, other, lot, cake), start, seconds, increment. "
        "Returns its code and the token of the first seat. The match itself goes over the WebSocket /ws/{code}.",
        {},
    ),
    "/api/matches/{code}/link": ("get", "The address of a match for other devices.", {"code": "ABCD"}),
    "/api/matches/{code}/qr.svg": ("get", "The same as a QR code.", {"code": "ABCD"}),
    "/api/games/{id}/check": (
        "post",
        "The referee's check: before (a position) and after (what was seen); answers legal, moves, problems, and the "
        "kind of `misplay` that explains the whole board, if one does.",
        {"id": "fafy-impartial"},
    ),
    "/api/codes/{code}": ("get", "What the letters of a code open: a match or a class.", {"code": "ABCD"}),
    "/api/classes": (
        "post",
        "Opens a class: code (the teacher's), title. Returns its code and the teacher's token. The class goes over the "
        "WebSocket /ws/class/{code}.",
        {},
    ),
    "/api/teacher": (
        "post",
        "The classes kept on this machine: code (the teacher's). `damaged` says what is wrong with one that cannot be "
        "read.",
        {},
    ),
    "/api/teacher/code": (
        "get",
        "The teacher's code, for a page that is open on the machine that serves: asked at the port that `/api/about` "
        "calls `indoors`, which is bound to that machine alone.",
        {},
    ),
    "/api/names": (
        "post",
        "Reads a class list, the bytes of a file that a spreadsheet saved or pasted text: names, and notes on how they "
        "were read. Nothing is stored.",
        {},
    ),
    "/api/classes/{code}/teacher": (
        "post",
        "A token for the teacher of a class: code (the teacher's).",
        {"code": "ABCD"},
    ),
    "/api/classes/{code}/standings.csv": ("get", "The standings. Authorization: Bearer TOKEN.", {"code": "ABCD"}),
    "/api/classes/{code}/games.csv": ("get", "All tables and results; likewise.", {"code": "ABCD"}),
    "/api/classes/{code}/puzzles.csv": ("get", "Who has tried which puzzles; likewise.", {"code": "ABCD"}),
    "/api/classes/{code}/records.txt": ("get", "The records of the games on screens; likewise.", {"code": "ABCD"}),
    "/api/classes/{code}/progress": ("get", "How pupils get on, by week; likewise.", {"code": "ABCD"}),
    "/api/classes/{code}/print/{sheet}.pdf": (
        "get",
        "slips, scores or certificates of the last tournament; `?paper=A3`; likewise.",
        {"code": "ABCD", "sheet": "slips"},
    ),
    "/api/classes/{code}/print/cards.pdf": (
        "get",
        "Cards of the puzzles that were handed out last; `?paper=A3`; likewise.",
        {"code": "ABCD"},
    ),
    "/api/classes/{code}/backup.json": ("get", "The whole class as one file; likewise.", {"code": "ABCD"}),
    "/api/classes/restore": ("post", "Brings a backup back. Authorization: Bearer CODE, the teacher's.", {}),
    "/api/classes/{code}": (
        "delete",
        "Erases a class. Authorization: Bearer TOKEN; the teacher's code where it is damaged.",
        {"code": "ABCD"},
    ),
    "/api/classes/{code}/link": ("get", "The address of a class for other devices.", {"code": "ABCD"}),
    "/api/classes/{code}/qr.svg": ("get", "The same as a QR code.", {"code": "ABCD"}),
    "/api/matches/{code}/record": (
        "get",
        "The record of the game on the board of a match, as text; the tag ByHand tells what was sown by hand.",
        {"code": "ABCD"},
    ),
    "/api/matches/{code}/positions": (
        "get",
        "The positions of the game on the board of a match, from its start.",
        {"code": "ABCD"},
    ),
    "/api/records/read": ("post", "Reads a record: game, start, moves with variations and comments, tags, result.", {}),
    "/api/records/write": ("post", "Writes the same as a record; tags and result may be left out.", {}),
    "/api/words/{language}": ("get", "The sentences of the pages.", {"language": "fr"}),
    "/api/about": ("get", "The version, and the address for other devices.", {}),
}


def document() -> dict[str, Any]:
    """Return the OpenAPI document; its schemas are made from the structs that are sent and answered."""
    kinds = dict.fromkeys([Failed, *SENT.values(), *ANSWERED.values()])
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    schema_of = dict(zip(kinds, schemas, strict=True))
    return {
        "openapi": "3.1.0",
        "info": {"title": "Lalao", "version": __version__},
        "paths": {path: {PATHS[path][0]: _operation(path, schema_of)} for path in PATHS},
        "components": {"schemas": components},
    }


def _operation(path: str, schema_of: Mapping[Any, Any]) -> dict[str, Any]:
    method, told, blanks = PATHS[path]
    parameters: list[dict[str, Any]] = [
        {"name": name, "in": "path", "required": True, "schema": TEXT, "example": example}
        for name, example in blanks.items()
    ]
    parameters.append({"name": "lang", "in": "query", "schema": {"enum": ["fr", "en", "mg"]}})
    failed = _json(schema_of[Failed])
    answers = {
        "201" if path in OPENS else "200": {"description": "what was asked for", "content": _answer(path, schema_of)},
        "4XX": {"description": "one line that says what is wrong", "content": failed},
        "503": {"description": "the same, where the database or the machine cannot do it now", "content": failed},
    }
    return {"summary": told, "parameters": parameters, "responses": answers} | (
        {"requestBody": {"content": _sent(path, schema_of)}} if method == "post" else {}
    )


def _json(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def _sent(path: str, schema_of: Mapping[Any, Any]) -> dict[str, Any]:
    """Describe what an address is sent."""
    return {"text/plain": {"schema": TEXT}} if path in SENT_TEXT else _json(schema_of[SENT[path]])


def _answer(path: str, schema_of: Mapping[Any, Any]) -> dict[str, Any]:
    """Describe what an address answers."""
    if path in ANSWERED:
        return _json(schema_of[ANSWERED[path]])
    return {next(kind for end, kind in MEDIA.items() if path.endswith(end)): {}}


def page() -> str:
    """Return the description as a page of HTML."""
    parts = [
        f"<h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(told)}</p>{_example(method, path, blanks)}"
        for path, (method, told, blanks) in PATHS.items()
    ]
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Lalao: HTTP</title>'
        '<meta name="viewport" content="width=device-width"><link rel="icon" href="/static/icon.svg">'
        '<link rel="stylesheet" href="/static/lalao.css">'
        '<main class="text"><h1>Lalao: HTTP</h1><p>As <a href="/api/openapi.json">OpenAPI</a>. Errors answer a status '
        "4xx, or 503 where it cannot be done now, and one line, <code>error</code>, in the language of "
        "<code>?lang=</code>.</p>" + "".join(parts) + "</main>"
    )


def _example(method: str, path: str, blanks: dict[str, str]) -> str:
    if method != "get":
        return ""
    for name, example in blanks.items():
        path = path.replace("{" + name + "}", example.replace(" ", "%20"))
    return f'<p><a href="{escape(path)}">{escape(path)}</a></p>'


class Failed(msgspec.Struct):
    """The answer to a request that was refused or failed: what is wrong, in one line."""

    error: str


class About(msgspec.Struct):
    """A server: its version, its languages, and its address for other devices, "" where they cannot reach it.

    `indoors` is the address that only pages on the server's own machine can ask, "" for none.
    """

    version: str
    languages: list[str]
    address: str
    indoors: str


class ClassCode(msgspec.Struct):
    """The code of a class."""

    code: str


SENT: dict[str, type] = {
    "/api/games/{id}/layouts": Layout,
    "/api/games/{id}/check": Seen,
    "/api/games/{id}/print/{sheet}.pdf": Asked,
    "/api/matches": m.Opening,
    "/api/classes": Knock,
    "/api/teacher": Knock,
    "/api/classes/{code}/teacher": Knock,
    "/api/classes/restore": Backup,
    "/api/records/write": Line,
}
SENT_TEXT = ("/api/records/read", "/api/review", "/api/names")
ANSWERED: dict[str, Any] = {
    "/api/families": list[shown.ShownFamily],
    "/api/games": list[shown.ShownGame],
    "/api/games/{id}": shown.ShownGame,
    "/api/games/{id}/rules": shown.ShownSheet,
    "/api/guide": shown.ShownSheet,
    "/api/games/{id}/card": shown.ShownCard,
    "/api/games/{id}/demo": shown.ShownDemo,
    "/api/games/{id}/positions/{position}": shown.ShownPosition,
    "/api/games/{id}/positions/{position}/why/{move}": ShownWhy,
    "/api/games/{id}/positions/{position}/hints": ShownHints,
    "/api/games/{id}/ways/{position}": shown.ShownWays,
    "/api/games/{id}/turns/{position}": shown.ShownMove,
    "/api/games/{id}/refusals/{position}": shown.ShownRefusal,
    "/api/games/{id}/layouts": shown.ShownLayout,
    "/api/games/{id}/check": shown.Verdict,
    "/api/journey": list[ShownTrail],
    "/api/lessons": list[ShownLessonHead],
    "/api/lessons/{id}": ShownLesson,
    "/api/sowings/{family}": ShownRungs,
    "/api/puzzles": ShownPuzzles,
    "/api/puzzles/{family}": ShownBook,
    "/api/matches": shown.Ticket,
    "/api/matches/{code}/link": shown.Link,
    "/api/matches/{code}/positions": shown.ShownPositions,
    "/api/codes/{code}": of_class.ShownCode,
    "/api/classes": shown.Ticket,
    "/api/names": of_class.ListedNames,
    "/api/teacher/code": of_class.DrawnCode,
    "/api/teacher": of_class.KeptClasses,
    "/api/classes/{code}/teacher": shown.Ticket,
    "/api/classes/{code}/progress": of_class.Progress,
    "/api/classes/{code}/backup.json": Backup,
    "/api/classes/restore": ClassCode,
    "/api/classes/{code}": ClassCode,
    "/api/classes/{code}/link": shown.Link,
    "/api/records/read": shown.ShownRecord,
    "/api/review": ShownReview,
    "/api/words/{language}": dict[str, Any],
    "/api/about": About,
}
MEDIA = {
    ".pdf": "application/pdf",
    ".svg": "image/svg+xml",
    ".csv": "text/csv",
    "/pictures/{position}": "image/svg+xml",
    "/records.txt": "text/plain",
    "/record": "text/plain",
    "/records/write": "text/plain",
}
"""The media types of answers that are not JSON, by how the address ends."""
OPENS = ("/api/matches", "/api/classes", "/api/classes/restore")
"""Addresses that create something and answer 201."""
