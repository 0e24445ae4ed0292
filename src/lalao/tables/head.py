"""The head of a file of endgame tables, checked against its game, its length and its name."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from lalao.board.orbits import Slice, places, positions, slices
from lalao.errors import FileError, LalaoError
from lalao.games.fanorona import Fanorona
from lalao.games.registry import game_as

SUFFIX = ".tables"
MOST_POINTS = 62
MOST_FRAME = 64 * 1024
Count = Annotated[int, Meta(ge=0)]


@dataclass(frozen=True, slots=True)
class SliceHead:
    """A slice in a file: its pieces, its places, and how many positions have each code, mirror images counted."""

    own: Annotated[int, Meta(ge=1, le=MOST_POINTS)]
    enemy: Annotated[int, Meta(ge=1, le=MOST_POINTS)]
    places: Count
    counts: Annotated[tuple[Count, ...], Meta(min_length=1, max_length=256)]

    @property
    def slice(self) -> Slice:
        """The pieces of the side to move and of the other."""
        return self.own, self.enemy

    @property
    def wins(self) -> int:
        """How many positions the side to move wins."""
        return sum(self.counts[2::2])

    @property
    def draws(self) -> int:
        """How many positions are draws."""
        return self.counts[0]

    @property
    def losses(self) -> int:
        """How many positions the side to move loses."""
        return sum(self.counts[1::2])

    @property
    def positions(self) -> int:
        """How many positions the slice has, mirror images counted."""
        return sum(self.counts)

    @property
    def longest(self) -> int | None:
        """The plies of the longest win or loss, None where every position is a draw."""
        return len(self.counts) - 2 if len(self.counts) > 1 else None


class Head(msgspec.Struct, forbid_unknown_fields=True):
    """The head of a file: the game's id, codes in a frame, number of frames, SHA-256 of all codes, and the slices."""

    game: Annotated[str, Meta(max_length=60)]
    frame: Annotated[int, Meta(ge=1, le=MOST_FRAME)]
    frames: Count
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    slices: Annotated[tuple[SliceHead, ...], Meta(min_length=1)]


def base_id(game: Fanorona) -> str | None:
    """Return the id of the game whose tables serve `game`: its own, or the first round's for Vela; None with huffing.

    With huffing, board and side are not the whole position.
    """
    if game.rules.huffing:
        return None
    return game.id.removesuffix("-vela")


def read_head(line: bytes) -> Head:
    """Read a head and check that each slice has the places and positions that the game's board gives it.

    Raises ValueError where it cannot be read or a number is wrong.
    """
    try:
        head = msgspec.json.decode(line, type=Head)
        game = game_as(head.game, Fanorona)
    except (msgspec.MsgspecError, RecursionError, LalaoError) as error:
        raise ValueError(str(error)) from None
    if base_id(game) != head.game or game.lattice.size > MOST_POINTS:
        raise ValueError
    board = game.lattice
    of = [one.slice for one in head.slices]
    if len(set(of)) != len(of) or max(map(max, of)) > game.pieces:
        raise ValueError
    if any(one.places != places(board.height, board.width, one.slice) for one in head.slices):
        raise ValueError
    if any(one.positions != positions(board.size, one.slice) for one in head.slices):
        raise ValueError
    if head.frames != -(-sum(one.places for one in head.slices) // head.frame):
        raise ValueError
    return head


def names_of(game: str, pieces: int, of: Sequence[Slice]) -> list[str]:
    """List the names that a file of these slices may have; `pieces` is how many each side has at the start."""
    most = max(map(sum, of))
    names = [f"{game}.{own}v{enemy}{SUFFIX}" for own, enemy in of[:1] if len(of) == 1]
    return names + [f"{game}.{most}{SUFFIX}"] * (set(of) == set(slices(most, pieces)))


def check_name(path: Path, head: Head, wanted: str) -> None:
    """Check that a file holds what its name says, and tables of the game whose id is `wanted`.

    Raises FileError where it does not.
    """
    game = game_as(head.game, Fanorona)
    names = names_of(head.game, game.pieces, [one.slice for one in head.slices])
    if head.game == wanted and path.name in names:
        return
    of = ", ".join(f"{one.own}v{one.enemy}" for one in head.slices)
    raise FileError(
        "'{file}' holds {game}, {slices}, but its name says something else: rename it to {name}",
        file=path,
        game=head.game,
        slices=of,
        name=names[0] if names else f"{head.game}.*",
    )
