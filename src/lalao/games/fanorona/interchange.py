"""Games of Fanorona as other programs write them: in squares with marks, and as the move lines of Ludii's trials.

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
from lalao.games.fanorona.rules import FanoronaPosition
from lalao.games.fanorona.turns import APPROACH, WITHDRAWAL, FanoronaMove
from lalao.games.game import Interchange

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
