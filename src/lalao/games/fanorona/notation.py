"""How positions and moves of Fanorona are written, here and by other programs.

Games of Fanorona as other programs write them: in squares with marks, and as the move lines of Ludii's trials.

Squares: ``D2E3+`` takes by approach, ``D2E3-`` by withdrawal, ``D2E3`` takes nothing, a chain is ``F4E5-,E5E4+``, as on
SuperDuperGames, where a turn ends with a full stop; a huff comes first, ``xC3 D3E3+``. Case does not matter, and
``D2-E3`` is ``D2E3``.

Ludii: a line ``Move=[Move:mover=1,from=12,to=22,actions=[…]]`` for each step, the points numbered from a1 along the
ranks, captures written as actions ``[Remove:…to=31]``; consecutive steps of one player are his turn.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from lalao.errors import IllegalMoveError, LalaoError, NotationError
from lalao.events import Contents
from lalao.games.fanorona import turns
from lalao.games.fanorona.rules import Fanorona, FanoronaPosition
from lalao.games.fanorona.turns import APPROACH, WITHDRAWAL, FanoronaMove
from lalao.games.fanorona.words import why_not
from lalao.games.game import Interchange, Notation
from lalao.values import Side

SIDES = {"w": Side.WHITE, "b": Side.BLACK}
TYPED_STEP = "(?P<point>[a-z][0-9]{1,2}) ?(?P<kind>[aw](?![0-9]))?"
TYPED = re.compile(f"(?P<huffed>x ?[a-z][0-9]{{1,2}})?(?P<path>(?:[- >]*{re.sub(r'[?]P<[a-z]+>', '?:', TYPED_STEP)})*)")


class FanoronaNotation(Notation):
    """``BBB/B1W/WWW w``: ranks from the north, the side to move, tags; a move is a path, ``d3-e3A-e4W``."""

    signs = ("", "A", "W", "x")

    def position(self, game: Fanorona, text: str) -> FanoronaPosition:
        """Read a position such as ``BBB/B1W/WWW w quiet=3``.

        Raises NotationError.
        """
        parts = text.split(" ")
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
        """Join the points of a path by hyphens, with ``A`` and ``W`` in capitals: ``C2 B2a`` is ``c2-b2A``."""
        shape = TYPED.fullmatch(text.lower())
        if shape is None:
            return text
        steps = (step["point"] + (step["kind"] or "").upper() for step in re.finditer(TYPED_STEP, shape["path"]))
        huffed = (shape["huffed"] or "").replace(" ", "")
        return " ".join(part for part in (huffed, "-".join(steps)) if part)

    def forms(self, position: FanoronaPosition, text: str) -> tuple[str, ...]:
        """Allow ``A`` and ``W`` to be left out, then the end of the path too."""
        path = re.sub("(?<=[0-9])(?=-|$)", "[AW]?", text)
        return path, f"{path}-.*"


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


MARKS = {APPROACH: "+", WITHDRAWAL: "-", "": ""}
WAYS = {mark: way for way, mark in MARKS.items()}
HUFF = re.compile("x([a-z][0-9]{1,2})")
STEP = re.compile("([a-z][0-9]{1,2})-?([a-z][0-9]{1,2})([+-]?)")
SKIPPED = re.compile(r"[0-9]+[.]+|1-0|0-1|1/2-1/2|[*]")
"""Words between the moves: numbers and results."""
WIDTH = 80
BEGINS = "Move=["
LINE = re.compile(r"Move=\[Move:mover=(?P<mover>[12]),.*?actions=\[(?P<actions>.*)\]\]")
PLACES = re.compile("Move:(?:typeFrom=Vertex,)?from=([0-9]{1,4}),(?:typeTo=Vertex,)?to=([0-9]{1,4})(?![0-9])")
REMOVED = re.compile(r"Remove:(?:type=Vertex,)?to=([0-9]{1,4})(?![0-9])")


class Squares(Interchange):
    """Squares with marks, moves numbered as in records."""

    def recognises(self, text: str) -> bool:
        """Tell whether the first word, after numbers, results and huffs, is a move in squares."""
        words = (word for word in text.lower().split() if not SKIPPED.fullmatch(word) and not HUFF.fullmatch(word))
        first = next(words, "").partition(",")[0].rstrip(".")
        return STEP.fullmatch(first) is not None

    def write(self, start: FanoronaPosition, moves: Sequence[FanoronaMove]) -> str:
        """Write a game, a line for each pair of turns."""
        lines: list[str] = []
        position = start
        for ply, move in enumerate(moves):
            if ply == 0 or position.to_move.is_first:
                lines.append(f"{len(lines) + 1}.{'' if position.to_move.is_first else '..'}")
            lines[-1] += f" {squares(move)}"
            position = position._play(move)
        return "".join(f"{line}\n" for line in lines)

    def read(self, start: FanoronaPosition, text: str) -> list[FanoronaMove]:
        """Read a game.

        Raises NotationError, naming the offending move.
        """
        moves: list[FanoronaMove] = []
        position, huffed = start, ""
        for word in (each.rstrip(".") if HUFF.match(each) else each for each in text.lower().split()):
            if SKIPPED.fullmatch(word):
                continue
            if HUFF.fullmatch(word) and position.enemy != 1 << position.game.lattice.index.get(word[1:], 0):
                huffed = f"{word} "
                continue
            moves.append(numbered(len(moves) + 1, position, f"{huffed}{path_of(word)}"))
            position, huffed = position._play(moves[-1]), ""
        return moves


def squares(move: FanoronaMove) -> str:
    """Write a turn in squares with marks.

    >>> squares(FanoronaMove("f4-e5W-e4A", 0, 0, 0)), squares(FanoronaMove("xc3 d3-e3", 0, 0, 0))
    ('F4E5-,E5E4+', 'xC3 D3E3')
    """
    huffed = HUFF.match(move.text)
    path = ",".join(f"{start}{end}{MARKS[how]}".upper() for start, end, how in move.steps)
    return " ".join(part for part in (f"x{huffed[1].upper()}" if huffed else "", path) if part)


def path_of(word: str) -> str:
    """Return the text in our notation of a turn written in squares; a huff alone is a turn too.

    >>> path_of("f4e5-,e5e4+."), path_of("d3-e3")
    ('f4-e5W-e4A', 'd3-e3')

    Raises NotationError.
    """
    if HUFF.fullmatch(word):
        return word
    path = ""
    for part in word.rstrip(".").split(","):
        shape = STEP.fullmatch(part)
        if shape is None or (path and not path.rstrip("AW").endswith(f"-{shape[1]}")):
            raise NotationError("'{text}' is not a turn in squares: write D2E3+, D2E3-, D2E3 or F4E5-,E5E4+", text=word)
        path = f"{path or shape[1]}-{shape[2]}{WAYS[shape[3]]}"
    return path


def numbered(number: int, position: FanoronaPosition, text: str) -> FanoronaMove:
    """Read a legal move; the error for any other names its number.

    Raises NotationError.
    """
    try:
        return position.move(text)
    except LalaoError as cause:
        raise NotationError("move {number}: {cause}", number=number, cause=cause) from None


class Ludii(Interchange):
    """The ``Move=`` lines of a Ludii trial; its other lines are ignored."""

    def recognises(self, text: str) -> bool:
        """Tell whether any line begins with ``Move=[``."""
        return any(line.strip().startswith(BEGINS) for line in text.splitlines())

    def write(self, start: FanoronaPosition, moves: Sequence[FanoronaMove]) -> str:
        """Write a game, a line for each step.

        Raises NotationError where a piece is huffed.
        """
        lines: list[str] = []
        position = start
        for move in moves:
            if move.huffed:
                raise NotationError("Ludii does not support huffing: '{text}' cannot be written for it", text=move)
            lines += ludii_steps(position, move)
            position = position._play(move)
        return "".join(f"{line}\n" for line in lines)

    def read(self, start: FanoronaPosition, text: str) -> list[FanoronaMove]:
        """Read a game.

        Raises NotationError or IllegalMoveError, naming the offending line or move.
        """
        moves: list[FanoronaMove] = []
        position = start
        for _, steps in groupby(ludii_lines(text), key=lambda step: step["mover"]):
            places = [step for step in steps if not step["actions"].startswith("Pass")]
            if places:
                moves.append(ludii_turn(len(moves) + 1, position, [step["actions"] for step in places]))
                position = position._play(moves[-1])
        return moves


def ludii_lines(text: str) -> Iterator[re.Match[str]]:
    """Yield the parsed ``Move=`` lines of a trial.

    Raises NotationError where one cannot be parsed.
    """
    for line in text.splitlines():
        if line.strip().startswith(BEGINS):
            shape = LINE.fullmatch(line.strip())
            if shape is None:
                raise NotationError("'{text}' is not a move of a trial: Move=[Move:mover=1,… is", text=line.strip())
            yield shape


def ludii_steps(position: FanoronaPosition, move: FanoronaMove) -> Iterator[str]:
    """Yield the line of each step of a turn, with what it takes."""
    lattice, board = position.game.lattice, position.board()
    mover = 1 if position.to_move.is_first else 2
    for number, (start, end, how) in enumerate(move.steps, 1):
        one, other = lattice.index[start], lattice.index[end]
        actions = [f"[Move:typeFrom=Vertex,from={one},typeTo=Vertex,to={other},decision=true]"]
        if how:
            capture, run = board.taken(one, other, how)
            board = board.after(one, capture)
            actions += [f"[Remove:type=Vertex,to={point}]" for point in run]
        if number < len(move.steps):
            actions.append(f"[SetNextPlayer:player={mover}]")
        yield f"{BEGINS}Move:mover={mover},from={one},to={other},actions={','.join(actions)}]"


def ludii_turn(number: int, position: FanoronaPosition, steps: list[str]) -> FanoronaMove:
    """Return the legal turn with the same start, end and captures as these steps.

    Raises NotationError or IllegalMoveError, naming the number of the move.
    """
    size, names = position.game.lattice.size, position.game.lattice.names
    places = [found for step in steps for found in PLACES.findall(step)]
    removed = {int(point) for step in steps for point in REMOVED.findall(step)}
    points = [*(int(point) for place in places for point in place), *removed]
    if not places or max(points) >= size:
        text = steps[0] if not places else max(points)
        raise NotationError("move {number}: '{text}' is not a point of this board", number=number, text=text)
    start, end, captured = 1 << points[0], 1 << int(places[-1][1]), sum(1 << point for point in removed)
    for move in position.legal_moves():
        if (move.start, move.end, move.captured, move.huffed) == (start, end, captured, 0):
            return move
    raise IllegalMoveError(
        "move {number}: no move leads from {start} to {end} and takes {taken} in {position}",
        number=number,
        start=names[points[0]],
        end=names[int(places[-1][1])],
        taken=", ".join(names[point] for point in sorted(removed)) or "–",
        position=position,
    )


INTERCHANGES: dict[str, Any] = {"squares": Squares(), "ludii": Ludii()}
