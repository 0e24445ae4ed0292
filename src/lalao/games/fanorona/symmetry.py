"""Equivalent positions of Fanorona: in a mirror, and from the other side of the board."""

from lalao.games.fanorona.rules import FanoronaPosition


def alike(position: FanoronaPosition) -> tuple[FanoronaPosition, ...]:
    """Return, less quiet plies, a position mirrored West to East, turned round with the colours swapped, and both."""
    game, side, at = position.game, position.to_move, position.game.lattice
    sets = position.white, position.black, position.huffable
    white, black, huffable = map(at.mirrored, sets)
    turned_white, turned_black, turned_huffable = map(at.turned, sets)
    vela, turned_vela = position.vela, position.vela and position.vela.other
    both = at.turned(black), at.turned(white), side.other, turned_vela, at.turned(huffable)
    return (
        FanoronaPosition(game, white, black, side, vela, huffable),
        FanoronaPosition(game, turned_black, turned_white, side.other, turned_vela, turned_huffable),
        FanoronaPosition(game, *both),
    )
