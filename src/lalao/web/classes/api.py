"""Classes by HTTP and WebSocket: the gate, downloads, and the restoring of backups."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from lalao.clock import CLOCK
from lalao.errors import DatabaseError, NotationError
from lalao.games.registry import game as find_game
from lalao.locale import ODS, Rows, Translator, as_csv, as_ods
from lalao.print import COLOURED, Paper, Sheet, cards, certificates, coloured_certificates, pupil_pages, scores, slips
from lalao.store import ClassRow, Store
from lalao.teach.evidence import HEADINGS, OBSERVED
from lalao.tournament import replayed
from lalao.tournament.names import read_list
from lalao.web.api.games import page_task
from lalao.web.api.printing import printed_for_teacher
from lalao.web.classes import files
from lalao.web.classes import messages as c
from lalao.web.classes.classroom import Classroom
from lalao.web.classes.evidence import Tallies, evidence_rows, evidence_view
from lalao.web.classes.evidence import evidence as pupils_days
from lalao.web.classes.host import ClassroomHost
from lalao.web.classes.members import Day
from lalao.web.classes.registry import ClassroomRegistry
from lalao.web.classes.replay import classroom_of
from lalao.web.classes.shown import (
    ClassCode,
    DrawnCode,
    Evidence,
    KeptClass,
    KeptClasses,
    ListedNames,
    OwnPath,
    PupilPath,
    ShownCode,
)
from lalao.web.gate.guard import Gate, LocalPort
from lalao.web.limits import ForbiddenError, NoRoomError, RefusedError
from lalao.web.requests import (
    Csv,
    Ods,
    Pdf,
    Svg,
    Text,
    answering,
    as_json,
    as_qr,
    body,
    device,
    made_json,
    own_address,
    secret_of,
    sent,
    speech,
)
from lalao.web.rooms.conversation import converse
from lalao.web.rooms.lobby import plain_code
from lalao.web.rooms.replay import DamagedError, kind_of
from lalao.web.rooms.room import hashed, new_token
from lalao.web.shown import Link, Ticket, Verdict

Subject = TypeVar("Subject")
MOST_BACKUP = 20_000_000
MOST_LIST = 256_000
CARDS, PUPILS = "cards", "pupils"
CERTIFICATES = ("certificates", COLOURED)
SHEETS: dict[str, Callable[..., Sheet]] = {
    "slips": slips,
    "scores": scores,
    "certificates": certificates,
    COLOURED: coloured_certificates,
}


class Knock(msgspec.Struct, forbid_unknown_fields=True):
    """A request at the gate: the teacher's code, and the title of a class that is to be opened."""

    code: str
    title: str = ""


async def knock(request: Request) -> Knock:
    """Read a request at the gate, and check the code.

    Raises ForbiddenError or ShutError, NotationError or TooLargeError for a body that is not understood.
    """
    attempt = await sent(request, Knock)
    check_gate(request, attempt.code)
    return attempt


def check_gate(request: Request, code: str) -> None:
    """Refuse a wrong code; raises ForbiddenError or ShutError."""
    gate: Gate = request.app.state.gate
    gate.check(code, device(request))


async def draw_code(request: Request) -> Annotated[Response, DrawnCode]:
    """Answer with the teacher's code, to a page open on this very machine.

    It is asked at the port that `/api/about` calls `indoors`, which is bound to this machine alone.

    Raises ForbiddenError for any other.
    """
    local_port: LocalPort = request.app.state.local_port
    origin = local_port.asked_by(request)
    if not origin:
        raise ForbiddenError("wrong teacher's code: see the window where Lalao was started")
    gate: Gate = request.app.state.gate
    answer = as_json(DrawnCode(gate.code))
    answer.headers["Access-Control-Allow-Origin"] = origin
    return answer


async def list_classes(request: Annotated[Request, Knock]) -> KeptClasses:
    """List the classes kept on this machine, the latest first; `damaged` says what is wrong with an unreadable one."""
    await knock(request)
    classes: ClassroomRegistry = request.app.state.classes
    return KeptClasses(await asyncio.to_thread(listed, classes.lobby.store, speech(request)))


def listed(store: Store, words: Translator) -> list[KeptClass]:
    """Describe the classes that a store keeps; `damaged` is the damage of one that cannot be read."""
    return [described(store, row, words) for row in store.classes()]


def described(store: Store, row: ClassRow, words: Translator) -> KeptClass:
    """Describe a class by its row; one whose row has no title is replayed, only once unless it is damaged."""
    if row.title is not None and row.pupils is not None:
        return KeptClass(row.code, row.title, row.pupils, row.changed, damaged="")
    try:
        classroom = classroom_of(store.lines(row.code) or [])
    except (NotationError, DatabaseError) as error:
        return KeptClass(row.code, title="", pupils=0, changed=row.changed, damaged=words.say(error))
    store.summarise(row.code, classroom.title, len(classroom.pupils))
    return KeptClass(row.code, classroom.title, len(classroom.pupils), row.changed, damaged="")


async def found_class(request: Annotated[Request, Knock]) -> Annotated[Response, Ticket, 201]:
    """Open a class; answer with its code and its teacher's token. It goes over the WebSocket ``/ws/class/{code}``."""
    attempt = await knock(request)
    code, token = await request.app.state.classes.found(attempt.title)
    return as_json(Ticket(code, token), 201)


async def teach(request: Annotated[Request, Knock]) -> Ticket:
    """Give the teacher of a class a token for another device; one that sends its token keeps it."""
    await knock(request)
    host: ClassroomHost = await request.app.state.classes.host_of(request.path_params["code"])
    token = secret_of(request)
    if token and host.classroom.is_teacher(token):
        return Ticket(host.code, token)
    token = new_token()
    await host.keep(lambda _: c.Taught(hashed(token), CLOCK.now()))
    return Ticket(host.code, token)


async def of_teacher(request: Request) -> ClassroomHost:
    """Return the class in the address, if its teacher asks.

    Its tables are settled first, so that all files tell the same: a game whose result the teacher has just entered
    is over in its records too.

    Raises ForbiddenError or NoRoomError.
    """
    host: ClassroomHost = await request.app.state.classes.host_of(request.path_params["code"])
    token = secret_of(request)
    if not token or not host.classroom.is_teacher(token):
        raise ForbiddenError("only the teacher can do that")
    await host.follow()
    return host


class Walk(msgspec.Struct, forbid_unknown_fields=True):
    """The stones of the path that were done on a pupil's device: their stars by their ids; the sowings foretold there.

    `stuck` is the stone where the pupil fails again and again, "" for none.
    """

    stones: c.Stones
    stuck: str = ""
    foretold: Annotated[list[c.Guess], Meta(max_length=c.MOST_ANSWERS)] = []


async def walk(request: Annotated[Request, Walk]) -> OwnPath:
    """Keep the stones that a pupil brings, by ids with stars; answer with all that the class keeps of this path.

    The most stars of each count. The pupil's token comes as Authorization: Bearer.
    """
    walked = await sent(request, Walk)
    classes: ClassroomRegistry = request.app.state.classes
    host = await classes.host_of(request.path_params["code"])
    try:
        return await host.walk(secret_of(request), walked.stones, walked.stuck, walked.foretold)
    finally:
        classes.forget(host)


async def paths(request: Request) -> list[PupilPath]:
    """List the paths of all pupils; the teacher's token comes as Authorization: Bearer."""
    return (await of_teacher(request)).paths()


def download(content: bytes, name: str, kind: str) -> Response:
    """Answer with a file."""
    return Response(content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


def table_of(
    make: Callable[[Subject, Translator], Rows], name: str, told_of: Callable[[Request, Classroom], Subject]
) -> Callable[[Request], Any]:
    """Return a handler that answers with a table for a spreadsheet (CSV) about what `told_of` chooses of a class."""

    async def answer(request: Request) -> Csv:
        host = await of_teacher(request)
        subject, words = told_of(request, host.classroom), speech(request)
        return as_table(host, await asyncio.to_thread(lambda: as_csv(make(subject, words), words)), name)

    answer.__doc__ = make.__doc__
    return answer


def whole(_: Request, classroom: Classroom) -> Classroom:
    """Return a class itself, for a table about its pupils."""
    return classroom


def days_of(request: Request, classroom: Classroom) -> list[Day]:
    """Return the tournaments that are asked for: one, counted from 1, by ``?day=``, else all.

    Raises NotationError.
    """
    asked = request.query_params.get("day", "")
    if not asked:
        return classroom.days
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 7 else 0
    if not 0 < number <= len(classroom.days):
        raise NotationError("there is no tournament '{text}' in this class", text=asked)
    return [classroom.days[number - 1]]


def as_table(host: ClassroomHost, content: bytes, name: str) -> Response:
    """Answer with a table for a spreadsheet (CSV)."""
    return download(content, f"lalao-{host.code}-{name}.csv", "text/csv; charset=utf-8")


async def written(host: ClassroomHost) -> list[str]:
    """Write the records of a class in a thread, from the journals in the store."""
    store = host.classes.lobby.store
    return await asyncio.to_thread(lambda: files.written(host.classroom, store.journals(host.code)))


async def records(request: Request) -> Text:
    """Answer with the records of the games played on screens."""
    host = await of_teacher(request)
    text = "\n".join(await written(host))
    return download(text.encode(), f"lalao-{host.code}.txt", "text/plain; charset=utf-8")


async def tallies(request: Request, host: ClassroomHost) -> Tallies:
    """Return the counts of the moves on screens by pupil and date; they are worked out again once there are more."""
    lines = await written(host)
    if host.tallied[0] != lines:
        host.tallied = lines, await request.app.state.engines.progress(lines)
    return host.tallied[1]


async def evidence(request: Request) -> Evidence:
    """Tell what was seen of each pupil, in the order of their names."""
    host = await of_teacher(request)
    found, words = await tallies(request, host), speech(request)
    pupils = await asyncio.to_thread(evidence_view, host.classroom, found, CLOCK.today(), words)
    headings, grid = ({key: words.say(said) for key, said in each.items()} for each in (HEADINGS, OBSERVED))
    return Evidence(headings, grid, pupils)


async def evidence_csv(request: Request) -> Csv:
    """Answer with what was seen of each pupil, as a table for a spreadsheet (CSV)."""
    host = await of_teacher(request)
    found, words = await tallies(request, host), speech(request)

    def made() -> bytes:
        return as_csv(evidence_rows(pupils_days(host.classroom, found), words), words)

    return as_table(host, await asyncio.to_thread(made), "pupils")


async def class_file(request: Request) -> Ods:
    """Answer with all tables of the class in one file for a spreadsheet (ODS), a sheet for each."""
    host = await of_teacher(request)
    found, words = await tallies(request, host), speech(request)

    def made() -> bytes:
        seen = evidence_rows(pupils_days(host.classroom, found), words)
        return as_ods(files.sheets(host.classroom, seen, words))

    return download(await asyncio.to_thread(made), f"lalao-{host.code}.ods", ODS)


async def backup(request: Request) -> Annotated[Response, files.Backup]:
    """Answer with the whole class as one file."""
    host = await of_teacher(request)
    journals = await asyncio.to_thread(host.classes.lobby.store.journals, host.code)
    return download(files.backup(host.code, journals), f"lalao-{host.code}.json", "application/json")


async def restore(request: Annotated[Request, files.Backup]) -> Annotated[Response, ClassCode, 201]:
    """Restore a class from its backup; the teacher's code comes as ``Authorization: Bearer CODE``."""
    check_gate(request, secret_of(request))
    store = request.app.state.classes.lobby.store
    data = await body(request, MOST_BACKUP)
    backup = await asyncio.to_thread(lambda: files.kept(files.read_backup(data)))
    taken = await asyncio.to_thread(store.taken, backup.journals)
    journals = await asyncio.to_thread(files.recoded, backup, taken, request.app.state.lobby.new_code)
    if not await asyncio.to_thread(store.create_all, journals, backup.code):
        raise RefusedError("this class already exists: erase it first, or continue it")
    return as_json(ClassCode(backup.code), 201)


async def erase(request: Request) -> ClassCode:
    """Erase a class; a damaged one, which no longer knows its teacher's token, is erased by the teacher's code."""
    try:
        host = await of_teacher(request)
    except DamagedError:
        check_gate(request, secret_of(request))
        code = plain_code(request.path_params["code"])
        await asyncio.to_thread(request.app.state.classes.lobby.store.erase, code)
        return ClassCode(code)
    await host.erase()
    return ClassCode(host.code)


async def class_sheet(request: Request) -> Pdf:
    """Answer with slips, scores or certificates of the last tournament, or of ``?day=``, as PDF; ``?paper=A4|A3``.

    ``?for=all`` makes certificates for all pupils of the tournament, not for its winners alone.
    """
    host, name = await of_teacher(request), request.path_params["sheet"]
    if name not in SHEETS:
        raise NotationError(
            "there is no sheet '{text}': choose {sheets}", text=name, sheets=", ".join((*SHEETS, CARDS, PUPILS))
        )
    if not host.classroom.days:
        raise RefusedError("there is no tournament yet")
    day = days_of(request, host.classroom)[-1].tournament
    faces = {pupil.name: pupil.picture for pupil in host.classroom.pupils.values() if pupil.picture}
    options: dict[str, Any] = {"faces": faces} if name == COLOURED else {}
    if name in CERTIFICATES and request.query_params.get("for") == "all":
        options["names"] = day.names
    game, journal = find_game(day.setting.game), replayed(day.journal)
    sheet = await asyncio.to_thread(SHEETS[name], game, speech(request), paper_of(request), journal, **options)
    return await printed_for_teacher(request, sheet, f"lalao-{host.code}-{name}")


async def class_pupils(request: Request) -> Pdf:
    """Answer with a page for each pupil as PDF: what was seen, on how much, and when; ``?paper=A4|A3``."""
    host = await of_teacher(request)
    faces = {pupil.name: pupil.picture for pupil in host.classroom.pupils.values() if pupil.picture}
    if not host.classroom.pupils:
        raise RefusedError("there are no pupils yet")
    found = pupils_days(host.classroom, await tallies(request, host))
    sheet = pupil_pages(host.classroom.title, found, speech(request), paper_of(request), faces)
    return await printed_for_teacher(request, sheet, f"lalao-{host.code}-{PUPILS}")


async def class_cards(request: Request) -> Pdf:
    """Answer with the puzzles that were handed out last, as cards in a PDF; ``?paper=A4|A3``."""
    host = await of_teacher(request)
    if not host.classroom.sets:
        raise RefusedError("no puzzles have been handed out yet")
    puzzles = host.classroom.sets[-1].puzzles
    sheet = await asyncio.to_thread(cards, puzzles, speech(request), paper_of(request))
    return await printed_for_teacher(request, sheet, f"lalao-{host.code}-{CARDS}")


def paper_of(request: Request) -> Paper:
    """Return the paper that is asked for.

    Raises NotationError.
    """
    return Paper.named(request.query_params.get("paper", "A4"))


async def class_qr(request: Request) -> Svg:
    """Answer with the address of a class as a QR code."""
    return as_qr(class_link(request))


def class_link(request: Request) -> str:
    """Return the address of a class, as other devices find it."""
    return f"{own_address(request)}/c/{plain_code(request.path_params['code'])}"


async def link(request: Request) -> Link:
    """Return the address of a class for other devices, and whether they can reach it."""
    return Link(class_link(request), bool(request.app.state.address))


async def what_is(request: Request) -> ShownCode:
    """Tell what a code opens: a match or a class."""
    code = plain_code(request.path_params["code"])
    classes: ClassroomRegistry = request.app.state.classes
    lines = await asyncio.to_thread(classes.lobby.store.lines, code)
    if lines is None:
        raise NoRoomError("there is no game and no class '{code}': look at the letters again", code=code)
    return ShownCode("match" if kind_of(lines) == "opened" else "class", code)


async def list_names(request: Annotated[Request, str]) -> ListedNames:
    """Read a class list, a file's bytes or pasted text, for the teacher to confirm: nothing is changed by it."""
    listed = read_list(await body(request, MOST_LIST))
    words = speech(request)
    return ListedNames(listed.names, [words.say(note) for note in listed.notes()])


class Seen(msgspec.Struct, forbid_unknown_fields=True):
    """A board before a turn, with the side to move, and the contents seen after it."""

    before: str
    after: str


async def check_turn(request: Annotated[Request, Seen]) -> Annotated[Response, Verdict]:
    """Say which legal move leads from one board to another, or what is wrong: its `misplay`, if one explains it all."""
    seen = await sent(request, Seen)
    return made_json(await page_task(request, "check", position=seen.before, text=seen.after))


async def attend(socket: WebSocket) -> None:
    """Exchange messages with one browser in one class, until it goes."""
    await converse(socket, c.read_message, socket.app.state.classes.host_of)


ROUTES: list[Route | WebSocketRoute] = [
    Route("/api/codes/{code}", answering(what_is)),
    Route("/api/teacher", answering(list_classes), methods=["POST"]),
    Route("/api/teacher/code", answering(draw_code)),
    Route("/api/classes", answering(found_class), methods=["POST"]),
    Route("/api/classes/restore", answering(restore), methods=["POST"]),
    Route("/api/names", answering(list_names), methods=["POST"]),
    Route("/api/classes/{code}", answering(erase), methods=["DELETE"]),
    Route("/api/classes/{code}/teacher", answering(teach), methods=["POST"]),
    Route("/api/classes/{code}/path", answering(walk), methods=["POST"]),
    Route("/api/classes/{code}/paths", answering(paths)),
    Route("/api/classes/{code}/paths.csv", answering(table_of(files.paths, "paths", whole))),
    Route("/api/classes/{code}/link", answering(link)),
    Route("/api/classes/{code}/qr.svg", answering(class_qr)),
    Route("/api/classes/{code}/standings.csv", answering(table_of(files.standings, "standings", days_of))),
    Route("/api/classes/{code}/games.csv", answering(table_of(files.games, "games", days_of))),
    Route("/api/classes/{code}/puzzles.csv", answering(table_of(files.puzzles, "puzzles", whole))),
    Route("/api/classes/{code}/tables.ods", answering(class_file)),
    Route("/api/classes/{code}/records.txt", answering(records)),
    Route("/api/classes/{code}/evidence", answering(evidence)),
    Route("/api/classes/{code}/evidence.csv", answering(evidence_csv)),
    Route(f"/api/classes/{{code}}/print/{CARDS}.pdf", answering(class_cards)),
    Route(f"/api/classes/{{code}}/print/{PUPILS}.pdf", answering(class_pupils)),
    Route("/api/classes/{code}/print/{sheet}.pdf", answering(class_sheet)),
    Route("/api/classes/{code}/backup.json", answering(backup)),
    Route("/api/games/{id}/check", answering(check_turn), methods=["POST"]),
    WebSocketRoute("/ws/class/{code}", attend),
]
