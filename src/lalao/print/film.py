"""A game as moving pictures, to be shared: an SVG that plays by itself, or a GIF.

>>> from lalao.record import read
>>> game = read('[Game "fang-4"] 1. 2 2 2. 3 *')
>>> film_svg(game).count('<g class="frame"')
4
"""

import io
from importlib.resources import as_file, files

from msgspec.structs import replace

from lalao.board.placing import Drawing, Shape, Text
from lalao.board.svg import document, element, png
from lalao.errors import LalaoError, TooLargeError
from lalao.locale import ENGLISH, Translator
from lalao.locale.events import ended
from lalao.record import Node, Record
from lalao.record.tree import UNNAMED

MOST_PLIES = 300
"""The longest game that is shown: its SVG has up to six megabytes."""
SECONDS = 1.2
"""How long a position is shown; the first and the last are shown twice as long."""
CAPTION = 44
"""Height of the line below the board that tells the move."""
WIDTH = 480
"""Width of a GIF in pixels."""
COLOURS_KEPT = 64
SIZE = 20


class MissingError(LalaoError):
    """A library is not installed."""


def film_svg(record: Record, words: Translator = ENGLISH) -> str:
    """Return the main line of a record as an SVG document that plays in every browser, over and over.

    Where no motion is wanted it shows the last position. Raises TooLargeError for more than `MOST_PLIES` plies.
    """
    drawings = drawn(record, words)
    lengths = [SECONDS * (2 if number in (0, len(drawings) - 1) else 1) for number in range(len(drawings))]
    whole, at, frames = sum(lengths), 0.0, []
    rules = [
        ".frame{visibility:hidden}",
        "@media (prefers-reduced-motion:reduce){.frame{animation:none!important}.frame:last-child{visibility:visible}}",
    ]
    for number, (drawing, seconds) in enumerate(zip(drawings, lengths, strict=True)):
        begin, end = (f"{100 * moment / whole:.4f}%" for moment in (at, at + seconds))
        shown = f"0%{{visibility:hidden}}{begin}{{visibility:visible}}{end}{{visibility:hidden}}"
        rules.append(f"@keyframes f{number}{{{shown}}}")
        frames.append(f'<g class="frame" style="animation:f{number} {whole:g}s step-end infinite">')
        frames += [element(shape) for place in drawing.places for shape in place.shapes]
        frames += [element(shape) for shape in drawing.around]
        frames.append("</g>")
        at += seconds
    picture = document(replace(drawings[0], places=[], around=[]), title_of(record, words))
    return picture.replace("</svg>", "\n".join([f"<style>{''.join(rules)}</style>", *frames, "</svg>"]))


def film_gif(record: Record, words: Translator = ENGLISH, width: int = WIDTH) -> bytes:
    """Return the main line of a record as a GIF of `width` pixels that plays over and over.

    Raises TooLargeError for more than `MOST_PLIES` plies, MissingError where Pillow is not installed.
    """
    try:
        from PIL import Image
    except ImportError:
        raise MissingError("a GIF needs Pillow: install it with pip install 'lalao[gif]', or write an SVG") from None
    frames = []
    with as_file(files(__package__)) as folder:
        for drawing in drawn(record, words):
            with Image.open(io.BytesIO(png(document(drawing, ""), width, str(folder / "fonts")))) as image:
                frames.append(image.convert("RGB").quantize(COLOURS_KEPT))
    times = [round(1000 * SECONDS)] * len(frames)
    times[0] *= 2
    times[-1] *= 2
    made = io.BytesIO()
    frames[0].save(made, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True)
    return made.getvalue()


def drawn(record: Record, words: Translator) -> list[Drawing]:
    """Draw each position of the main line, marked with the move that led to it, all of one size.

    Raises TooLargeError for more than `MOST_PLIES` plies.
    """
    nodes = [record.root, *record.root.line()]
    if (plies := len(nodes) - 1) > MOST_PLIES:
        raise TooLargeError(
            "a game of {plies} moves is too long for a picture: at most {most}", plies=plies, most=MOST_PLIES
        )
    boards = [node.position.picture(node.move).drawing(words) for node in nodes]
    height = max(board.height for board in boards) + CAPTION
    return [
        replace(board, height=height, around=[*board.around, *caption(record, node, board.width, height, words)])
        for node, board in zip(nodes, boards, strict=True)
    ]


def caption(record: Record, node: Node, width: float, height: float, words: Translator) -> list[Shape]:
    """Write below a board who plays, then each move with its number, and at the end how the game ended."""
    if node.parent is None:
        text = title_of(record, words)
    else:
        number, second = divmod(node.ply - 1, 2)
        text = f"{number + 1}{'…' if second else '.'} {node.move}"
        outcome = None if node.children else record.settled or record.outcome()
        text += f" · {ended(outcome, words)}" if outcome else ""
    return [Text("edge", width / 2, height - 18, text, SIZE)]


def title_of(record: Record, words: Translator) -> str:
    """Return the names of the game and of its players, those that are known."""
    names = [record.tags.get(tag, UNNAMED) for tag in record.player_tags]
    players = " – ".join(names) if names != [UNNAMED, UNNAMED] else ""
    return " · ".join(filter(None, [words.say(record.game.title), players]))
