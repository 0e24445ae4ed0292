"""A game and its variations as a flat list of words, the form that links and web pages use.

The words are those of a record without move numbers: moves, each comment in braces as one word after its move, and
parentheses around what might replace the move before them. ``*`` marks the end of the moves played, where lines that
were taken back follow.

>>> import lalao
>>> record = unflatten(lalao.game("fang-4").start(), ["2", "2", "(", "3", ")", "3"])
>>> [str(move) for move in record.moves()]
['2', '2', '3']
>>> record.undo()
True
>>> list(flatten(record))
['2', '2', '(', '3', ')', '*', '3']
"""

from collections.abc import Iterable, Iterator

from lalao.errors import NotationError
from lalao.games.game import AnyPosition
from lalao.record.tree import BEGIN, END, OPEN, Node, Record, walk


def flatten(record: Record) -> Iterator[str]:
    """Yield the words of a game, with its comments, variations and lines taken back."""
    yield from _comment(record.root)
    yield from _line(record.root.children)
    if record.beside:
        yield OPEN
        yield from _line(record.beside)


def _line(children: list[Node]) -> Iterator[str]:
    for each in walk(children):
        if isinstance(each, str):
            yield each
        else:
            yield str(each.move)
            yield from _comment(each)


def _comment(node: Node) -> Iterator[str]:
    if node.comment:
        yield f"{{{node.comment}}}"


def unflatten(start: AnyPosition, words: Iterable[str]) -> Record:
    """Build a record from the words of a game; moves after ``*`` count as played.

    Raises NotationError or IllegalMoveError.
    """
    record = Record.begin(start)
    here, waiting = record.root, list[Node]()
    for word in words:
        if word == BEGIN:
            if here.parent is None:
                raise NotationError("a variation comes after the move that it replaces")
            waiting.append(here)
            here = here.parent
        elif word == END:
            if not waiting:
                raise NotationError("this parenthesis closes nothing")
            here = waiting.pop()
        elif word.startswith("{"):
            here.comment = word[1:].removesuffix("}")
        elif word != OPEN:
            here = here.add(here.position.move(word))
    if waiting:
        raise NotationError("this parenthesis is never closed")
    outcome = record.outcome()
    record.result = outcome.result if outcome else OPEN
    return record
