"""The rule sheet on paper: what is needed to play, with pictures made from positions."""

import re
from collections.abc import Iterator
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from lalao.games.game import AnyPosition, Game
from lalao.games.registry import game as game_named
from lalao.locale import Translator, rule_sheet
from lalao.locale.endings import ended
from lalao.locale.events import narrate
from lalao.print.drawing import diagram
from lalao.print.making import Paper, Sheet

Block = dict[str, Any]

SECTIONS = 1
"""Sections that are printed after the introduction: the rules; boards, notation and history stay on the screen."""
WIDTH = 174.0
HALF = 84.0
"""Millimetres of a picture, alone or beside another."""
MOST_TURNS = 4
EXAMPLE = re.compile(r"^lalao replay (\S+) (.+?)(?: --from '(.+)')?$", re.MULTILINE)


def rules(game: Game, words: Translator, paper: Paper = Paper.A4) -> Sheet:
    """Set the rules of a game, its start, and the first turns of the example on its rule sheet."""
    sheet = rule_sheet(game.family.name, words.language)
    tokens = MarkdownIt().enable("table").parse(sheet)
    blocks = list(sticking(first_sections(blocks_of(tokens))))
    pictures = [picture_block(game.start().picture(), words, words("The start: {game}", game=game.title))]
    position, moves, placed = example(sheet, game)
    if placed:
        pictures.append(picture_block(position.picture(), words, words("The position: {text}", text=position)))
    heading = words("An example: {game}", game=position.game.title)
    drawn_in_letters = sum(block["kind"] == "code" for block in blocks)
    return {
        "kind": "rules",
        "title": words.say(game.title),
        "lang": words.language,
        "paper": [paper.width, paper.height],
        "blocks": [
            *with_pictures(blocks, pictures),
            {"kind": "heading", "level": 2, "spans": [{"text": heading}]},
            *pictures[drawn_in_letters:],
            {"kind": "pictures", "items": list(turns(position, moves, words))},
            *ending(position, moves, words),
        ],
    }


def first_sections(blocks: Iterator[Block]) -> Iterator[Block]:
    """Yield the introduction and the sections that are printed."""
    sections = 0
    for block in blocks:
        sections += block["kind"] == "heading" and block["level"] == 2
        if sections > SECTIONS:
            return
        yield block


def sticking(blocks: Iterator[Block]) -> Iterator[Block]:
    """Keep the sentence before a list or a table on the page where that begins."""
    before: Block | None = None
    for block in blocks:
        if before is not None:
            yield before | {"sticky": before["kind"] == "paragraph" and block["kind"] in ("list", "table")}
        before = block
    if before is not None:
        yield before


def with_pictures(blocks: list[Block], pictures: list[Block]) -> Iterator[Block]:
    """Put pictures, as long as there are some, in the place of the boards drawn with letters."""
    left = iter(pictures)
    for block in blocks:
        yield next(left, block) if block["kind"] == "code" else block


def picture_block(picture: Any, words: Translator, caption: str, width: float = WIDTH) -> Block:
    """Draw a position with its caption."""
    drawing = diagram(picture, words, width)
    return {"kind": "picture", "drawing": drawing.as_dict(), "caption": caption, "alt": f"{caption} · {picture.text}"}


def example(sheet: str, game: Game) -> tuple[AnyPosition, list[str], bool]:
    """Return where the example on a rule sheet begins, its moves, and whether that is another place than the start.

    An example of this very game is preferred to one of its family; a sheet may have none, and then no moves are shown.
    """
    found = [(game_named(name), moves.split(), start) for name, moves, start in EXAMPLE.findall(sheet)]
    same = [line for line in found if line[0] == game]
    chosen, moves, start = next(iter(same or found), (game, [], ""))
    return (chosen.position(start) if start else chosen.start()), moves, bool(start)


def turns(position: AnyPosition, moves: list[str], words: Translator) -> Iterator[Block]:
    """Show the first turns of an example, one picture a turn, two of them side by side."""
    width = WIDTH if len(moves) == 1 else HALF
    for number, text in enumerate(moves[:MOST_TURNS], 1):
        move = position.move(text)
        events, after = position.turn(move)
        told = narrate(position.to_move, events, words)
        yield picture_block(after.picture(move), words, f"{number}. {text}. {told}", width)
        position = after


def ending(position: AnyPosition, moves: list[str], words: Translator) -> Iterator[Block]:
    """Say how an example ends, where it is shown to its end."""
    for text in moves:
        position = position.play(text)
    if position.outcome and len(moves) <= MOST_TURNS:
        yield {"kind": "paragraph", "spans": [{"text": ended(position.outcome, words), "bold": True}]}


def blocks_of(tokens: list[Token]) -> Iterator[Block]:
    """Yield the blocks of a Markdown text: headings, paragraphs, lists, tables, code."""
    at = 0
    while at < len(tokens):
        token = tokens[at]
        end = closing(tokens, at)
        inside = tokens[at + 1 : end]
        if token.type == "heading_open":
            yield {"kind": "heading", "level": int(token.tag[1]), "spans": spans_of(inside[0])}
        elif token.type == "paragraph_open":
            yield {"kind": "paragraph", "spans": spans_of(inside[0])}
        elif token.type in ("bullet_list_open", "ordered_list_open"):
            yield {"kind": "list", "ordered": token.type.startswith("ordered"), "items": list(items_of(inside))}
        elif token.type == "table_open":
            yield {"kind": "table", "rows": list(rows_of(inside))}
        elif token.type in ("fence", "code_block"):
            yield {"kind": "code", "text": token.content.rstrip("\n")}
        elif token.type == "blockquote_open":
            yield from blocks_of(inside)
        at = end + 1


def closing(tokens: list[Token], at: int) -> int:
    """Return where the block that begins here ends."""
    depth = 0
    for number in range(at, len(tokens)):
        depth += tokens[number].nesting
        if depth == 0:
            return number
    raise AssertionError(f"{tokens[at].type} is never closed")


def items_of(tokens: list[Token]) -> Iterator[list[Block]]:
    """Yield the items of a list."""
    at = 0
    while at < len(tokens):
        end = closing(tokens, at)
        yield list(blocks_of(tokens[at + 1 : end]))
        at = end + 1


def rows_of(tokens: list[Token]) -> Iterator[list[list[Block]]]:
    """Yield the rows of a table, the heading first, as cells of spans."""
    row: list[list[Block]] = []
    for token in tokens:
        if token.type == "inline":
            row.append(spans_of(token))
        elif token.type == "tr_close":
            yield row
            row = []


def spans_of(inline: Token) -> list[Block]:
    """List the runs of a line of text, each bold, slanted, as code, or plain."""
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
