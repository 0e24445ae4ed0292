"""Misplays in Fanorona, for the referee's check."""

from collections.abc import Iterator

from lalao.errors import IllegalMoveError, Phrase
from lalao.events import Contents
from lalao.games.fanorona.rules import FanoronaPosition
from lalao.games.fanorona.turns import Capture
from lalao.games.game import Mistake
from lalao.values import Side


def mistakes(position: FanoronaPosition) -> Iterator[Mistake]:
    """Yield forbidden steps, and capturing steps that took nothing, part of a run, or both runs."""
    if position.outcome:
        return
    board = position.board()
    for start in position.game.lattice.members(position.own):
        for end, direction in position.game.lattice.steps[start]:
            if not (position.own | position.enemy) >> end & 1:
                yield from _wrong_steps(position, start, end, board.captures_of_step(start, end, direction))


def _wrong_steps(position: FanoronaPosition, start: int, end: int, captures: list[Capture]) -> Iterator[Mistake]:
    """Yield what may go wrong in one step."""
    step = f"{position.game.lattice.names[start]}-{position.game.lattice.names[end]}"
    if not captures:
        try:
            position.game.family.notation.move(position, step)
        except IllegalMoveError as error:
            yield error.phrase, _stepped(position, start, end, 0)
    for capture in captures:
        points = ", ".join(position.names(capture.captured))
        yield (
            Phrase("{step} takes {points}, and nothing was removed", step=step, points=points),
            _stepped(position, start, end, 0),
        )
        ones = [1 << point for point in position.game.lattice.members(capture.captured)]
        for part in sorted({*ones, *(capture.captured ^ one for one in ones)} - {0, capture.captured}):
            reason = Phrase("{step} takes the whole run, {points}: not a part of it", step=step, points=points)
            yield reason, _stepped(position, start, end, part)
    if len(captures) == 2:
        reason = Phrase("{step} took by approach and by withdrawal: one step takes one way", step=step)
        yield reason, _stepped(position, start, end, captures[0].captured | captures[1].captured)


def _stepped(position: FanoronaPosition, start: int, end: int, taken: int) -> Contents:
    """Return the contents after a piece has stepped and the pieces of `taken` are gone."""
    own, enemy = position.own ^ (1 << start) ^ (1 << end), position.enemy & ~taken
    white, black = (own, enemy) if position.to_move is Side.WHITE else (enemy, own)
    return FanoronaPosition(position.game, white, black, position.to_move.other).contents()
