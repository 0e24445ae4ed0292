"""Boards to play on, as many per sheet as fit, and positions.

A board larger than the paper is cut into parts to be glued.
"""

from math import ceil, floor, inf
from typing import Any

from lalao.errors import NotationError
from lalao.games.game import AnyPosition, Game
from lalao.locale import Translator
from lalao.locale.events import ended
from lalao.print.drawing import Drawing, diagram, drawn
from lalao.print.making import Paper, Sheet

SIZES = {"seeds": 32.0, "egg-box": 48.0}
"""Millimetres from pit to pit: for beans, bonduc seeds or counters; as in an egg box. Pits are 4 mm narrower."""
LATTICE = 7 / 8
"""Distance between points as a share of that between pits: closer, since pieces do not heap up."""
MARGIN = 10.0
GAP = 4.0
CAPTION = 5.0
FLAP = 10.0
"""Width in millimetres of the overlap of two parts that are glued."""
MOST_PARTS = 60


def read_size(text: str) -> float:
    """Read the distance from pit to pit, in millimetres: ``seeds``, ``egg-box``, or a number from 20 to 200.

    Raises NotationError.
    """
    if text in SIZES:
        return SIZES[text]
    if text.isascii() and text.isdigit() and len(text) < 4 and 20 <= int(text) <= 200:
        return float(text)
    raise NotationError("there is no size '{text}': choose seeds, egg-box, or millimetres from 20 to 200", text=text)


def boards(
    game: Game,
    words: Translator,
    paper: Paper = Paper.A4,
    size: str = "seeds",
    per_sheet: int | None = None,
    position: AnyPosition | None = None,
) -> Sheet:
    """Return a sheet of boards, `per_sheet` to a page or as many as fit.

    The board is that of `position`, by default the start of the game: rows can have any length. Raises NotationError
    where the size is unknown, or where the boards do not fit or take more than `MOST_PARTS` pages.
    """
    picture, pitch = (position or game.start()).picture(), read_size(size)
    if not hasattr(picture, "rows"):
        pitch *= LATTICE
    drawing = drawn(picture, words, pitch, marks=not game.laid_out)
    title = words.say(game.title)
    alt = words("A board to play on: {game}", game=game.title)
    pages = whole_boards(drawing, paper, per_sheet, alt) or parts(drawing, paper, alt, words)
    return {
        "kind": "boards",
        "title": title,
        "lang": words.language,
        "paper": [paper.width, paper.height],
        "caption": f"{title} · {pitch:g} mm",
        "drawing": drawing.as_dict(),
        "pages": pages,
    }


def usable(paper: Paper, landscape: bool) -> tuple[float, float]:
    """Return the width and height between the margins, in millimetres."""
    width, height = (paper.height, paper.width) if landscape else (paper.width, paper.height)
    return width - 2 * MARGIN, height - 2 * MARGIN


def whole_boards(drawing: Drawing, paper: Paper, per_sheet: int | None, alt: str) -> list[dict[str, Any]]:
    """Return one page of whole boards, upright or landscape, whichever holds more; none where not even one fits.

    Raises NotationError where `per_sheet` boards do not fit.
    """
    arrangements: list[tuple[int, bool, int]] = []
    for landscape in (False, True):
        width, height = usable(paper, landscape)
        across = floor((width + GAP) / (drawing.width + GAP))
        down = floor((height + GAP) / (drawing.height + CAPTION + GAP))
        arrangements.append((across * down, landscape, across))
    most, landscape, across = max(arrangements, key=lambda way: way[0])
    if not most:
        return []
    if per_sheet is not None and per_sheet > most:
        raise NotationError(
            "{count} board does not fit on a sheet: at most {most} do, or choose a smaller size or a larger paper",
            "{count} boards do not fit on a sheet: at most {most} do, or choose a smaller size or a larger paper",
            count=per_sheet,
            most=most,
        )
    wanted = per_sheet or most
    width, height = usable(paper, landscape)
    down = ceil(wanted / across)
    columns = min(across, wanted)
    left = MARGIN + (width - columns * drawing.width - (columns - 1) * GAP) / 2
    space = (height - down * (drawing.height + CAPTION)) / (down + 1) if down > 1 else 0.0
    space = min(space, 40.0)
    top = MARGIN + (height - down * (drawing.height + CAPTION) - (down - 1) * space) / 2
    items = [
        {
            "x": left + number % across * (drawing.width + GAP),
            "y": top + number // across * (drawing.height + CAPTION + space),
            "clip": None,
            "alt": alt,
            "note": None,
        }
        for number in range(wanted)
    ]
    return [{"landscape": landscape, "items": items}]


def parts(drawing: Drawing, paper: Paper, alt: str, words: Translator) -> list[dict[str, Any]]:
    """Return the pages of a board cut into parts, between pits, one part to a page, with flaps to glue.

    Raises NotationError where not even one pit fits on a page, or there are more than `MOST_PARTS` parts.
    """
    ways = [(*cuts(drawing, paper, landscape), landscape) for landscape in (True, False)]
    columns, rows, landscape = min(ways, key=lambda way: len(way[0]) * len(way[1]) or inf)
    if not columns or not rows:
        raise NotationError("not even one pit fits on a sheet: choose a smaller size or a larger paper")
    total = len(columns) * len(rows)
    if total > MOST_PARTS:
        raise NotationError(
            "this board would take {pages} sheets: choose a smaller one, or a smaller size", pages=total
        )
    pages = []
    for number, (row, column) in enumerate(((row, column) for row in rows for column in columns), 1):
        (x, width), (y, height) = column, row
        note = words(
            "Part {number} of {total}: cut on one side and glue over the flap of the next", number=number, total=total
        )
        item = {
            "x": MARGIN,
            "y": MARGIN,
            "clip": [x, y, width, height],
            "alt": f"{alt} ({number}/{total})",
            "note": note,
        }
        pages.append({"landscape": landscape, "items": [item]})
    return pages


Span = tuple[float, float]


def cuts(drawing: Drawing, paper: Paper, landscape: bool) -> tuple[list[Span], list[Span]]:
    """Return the start and length of each column of parts, from the left, and of each row of parts, from the top.

    Either is empty where the paper is too small for one cell of the board.
    """
    width, height = usable(paper, landscape)
    (left, top), (across, down) = drawing.corner, drawing.cell
    return spans(drawing.width, width, left, across), spans(drawing.height, height - CAPTION, top, down)


def spans(whole: float, room: float, margin: float, cell: float) -> list[Span]:
    """Return the start and length of parts no longer than `room` that cover the length `whole` and overlap by a flap.

    Cells, `cell` long, begin at `margin`, and no part begins within one; there are no parts where that cannot be.
    """
    edges = [margin + number * cell for number in range(int((whole - margin) / cell) + 1)]
    found, begin = [], 0.0
    while whole - begin > room:
        end = max((edge for edge in edges if begin < edge <= begin + room - FLAP), default=None)
        if end is None:
            return []
        found.append((begin, end + FLAP - begin))
        begin = end
    return [*found, (begin, whole - begin)]


MARGINS = 36.0
"""Width in millimetres of the left and right margins together."""


def position_sheet(position: AnyPosition, words: Translator, paper: Paper = Paper.A4) -> Sheet:
    """Return a sheet with a position, to be discussed or set up on a board."""
    title, caption = words.say(position.game.title), str(position)
    drawing = diagram(position.picture(), words, paper.width - MARGINS)
    sentence = words("{side} to play: {task}.", side=position.to_move, task=position.task)
    if position.outcome:
        sentence = ended(position.outcome, words)
    return {
        "kind": "rules",
        "title": title,
        "lang": words.language,
        "paper": [paper.width, paper.height],
        "blocks": [
            {"kind": "heading", "level": 1, "spans": [{"text": title}]},
            {"kind": "paragraph", "spans": [{"text": sentence}]},
            {"kind": "picture", "drawing": drawing.as_dict(), "caption": caption, "alt": f"{title}: {caption}"},
        ],
    }
