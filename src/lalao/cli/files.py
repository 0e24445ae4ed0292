"""Reading and writing whole files, with a one-line error where that fails."""

import os
import re
import stat
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

import click
from click.shell_completion import CompletionItem

from lalao.errors import FileError, NotationError
from lalao.locale import later

MOST_BYTES = 10_000_000
STANDARD = "-"
"""Names the standard input where a file is read, the standard output where one is written."""


def named(metavar: str | None, incomplete: str) -> list[CompletionItem]:
    """List what a shell may complete where the metavar says ``GAME`` or ``one|other``: ids, or these words."""
    words = metavar.split("|") if metavar and re.fullmatch(r"[a-z]+(\|[a-z]+)+", metavar) else []
    if metavar and "GAME" in metavar:
        from lalao.games.registry import LISTED

        words += LISTED
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


class FileName(click.types.StringParamType):
    """The name of a file or folder on the command line; a command refuses ``-`` unless its type says what it is."""

    def __init__(self, name: str, refusal: str = "") -> None:
        """Take the name of the type and, where ``-`` is refused, the sentence for it with the blank `text`."""
        self.name = name
        self.refusal = refusal

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002  Click's signature
        """Return the name; raises NotationError for ``-`` where it is refused."""
        if value == STANDARD and self.refusal:
            raise NotationError(self.refusal, text=value)
        return value

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002  Click's signature
        """Let the shell complete the name, of a folder or of any file."""
        return [CompletionItem(incomplete, type="dir" if self is FOLDER else "file"), *named(param.metavar, incomplete)]


INPUT, OUTPUT = FileName("input"), FileName("output")
"""Files that are read from start to end, and written: ``-`` is the standard input or output."""
KEPT = FileName("kept", later("'{text}' is not a regular file: write a name, or ./- for this one"))
FOLDER = FileName("folder", later("'{text}' is not a folder: write a name, or ./- for this one"))


def refusal(name: str | Path, error: OSError | ValueError, written: bool) -> FileError:
    """Return the error that says why a file cannot be read or, if `written`, written."""
    why: dict[type[BaseException], FileError] = {
        FileNotFoundError: FileError("'{file}': there is no such file or folder", file=name),
        NotADirectoryError: FileError("'{file}': there is no such file or folder", file=name),
        PermissionError: FileError("'{file}': permission denied", file=name),
        IsADirectoryError: FileError("'{file}' is a folder", file=name),
    }
    if type(error) in why:
        return why[type(error)]
    reason = getattr(error, "strerror", None) or error
    if written:
        return FileError("'{file}' cannot be written: {why}", file=name, why=reason)
    return FileError("'{file}' cannot be read: {why}", file=name, why=reason)


def read_whole(name: str, most: int = MOST_BYTES) -> str:
    """Return the text of a file, or of the standard input for ``-``.

    Raises FileError where it is not a regular file in UTF-8 of at most `most` bytes.
    """
    try:
        return read_bytes(name, most).decode("utf-8")
    except UnicodeDecodeError:
        raise FileError("'{file}' is not a text in UTF-8", file=name) from None


def read_bytes(name: str, most: int = MOST_BYTES) -> bytes:
    """Return the content of a file, or of the standard input for ``-``.

    Raises FileError where it is not a regular file of at most `most` bytes.
    """
    try:
        data = _standard_input(most) if name == STANDARD else _content(name, most)
    except (OSError, ValueError) as error:
        raise refusal(name, error, written=False) from None
    if len(data) > most:
        raise FileError("'{file}' is too large: at most {most} bytes", file=name, most=most)
    return data


def _standard_input(most: int) -> bytes:
    stream = getattr(sys.stdin, "buffer", None)  # a closed standard input has been replaced by an empty text
    return stream.read(most + 1) if stream else b""


def _content(name: str, most: int) -> bytes:
    with open(name, "rb", opener=_without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise FileError("'{file}' is not a regular file", file=name)
        return file.read(most + 1)


def check_one_output(file: str | None, json_wanted: bool) -> None:
    """Refuse a file and a JSON document that would both be the standard output; raises NotationError."""
    if file == STANDARD and json_wanted:
        raise NotationError("'{file}' is the standard output, where --json goes: choose one of them", file=file)


@contextmanager
def aside(file: str | None) -> Iterator[None]:
    """Print to stderr in this block where `file` is the standard output, which then holds the file alone."""
    with redirect_stdout(sys.stderr if file == STANDARD else sys.stdout):
        yield


def _without_waiting(name: str, flags: int) -> int:
    """Open a file without blocking on a pipe that has no writer."""
    return os.open(name, flags | getattr(os, "O_NONBLOCK", 0))


def write_whole(name: str | Path, text: str) -> None:
    """Write a text in UTF-8 with the machine's line ends (see `write_bytes`).

    Raises FileError.
    """
    if name == STANDARD:
        click.echo(text, nl=False)
    else:
        write_bytes(name, text.replace("\n", os.linesep).encode())


def write_bytes(name: str | Path, data: bytes) -> None:
    """Write a file atomically, or the standard output for ``-``; links are followed, only regular files are replaced.

    Raises FileError.
    """
    if name == STANDARD:
        sys.stdout.flush()
        if stream := getattr(sys.stdout, "buffer", None):  # as for the standard input
            stream.write(data)
        return
    try:
        path = Path(name).resolve()
        if path.is_dir():
            raise FileError("'{file}' is a folder", file=name)
        if path.exists() and not path.is_file():
            raise FileError("'{file}' is not a regular file", file=name)
        mode = stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o666 & ~_umask()
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".lalao-")
    except (OSError, ValueError) as error:
        raise refusal(name, error, written=True) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(mode)
        Path(temporary).replace(path)
    except OSError as error:
        raise refusal(name, error, written=True) from None
    finally:
        Path(temporary).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
