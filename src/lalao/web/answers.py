"""The types of what each address of the HTTP interface is sent and answers: the schemas of its OpenAPI document."""

from typing import Any

import msgspec

from lalao.web import messages as m
from lalao.web import shown
from lalao.web.api import Layout, Line
from lalao.web.classes import shown as of_class
from lalao.web.classes.api import Knock, Seen
from lalao.web.classes.files import Backup
from lalao.web.foretelling import ShownRungs
from lalao.web.lessons import ShownLesson, ShownLessonHead
from lalao.web.puzzles import ShownBook, ShownPuzzles
from lalao.web.sheets import Asked
from lalao.web.why import ShownHints, ShownReview, ShownWhy


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
    "/api/games/{id}/check": of_class.Verdict,
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
