"""Reading the records in files that are named on the command line."""

from collections.abc import Iterator

from lalao.cli.files import read_whole
from lalao.errors import LalaoError, NotationError
from lalao.games.game import AnyPosition
from lalao.record import Record, read_games

MOST_BYTES = 200_000_000
"""Bytes of a file of games, some hundreds of thousands."""


def each_in(name: str, given: AnyPosition | None = None) -> Iterator[Record]:
    """Yield the games in a file, in any notation; `given` is the start of those that name no game.

    Raises NotationError or FileError.
    """
    return records_of(read_whole(name, MOST_BYTES), name, given)


def records_of(text: str, name: str, given: AnyPosition | None = None) -> Iterator[Record]:
    """Yield the games in a text, as `each_in` does; `name` is the file that errors mention.

    Raises NotationError.
    """
    try:
        yield from read_games(text, given)
    except LalaoError as cause:
        raise NotationError("'{file}', {cause}", file=name, cause=cause) from None


def records_in(name: str, given: AnyPosition | None = None) -> list[Record]:
    """Read the games in a file, of which there may be none.

    Raises NotationError or FileError.
    """
    return list(each_in(name, given))


def games_in(name: str, given: AnyPosition | None = None) -> list[Record]:
    """Read the games in a file, which must hold at least one.

    Raises NotationError or FileError.
    """
    records = records_in(name, given)
    if not records:
        raise NotationError("'{file}' contains no game", file=name)
    return records
