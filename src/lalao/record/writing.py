"""Records as text, in the manner of PGN."""

import textwrap
from collections.abc import Iterator

from lalao.errors import NotationError
from lalao.record.termination import termination
from lalao.record.tree import Node, Record

WIDTH = 80


def write(record: Record) -> str:
    """Write a record: tags, a blank line, numbered moves with comments and variations, the result.

    Raises NotationError for a comment that holds a closing brace.
    """
    tags = record.tags | {"Start": str(record.root.position), "Result": record.result}
    tags = {name: value for name, value in tags.items() if name != "Termination"}
    if word := termination(record):
        tags["Termination"] = word
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
    words = [*_comment(record.root), *_line(record.root, numbered=True), record.result]
    body = textwrap.fill(" ".join(words), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", body, ""])


def _quoted(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _comment(node: Node) -> Iterator[str]:
    if "}" in node.comment:
        raise NotationError("the comment '{text}' holds a closing brace: leave it out", text=node.comment)
    if node.comment.strip():
        yield f"{{{' '.join(node.comment.split())}}}"


def _line(node: Node, numbered: bool) -> Iterator[str]:
    """Yield the words of what follows a node; `numbered` where a second side's move needs its number too."""
    while node.children:
        main, *others = node.children
        yield from _move(node, main, numbered)
        yield from _comment(main)
        for other in others:
            yield f"({' '.join([*_move(node, other, True), *_comment(other), *_line(other, bool(other.comment))])})"
        numbered = bool(others or main.comment)
        node = main


def _move(node: Node, child: Node, numbered: bool) -> Iterator[str]:
    number, first = move_number(node)
    if first:
        yield f"{number}."
    elif numbered:
        yield f"{number}..."
    yield str(child.move)
    yield from (f"${glyph}" for glyph in child.glyphs)


def move_number(node: Node) -> tuple[int, bool]:
    """Return the number of the move played from a node, and whether the first side plays it."""
    plies = 0
    root = node
    while root.parent is not None:
        plies, root = plies + 1, root.parent
    offset = 0 if root.position.to_move.is_first else 1
    return (plies + offset) // 2 + 1, node.position.to_move.is_first
