"""Lays out the sheets that browsers ask for, and has Typst set them.

``python -m lalao.web.work.sheet_tasks`` reads questions and writes answers as `lalao.web.work.child` says.
"""

from typing import Any

import msgspec

from lalao.errors import NotationError
from lalao.games.game import AnyPosition, Game
from lalao.games.registry import game as find_game
from lalao.locale import SHEET, Translator, words
from lalao.print import (
    COLOURED,
    Paper,
    Sheet,
    boards,
    certificates,
    coloured_certificates,
    position_sheet,
    rules,
    scores,
    slips,
)
from lalao.print.making import pdf
from lalao.tournament import Pairing, Round, Tournament, replayed
from lalao.tournament.names import read_names
from lalao.web.limits import check_size
from lalao.web.rooms.messages import MOST_TEXT
from lalao.web.work.child import Service, run

SHEETS = ("board", "position", "rules", "slips", "scores", "certificates", COLOURED)
MOST_PER_SHEET = 50


class Asked(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Who is on a sheet: names, and whether they have won; or the tables of a round, or the journal of a tournament."""

    names: list[str] = []
    won: bool = False
    round: int = 0
    tables: list[tuple[str, str]] = []
    byes: list[str] = []
    journal: list[dict[str, Any]] = []

    def of_round(self) -> Round | None:
        """Return the round with these tables and byes, None where there are no tables.

        Raises NotationError.
        """
        if not self.tables:
            return None
        names = read_names([*(name for table in self.tables for name in table), *self.byes])
        if not 0 <= self.round < 1_000:
            raise NotationError("there is no round {round}", round=self.round)
        seated, byes = names[: 2 * len(self.tables)], names[2 * len(self.tables) :]
        pairs = zip(seated[::2], seated[1::2], strict=True)
        return Round(self.round, [Pairing(number, *pair) for number, pair in enumerate(pairs, 1)], byes)

    def of_day(self) -> Tournament | None:
        """Return the tournament of the journal, None where there is none.

        Raises NotationError.
        """
        return replayed(self.journal) if self.journal else None


def read_per_sheet(text: str | None) -> int | None:
    """Read how many boards go on a sheet, None where no number is given.

    Raises NotationError.
    """
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= MOST_PER_SHEET):
        raise NotationError("'{text}' is not a number of boards: write 1 to {most}", text=text, most=MOST_PER_SHEET)
    return int(text)


def laid_out(sheet: str, game: Game, words: Translator, asked: dict[str, str], told: Asked) -> Sheet:
    """Lay out a sheet for a game; `asked` are the options in the address, `told` says who is on it.

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
        return rules(game, words, paper, asked.get("part", SHEET))
    day = told.of_day()
    if sheet == "slips":
        return slips(game, words, paper, day, told.of_round())
    if sheet == "scores":
        return scores(game, words, paper, day, read_names(told.names))
    made = coloured_certificates if sheet == COLOURED else certificates
    return made(game, words, paper, day, read_names(told.names), told.won)


MOST_MEMORY = 2 << 30


class Order(msgspec.Struct, frozen=True):
    """A question: a sheet that is laid out already (`made`), or the name of one and the game it is for."""

    id: int
    task: str
    made: Sheet = {}
    sheet: str = ""
    game: str = ""
    language: str = "en"
    asked: dict[str, str] = {}
    told: Asked = Asked()


def set_sheet(order: Order) -> bytes:
    """Set a sheet that is laid out already, as PDF."""
    return pdf(order.made)


def lay_out(order: Order) -> bytes:
    """Lay a sheet out and set it, as PDF."""
    game = find_game(order.game)
    check_size(game.start())
    return pdf(laid_out(order.sheet, game, words(order.language), order.asked, order.told))


TASKS = {"set": set_sheet, "lay out": lay_out}
SERVICE = Service(msgspec.json.Decoder(Order).decode, TASKS, MOST_MEMORY)


if __name__ == "__main__":
    run(SERVICE)
