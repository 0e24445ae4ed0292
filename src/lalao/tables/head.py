"""The head of a file of endgame tables: what it says of itself, judged against its game, its length and its name."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from lalao.board.orbits import Slice, places, positions, slices
from lalao.errors import FileError, LalaoError
from lalao.games.fanorona import Fanorona
from lalao.games.registry import game as find_game

SUFFIX = ".tables"
MOST_POINTS = 62
MOST_FRAME = 64 * 1024
Count = Annotated[int, Meta(ge=0)]


@dataclass(frozen=True, slots=True)
class SliceHead:
    """A slice in a file: its pieces, its places and the positions of each code, before symmetry."""

    own: Annotated[int, Meta(ge=1, le=MOST_POINTS)]
    enemy: Annotated[int, Meta(ge=1, le=MOST_POINTS)]
    places: Count
    counts: Annotated[tuple[Count, ...], Meta(min_length=1, max_length=256)]

    @property
    def slice(self) -> Slice:
        """The pieces of the side to move, and those of the other."""
        return self.own, self.enemy

    @property
    def wins(self) -> int:
        """The positions that the side to move wins."""
        return sum(self.counts[2::2])

    @property
    def draws(self) -> int:
        """The positions that neither side wins."""
        return self.counts[0]

    @property
    def losses(self) -> int:
        """The positions that the side to move loses."""
        return sum(self.counts[1::2])

    @property
    def positions(self) -> int:
        """All positions of the slice, before symmetry."""
        return sum(self.counts)

    @property
    def longest(self) -> int | None:
        """The plies of the longest win or loss."""
        return len(self.counts) - 2 if len(self.counts) > 1 else None


class Head(msgspec.Struct, forbid_unknown_fields=True):
    """What a file says of itself: its game, the codes in a frame, the frames, the SHA-256 of all codes, its slices."""

    game: Annotated[str, Meta(max_length=60)]
    frame: Annotated[int, Meta(ge=1, le=MOST_FRAME)]
    frames: Count
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    slices: Annotated[tuple[SliceHead, ...], Meta(min_length=1)]


def base_id(game: Fanorona) -> str | None:
    """Return the id of the game whose tables serve a game, or None where board and side are not the whole position."""
    if game.rules.huffing:
        return None
    return game.id.removesuffix("-vela")


def read_head(line: bytes) -> Head:
    """Read a head that agrees with itself: each slice has the places and positions that it has on the game's board.

    Raises ValueError.
    """
    try:
        head = msgspec.json.decode(line, type=Head)
        game = find_game(head.game)
    except (msgspec.MsgspecError, RecursionError, LalaoError) as error:
        raise ValueError(str(error)) from None
    if not isinstance(game, Fanorona) or base_id(game) != head.game or game.lattice.size > MOST_POINTS:
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
    """List the names that a file of these slices may have; `pieces` is how many a side of the game has."""
    most = max(map(sum, of))
    names = [f"{game}.{own}v{enemy}{SUFFIX}" for own, enemy in of[:1] if len(of) == 1]
    return names + [f"{game}.{most}{SUFFIX}"] * (set(of) == set(slices(most, pieces)))


def check_name(path: Path, head: Head, wanted: str) -> None:
    """Refuse a file that does not hold what its name says, or not what it is `wanted` for.

    Raises FileError.
    """
    game = find_game(head.game)
    assert isinstance(game, Fanorona)
    names = names_of(head.game, game.pieces, [one.slice for one in head.slices])
    if head.game == wanted and path.name in names:
        return
    of = ", ".join(f"{one.own}v{one.enemy}" for one in head.slices)
    raise FileError(
        "'{file}' holds {game}, {slices}, and its name says something else: call it {name}",
        file=path,
        game=head.game,
        slices=of,
        name=names[0] if names else f"{head.game}.*",
    )
