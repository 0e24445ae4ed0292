"""The command ``lalao``: one file a command, each imported only when it runs."""

import io
import logging
import os
import signal
import sys

from lalao.cli.group import lalao
from lalao.cli.speaking import refusal, wanted_language
from lalao.errors import LalaoError
from lalao.locale import ENGLISH, Translator, words
from lalao.processes import hear_interrupts

__all__ = ["main", "run"]


def run() -> None:
    """Run the command as the main program: Ctrl-C ends it silently with status 130, during start-up and exit too."""
    try:
        hear_interrupts()
        main()
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def main(arguments: list[str] | None = None) -> None:
    """Run a command with these arguments, by default those of the process, and exit.

    The status is 2 after bad input, which gets one line on stderr, and 130 after Ctrl-C.
    """
    from click import ClickException, exceptions

    given = sys.argv[1:] if arguments is None else arguments
    prepare_streams()
    speech = ENGLISH
    try:
        speech = words(wanted_language(given, os.environ))
        listen(speech)
        status = lalao.main(given, prog_name="lalao", standalone_mode=False, obj=speech)
    except LalaoError as error:
        status = complain(speech.say(error))
    except ClickException as error:
        status = complain(speech.say(refusal(error)))
    except (exceptions.Abort, KeyboardInterrupt):
        status = 130
    except OSError as error:
        status = complain(speech("the output cannot be written: {why}", why=error.strerror))
    except SystemExit:  # raised by Click when the reader of the output has gone
        status = 0
    try:
        sys.stdout.flush()
    except OSError as error:
        status = status or complain(speech("the output cannot be written: {why}", why=error.strerror))
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(status)


class Told(logging.Formatter):
    """Formats log messages in the user's language."""

    def __init__(self, speech: Translator) -> None:
        super().__init__()
        self.speech = speech

    def format(self, record: logging.LogRecord) -> str:
        """Return the translated message, wrapped to the terminal."""
        from lalao.cli.terminal import columns, wrapped  # not needed by most commands

        return wrapped(f"lalao: {self.speech(str(record.msg))}", columns())


def listen(speech: Translator) -> None:
    """Show the log of long tasks on the terminal: on stderr if it is one, else on stdout; nowhere if neither is."""
    screen = next((stream for stream in (sys.stderr, sys.stdout) if stream.isatty()), None)
    if screen is not None:
        handler = logging.StreamHandler(screen)
        handler.setFormatter(Told(speech))
        logger = logging.getLogger("lalao")
        logger.addHandler(handler)
        logger.setLevel(logging.INFO)


def prepare_streams() -> None:
    """Set the standard streams up: output in UTF-8, undecodable input replaced, closed streams replaced by buffers."""
    sys.stdin = sys.stdin or io.StringIO()
    sys.stdout = sys.stdout or io.StringIO()
    sys.stderr = sys.stderr or io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def complain(line: str) -> int:
    """Write one line on stderr and return the exit status of bad input."""
    print(f"lalao: {' '.join(line.split())}", file=sys.stderr)
    return 2
