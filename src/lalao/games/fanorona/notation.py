"""How positions and moves of Fanorona are written."""

import re

from lalao.errors import NotationError
from lalao.events import Contents
from lalao.games.fanorona import turns
from lalao.games.fanorona.rules import Fanorona, FanoronaPosition
from lalao.games.fanorona.turns import FanoronaMove
from lalao.games.fanorona.words import why_not
from lalao.games.game import Notation
from lalao.values import Side

SIDES = {"w": Side.WHITE, "b": Side.BLACK}
TYPED_STEP = "(?P<point>[a-z][0-9]{1,2})(?: ?(?P<kind>[aw](?![0-9])|[+]|-(?=,|$)))?"
TYPED = re.compile(
    f"(?P<huffed>x ?[a-z][0-9]{{1,2}})?(?P<path>(?:[-, >]*{re.sub(r'[?]P<[a-z]+>', '?:', TYPED_STEP)})*)"
)
KINDS = {"+": "A", "-": "W"}
"""The marks of captures in lists of squares."""
COUNTED = re.compile("(?P<ranks>[^ ]+) (?P<side>[WBwb])(?: (?P<quiet>[0-9]{1,9})(?: [0-9]{1,9})?)?")
"""A position with the plies since the last capture and the number of the move, or with the side as a capital."""
FROM_RANK_1 = re.compile("(?P<ranks>[^ ]+) (?P<side>[WB])(?: -){2,3}(?: [0-9]{1,9})?")
"""A position of the Gym and AEC environments called fanorona: the first rank is rank 1, where White starts."""


class FanoronaNotation(Notation):
    """``BBB/B1W/WWW w``: ranks from the north, the side to move, tags; a move is a path, ``d3-e3A-e4W``."""

    signs = ("", "A", "W", "x")

    def position(self, game: Fanorona, text: str) -> FanoronaPosition:
        """Read a position such as ``BBB/B1W/WWW w quiet=3``, or as another program writes it.

        Raises NotationError.
        """
        parts = in_our_words(text).split(" ")
        if len(parts) < 2 or parts[1] not in SIDES:
            raise NotationError(
                "'{text}' is not a position of Fanorona: write the ranks, then w or b, such as '{example}'",
                text=text,
                example=game.start(),
            )
        white, black = read_ranks(game, parts[0])
        tags = read_tags(parts[2:])
        side = SIDES[parts[1]]
        vela = SIDES[tags["vela"]] if "vela" in tags else None
        position = FanoronaPosition(
            game, white, black, side, vela, read_points(game, tags.get("huff", "")), int(tags.get("quiet", 0))
        )
        check(position)
        return position

    def read_board(self, game: Fanorona, text: str) -> Contents:
        white, black = read_ranks(game, text.split(" ")[0])
        at = game.lattice.index
        return {name: "W" * (white >> point & 1) + "B" * (black >> point & 1) for name, point in at.items()}

    def move(self, position: FanoronaPosition, text: str) -> FanoronaMove:
        """Read a turn from any of its legal paths.

        Raises NotationError, IllegalMoveError with the reason where the path is not legal, and TooLargeError where
        the turn has too many paths to find the first of its texts.
        """
        shape = turns.TURN.fullmatch(text)
        if shape is None or not text:
            raise NotationError(
                "'{text}' is not a move of Fanorona: write {step}A (approach), {step}W (withdrawal) or {step} (plain)",
                text=text,
                step=position.game.step,
            )
        over = position.game_over()
        if over:
            raise over
        path = turns.path_of(position, text)
        if path is None:
            raise why_not(position, shape["huffed"], shape["path"])
        return turns.turn_of(position, path)

    def as_written(self, position: FanoronaPosition, text: str) -> str:
        """Join the points of a path by hyphens, with ``A`` and ``W`` in capitals: ``C2 B2a`` is ``c2-b2A``.

        Steps may be joined, or separated by commas, and squares may be repeated: ``C2B2+,B2B3-`` is ``c2-b2A-b3W``.
        """
        shape = TYPED.fullmatch(text.lower().rstrip(".,"))
        if shape is None:
            return text
        steps: list[str] = []
        for step in re.finditer(TYPED_STEP, shape["path"]):
            kind = step["kind"] or ""
            if kind or not steps or steps[-1].rstrip("AW") != step["point"]:
                steps.append(step["point"] + KINDS.get(kind, kind.upper()))
        huffed = (shape["huffed"] or "").replace(" ", "")
        return " ".join(part for part in (huffed, "-".join(steps)) if part)

    def continues(self, before: str, word: str) -> bool:
        """Tell whether a word is the turn of a huff, begins where the last step ended, or is a point that goes on.

        A point alone goes on after another one, or after a comma: ``f4 e5W e4A``, ``f4-e5W, e4A``.
        """
        earlier, points = (re.findall("[a-z][0-9]{1,2}", each.lower()) for each in (before, word))
        if not points or word[0] in "xX":
            return False
        if before[0] in "xX":
            return True
        is_open = before.endswith((",", "-")) or len(earlier) == 1
        return points[:1] == earlier[-1:] or (is_open and len(points) == 1)

    def forms(self, position: FanoronaPosition, text: str) -> tuple[str, ...]:
        """Allow ``A`` and ``W`` to be left out, then the end of the path too."""
        if not TYPED.fullmatch(text.lower()):
            return ()
        path = re.sub("(?<=[0-9])(?=-|$)", "[AW]?", text)
        return path, f"{path}-.*"


def in_our_words(text: str) -> str:
    """Rewrite the position text of another program; any other text comes back unchanged.

    >>> in_our_words("3/1W1/B2 W"), in_our_words("3/1W1/B2 b 7 12"), in_our_words("3/1W1/B2 W - - - 0")
    ('3/1W1/B2 w', '3/1W1/B2 b quiet=7', 'B2/1W1/3 w')
    """
    if shape := FROM_RANK_1.fullmatch(text):
        return f"{'/'.join(reversed(shape['ranks'].split('/')))} {shape['side'].lower()}"
    shape = COUNTED.fullmatch(text)
    if shape is None:
        return text
    quiet = int(shape["quiet"] or 0)
    return f"{shape['ranks']} {shape['side'].lower()}" + (f" quiet={quiet}" if quiet else "")


def read_ranks(game: Fanorona, text: str) -> tuple[int, int]:
    """Read the pieces of White and of Black, as sets of points.

    Raises NotationError.
    """
    ranks = text.split("/")
    if len(ranks) != game.lattice.height:
        raise NotationError(
            "'{text}' has {count} rank: this board has {ranks}, joined by /",
            "'{text}' has {count} ranks: this board has {ranks}, joined by /",
            text=text,
            count=len(ranks),
            ranks=game.lattice.height,
        )
    rows = [read_rank(game, rank) for rank in reversed(ranks)]
    letters = "".join(rows)
    white = sum(1 << point for point, letter in enumerate(letters) if letter == "W")
    black = sum(1 << point for point, letter in enumerate(letters) if letter == "B")
    return white, black


def read_rank(game: Fanorona, text: str) -> str:
    """Return a rank as one character for each point: ``W``, ``B`` or a space.

    Raises NotationError.
    """
    if not re.fullmatch("(?:[WB]|(?<![0-9])[1-9][0-9]?(?![0-9]))+", text):
        raise NotationError("'{text}' is not a rank: write W, B and the length of empty runs, such as WB3W", text=text)
    row = re.sub("[0-9]+", lambda run: " " * int(run[0]), text)
    if len(row) != game.lattice.width:
        raise NotationError(
            "the rank '{text}' has {count} point: this board has {files}",
            "the rank '{text}' has {count} points: this board has {files}",
            text=text,
            count=len(row),
            files=game.lattice.width,
        )
    return row


def read_tags(parts: list[str]) -> dict[str, str]:
    """Read ``vela=b huff=c3.d4 quiet=17``, each at most once and in this order.

    Raises NotationError.
    """
    shapes = {"vela": "[wb]", "huff": "[a-z0-9.]+", "quiet": "[1-9][0-9]{0,8}"}
    tags: dict[str, str] = {}
    names = list(shapes)
    for part in parts:
        name, _, value = part.partition("=")
        if name not in names or not re.fullmatch(shapes[name], value):
            raise NotationError(
                "'{text}' is not understood: after the side come vela=w or vela=b, huff=c3.d4 and quiet=17, "
                "in this order",
                text=part,
            )
        names = names[names.index(name) + 1 :]
        tags[name] = value
    return tags


def read_points(game: Fanorona, text: str) -> int:
    """Read points joined by dots, as a set.

    Raises NotationError.
    """
    points = 0
    for name in text.split(".") if text else ():
        if name not in game.lattice.index:
            raise NotationError(
                "there is no point '{point}': this board goes from a1 to {last}",
                point=name,
                last=game.lattice.names[-1],
            )
        if points >> game.lattice.index[name]:
            raise NotationError("'{text}' should name each point once, by rank and then by file", text=text)
        points |= 1 << game.lattice.index[name]
    return points


def check(position: FanoronaPosition) -> None:
    """Reject numbers of pieces and tags that no game with these rules can reach.

    Raises NotationError.
    """
    most = max(position.white.bit_count(), position.black.bit_count())
    if most > position.game.pieces:
        raise NotationError("one side has {found} pieces: it starts with {most}", found=most, most=position.game.pieces)
    if not position.white | position.black:
        raise NotationError("there is no piece on the board: put at least one")
    if position.game.vela and position.vela is None:
        raise NotationError("in Vela the position says who won the first round: add vela=w or vela=b")
    if position.vela is not None and not position.game.vela:
        raise NotationError("vela= belongs to the games whose id ends in -vela")
    if position.huffable and not position.game.rules.huffing:
        raise NotationError("huff= belongs to the games with huffing, fanorona-souffle")
    if position.huffable & ~position.enemy:
        raise NotationError("huff= names pieces of the side that has just moved, {side}", side=position.to_move.other)
    if position.huffable and position.is_restricted and position.vela is not position.to_move:
        raise NotationError("in Vela nobody huffs the winner while he has more than 5 pieces")
