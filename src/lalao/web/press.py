"""What the children at the press do: they lay sheets out and have Typst set them.

``python -m lalao.web.press`` reads questions and writes answers as `lalao.web.child` says.
"""

import msgspec

from lalao.games.registry import game as find_game
from lalao.locale import words
from lalao.print import Sheet
from lalao.print.making import pdf
from lalao.web.child import run
from lalao.web.sheets import Asked, laid_out
from lalao.web.sizes import check_size

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
read_order = msgspec.json.Decoder(Order).decode


def main() -> None:
    """Answer questions until the server goes."""
    run(read_order, TASKS, {}, MOST_MEMORY)


if __name__ == "__main__":
    main()
