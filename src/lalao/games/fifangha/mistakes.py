"""Misplays in Fifangha, for the referee's check."""

from collections.abc import Iterator

from lalao.errors import Phrase
from lalao.events import Contents
from lalao.games.fifangha.refusal import refusal
from lalao.games.fifangha.rules import FifanghaPosition
from lalao.games.fifangha.turns import FifanghaMove, Hand
from lalao.games.game import Misplay, Mistake
from lalao.values import Side


class FifanghaMisplay(Misplay):
    """What is wrong with a turn of Fifangha."""

    FORBIDDEN = "forbidden", Phrase("{reason}")
    NO_RESERVE = "no-reserve", Phrase("no seed was taken from the reserve")
    NOT_CAPTURED = "not-captured", Phrase("pit {pit} faces seeds: they are captured, and the pit is not lifted")
    STOPPED = "stopped", Phrase("the sowing ended in a pit that held seeds, and did not go on from there")
    WRONG_TSIBONGY = "wrong-tsibongy", Phrase("what pit {pit} captured was sown from the wrong tsibongy")
    CAPTURED = "captured", Phrase("nothing is captured in this turn, as it does not begin with a capture")


def mistakes(position: FifanghaPosition, seen: Contents | None = None) -> Iterator[Mistake]:  # noqa: ARG001  few enough
    """Yield turns that omit a capture, play the wrong row, take no seed from the reserve, or go on wrongly."""
    for pit in position.occupied():
        inner, letter = pit < position.game.columns, position.game.letters[position.to_move][pit]
        put = position.has_reserve and inner
        kind = FifanghaMisplay.FORBIDDEN
        blanks: dict[str, object] = {"reason": refusal(position, FifanghaMove(letter)).phrase}
        if put:
            for turn in _lifted(position, pit, put=False):
                for done in turn.finish():
                    yield Mistake(FifanghaMisplay.NO_RESERVE, _contents(position, done, spent=False), {})
            if pit in position.facing():
                kind, blanks = FifanghaMisplay.NOT_CAPTURED, {"pit": letter}
        for turn in _lifted(position, pit, put):
            for done in turn.finish():
                yield Mistake(kind, _contents(position, done, put), blanks)
        if put or not position.has_reserve:
            yield from _wrong_ends(position, pit, put)
        if put and pit in position.facing():
            yield from _wrong_tsibongy(position, pit, letter)


def _wrong_ends(position: FifanghaPosition, pit: int, put: bool) -> Iterator[Mistake]:
    """Yield turns that stop after their first sowing though it goes on, and those that capture though they may not."""
    if put and position.facing():
        capturing = True
        turns = _begun(position, pit, put, capturing).capture(pit) if pit in position.facing() else iter(())
    else:
        capturing = not put and any(map(position.captures_with, position.occupied()))
        turns = _lifted(position, pit, put, capturing)
    for turn in turns:
        if turn.own[turn.sow()] > 1:
            yield Mistake(FifanghaMisplay.STOPPED, _contents(position, turn, put), {})
    for turn in () if capturing else _lifted(position, pit, put, capturing=True):
        for done in turn.finish():
            if done.captures:
                yield Mistake(FifanghaMisplay.CAPTURED, _contents(position, done, put), {})


def _wrong_tsibongy(position: FifanghaPosition, pit: int, letter: str) -> Iterator[Mistake]:
    """Yield a capture next to a tsibongy, sown from the other one."""
    for turn in _begun(position, pit, put=True, capturing=True).capture(pit):
        if turn.move.signs == "":
            for done in turn.from_tsibongy(-turn.way).finish():
                yield Mistake(FifanghaMisplay.WRONG_TSIBONGY, _contents(position, done, spent=True), {"pit": letter})


def _begun(position: FifanghaPosition, pit: int, put: bool, capturing: bool) -> Hand:
    """Begin a turn with a pit; `put` adds a reserve seed first."""
    hand = position.hand(pit, None, capturing)
    if put:
        hand.put_from_reserve(position.to_move, pit)
    return hand


def _lifted(position: FifanghaPosition, pit: int, put: bool, capturing: bool = False) -> Iterator[Hand]:
    """Yield the turn that lifts a pit, for each direction."""
    return _begun(position, pit, put, capturing).lifted(pit)


def _contents(position: FifanghaPosition, done: Hand, spent: bool) -> Contents:
    """Return what lies where after a turn; with `spent` a seed has left the reserve."""
    own, enemy = tuple(done.own), tuple(done.enemy)
    south, north = (own, enemy) if position.to_move is Side.SOUTH else (enemy, own)
    left = (int(spent), 0) if position.to_move is Side.SOUTH else (0, int(spent))
    reserves = (position.reserves[0] - left[0], position.reserves[1] - left[1])
    return FifanghaPosition(position.game, south, north, reserves, position.to_move.other).contents()
