"""The rules on paper, with pictures drawn from positions: a page for players, more for teachers, and their guide."""

from collections.abc import Iterable, Iterator
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from lalao.board.picture import LatticePicture, Picture, RowPicture
from lalao.board.placing import Box
from lalao.games.game import Game
from lalao.locale import SHEET, Translator
from lalao.print.boards import diagram
from lalao.print.making import Paper, Sheet, headed
from lalao.sheets import FOLDER, GUIDE, KINDS, Shown, guide, pictures, sheet

Block = dict[str, Any]

WIDTH = 174.0
COLUMN = 83.0
GAP = 3.0
"""Widths in millimetres: of a page, of one of its two columns, and of the gap between pictures side by side."""
MOST_SMALL, FEWEST, LARGE = 5, 38.0, 80.0
"""Boards at most `MOST_SMALL` places wide, single rows excepted, need at least `FEWEST` millimetres, others `LARGE`."""
NARROW, SHORT = 37.0, 68.0
"""The greatest widths in millimetres of lattices and of rows at most `MOST_SMALL` places wide."""


def rules(game: Game, words: Translator, paper: Paper = Paper.A4, part: str = SHEET) -> Sheet:
    """Return a part of the rules of a game's family, under the game's name; the part for players has two columns.

    Raises NotationError where the family has no such part, FileError where it has no rules at all.
    """
    text = sheet(game.family.name, words, part)
    blocks = list(sticking(blocks_of(parsed(text), words, COLUMN if part == SHEET else WIDTH)))
    if not any(block["kind"] == "strip" for block in blocks) and part == SHEET:
        start = Shown(game.start().picture(), words("The start: {game}", game=game.title))
        blocks.append(strip([start], words, COLUMN))
    return headed("rules", words.say(game.title), words, paper) | {
        "columns": 2 if part == SHEET else 1,
        "lead": 2 + leading(blocks[1:]),
        "blocks": [*blocks[:1], named(game, words), *blocks[1:]],
    }


def leading(blocks: list[Block]) -> int:
    """Count the blocks before the first that begins in bold: they precede the rules proper."""
    bold = (number for number, block in enumerate(blocks) if block.get("spans", [{}])[0].get("bold"))
    return next(bold, 0)


def named(game: Game, words: Translator) -> Block:
    """Return the paragraph that says which game of its family this is."""
    card = game.card
    title = f"{words.say(card.board)} · {words.say(card.rules)}. {words.say(card.difference)}"
    return {"kind": "paragraph", "spans": [{"text": title, "italic": True}]}


def parsed(text: str) -> list[Token]:
    """Return the tokens of a Markdown text."""
    return MarkdownIt("commonmark", {"html": False}).enable("table").parse(text)


def sticking(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield blocks, marking each paragraph that must stay on one page with the list, table or pictures after it."""
    before: Block | None = None
    for block in blocks:
        if before is not None:
            sticky = before["kind"] == "paragraph" and block["kind"] in ("list", "table", "strip")
            yield before | {"sticky": sticky}
        before = block
    if before is not None:
        yield before


def strip(shown: Iterable[Shown], words: Translator, room: float) -> Block:
    """Return a block of pictures side by side, as many in a row as fit `room` millimetres."""
    items = list(shown)
    across = min(len(items), max(1, int(room // room_of(items[0].picture))))
    width = (room - GAP * (across - 1)) / across
    return {"kind": "strip", "across": across, "items": [picture_block(each, words, width) for each in items]}


def room_of(picture: Picture) -> float:
    """Return the least width of a picture, in millimetres."""
    if isinstance(picture, RowPicture):
        return FEWEST if len(picture.rows) > 1 and len(picture.rows[0]) <= MOST_SMALL else LARGE
    assert isinstance(picture, LatticePicture)
    return FEWEST if picture.lattice.width <= MOST_SMALL else LARGE


def most_of(picture: Picture) -> float:
    """Return the greatest width of a picture, in millimetres, such that a sheet is one page in every language."""
    if isinstance(picture, LatticePicture):
        return NARROW if picture.lattice.width <= MOST_SMALL else WIDTH
    assert isinstance(picture, RowPicture)
    return SHORT if len(picture.rows[0]) <= MOST_SMALL else WIDTH


def picture_block(shown: Shown, words: Translator, width: float) -> Block:
    """Return a block with a picture and its caption; a lattice is clipped to its slab, without the players' names."""
    drawing = diagram(shown.picture, words, min(width, most_of(shown.picture)))
    alt = f"{shown.told} {words('The position: {text}', text=shown.picture.text)}".strip()
    block: Block = {"kind": "picture", "drawing": drawing.as_dict(), "caption": shown.told, "alt": alt}
    for shape in drawing.shapes:
        if isinstance(shape, Box) and shape.role == "slab":
            block["clip"] = [drawing.unit * side for side in (shape.x, shape.y, shape.width, shape.height)]
    return block


def blocks_of(tokens: list[Token], words: Translator, room: float = WIDTH) -> Iterator[Block]:
    """Yield the blocks of a Markdown text: headings, paragraphs, lists, tables, code, pictures."""
    at = 0
    while at < len(tokens):
        token = tokens[at]
        end = closing(tokens, at)
        inside = tokens[at + 1 : end]
        if token.type == "heading_open":
            yield {"kind": "heading", "level": int(token.tag[1]), "spans": spans_of(inside[0])}
        elif token.type == "paragraph_open" and (screens := screens_of(inside[0])):
            yield from screens
        elif token.type == "paragraph_open":
            yield {"kind": "paragraph", "spans": spans_of(inside[0])}
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            yield {"kind": "list", "ordered": token.type.startswith("ordered"), "items": list(items_of(inside, words))}
        elif token.type == "table_open":
            yield {"kind": "table", "rows": list(rows_of(inside))}
        elif token.type == "fence" and token.info.strip() in KINDS:
            yield strip(pictures(token.info.strip(), token.content, words), words, room)
        elif token.type in ("fence", "code_block"):
            yield {"kind": "code", "text": token.content.rstrip("\n")}
        elif token.type == "blockquote_open":
            yield from blocks_of(inside, words, room)
        at = end + 1


def screens_of(inline: Token) -> list[Block]:
    """List the pictures of screens in a paragraph."""
    return [
        {
            "kind": "screen",
            "bytes": list((FOLDER / str(child.attrs["src"])).read_bytes()),
            "alt": child.content,
        }
        for child in inline.children or []
        if child.type == "image"
    ]


def closing(tokens: list[Token], at: int) -> int:
    """Return the index of the token that closes the block opened at `at`."""
    depth = 0
    for number in range(at, len(tokens)):
        depth += tokens[number].nesting
        if depth == 0:
            return number
    raise AssertionError(f"{tokens[at].type} is never closed")


def items_of(tokens: list[Token], words: Translator) -> Iterator[list[Block]]:
    """Yield the items of a list, each as its blocks."""
    at = 0
    while at < len(tokens):
        end = closing(tokens, at)
        yield list(blocks_of(tokens[at + 1 : end], words))
        at = end + 1


def rows_of(tokens: list[Token]) -> Iterator[list[list[Block]]]:
    """Yield the rows of a table, the heading first; each is a list of cells, and each cell a list of spans."""
    row: list[list[Block]] = []
    for token in tokens:
        if token.type == "inline":
            row.append(spans_of(token))
        elif token.type == "tr_close":
            yield row
            row = []


def spans_of(inline: Token) -> list[Block]:
    """List the spans of an inline token: runs of text that are bold, italic, code or plain."""
    spans: list[Block] = []
    bold = italic = False
    for token in inline.children or []:
        if token.type in ("strong_open", "strong_close"):
            bold = token.type == "strong_open"
        elif token.type in ("em_open", "em_close"):
            italic = token.type == "em_open"
        elif token.type in ("softbreak", "hardbreak"):
            spans.append({"text": " "})
        elif token.type in ("text", "code_inline"):
            spans.append({"text": token.content, "bold": bold, "italic": italic, "code": token.type == "code_inline"})
    return spans


ROOM = 110.0
"""The greatest width of a picture in millimetres: it is for discussion, not for play."""


def guide_sheet(words: Translator, paper: Paper = Paper.A4, part: str = GUIDE) -> Sheet:
    """Return the teacher's guide, or the page about pupil data, as a sheet.

    Raises NotationError where there is no such part.
    """
    title = words("Teacher's guide") if part == GUIDE else words("Pupil data")
    blocks = list(sticking(blocks_of(parsed(guide(words, part)), words, ROOM)))
    return headed("rules", title, words, paper) | {"columns": 1, "blocks": blocks}
