"""Fifangha in words: why a move is refused, misplays for the referee's check, and the rules on one page."""

from collections.abc import Iterator

from lalao.errors import IllegalMoveError, Phrase, Refusal
from lalao.events import Contents
from lalao.games.fifangha.rules import Fifangha, FifanghaPosition
from lalao.games.fifangha.turns import FifanghaMove, Hand
from lalao.games.game import Card, Chapter, Misplay, Mistake
from lalao.values import Side


class FifanghaRefusal(Refusal):
    """The reasons why a turn may not be played."""

    FACES_NOTHING = (
        "faces-nothing",
        Phrase("you must capture: pit {pit} faces no seeds"),
        Phrase("You must take."),
        Phrase("There are no seeds opposite pit {pit}."),
    )
    TAKES_NOTHING = (
        "takes-nothing",
        Phrase("you must capture: sowing pit {pit} does not"),
        Phrase("You must take."),
        Phrase("Pit {pit} takes nothing."),
    )
    EMPTY = (
        "empty",
        Phrase("pit {pit} is empty: choose one that holds seeds"),
        Phrase("Pit {pit} is empty."),
        Phrase("Choose a pit that holds seeds."),
    )
    OUTER = (
        "outer",
        Phrase("pit {pit} is in the outer row: while you have a reserve you play in the inner row"),
        Phrase("Not in the outer row."),
        Phrase("With a reserve you play in the inner one."),
    )
    ENDLESS = (
        "endless",
        Phrase("pit {pit} would sow for ever"),
        Phrase("That would never end."),
        Phrase("Pit {pit} would sow for ever."),
    )
    NO_PIT = "no-pit", Phrase("there is no pit {pit} on this board")
    UNANSWERED = "unanswered", Phrase("{move} does not answer the questions of this turn; possible moves: {answers}")


def refusal(position: FifanghaPosition, move: FifanghaMove) -> IllegalMoveError:
    """Return the error that says why a turn is illegal."""
    pit = position.game.letters[position.to_move].find(move.pit)
    if pit < 0:
        return FifanghaRefusal.NO_PIT.error(pit=move.pit)
    if position.own[pit] == 0:
        return FifanghaRefusal.EMPTY.error(pit=move.pit)
    if position.has_reserve and pit >= position.game.columns:
        return FifanghaRefusal.OUTER.error(pit=move.pit)
    answers = [text for text in map(str, position.legal_moves()) if text[0] == move.pit]
    if answers:
        return FifanghaRefusal.UNANSWERED.error(move=move, answers=", ".join(answers))
    return _why_never(position, pit).error(pit=move.pit)


def _why_never(position: FifanghaPosition, pit: int) -> FifanghaRefusal:
    """Return the reason why no turn that begins with this pit is legal."""
    if position.has_reserve and position.facing() and pit not in position.facing():
        return FifanghaRefusal.FACES_NOTHING
    captures = position.captures_with
    if not position.has_reserve and not captures(pit) and any(map(captures, position.occupied())):
        return FifanghaRefusal.TAKES_NOTHING
    return FifanghaRefusal.ENDLESS


class FifanghaMisplay(Misplay):
    """The kinds of misplay in a turn of Fifangha."""

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
            for done in turn.from_tsibongy(-turn.direction).finish():
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
    """Return the contents of the places after a turn; with `spent` a seed has left the reserve."""
    own, enemy = tuple(done.own), tuple(done.enemy)
    south, north = (own, enemy) if position.to_move is Side.SOUTH else (enemy, own)
    left = (int(spent), 0) if position.to_move is Side.SOUTH else (0, int(spent))
    reserves = (position.reserves[0] - left[0], position.reserves[1] - left[1])
    return FifanghaPosition(position.game, south, north, reserves, position.to_move.other).contents()


RULES = Phrase("The rule of Flacourt")
LARGEST, SMALLEST = 8, 4

ON = (
    Phrase("In a pit that was empty: your turn is over."),
    Phrase("Opposite the other player's seeds, if you have taken this turn: take them and sow again."),
    Phrase("In any other pit: lift it, and sow on in the same direction from the next pit."),
)
SECOND = (
    Phrase("Lift any pit of yours, and sow it from the next pit on, in the direction you choose."),
    Phrase("Where this first sowing can end across from seeds that you can take, choose so; else nothing is taken."),
)
END = (
    Phrase("Whoever has no seed in the inner row when his turn begins has lost, and so has whoever cannot play."),
    Phrase("It is a draw when a position comes for the third time, or after 200 turns without a capture."),
)


def card(game: Fifangha) -> Card:
    """Write the rules of a game of Fifangha."""
    start = (
        Phrase(
            "The two rows near you are yours: the inner one in the middle, the outer one behind it. They form a ring."
        ),
        Phrase("The two ends of your inner row are your tsibongy."),
        Phrase("One seed in every other inner pit, and {count} seeds in each reserve.", count=game.reserve),
    )
    return Card(
        Phrase("{columns} columns", columns=game.columns),
        RULES,
        difference(game),
        (
            Chapter(Phrase("The start"), start),
            Chapter(Phrase("While you have a reserve"), first_phase(game)),
            Chapter(Phrase("Where the last seed falls"), ON),
            Chapter(Phrase("When your reserve is empty"), SECOND),
            Chapter(Phrase("The end"), END),
        ),
    )


def first_phase(game: Fifangha) -> tuple[Phrase, ...]:
    """Describe the use of seeds of the reserve; on the smallest board the tsibongy is never chosen."""
    tsibongy = (
        Phrase("They begin in the tsibongy of that side where it is in this column or beside it; else you choose."),
        Phrase("They begin in the tsibongy that is in this column or beside it."),
    )
    return (
        Phrase("Put one seed of it in a pit of your inner row that is not empty."),
        Phrase(
            "Seeds of the other player lie right opposite? You must choose such a pit: take them, and sow them from a "
            "tsibongy towards the middle. Your own pit keeps its seeds."
        ),
        tsibongy[game.columns == SMALLEST],
        Phrase("No seeds opposite? Lift the pit and sow it in either direction: nothing is taken this turn (fotsiny)."),
    )


def difference(game: Fifangha) -> Phrase:
    """Say where this size comes from."""
    if game.columns == LARGEST:
        return Phrase("The whole board of 32 pits and 64 seeds (Flacourt 1661; Alain Busser, IREM de La Réunion).")
    if game.columns == SMALLEST:
        return Phrase("Fifangakely, the little Fifangha, to begin with (a small board of the reconstruction).")
    return Phrase("Between the little board and the whole one (a small board of the reconstruction).")
