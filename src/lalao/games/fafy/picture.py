"""The picture of a row of Fafy or Sowing."""

from lalao.board.picture import Picture, Pit, RowPicture
from lalao.games.fafy.rules import FafyMove, FafyPosition


def picture(position: FafyPosition, last: FafyMove | None, legal: bool) -> Picture:
    """Describe the row."""
    playable = {move.pit for move in position.legal_moves()} if legal else set()
    pits = tuple(
        Pit(
            place=str(pit + 1),
            label=str(pit + 1),
            seeds=seeds,
            last=last is not None and last.pit == pit + 1,
            legal=pit + 1 in playable,
        )
        for pit, seeds in enumerate(position.pits)
    )
    return RowPicture(str(position), position.to_move, (pits,))
