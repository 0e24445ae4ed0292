"""``lalao engine``: the line protocol on standard input and output."""

import io
import sys
import threading
from contextlib import suppress

import click

from lalao import __version__
from lalao.cli.speaking import SpeakingCommand, speaks


@click.command(
    "engine",
    cls=SpeakingCommand,
    help="Speak the line protocol of engines on standard input and output, for every game.",
)
@speaks
def command() -> None:
    """Serve until ``quit`` or the end of the input."""
    from lalao.engine.protocol import serve

    writing = threading.Lock()

    def write(line: str) -> None:
        with writing, suppress(OSError):  # the reader has gone: the input will end too
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()

    serve(getattr(sys.stdin, "buffer", io.BytesIO()), f"lalao {__version__}", write)
