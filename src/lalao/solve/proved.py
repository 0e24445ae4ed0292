"""What the certificates that come with the package prove of Fanorona: of every position that they pass through.

A certificate says which turn the side that has something to show plays, and follows every turn of the other side; so
whatever it shows of its first position holds, with the turn to play, all along the way. A position is looked up as the
side to move sees it, in a mirror too.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lalao.games.fanorona import Fanorona, FanoronaMove, FanoronaPosition
from lalao.solve.certificate import Certificate, Turn, read_certificate
from lalao.tables.head import base_id
from lalao.values import DRAW, Loss, Side, Value, Win

FOLDER = Path(__file__).with_name("certificates")
VALUES = {1: Win(None), 0: DRAW, -1: Loss(None)}
NO_PIECES = 0, 0


@dataclass(slots=True)
class Bounds:
    """What is proved of a position: the least and the most that it is worth to the side to move, as signs.

    `after` has own and enemy pieces after the turn that secures the least, `NO_PIECES` where none is shown.
    """

    least: int = -1
    most: int = 1
    after: Turn = NO_PIECES

    @property
    def value(self) -> Value | None:
        """The value of the position, or None where it is not decided; the distance of a win is not known."""
        return VALUES[self.least] if self.least == self.most else None


def shipped(game: Fanorona) -> tuple[Path, ...]:
    """Return the files of the certificates about the start of a game that come with the package."""
    paths = (FOLDER / f"{game.id}-{attacker}.proof" for attacker in (Side.WHITE, Side.BLACK))
    return tuple(path for path in paths if path.exists())


def proved(position: FanoronaPosition) -> tuple[Value, FanoronaMove | None] | None:
    """Return the value of a position with a turn that keeps it, or None where no certificate decides it.

    There is no turn where the position is lost, nor where only the other side's turns are shown.

    Raises FileError where a certificate is damaged.
    """
    game = position.game
    known = index(game) if base_id(game) == game.id else {}
    for mirrored in (False, True) if known else ():
        bounds = known.get(seen(position, mirrored))
        if bounds is not None and bounds.value is not None:
            return bounds.value, _turn(position, bounds, mirrored)
    return None


def _turn(position: FanoronaPosition, bounds: Bounds, mirrored: bool) -> FanoronaMove | None:
    """Return the turn of the certificate in a position, or None where it has none."""
    if bounds.after == NO_PIECES:
        return None
    own, enemy = oriented(position.game, bounds.after, position.to_move, mirrored)
    return next(
        move
        for move in position.legal_moves()
        if (position.own ^ move.start ^ move.end, position.enemy & ~move.captured) == (own, enemy)
    )


def seen(position: FanoronaPosition, mirrored: bool) -> Turn:
    """Return the pieces of the side to move and the other's, turned round for Black, and mirrored if asked."""
    return oriented(position.game, (position.own, position.enemy), position.to_move, mirrored)


def oriented(game: Fanorona, sets: Turn, mover: Side, mirrored: bool) -> Turn:
    """Turn two sets of points round if Black moves, and mirror them if asked; doing it twice undoes it."""
    lattice = game.lattice
    if mover is Side.BLACK:
        sets = lattice.turned(sets[0]), lattice.turned(sets[1])
    return (lattice.mirrored(sets[0]), lattice.mirrored(sets[1])) if mirrored else sets


@cache
def index(game: Fanorona) -> dict[Turn, Bounds]:
    """Return what is proved of each position, as `seen` without a mirror; empty where no certificate is about the game.

    Raises FileError where a certificate is damaged.
    """
    found: dict[Turn, Bounds] = {}
    for path in shipped(game):
        for key, least, most, after in statements(game, read_certificate(path)):
            bounds = found.setdefault(key, Bounds())
            if least > bounds.least:
                bounds.least, bounds.after = least, after
            bounds.most = min(bounds.most, most)
    return found


def statements(game: Fanorona, certificate: Certificate) -> Iterator[tuple[Turn, int, int, Turn]]:
    """Yield what a certificate proves: a position as `seen`, and its `Bounds`: least, most, and after."""
    claim = certificate.claim
    attacker = Side(claim.attacker)
    chooser = attacker if claim.wins else attacker.other
    sign = int(claim.wins)
    for before, (own, enemy) in certificate.turns.items():
        after = oriented(game, (own, enemy), chooser, mirrored=False)
        yield oriented(game, before, chooser, mirrored=False), sign, 1, after
        yield oriented(game, (enemy, own), chooser.other, mirrored=False), -1, -sign, NO_PIECES
    start = game.position(claim.position)
    bounds = (sign, 1) if start.to_move is chooser else (-1, -sign)
    yield seen(start, mirrored=False), *bounds, NO_PIECES
