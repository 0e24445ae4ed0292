"""The gate: the teacher's code, told where the server was started, and how often it may be guessed."""

import secrets

from lalao.errors import NotationError
from lalao.web.misses import Misses
from lalao.web.room import RefusedError

DIGITS = "02345689"
"""The digits of a teacher's code that is drawn: 1 and 7 look alike on many boards."""
LENGTH = 6
MOST_GUESSES = 5
MOST_GUESSES_OF_ALL = 100


class ForbiddenError(RefusedError):
    """A request that only the teacher may make."""

    status = 403


class Gate:
    """Lets in whoever knows the code; a device that has guessed wrong five times waits a minute."""

    def __init__(self, code: str = "") -> None:
        """Take a code, or draw one."""
        self.code = code or new_code()
        self.misses = Misses(MOST_GUESSES, MOST_GUESSES_OF_ALL)

    def check(self, code: str, address: str) -> None:
        """Refuse a wrong code.

        Raises ForbiddenError for a wrong code, ShutError where too many were wrong.
        """
        self.misses.check(address)
        if not secrets.compare_digest("".join(code.split()).encode(), self.code.encode()):
            self.misses.count(address)
            raise ForbiddenError("this is not the teacher's code: it stands where Lalao was started")
        self.misses.forgive(address)


def new_code() -> str:
    """Draw a teacher's code of six digits."""
    return "".join(secrets.choice(DIGITS) for _ in range(LENGTH))


def read_code(text: str) -> str:
    """Read a teacher's code that somebody has chosen.

    Raises NotationError for one that is guessed too easily.
    """
    code = "".join(text.split())
    if not (4 <= len(code) <= 40 and code.isascii() and code.isalnum()):
        raise NotationError("'{text}' is not a teacher's code: write from 4 to 40 letters or digits", text=text)
    return code
