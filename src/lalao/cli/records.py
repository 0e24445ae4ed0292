"""Reading the records in files that are named on the command line."""

from lalao.cli.files import read_whole
from lalao.errors import NotationError, RecordError
from lalao.record import Record, read_all


def records_in(name: str) -> list[Record]:
    """Read the records in a file, of which there may be none.

    Raises NotationError or FileError.
    """
    return records_of(read_whole(name), name)


def records_of(text: str, name: str) -> list[Record]:
    """Read the records in a text; `name` is the file that errors mention.

    Raises NotationError.
    """
    try:
        return read_all(text)
    except RecordError as cause:
        raise NotationError("'{file}', {cause}", file=name, cause=cause) from None


def games_in(name: str) -> list[Record]:
    """Read the records in a file, which must hold at least one.

    Raises NotationError or FileError.
    """
    records = records_in(name)
    if not records:
        raise NotationError("'{file}' contains no game", file=name)
    return records
