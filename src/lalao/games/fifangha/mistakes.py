"""Misplays in Fifangha, for the referee's check."""

from collections.abc import Iterator

from lalao.errors import Phrase
from lalao.events import Contents
from lalao.games.fifangha.refusal import refusal
from lalao.games.fifangha.rules import FifanghaPosition
from lalao.games.fifangha.turns import FifanghaMove
from lalao.games.game import Mistake
from lalao.values import Side


def mistakes(position: FifanghaPosition) -> Iterator[Mistake]:
    """Yield turns that omit a capture that is due, play the wrong row, or take no seed from the reserve."""
    for pit in position.occupied():
        inner, letter = pit < position.game.columns, position.game.letters[position.to_move][pit]
        reason = refusal(position, FifanghaMove(letter)).phrase
        if position.has_reserve and inner:
            forgotten = Phrase("no seed was taken from the reserve")
            yield from ((forgotten, contents) for contents in _sowings(position, pit, put=False))
            if pit in position.facing():
                reason = Phrase("pit {pit} faces seeds: they are captured, and the pit is not lifted", pit=letter)
        yield from ((reason, contents) for contents in _sowings(position, pit, put=position.has_reserve and inner))


def _sowings(position: FifanghaPosition, pit: int, put: bool) -> Iterator[Contents]:
    """Yield the contents after a pit is sown in each direction, nothing captured; `put` adds a reserve seed first."""
    hand = position.hand(pit, None, capturing=False)
    if put:
        hand.put_from_reserve(position.to_move, pit)
    spent = (int(put), 0) if position.to_move is Side.SOUTH else (0, int(put))
    reserves = (position.reserves[0] - spent[0], position.reserves[1] - spent[1])
    for lifted in hand.lifted(pit):
        for done in lifted.finish():
            own, enemy = tuple(done.own), tuple(done.enemy)
            south, north = (own, enemy) if position.to_move is Side.SOUTH else (enemy, own)
            yield FifanghaPosition(position.game, south, north, reserves, position.to_move.other).contents()
