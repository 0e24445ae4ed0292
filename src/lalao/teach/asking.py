"""What a puzzle may ask for besides a move: which place cannot be played now, who should start, or a layout.

The first is found by the rules alone, the second by the solvers; `lalao.teach.laying` has the third.

>>> import lalao
>>> forbidden(lalao.game("fafy-impartial").position("5.2.1.3 S"))
('1',)
>>> from lalao.teach.assessing import prover
>>> starting(lalao.game("fafy-impartial").position("1.1.1.3.2.3 S"), prover())
'wait'
"""

from typing import Literal, TypeAlias

from lalao.errors import NotationError
from lalao.games.game import AnyPosition, Game, begun_by
from lalao.teach.assessing import Assess
from lalao.teach.family import teaching

Asked: TypeAlias = Literal["play", "tap", "start", "lay"]
"""What a puzzle asks for: a move, a place of the board, who should start, or a layout."""
ASKED: dict[str, Asked] = {"illegal": "tap", "who-starts": "start", "lay-out": "lay"}
"""What is asked for in the themes whose answer is no move."""
START, WAIT = "start", "wait"
STARTS = (START, WAIT)
"""The answers to who should start: the player who is asked, or the other one."""


def asked_in(theme: str) -> Asked:
    """Return what the puzzles of a theme ask for.

    >>> asked_in("illegal"), asked_in("twins")
    ('tap', 'play')
    """
    return ASKED.get(theme, "play")


def forbidden(position: AnyPosition) -> tuple[str, ...]:
    """List the places with seeds or pieces of the side to move with which no legal move begins."""
    family = teaching(position.game)
    able = {family.begins(position, str(move)) for move in position.legal_moves()}
    return tuple(place for place in family.held(position) if place not in able)


def other_starts(position: AnyPosition) -> AnyPosition:
    """Return the position with the other side to move.

    Raises NotationError where the other side cannot be to move in it.
    """
    first, second = position.game.sides
    return begun_by(position, second if position.to_move is first else first)


def check_chosen(game: Game) -> None:
    """Raise NotationError unless players of the game choose who starts."""
    if not game.laid_out:
        raise NotationError("who starts is not chosen in {game}", game=game.id)


def starting(position: AnyPosition, assess: Assess) -> str | None:
    """Return `START` or `WAIT`, by which the side to move wins; None where both, or neither, win or nothing is proved.

    Raises NotationError where players of this game do not choose who starts.
    """
    check_chosen(position.game)
    own, others = assess(position).worth, assess(other_starts(position)).worth
    if own is None or others is None or own.sign != others.sign or not own.sign:
        return None
    return START if own.sign > 0 else WAIT
