"""Fang in words: why a move is refused, misplays for the referee's check, and the rules on one page."""

from collections.abc import Iterable, Iterator

from lalao.errors import IllegalMoveError, Phrase, Refusal
from lalao.events import Contents
from lalao.games.fang.rules import Fang, FangMove, FangPosition
from lalao.games.game import Card, Chapter, Misplay, Mistake, slips
from lalao.values import Side


class FangRefusal(Refusal):
    """The reasons why a pit may not be attacked."""

    EMPTY = (
        "empty",
        Phrase("pit {pit} is empty: only a pit that holds seeds can be attacked"),
        Phrase("Pit {pit} is empty."),
        Phrase("Choose a pit that holds seeds."),
    )
    GUARDED = (
        "guarded",
        Phrase(
            "pit {pit} is a tibong holding {count} seed: a guarded tibong needs 2 to be attacked",
            "pit {pit} is a tibong holding {count} seeds: a guarded tibong needs 2 to be attacked",
        ),
        Phrase("This tibong is guarded."),
        Phrase("Attack it when it holds 2 seeds."),
    )
    NO_PIT = "no-pit", Phrase("there is no pit {pit}: the pits go from 1 to {last}")


def refusal(position: FangPosition, move: FangMove) -> IllegalMoveError:
    """Return the error that says why a pit may not be attacked."""
    if not 1 <= move.pit <= position.game.pits:
        return FangRefusal.NO_PIT.error(pit=move.pit, last=position.game.pits)
    seeds = position.pits[move.pit - 1]
    return FangRefusal.GUARDED.error(pit=move.pit, count=seeds) if seeds else FangRefusal.EMPTY.error(pit=move.pit)


class FangMisplay(Misplay):
    """The kinds of misplay in a turn of Fang."""

    FORBIDDEN = "forbidden", Phrase("{reason}")
    BESIDE = "beside", Phrase("the sowing began beside pit {pit}: it must begin in your own tibong")
    OTHER_TIBONG = "other-tibong", Phrase("the sowing began in the other player's tibong")
    NO_RESERVE = "no-reserve", Phrase("no seed was taken from the reserve")
    NOT_SOWN = "not-sown", Phrase("a seed was dropped in pit {pit}, but the pit was not sown")
    NOT_EMPTIED = "not-emptied", Phrase("not all the seeds of pit {pit} were sown")
    LEFT_OUT = "left-out", Phrase("the sowing of pit {pit} left out pit {missed}")
    TWO_SEEDS = "two-seeds", Phrase("the sowing of pit {pit} dropped two seeds in pit {twice}")


def mistakes(position: FangPosition, seen: Contents | None = None) -> Iterator[Mistake]:  # noqa: ARG001  they are few
    """Yield forbidden attacks, sowings from the wrong pit, turns without a reserve seed, and slips on the way."""
    if position.reserves == (0, 0):
        return
    for number, seeds in enumerate(position.pits, 1):
        if seeds < position.needed(number - 1):
            move = FangMove(number)
            reason = refusal(position, move).phrase
            yield Mistake(FangMisplay.FORBIDDEN, position._play(move).contents(), {"reason": reason})
            continue
        yield from _wrong_sowings(position, number, seeds)


def _wrong_sowings(position: FangPosition, number: int, seeds: int) -> Iterator[Mistake]:
    """Yield the misplays of a legal attack on a pit."""
    game, side = position.game, position.to_move
    own = game.route(side, game.pits)
    beside = own[own.index(number - 1) + 1 :]
    if len(beside) > seeds:
        yield Mistake(FangMisplay.BESIDE, _sown(position, number, beside[: seeds + 1]), {"pit": number})
    yield Mistake(FangMisplay.OTHER_TIBONG, _sown(position, number, game.route(side.other, seeds + 1)), {})
    yield Mistake(FangMisplay.NO_RESERVE, _sown(position, number, game.route(side, seeds), spent=0), {})
    yield Mistake(FangMisplay.NOT_SOWN, _sown(position, number, [number - 1] * (seeds + 1)), {"pit": number})
    for left in range(1, seeds + 1):
        route = [number - 1] * left + game.route(side, seeds + 1 - left)
        yield Mistake(FangMisplay.NOT_EMPTIED, _sown(position, number, route), {"pit": number})
    for pit, sown, twice in slips([*own, *own][: seeds + 2]):
        kind = FangMisplay.TWO_SEEDS if twice else FangMisplay.LEFT_OUT
        blanks = {"pit": number, "twice" if twice else "missed": pit + 1}
        yield Mistake(kind, _sown(position, number, sown), blanks)


def _sown(position: FangPosition, lifted: int, route: Iterable[int], spent: int = 1) -> Contents:
    """Return the contents after pit `lifted` (from 1) is sown in the pits of `route` (from 0).

    `spent` seeds have left the reserve.
    """
    pits = list(position.pits)
    pits[lifted - 1] = 0
    for pit in route:
        pits[pit] += 1
    south, north = position.reserves
    reserves = (south - spent, north) if position.to_move is Side.SOUTH else (south, north - spent)
    return FangPosition(position.game, tuple(pits), reserves, position.to_move.other).contents()


SIMPLE = Phrase("Simple rule")
GUARDED = Phrase("Guarded tibongs")
WRAPS = 4
"""Pits of the only board where a sowing can have more seeds than there are pits."""


def card(game: Fang) -> Card:
    """Write the rules of a game of Fang."""
    turn = (
        Phrase("Take one seed from your reserve."),
        Phrase("Drop it in a pit that is not empty, on your side or on the other: you attack this pit."),
        attacked(game),
        Phrase("Lift all the seeds of this pit, the one that you have just dropped too."),
        Phrase("Sow them one by one: the first in your own tibong, the next ones beside it, towards your right."),
        *surplus(game),
    )
    start = (
        Phrase(
            "Your half is the {count} pits nearest to you; the first one at your left is your tibong.",
            count=game.pits // 2,
        ),
        Phrase("One seed in every pit but the two tibongs, and {count} seeds in each reserve.", count=game.reserve),
    )
    end = (
        Phrase("The game ends when both reserves are empty."),
        Phrase("The player with more seeds in his half wins; if equal, the one with more in the tibong."),
        Phrase("Still equal? It is a draw."),
    )
    return Card(
        Phrase("{pits} pits", pits=game.pits),
        GUARDED if game.guarded else SIMPLE,
        difference(game),
        (
            Chapter(Phrase("The start"), start),
            Chapter(Phrase("On your turn"), turn, steps=True),
            Chapter(Phrase("The end"), end),
        ),
    )


def attacked(game: Fang) -> Phrase:
    """Say when a tibong may be attacked."""
    if game.guarded:
        return Phrase("A tibong, yours or the other's, may be attacked only where 2 seeds or more lie in it already.")
    return Phrase("A tibong, yours or the other's, may be attacked as soon as it is not empty.")


def surplus(game: Fang) -> tuple[Phrase, ...]:
    """Describe the sowing of more seeds than there are pits, where that may happen."""
    if game.pits != WRAPS:
        return ()
    if game.last:
        return (Phrase("More seeds than pits? Those left over stay in the last pit."),)
    return (Phrase("More seeds than pits? Begin again in your tibong."),)


def difference(game: Fang) -> Phrase:
    """Describe the special feature of this rule, and name its document."""
    if game.guarded:
        return Phrase(
            "A tibong is safe until it holds 2 seeds. For those who know the game (Alain Busser, IREM de La Réunion)."
        )
    return Phrase("Every pit that is not empty may be attacked. To begin with (IREM de La Réunion).")
