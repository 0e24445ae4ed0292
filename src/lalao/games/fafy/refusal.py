"""Why a move of Fafy or Sowing is refused, in words."""

from lalao.errors import IllegalMoveError, Phrase, Refusal
from lalao.games.fafy.rules import FafyMove, FafyPosition
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
