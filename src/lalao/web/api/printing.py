"""Sheets to print and the teacher's guide, by HTTP."""

from typing import Annotated, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lalao.errors import NotationError
from lalao.games.registry import game as find_game
from lalao.print import Paper, Sheet, guide_sheet
from lalao.sheets import GUIDE, as_html, guide
from lalao.web.requests import Pdf, answering, device, language, sent, speech, while_there
from lalao.web.shown import ShownSheet
from lalao.web.work.documents import PrintWorkers
from lalao.web.work.sheet_tasks import SHEETS, Asked

POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A browser shows a PDF as an object with a style of its own."""


async def printed(request: Request, order: dict[str, Any], lane: str, name: str) -> Response:
    """Answer with a sheet as PDF, to be shown, or saved under a name in ASCII.

    Raises LalaoError.
    """
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Content-Security-Policy": POLICY}
    workers: PrintWorkers = request.app.state.print_workers
    pdf = await while_there(request, workers.pdf(order, lane, device(request)))
    return Response(pdf, media_type="application/pdf", headers=headers)


async def printed_for_teacher(request: Request, sheet: Sheet, name: str) -> Response:
    """Answer with a sheet of a class, which is set before the sheets of everybody else.

    Raises LalaoError.
    """
    return await printed(request, {"task": "set", "made": sheet}, "teacher", name)


async def sheet(request: Annotated[Request, Asked]) -> Pdf:
    """Answer with a sheet for a game as PDF: board, position, rules, slips, scores, certificates.

    ``?paper=A4|A3``, ``?position=``; for boards ``?size=seeds|egg-box|MILLIMETRES``, ``?per-sheet=``. With POST the
    body says who is on it.
    """
    name, chosen = request.path_params["sheet"], find_game(request.path_params["id"])
    if name not in SHEETS:
        raise NotationError("there is no sheet '{text}': choose {sheets}", text=name, sheets=", ".join(SHEETS))
    form = await sent(request, Asked) if request.method == "POST" else Asked()
    order = {
        "task": "lay out",
        "sheet": name,
        "game": chosen.id,
        "language": language(request),
        "asked": dict(request.query_params),
        "told": form,
    }
    return await printed(request, order, "guest", f"{chosen.id}-{name}")


def part_of(request: Request) -> str:
    """Return which document for teachers is wanted."""
    return str(request.query_params.get("part", GUIDE))


async def read(request: Request) -> ShownSheet:
    """Return the teacher's guide as HTML, or the page about pupil data (``?part=data``)."""
    spoken = speech(request)
    return ShownSheet(as_html(guide(spoken, part_of(request)), spoken), [])


async def on_paper(request: Request) -> Pdf:
    """Answer with the teacher's guide as PDF, or the page about pupil data (``?part=data``); ``?paper=A4|A3``."""
    sheet = guide_sheet(speech(request), Paper.named(request.query_params.get("paper", "A4")), part_of(request))
    return await printed(request, {"task": "set", "made": sheet}, "guest", "lalao-guide")


ROUTES = [
    Route("/api/games/{id}/print/{sheet}.pdf", answering(sheet), methods=["GET", "POST"]),
    Route("/api/guide", answering(read)),
    Route("/api/guide.pdf", answering(on_paper)),
]
