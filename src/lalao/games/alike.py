"""One name for all positions that mirroring or turning the board makes equivalent.

>>> import lalao
>>> game = lalao.game("fang-4")
>>> name_of(game.position("1.1.1.0 2+3 N")), name_of(game.position("0.1.1.1 3+2 S"))
('0.1.1.1 3+2 S', '0.1.1.1 3+2 S')
"""

from lalao.games.game import AnyPosition


def name_of(position: AnyPosition) -> str:
    """Return the text for a position and all its equivalents: the first of theirs in order, without quiet plies."""
    return min(map(plain, (position, *position.game.family.alike(position))))


def plain(position: AnyPosition) -> str:
    """Write a position without its quiet plies."""
    return str(position).split(" quiet=")[0]
