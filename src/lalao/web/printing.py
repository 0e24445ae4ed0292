"""Sheets to print, by HTTP: the press sets them in processes of its own, the teacher's before anybody else's."""

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lalao.errors import NotationError
from lalao.games.registry import game as find_game
from lalao.print import Sheet
from lalao.web.api import answering, device, language, sent, while_there
from lalao.web.scheduling import Job
from lalao.web.sheets import SHEETS, Asked
from lalao.web.workers import Pool

WORKERS = (("teacher",), ("teacher", "guest"))
"""The lanes of each process: the first is kept for teachers."""
LEAST_SECONDS = 20.0
"""The fewest seconds that a sheet is given, even where others wait."""
MOST_SECONDS = 60.0
MOST_PATIENCE = 180.0
MOST_OF_A_DEVICE = 12
"""Sheets of one device that may wait."""
POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A browser shows a PDF as an object with a style of its own."""


class Press:
    """The press: the sheets of each device wait their turn, and one that takes too long is given up."""

    def __init__(self) -> None:
        """Start nothing yet: the processes start with the first sheet."""
        self.pool = Pool("lalao.web.press", WORKERS, most_of_a_device=MOST_OF_A_DEVICE, most_of_a_room=MOST_OF_A_DEVICE)

    async def pdf(self, order: dict[str, Any], lane: str, who: str) -> bytes:
        """Set a sheet for the device `who`, and return the PDF.

        Raises BusyError, TooLargeError, or the LalaoError that says what is wrong with the sheet.
        """
        return await self.pool.ask(
            order, lambda number: Job(number, lane, who, lane, LEAST_SECONDS, MOST_SECONDS, MOST_PATIENCE)
        )

    async def close(self) -> None:
        """End the processes."""
        await self.pool.close()


async def printed(request: Request, order: dict[str, Any], lane: str, name: str) -> Response:
    """Answer with a sheet as PDF, to be shown, or saved under a name in ASCII.

    Raises LalaoError.
    """
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Content-Security-Policy": POLICY}
    press: Press = request.app.state.press
    pdf = await while_there(request, press.pdf(order, lane, device(request)))
    return Response(pdf, media_type="application/pdf", headers=headers)


async def printed_for_teacher(request: Request, sheet: Sheet, name: str) -> Response:
    """Answer with a sheet of a class, which is set before the sheets of everybody else.

    Raises LalaoError.
    """
    return await printed(request, {"task": "set", "made": sheet}, "teacher", name)


async def sheet(request: Request) -> Any:
    """Answer with a sheet for a game as PDF; with POST the body says who is on it."""
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


ROUTES = [Route("/api/games/{id}/print/{sheet}.pdf", answering(sheet), methods=["GET", "POST"])]
