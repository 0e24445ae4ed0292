"""One drawing: a position looks the same in the SVG, on the printed sheet and on the pages' board, to a hundredth."""

import io
from itertools import pairwise
from random import Random
from typing import Any
from urllib.parse import quote

import pdfplumber
import pytest
from playwright.sync_api import Browser, Locator

from lalao.board.placing import SEED
from lalao.games.game import AnyPosition
from lalao.games.registry import FAMILIES, game
from lalao.locale import words
from lalao.print import pdf, position_sheet
from tests.browsing import there, visiting

pytestmark = there
PLIES = 12
NEAR = 0.01
"""Of the way from a pit or point to the next, and of the radius of a pit."""
AWAY = ("reserve", "taken")
ROLES = {
    "pit": "circle[class^='pit']",
    "seed": "circle.seed, use",
    "white": "circle.white, .piece.W .stone",
    "black": "circle.black, .piece.B .stone",
}
MEASURE = """(board, [selector, seed]) => [...board.querySelectorAll(selector)].flatMap((element) => {
    if (!element.closest("[data-place]")) return [];
    const matrix = element.getScreenCTM();
    const own = (name) => element[name].baseVal.value;
    const [x, y, radius] = element.tagName === "use"
        ? [own("x") + own("width") / 2, own("y") + own("height") / 2, own("width") * seed]
        : [own("cx"), own("cy"), own("r")];
    const at = new DOMPoint(x, y).matrixTransform(matrix);
    return [[at.x, at.y, radius * matrix.a]];
})"""

Round = tuple[float, float, float]
"""A circle as it is seen: its middle and its radius."""
Seen = dict[str, list[Round]]


def played(name: str) -> AnyPosition:
    """Play some turns of a game, always the same ones."""
    position, choice = game(name).start(), Random(name)
    for _ in range(PLIES):
        following = position.play(choice.choice(position.legal_moves()))
        if following.outcome:
            break
        position = following
    return position


def on_screen(board: Locator) -> Seen:
    """Return the positions and sizes that a browser has drawn, in pixels."""
    return {role: [(x, y, r) for x, y, r in board.evaluate(MEASURE, [each, SEED])] for role, each in ROLES.items()}


CLOSE = 38 / 43
"""How large pits are drawn on the screen where rows are not apart, as a share of others."""


def on_paper(position: AnyPosition) -> Seen:
    """Return the positions and sizes on a printed sheet, in points: empty circles are pits, or borders around them."""
    (page,) = pdfplumber.open(io.BytesIO(pdf(position_sheet(position, words("en"))))).pages
    seen: Seen = {role: [] for role in ROLES}
    for curve in page.curves:
        x, y = (curve["x0"] + curve["x1"]) / 2, (curve["top"] + curve["bottom"]) / 2
        if abs(curve["x1"] - curve["x0"] - curve["bottom"] + curve["top"]) < 0.05:
            seen[role_of(curve)].append((x, y, (curve["x1"] - curve["x0"]) / 2))
    rims = seen["pit"]
    seen["pit"] = [rim for rim in rims if not any(other[2] < rim[2] and is_within(other, rim) for other in rims)]
    return seen


def role_of(curve: dict[str, Any]) -> str:
    """Return what a circle on paper stands for, from its fill."""
    if not curve["fill"]:
        return "pit"
    colour = curve["non_stroking_color"]
    shade = colour[0] if isinstance(colour, tuple) else colour
    return "black" if shade == 0 else "white" if shade == 1 else "seed"


def is_within(inner: Round, outer: Round) -> bool:
    """Tell whether the centre of a circle lies in another one."""
    return (inner[0] - outer[0]) ** 2 + (inner[1] - outer[1]) ** 2 < outer[2] ** 2


def step(values: set[float], least: float) -> float:
    """Return the distance between columns or rows; none where there is only one."""
    return min((b - a for a, b in pairwise(sorted(values)) if b - a > least), default=1.0)


def arranged(seen: Seen, drawn: float = 1) -> list[tuple[str, Round, list[Round]]]:
    """Return pits or pieces sorted by row and column, each with its seeds in units of the pit's radius.

    They are `drawn` as large as usual.
    """
    every = [(role, each) for role in ("pit", "white", "black") for each in seen[role]]
    columns, rows = ({each[axis] for _, each in every} for axis in (0, 1))
    _, (_, _, radius) = every[0]
    across, down = step(columns, radius), step(rows, radius)
    found = []
    for role, (x, y, r) in every:
        seeds = [((sx - x) / r, (sy - y) / r, s / r) for sx, sy, s in seen["seed"] if is_within((sx, sy, s), (x, y, r))]
        lies = ((x - min(columns)) / across, (y - min(rows)) / down, r / across / drawn)
        found.append((role, lies, sorted(seeds, key=in_order)))
    return sorted(found, key=lambda each: in_order(each[1]))


def in_order(each: Round) -> tuple[float, float]:
    """Return a sort key: from the top, then from the left."""
    return round(each[1], 1), round(each[0], 1)


@pytest.mark.parametrize("name", [family.usual or family.listed[0] for family in FAMILIES])
def test_a_position_lies_alike_everywhere(browser: Browser, server: str, name: str) -> None:
    position = played(name)
    with visiting(browser, server) as page:
        page.goto(f"{server}/look#{name}/{quote(str(position), safe='')}")
        page.locator(".stage [data-place]").first.wait_for()
        close = name == "fifangha"  # its rows are not apart on this screen
        on_the_page = arranged(on_screen(page.locator(".stage svg.board")), CLOSE if close else 1)
        svg = position.picture().svg()
        page.route(f"{server}/svg", lambda route: route.fulfill(body=svg, content_type="image/svg+xml"))
        page.goto(f"{server}/svg")
        as_svg = arranged(on_screen(page.locator("svg")))
    printed = arranged(on_paper(position))
    lying = sum(len(things) for place, things in position.contents().items() if not place.startswith(AWAY))
    assert sum(len(seeds) if role == "pit" else 1 for role, _, seeds in as_svg) == lying
    for other in (on_the_page, printed):
        for mine, one in zip(as_svg, other, strict=True):
            assert one[0] == mine[0]
            for a, b in zip((one[1], *one[2]), (mine[1], *mine[2]), strict=True):
                assert a == pytest.approx(b, abs=NEAR)
