"""Games of Fanorona as other programs write them: in squares with marks, as the move lines of Ludii's trials, as FGN.

Squares: ``D2E3+`` takes by approach, ``D2E3-`` by withdrawal, ``D2E3`` takes nothing, a chain is ``F4E5-,E5E4+``, as on
SuperDuperGames; a huff comes first, ``xC3 D3E3+``. They are read as any list of moves (`notation.as_written`).

FGN, the Fanorona Game Notation of https://github.com/an-do-ni-ai-na/fanorona, is PGN with the tags ``Variant``, ``FEN``
and ``Vela`` (the side that may take in the first phase, in French) and the result ``½-½``.

Ludii: a line ``Move=[Move:mover=1,from=12,to=22,actions=[…]]`` for each step, the points numbered from a1 along the
ranks, captures written as actions ``[Remove:…to=31]``; consecutive steps of one player are his turn.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import groupby

from lalao.errors import IllegalMoveError, NotationError, UnknownGameError
from lalao.games.fanorona.notation import in_our_words
from lalao.games.fanorona.rules import Fanorona, FanoronaPosition
from lalao.games.fanorona.turns import APPROACH, WITHDRAWAL, FanoronaMove
from lalao.games.game import Game, Headers, Interchange
from lalao.values import Side

MARKS = {APPROACH: "+", WITHDRAWAL: "-", "": ""}
HUFF = re.compile("x([a-z][0-9]{1,2})")
BEGINS = "Move=["
LINE = re.compile(r"Move=\[Move:mover=(?P<mover>[12]),.*?actions=\[(?P<actions>.*)\]\]")
PLACES = re.compile("Move:(?:typeFrom=Vertex,)?from=([0-9]{1,4}),(?:typeTo=Vertex,)?to=([0-9]{1,4})(?![0-9])")
REMOVED = re.compile(r"Remove:(?:type=Vertex,)?to=([0-9]{1,4})(?![0-9])")


class Squares(Interchange):
    """Squares with marks, moves numbered as in records."""

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


def squares(move: FanoronaMove) -> str:
    """Write a turn in squares with marks.

    >>> squares(FanoronaMove("f4-e5W-e4A", 0, 0, 0)), squares(FanoronaMove("xc3 d3-e3", 0, 0, 0))
    ('F4E5-,E5E4+', 'xC3 D3E3')
    """
    huffed = HUFF.match(move.text)
    path = ",".join(f"{start}{end}{MARKS[how]}".upper() for start, end, how in move.steps)
    return " ".join(part for part in (f"x{huffed[1].upper()}" if huffed else "", path) if part)


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
    """Yield the line of each step of a turn, with its captures."""
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


VARIANTS = {"Fanoron-Tsivy": "fanorona", "Fanoron-Dimy": "fanorona-dimy"}
"""The variants of FGN, which do not say under which rules; its Fanoron-Telo is a game of three in a row."""
SIDES = {"Blancs": Side.WHITE, "Noirs": Side.BLACK}
READ_SIDES = {"white": Side.WHITE, "black": Side.BLACK} | {name.casefold(): side for name, side in SIDES.items()}


class FGN(Headers):
    """The tags of the Fanorona Game Notation; a game that it cannot name has our id as its ``Variant``."""

    notation = "fgn"
    names = ("Variant", "Vela", "FEN")

    def __init__(self, read: Callable[[str], Fanorona | None]) -> None:
        """Take the reader of ids."""
        self._read = read

    def start(self, tags: Mapping[str, str], game: Game | None) -> FanoronaPosition:
        """Return the start that the tags name, under the rules of `game` where that has the same board.

        Raises UnknownGameError, or NotationError for a start that the game does not have.
        """
        chosen = self._game(tags, game)
        start, vela = chosen.start(), []
        if "Vela" in tags:
            gains = READ_SIDES.get(tags["Vela"].casefold())
            if gains is None:
                raise NotationError(
                    "'{text}' is not a side: write one of {sides}", text=tags["Vela"], sides=", ".join(SIDES)
                )
            start = second_round(chosen, gains.other)
            vela = [f"vela={gains.other.value.lower()}"]
        if "FEN" not in tags:
            return start
        words = in_our_words(tags["FEN"]).split(" ")
        return start.game.position(" ".join([*words[:2], *vela, *words[2:]]))

    def _game(self, tags: Mapping[str, str], expected: Game | None) -> Fanorona:
        """Return the game of the first round that the tags name."""
        known = {name.casefold(): name for name in VARIANTS}
        written = tags.get("Variant", "")
        variant = known.get(written.casefold(), "")
        named = self._read(VARIANTS.get(variant, written)) if written else None
        if written and named is None:
            raise UnknownGameError(
                "'{text}' is not a variant of Fanorona played here: write one of {names}, or the id of a game",
                text=written,
                names=", ".join(VARIANTS),
            )
        if not isinstance(expected, Fanorona):
            return named or self._sized(tags.get("FEN", ""))
        believed = first_round(expected)
        if named is None or (variant and named.lattice == believed.lattice):
            return believed
        return named

    def _sized(self, fen: str) -> Fanorona:
        """Return the game on the board of a position, else the usual game."""
        ranks = fen.split(" ")[0].split("/")
        width = sum(int(run) if run.isdecimal() else 1 for run in re.findall("[0-9]+|[A-Z]", ranks[0]))
        with suppress(UnknownGameError):
            return self._read(f"fanorona-{len(ranks)}x{width}") or Fanorona()
        return Fanorona()

    def tags(self, start: FanoronaPosition) -> dict[str, str]:
        """Return the tags for a start; ``FEN`` is left out where the game begins as usual."""
        first = first_round(start.game)
        tags = {"Variant": {known: variant for variant, known in VARIANTS.items()}.get(first.id, first.id)}
        usual = first.start()
        if start.vela:
            tags["Vela"] = next(name for name, side in SIDES.items() if side is start.vela.other)
            usual = second_round(first, start.vela)
        if start != usual:
            board, side, *others = (word for word in str(start).split(" ") if not word.startswith("vela="))
            counted = others if start.huffable else [str(start.quiet), "1"]
            tags["FEN"] = " ".join([board, side, *counted])
        return tags


def first_round(game: Fanorona) -> Fanorona:
    """Return the game of the first round under the same rules, on the same board."""
    return Fanorona(game.rules.name, game.lattice.height, game.lattice.width)


def second_round(first: Fanorona, winner: Side) -> FanoronaPosition:
    """Return the start of Vela after a first round that `winner` has won."""
    start = first.second_round(winner)
    assert start is not None
    return start


INTERCHANGES: dict[str, Interchange] = {"squares": Squares(), "ludii": Ludii()}
