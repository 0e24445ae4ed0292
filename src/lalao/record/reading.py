"""Reading records: strict about moves, lenient about white space; every error has its line and column.

Records of other programs, whose tags do not say ``Game``, are read leniently: their moves as people type them, their
move numbers not at all. `lalao.record.foreign` reads texts that name no game.
"""

import re
from collections.abc import Callable, Container, Iterator
from dataclasses import dataclass

from lalao.errors import LalaoError, NotationError, RecordError, of_type
from lalao.games.game import AnyPosition, Headers
from lalao.games.registry import FAMILIES
from lalao.games.registry import game as find_game
from lalao.record.tree import DRAWS, OPEN, RESULTS, Node, Record
from lalao.record.writing import DRAW_SIGN, GLYPHS, WRITTEN_DRAW, move_number, settled

TOKEN = re.compile(
    r"""(?P<space>\s+)
    |   (?P<tag>\[\s*(?P<name>[A-Za-z][A-Za-z0-9_]*)\s*"(?P<value>(?:[^"\\\n]|\\["\\])*)"\s*\])
    |   (?P<comment>\{(?P<words>[^}]*)\}|;(?P<rest>[^\n]*))
    |   (?P<glyph>\$(?P<judgement>[0-9]{1,3})(?=[\s(){}]|$))
    |   (?P<open>\()
    |   (?P<close>\))
    |   (?P<result>(?:1-0|0-1|1/2-1/2|½[-–]½|\*)(?=[\s(){;]|$))
    |   (?P<number>[0-9]+(?:\.+|…))
    |   (?P<move>[^\s(){}\[\];$]+)
    """,
    re.VERBOSE,
)


KNOWN = " ".join(GLYPHS)


@dataclass(frozen=True, slots=True)
class Token:
    """A token: its kind, its text, where it begins and ends in the whole text, and the name of a tag."""

    kind: str
    text: str
    at: int
    end: int
    name: str = ""


def tokens_of(text: str) -> Iterator[Token]:
    """Yield the tokens of a text.

    Raises RecordError at the first place that is none.
    """
    at = 0
    while at < len(text):
        token = TOKEN.match(text, at)
        if token is None:
            word = text[at : at + 30].split("\n")[0]
            raise located(
                text,
                at,
                NotationError("'{text}' is not understood: a bracket or brace is missing or misplaced", text=word),
            )
        kind, end = token.lastgroup or "space", token.end()
        if kind == "tag" or token["tag"]:
            value = re.sub(r"\\(.)", r"\1", token["value"])
            yield Token("tag", plain_result(value) if token["name"] == "Result" else value, at, end, token["name"])
        elif token["comment"]:
            said = token["words"] if token["words"] is not None else token["rest"].replace("}", ")")
            yield Token("comment", " ".join(said.split()), at, end)
        elif token["glyph"]:
            yield Token("glyph", token["judgement"], at, end)
        elif kind != "space":
            yield Token(kind, plain_result(token[0]) if kind == "result" else token[0], at, end)
        at = end


def plain_result(text: str) -> str:
    """Return a result as PGN writes it: ``½-½`` is ``1/2-1/2``."""
    return WRITTEN_DRAW if text.replace("–", "-") == DRAW_SIGN else text


def parts_of(text: str) -> Iterator[list[Token]]:
    """Yield the tokens of each record in a text, one record at a time.

    A record begins at each run of tags. Where a record has no tags, another begins after its result, after an empty
    line, and at a line that begins with ``1.``.
    """
    part: list[Token] = []
    for token in tokens_of(text):
        if part and _begins(text, part, token):
            yield part
            part = []
        part.append(token)
    if part:
        yield part


def _begins(text: str, part: list[Token], token: Token) -> bool:
    """Tell whether a token begins another record than `part`."""
    last = part[-1]
    if token.kind == "tag" or part[0].kind == "tag":
        return token.kind == "tag" and last.kind != "tag"
    if last.kind == "result":
        return True
    lines = text[last.end : token.at].count("\n")
    is_first = token.kind == "number" and re.fullmatch(r"1\.", token.text) is not None
    if lines < (1 if is_first else 2) or not any(each.kind == "move" for each in part):
        return False
    return sum((each.kind == "open") - (each.kind == "close") for each in part) == 0


def located(text: str, at: int, cause: LalaoError) -> RecordError:
    """Return `cause` as an error at an offset in a text."""
    line = text.count("\n", 0, at) + 1
    return RecordError(line, at - (text.rfind("\n", 0, at) + 1) + 1, cause)


class Reader:
    """Reads one record from its tokens."""

    def __init__(self, text: str, tokens: list[Token] | None = None, given: AnyPosition | None = None) -> None:
        """Read from `tokens`, all those of the text by default; the text is kept to locate errors.

        `given` is the start of a record that does not name its game. Raises RecordError where the text cannot be cut
        into tokens.
        """
        self.text = text
        self.tokens = list(tokens_of(text)) if tokens is None else tokens
        self.given = given
        self.next = 0
        self.is_own = True
        """Whether the record names its game as ours do."""

    def error(self, at: int, cause: LalaoError) -> RecordError:
        """Return `cause` as an error at an offset in the text."""
        return located(self.text, at, cause)

    def peek(self) -> Token | None:
        """Return the next token, or None at the end."""
        return self.tokens[self.next] if self.next < len(self.tokens) else None

    def read(self, admit: Callable[[AnyPosition], None] | None = None) -> Record:
        """Read the tokens as one record; `admit` may raise an error for the start before any move is read.

        Raises RecordError.
        """
        tags = self._tags()
        self.is_own = "Game" in tags
        start = self._start(tags) if self.is_own else self._foreign_start(tags)
        if admit:
            admit(start)
        known = {"Game", *(headers_in(tags) or Headers).names}
        texts = {name: token.text for name, token in tags.items() if self.is_own or name not in known}
        record = Record(Node(start), texts if self.is_own else {"Game": start.game.id} | texts)
        self._check_draws(tags)
        self._line(record.root, record)
        self._close(record, tags)
        return record

    def _tags(self) -> dict[str, Token]:
        tags: dict[str, Token] = {}
        while (token := self.peek()) and token.kind == "tag":
            if token.name in tags:
                raise self.error(token.at, NotationError("the tag {name} occurs twice", name=token.name))
            tags[token.name] = token
            self.next += 1
        return tags

    def _start(self, tags: dict[str, Token]) -> AnyPosition:
        try:
            game = find_game(tags["Game"].text)
            return game.position(tags["Start"].text) if "Start" in tags else game.start()
        except NotationError as cause:
            raise self.error(tags["Start"].at, cause) from None
        except LalaoError as cause:
            raise self.error(tags["Game"].at, cause) from None

    def _foreign_start(self, tags: dict[str, Token]) -> AnyPosition:
        headers = headers_in(tags)
        if headers is None and self.given is None:
            begin = self.tokens[0].at if self.tokens else 0
            raise self.error(begin, NotationError('the record does not name its game: begin with [Game "fang"]'))
        if headers is None:
            assert self.given is not None
            return self.given
        texts = {name: token.text for name, token in tags.items()}
        try:
            return headers.start(texts, self.given.game if self.given else None)
        except LalaoError as cause:
            named = [name for name in headers.names if name in tags]
            at = tags[named[-1] if isinstance(cause, NotationError) else named[0]].at
            raise self.error(at, cause) from None

    def _check_draws(self, tags: dict[str, Token]) -> None:
        token = tags.get("Draws")
        if token and not set(token.text.split()) <= DRAWS | {"none"}:
            raise self.error(
                token.at,
                NotationError("'{text}' does not name draw rules: write repetition, quiet or none", text=token.text),
            )

    def _line(self, node: Node, record: Record) -> None:
        """Read the moves that follow a node, with their variations, to the result or the end of the text."""
        open_lines: list[tuple[Node, int]] = []
        heading: str | None = None  # the comment before the first move of a variation
        while token := self.peek():
            self.next += 1
            match token.kind:
                case "comment" if heading is not None:
                    heading = f"{heading} {token.text}".strip()
                case "comment":
                    node.comment = f"{node.comment} {token.text}".strip()
                case "glyph" if node.parent is not None and heading is None:
                    node.glyphs = (*node.glyphs, int(token.text))
                case "glyph":
                    raise self.error(token.at, NotationError("'${text}' comes before any move", text=token.text))
                case "number":
                    self._check_number(node, token)
                case "move":
                    node = self._move(node, token)
                    node.comment, heading = heading or "", None
                case "open":
                    if node.parent is None:
                        raise self.error(token.at, NotationError("a variation comes after the move that it replaces"))
                    open_lines.append((node, token.at))
                    node, heading = node.parent, ""
                case "close":
                    if not open_lines:
                        raise self.error(token.at, NotationError("unmatched closing parenthesis"))
                    node, heading = open_lines.pop()[0], None
                case "result":
                    if open_lines:
                        raise self.error(token.at, NotationError("a result ends the game, not a variation"))
                    record.result = token.text
                    return
                case _:
                    raise self.error(token.at, NotationError("tags come before the moves"))
        if open_lines:
            raise self.error(open_lines[-1][1], NotationError("this parenthesis is never closed"))

    def _check_number(self, node: Node, token: Token) -> None:
        expected, _ = move_number(node)
        if self.is_own and token.text.rstrip(".…") != str(expected):
            raise self.error(
                token.at,
                NotationError(
                    "move number {found} should be {expected}", found=token.text.rstrip(".…"), expected=expected
                ),
            )

    def _move(self, node: Node, token: Token) -> Node:
        """Read a move of one word or of two, for example ``xc3 d3-e3A``, with its suffix."""
        following = self.peek()
        words = [token.text, following.text] if following and following.kind == "move" else [token.text]
        if not self.is_own:
            words = self._typed_words(node, token)
        bare = [word.rstrip("!?") for word in words]
        try:
            move, used = node.read(bare) if self.is_own else (node.position.guess(" ".join(bare)), len(bare))
        except LalaoError as cause:
            raise self.error(token.at, cause) from None
        self.next += used - 1
        played = node.add(move)
        mark = words[used - 1].removeprefix(bare[used - 1])
        if mark and mark not in GLYPHS:
            raise self.error(
                token.at,
                NotationError("'{text}' is not a judgement of a move: write {marks}", text=mark, marks=KNOWN),
            )
        played.glyphs = (GLYPHS[mark],) if mark else ()
        return played

    def _typed_words(self, node: Node, token: Token) -> list[str]:
        """Return the words of the move that a token begins, as far as its family lets them continue it."""
        notation, words = node.position.game.family.notation, [token.text]
        for following in self.tokens[self.next :]:
            if following.kind != "move" or not notation.continues(words[-1], following.text):
                break
            words.append(following.text)
        return words

    def _close(self, record: Record, tags: dict[str, Token]) -> None:
        """Check that nothing follows the result and that tag, moves and rules agree on it, and settle the record."""
        left = self.peek()
        if left is not None:
            raise self.error(left.at, NotationError("'{text}' comes after the end of the game", text=left.text))
        written = any(token.kind == "result" for token in self.tokens)
        at = self.tokens[-1].at if written else len(self.text)
        if "Result" in tags:
            tagged = tags["Result"].text
            if tagged not in RESULTS:
                raise self.error(
                    tags["Result"].at,
                    NotationError("'{text}' is not a result: write {results}", text=tagged, results=", ".join(RESULTS)),
                )
            if written and tagged != record.result:
                raise self.error(
                    at,
                    NotationError(
                        "the moves end with {result}, the tag says {tagged}", result=record.result, tagged=tagged
                    ),
                )
            record.result = tagged
        outcome = record.outcome()
        if outcome is None and "Termination" in tags:
            record.settled = settled(tags["Termination"].text, record.result, record.game.sides)
        if outcome and not written and "Result" not in tags:
            record.result = outcome.result
        if outcome and record.result not in (outcome.result, OPEN):
            raise self.error(
                at,
                NotationError(
                    "by the rules this game ends {found}, not {result}", found=outcome.result, result=record.result
                ),
            )


def headers_in(tags: Container[str]) -> Headers | None:
    """Return the headers of the family that tags of another program belong to, or None where they are of no family."""
    every = (family.headers for family in FAMILIES if family.headers)
    return next((headers for headers in every if any(name in tags for name in headers.names)), None)


def read(text: str, admit: Callable[[AnyPosition], None] | None = None) -> Record:
    """Read a record from its text; `admit` may raise an error of its own for the start before any move is read.

    Raises RecordError.
    """
    return Reader(plain(text)).read(admit)


def read_all(text: str) -> list[Record]:
    """Read all records in a text, each of which begins with tags.

    Raises RecordError with the line and column in the whole text.
    """
    text = plain(text)
    return [Reader(text, part).read() for part in parts_of(text)]


def read_each(text: str) -> Iterator[Record | RecordError]:
    """Yield the records in a text; in place of one that cannot be read, yield its error.

    Raises RecordError where the text cannot be split into records any further.
    """
    text = plain(text)
    for part in parts_of(text):
        try:
            yield Reader(text, part).read()
        except RecordError as error:
            yield error


def plain(text: str) -> str:
    """Return a text without a byte order mark and with Unix line ends."""
    return of_type("text", text, str, "a text").removeprefix("\ufeff").replace("\r\n", "\n")
