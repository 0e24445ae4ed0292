"""Fafy or Sowing in words: why a move is refused, misplays for the referee's check, and the rules on one page."""

from collections.abc import Iterable, Iterator

from lalao.errors import IllegalMoveError, Phrase, Refusal
from lalao.events import Contents
from lalao.games.fafy.rules import Fafy, FafyMove, FafyPosition
from lalao.games.game import Card, Chapter, Misplay, Mistake, slips
from lalao.values import Side


class FafyRefusal(Refusal):
    """The reasons why a pit may not be sown."""

    INTO_EMPTY = (
        "into-empty",
        Phrase("sowing {move} would drop a seed in pit {pit}, which is empty"),
        Phrase("Pit {pit} is empty."),
        Phrase("A seed never falls there."),
    )
    ENDS_IN_EMPTY = (
        "ends-in-empty",
        Phrase("sowing {move} would drop the last seed in pit {pit}, which is empty"),
        Phrase("Pit {pit} is empty."),
        Phrase("The last seed never falls there."),
    )
    OFF_BOARD = (
        "off-board",
        Phrase("sowing {move} would send a seed off the board"),
        Phrase("A seed would fall off."),
        Phrase("Every seed stays on the board."),
    )
    EMPTY = (
        "empty",
        Phrase("pit {pit} is empty: only a pit that holds seeds can be sown"),
        Phrase("Pit {pit} is empty."),
        Phrase("Choose a pit that holds seeds."),
    )
    NO_PIT = "no-pit", Phrase("there is no pit {pit}: the pits go from 1 to {last}")
    SOUTH = "south", Phrase("South sows eastwards: write {pit}+")
    NORTH = "north", Phrase("North sows westwards: write {pit}-")


def refusal(position: FafyPosition, move: FafyMove) -> IllegalMoveError:
    """Return the error that says why a sowing is illegal."""
    if not 1 <= move.pit <= len(position.pits):
        return FafyRefusal.NO_PIT.error(pit=move.pit, last=len(position.pits))
    if position.pits[move.pit - 1] == 0:
        return FafyRefusal.EMPTY.error(pit=move.pit)
    if move.direction not in position.game.directions(position.to_move):
        wrong_way = FafyRefusal.SOUTH if position.to_move is Side.SOUTH else FafyRefusal.NORTH
        return wrong_way.error(pit=move.pit)
    obstacle = position.obstacle(move.pit - 1, move.direction)
    if obstacle is None or not 0 <= obstacle < len(position.pits):
        return FafyRefusal.OFF_BOARD.error(move=move)
    into = FafyRefusal.ENDS_IN_EMPTY if position.game.last_only else FafyRefusal.INTO_EMPTY
    return into.error(move=move, pit=obstacle + 1)


class FafyMisplay(Misplay):
    """The kinds of misplay in a sowing of Fafy."""

    FORBIDDEN = "forbidden", Phrase("{reason}")
    OWN_PIT = (
        "own-pit",
        Phrase("the seeds of pit {pit} were sown from pit {pit} itself: the first one falls beside it"),
    )
    LEFT_OUT = "left-out", Phrase("the sowing of pit {pit} left out pit {missed}")
    TWO_SEEDS = "two-seeds", Phrase("the sowing of pit {pit} dropped two seeds in pit {twice}")
    NOT_EMPTIED = "not-emptied", Phrase("not all the seeds of pit {pit} were sown")


def mistakes(position: FafyPosition, seen: Contents | None = None) -> Iterator[Mistake]:  # noqa: ARG001  they are few
    """Yield the sowings that the rules forbid, those that begin in the wrong pit, and slips on the way."""
    for number, seeds in enumerate(position.pits, 1):
        for direction in (1, -1) if seeds else ():
            move = FafyMove(number, direction)
            beside = range(number + direction, number + direction * (seeds + 2), direction)
            if (
                direction not in position.game.directions(position.to_move)
                or position.obstacle(number - 1, direction) is not None
            ):
                reason = refusal(position, move).phrase
                yield Mistake(FafyMisplay.FORBIDDEN, _sown(position, number, beside[:seeds]), {"reason": reason})
                continue
            for left in range(1, seeds):
                kind = FafyMisplay.OWN_PIT if left == 1 else FafyMisplay.NOT_EMPTIED
                after = _sown(position, number, [number] * left + [*beside[: seeds - left]])
                yield Mistake(kind, after, {"pit": number})
            for pit, sown, twice in slips(beside):
                kind = FafyMisplay.TWO_SEEDS if twice else FafyMisplay.LEFT_OUT
                blanks = {"pit": number, "twice" if twice else "missed": pit}
                yield Mistake(kind, _sown(position, number, sown), blanks)


def _sown(position: FafyPosition, lifted: int, route: Iterable[int]) -> Contents:
    """Return the contents after pit `lifted` is sown in the pits of `route` (from 1); seeds off the board vanish."""
    pits = list(position.pits)
    pits[lifted - 1] = 0
    for pit in route:
        if 1 <= pit <= len(pits):
            pits[pit - 1] += 1
    return FafyPosition(position.game, tuple(pits), position.to_move).contents()


def card(game: Fafy) -> Card:
    """Write the rules of a game of Fafy or Sowing."""
    turn = (Phrase("Choose a pit that is not empty, and lift all its seeds."), direction(game), forbidden(game))
    start = (
        Phrase("A row of pits, seeds in them as both agree: one in each, or any other layout."),
        Phrase("Cake rule: one player lays out the seeds, the other chooses who starts."),
    )
    return Card(
        Phrase("One row"),
        name(game),
        difference(game),
        (
            Chapter(Phrase("The start"), start),
            Chapter(Phrase("On your turn"), turn, steps=True),
            Chapter(Phrase("The end"), (end(game), Phrase("There is no draw."))),
        ),
    )


def name(game: Fafy) -> Phrase:
    """Name the rules in the words of those who play by them."""
    if game.misere:
        return Phrase("Misère, both directions") if game.impartial else Phrase("Misère: if you cannot sow, you win")
    if game.last_only:
        return (
            Phrase("Only the last seed counts, both directions")
            if game.impartial
            else Phrase("Only the last seed counts")
        )
    return Phrase("Both directions") if game.impartial else Phrase("Each to his right")


def direction(game: Fafy) -> Phrase:
    """Say which way one sows."""
    if game.impartial:
        return Phrase("Sow them one by one from the next pit on, to the left or to the right: you choose.")
    return Phrase("Sow them one by one from the next pit on, always to your right.")


def forbidden(game: Fafy) -> Phrase:
    """Say which pits cannot be played."""
    if game.last_only:
        return Phrase(
            "The last seed may neither leave the board nor fall in a pit that was empty: else choose another pit."
        )
    return Phrase("No seed may leave the board or fall in an empty pit: else choose another pit.")


def end(game: Fafy) -> Phrase:
    """Say who wins."""
    if game.misere:
        return Phrase("If you have no pit to sow on your turn, you win.")
    return Phrase("If you have no pit to sow on your turn, you lose.")


def difference(game: Fafy) -> Phrase:
    """Describe the special features of these rules, and their source."""
    if game.misere:
        return Phrase("Like the usual game, but if you cannot play, you win.")
    if game.last_only:
        return Phrase("A cousin, Sowing: seeds may fall in empty pits, but not the last one (J. H. Conway, 1996).")
    if game.impartial:
        return Phrase("You choose the direction at each turn: the game of the class tournament (IREM de La Réunion).")
    return Phrase("Each player sows only to his own right (IREM de La Réunion).")
