"""Records read from the files that a command is given."""

from lalao.cli.files import read_whole
from lalao.errors import NotationError, RecordError
from lalao.record import Record, read_all


def records_in(name: str) -> list[Record]:
    """Read the records of a file.

    Raises NotationError or FileError.
    """
    try:
        return read_all(read_whole(name))
    except RecordError as cause:
        raise NotationError("'{file}', {cause}", file=name, cause=cause) from None


def games_in(name: str) -> list[Record]:
    """Read the records of a file that holds at least one.

    Raises NotationError or FileError.
    """
    records = records_in(name)
    if not records:
        raise NotationError("'{file}' holds no game", file=name)
    return records
