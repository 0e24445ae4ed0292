"""The command ``lalao``: one file a command, each imported only when it runs."""

import os
import sys

from lalao.cli.group import lalao
from lalao.cli.speaking import refusal, wanted_language
from lalao.errors import LalaoError
from lalao.locale import ENGLISH, words

__all__ = ["main"]


def main(arguments: list[str] | None = None) -> None:
    """Run a command; on bad input write one line on stderr and exit with status 2."""
    from click import ClickException, exceptions

    given = sys.argv[1:] if arguments is None else arguments
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    speech = ENGLISH
    try:
        speech = words(wanted_language(given, os.environ))
        status = lalao.main(given, prog_name="lalao", standalone_mode=False, obj=speech)
    except LalaoError as error:
        status = complain(speech.say(error))
    except ClickException as error:
        status = complain(speech.say(refusal(error)))
    except (exceptions.Abort, KeyboardInterrupt):
        status = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 0
    sys.exit(status)


def complain(line: str) -> int:
    """Write one line on stderr and return the exit status of bad input."""
    print(f"lalao: {' '.join(line.split())}", file=sys.stderr)
    return 2
