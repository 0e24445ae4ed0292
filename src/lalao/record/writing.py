"""Writing records as text, in a format like PGN, or as the flat lists of words that links and web pages use.

The words of a flat list are those of a record without move numbers: moves, judgements such as ``$1`` and each comment
in braces as one word after its move, and parentheses around alternatives to the move before them. ``*`` marks the
end of the moves played, where lines that were taken back follow.

>>> import lalao
>>> record = unflatten(lalao.game("fang-4").start(), ["2", "2", "(", "3", ")", "3"])
>>> [str(move) for move in record.moves()]
['2', '2', '3']
>>> record.undo()
True
>>> list(flatten(record))
['2', '2', '(', '3', ')', '*', '3']
"""

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping

from lalao.errors import NotationError, of_type
from lalao.games.game import AnyPosition, Headers
from lalao.record.tree import BEGIN, END, OPEN, Node, Record, walk
from lalao.values import Ending, MatchEnding, Outcome, Side

WIDTH = 80
GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""The suffixes of moves, with the numbers (NAGs) that PGN gives them."""
SIGNS = {number: sign for sign, number in GLYPHS.items()}
JUDGEMENT = re.compile(r"\$[0-9]{1,3}")
WRITTEN_DRAW, DRAW_SIGN = "1/2-1/2", "½-½"


def write(record: Record, headers: Headers | None = None) -> str:
    """Return the text of a record: tags, a blank line, numbered moves with comments and variations, the result.

    With the `headers` of another program the tags are its own, judgements are signs such as ``?!``, and a draw is
    ``½-½``. Raises NotationError for a comment that holds a closing brace.
    """
    of_type("record", record, Record, "a lalao.record.Record")
    start, result = record.root.position, record.result
    named = {"Start": str(start)}
    tags = {name: value for name, value in record.tags.items() if name != "Termination"}
    if headers:
        result, named = DRAW_SIGN if result == WRITTEN_DRAW else result, headers.tags(start)
        tags = {name: value for name, value in tags.items() if name not in ("Game", "Start")}
    tags |= named | {"Result": result}
    if word := termination(record) or foreign_termination(record):
        tags["Termination"] = word
    lines = [f'[{name} "{_quoted(value)}"]' for name, value in tags.items()]
    signs = SIGNS if headers else {}
    words = [*_comment(record.root), *_line(record.root, signs), result]
    body = textwrap.fill(" ".join(words), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", body, ""])


def _quoted(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _comment(node: Node) -> Iterator[str]:
    if "}" in node.comment:
        raise NotationError("the comment '{text}' holds a closing brace: leave it out", text=node.comment)
    if node.comment.strip():
        yield f"{{{' '.join(node.comment.split())}}}"


def _line(root: Node, signs: Mapping[int, str]) -> Iterator[str]:
    """Yield the words that follow a node; parentheses are joined to the first and last word of a variation."""
    numbered, begins, word = True, "", ""
    for each in walk(root.children):
        if each == END:
            word += END
            numbered = True
        elif isinstance(each, str):
            begins, numbered = BEGIN, True
        else:
            for more in (*_move(each, numbered, signs), *_comment(each)):
                if word:
                    yield word
                word, begins = begins + more, ""
            numbered = bool(each.comment)
    if word:
        yield word


def _move(node: Node, numbered: bool, signs: Mapping[int, str]) -> Iterator[str]:
    """Yield the words of a move; with `numbered`, a move of the second side has its number too.

    Its first judgement is written with the move where `signs` has one for it.
    """
    assert node.parent is not None
    number, first = move_number(node.parent)
    if first:
        yield f"{number}."
    elif numbered:
        yield f"{number}..."
    sign = signs.get(node.glyphs[0], "") if node.glyphs else ""
    yield f"{node.move}{sign}"
    yield from (f"${glyph}" for glyph in node.glyphs[bool(sign) :])


def move_number(node: Node) -> tuple[int, bool]:
    """Return the number of the move played from a node, and whether the first side plays it."""
    first = node.position.to_move.is_first
    begun_by_second = first == (node.ply % 2 == 1)
    return (node.ply + begun_by_second) // 2 + 1, first


def flatten(record: Record) -> Iterator[str]:
    """Yield the words of a game, with its comments, variations and lines taken back."""
    yield from _flat_comment(record.root)
    yield from _flat_line(record.root.children)
    if record.beside:
        yield OPEN
        yield from _flat_line(record.beside)


def _flat_line(children: list[Node]) -> Iterator[str]:
    for each in walk(children):
        if isinstance(each, str):
            yield each
        else:
            yield str(each.move)
            yield from (f"${glyph}" for glyph in each.glyphs)
            yield from _flat_comment(each)


def _flat_comment(node: Node) -> Iterator[str]:
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
                raise NotationError("unmatched closing parenthesis")
            here = waiting.pop()
        elif word.startswith("{"):
            here.comment = word[1:].removesuffix("}")
        elif JUDGEMENT.fullmatch(word):
            if here.parent is None:
                raise NotationError("a judgement such as {text} comes after a move", text=word)
            here.glyphs = (*here.glyphs, int(word[1:]))
        elif word != OPEN:
            here = here.add(here.position.move(word))
    if waiting:
        raise NotationError("this parenthesis is never closed")
    outcome = record.outcome()
    record.result = outcome.result if outcome else OPEN
    return record


NORMAL = "normal"
UNTERMINATED = "unterminated"
WORDS: dict[Ending, str] = {
    MatchEnding.RESIGNED: "resigned",
    MatchEnding.AGREED: "agreed",
    MatchEnding.TIME: "time forfeit",
    MatchEnding.REPETITION: "repetition",
    MatchEnding.QUIET_LIMIT: "quiet limit",
    MatchEnding.ADJUDICATED: "adjudication",
    MatchEnding.FORFEIT: "rules infraction",
    MatchEnding.ABANDONED: "abandoned",
    MatchEnding.ILLEGAL_MOVE: "rules infraction",
    MatchEnding.FAILED: "program failed",
}
WON, DRAWN, VOID = ("1-0", "0-1"), ("1/2-1/2",), (OPEN,)
OLD_WORDS = ("rules", "drawn by the match")
"""Words of version 0.1.0 for endings that the moves show."""
TOLD = (
    ("resigned", WON, MatchEnding.RESIGNED),
    ("agreed", DRAWN, MatchEnding.AGREED),
    ("time forfeit", WON, MatchEnding.TIME),
    ("adjudication", WON + DRAWN, MatchEnding.ADJUDICATED),
    ("rules infraction", VOID, MatchEnding.FORFEIT),
    ("rules infraction", WON, MatchEnding.ILLEGAL_MOVE),
    ("abandoned", VOID, MatchEnding.ABANDONED),
    ("program failed", WON, MatchEnding.FAILED),
)
"""The words for endings that the moves do not show, each with the results that it goes with."""


def termination(record: Record) -> str:
    """Return the word of the tag ``Termination`` for how a game ended, or "" where that is not known.

    In PGN ``normal`` also covers resignation, agreement and draws by repetition. Here it means an end by the rules of
    the game; the others have words of their own.
    """
    outcome = record.outcome() or record.settled
    if outcome is not None:
        return WORDS.get(outcome.ending, NORMAL)
    return UNTERMINATED if record.result == OPEN else ""


def foreign_termination(record: Record) -> str:
    """Return the words of another program for how a game ended, where they are not ours; else ""."""
    word = record.tags.get("Termination", "")
    return "" if word in {NORMAL, UNTERMINATED, *WORDS.values(), *OLD_WORDS} else word


def settled(word: str, result: str, sides: tuple[Side, Side]) -> Outcome | None:
    """Return the outcome that a tag's word and a result mean for a game not ended by its moves, or None.

    Version 0.1.0 wrote ``agreed`` for every such game, so with a winner that word means nothing.
    """
    ending = next((ending for told, results, ending in TOLD if told == word and result in results), None)
    if ending is None:
        return None
    return Outcome(dict(zip(WON, sides, strict=True)).get(result), ending)
