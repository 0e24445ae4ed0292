"""Sheets to print, by HTTP: what is asked for is checked here, and Typst sets it in a process of its own."""

import asyncio
import sys
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from lalao.errors import LalaoError, NotationError, TooLargeError
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import game as find_game
from lalao.locale import Words
from lalao.print import Paper, Sheet, boards, certificates, position_sheet, rules, scores, slips
from lalao.processes import deaf_to_interrupts
from lalao.tournament import Round, Table, Tournament, replayed
from lalao.tournament.names import read_names
from lalao.web.api import MOST_TEXT, answering, sent, speech
from lalao.web.view import check_size

SHEETS = ("board", "position", "rules", "slips", "scores", "certificates")
MOST_PER_SHEET = 50
MOST_SECONDS = 60.0
MOST_WAITING = 40
POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"
"""A browser shows a PDF as an object with a style of its own."""


class BusyError(LalaoError):
    """More work than can be taken on now."""

    status = 429


class Press:
    """The press: one sheet after the other, each in a child process that is killed where it takes too long."""

    def __init__(self) -> None:
        """Print nothing yet."""
        self._one = asyncio.Semaphore(1)
        self._waiting = 0

    async def pdf(self, sheet: Sheet) -> bytes:
        """Set a sheet.

        Raises BusyError or TooLargeError.
        """
        if self._waiting >= MOST_WAITING:
            raise BusyError("too many sheets are waiting to be printed: try again in a moment")
        self._waiting += 1
        try:
            async with self._one:
                return await asyncio.wait_for(self._set(sheet), MOST_SECONDS)
        except TimeoutError:
            raise TooLargeError("this takes too long to print here") from None
        finally:
            self._waiting -= 1

    async def _set(self, sheet: Sheet) -> bytes:
        pipe = asyncio.subprocess.PIPE
        with deaf_to_interrupts():
            process = await asyncio.create_subprocess_exec(sys.executable, "-m", "lalao.print", stdin=pipe, stdout=pipe)
        try:
            made, _ = await process.communicate(msgspec.json.encode(sheet))
        finally:
            if process.returncode is None:
                process.kill()
        if process.returncode:
            raise TooLargeError("this sheet cannot be printed here")
        return made


class Asked(msgspec.Struct, forbid_unknown_fields=True):
    """Who is on a sheet: names, or the tables of a round, or the journal of a tournament."""

    names: list[str] = []
    round: int = 0
    tables: list[tuple[str, str]] = []
    byes: list[str] = []
    journal: list[dict[str, Any]] = []

    def of_round(self) -> Round | None:
        """Return the tables that are told, None where none are.

        Raises NotationError.
        """
        if not self.tables:
            return None
        names = read_names([*(name for table in self.tables for name in table), *self.byes])
        if not 0 <= self.round < 1_000:
            raise NotationError("there is no round {round}", round=self.round)
        seated, byes = names[: 2 * len(self.tables)], names[2 * len(self.tables) :]
        pairs = zip(seated[::2], seated[1::2], strict=True)
        return Round(self.round, [Table(number, *pair) for number, pair in enumerate(pairs, 1)], byes)

    def of_day(self) -> Tournament | None:
        """Return the tournament of the journal, None where there is none.

        Raises NotationError.
        """
        return replayed(self.journal) if self.journal else None


def read_per_sheet(text: str | None) -> int | None:
    """Read how many boards go on a sheet.

    Raises NotationError.
    """
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= MOST_PER_SHEET):
        raise NotationError("'{text}' is not a number of boards: write 1 to {most}", text=text, most=MOST_PER_SHEET)
    return int(text)


def laid_out(sheet: str, game: Game, words: Words, asked: dict[str, str], told: Asked) -> Sheet:
    """Lay out a sheet; `asked` are the options in the address.

    Raises NotationError.
    """
    paper = Paper.named(asked.get("paper", "A4"))
    if sheet in ("board", "position"):
        shown: AnyPosition = game.position(asked["position"][:MOST_TEXT]) if asked.get("position") else game.start()
        check_size(shown)
        if sheet == "position":
            return position_sheet(shown, words, paper)
        return boards(game, words, paper, asked.get("size", "seeds"), read_per_sheet(asked.get("per-sheet")), shown)
    if sheet == "rules":
        return rules(game, words, paper)
    day = told.of_day()
    if sheet == "slips":
        return slips(game, words, paper, day, told.of_round())
    made = scores if sheet == "scores" else certificates
    return made(game, words, paper, day, read_names(told.names))


async def printed(app: Starlette, sheet: Sheet, name: str) -> Response:
    """Answer with a sheet as PDF, to be shown or saved under a name of plain letters.

    Raises BusyError or TooLargeError.
    """
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"', "Content-Security-Policy": POLICY}
    press: Press = app.state.press
    return Response(await press.pdf(sheet), media_type="application/pdf", headers=headers)


async def sheet(request: Request) -> Any:
    """Print a sheet."""
    name, chosen = request.path_params["sheet"], find_game(request.path_params["id"])
    if name not in SHEETS:
        raise NotationError("there is no sheet '{text}': choose {sheets}", text=name, sheets=", ".join(SHEETS))
    check_size(chosen.start())
    told = await sent(request, Asked) if request.method == "POST" else Asked()
    asked = dict(request.query_params)
    made = await asyncio.to_thread(laid_out, name, chosen, speech(request), asked, told)
    return await printed(request.app, made, f"{chosen.id}-{name}")


ROUTES = [Route("/api/games/{id}/print/{sheet}.pdf", answering(sheet), methods=["GET", "POST"])]
