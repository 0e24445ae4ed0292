"""The gate: the teacher's code, told where the server was started, and how often it may be guessed."""

import secrets

from lalao.clock import CLOCK
from lalao.errors import NotationError
from lalao.web.room import RefusedError

DIGITS = "02345689"
"""The digits of a teacher's code that is drawn: 1 and 7 look alike on many boards."""
LENGTH = 6
MOST_GUESSES = 5
SHUT_SECONDS = 60.0


class ForbiddenError(RefusedError):
    """A request that only the teacher may make."""

    status = 403


class ShutError(RefusedError):
    """Too many wrong codes from one address, which has to wait."""

    status = 429


class Gate:
    """Lets in whoever knows the code; an address that has guessed wrong five times waits a minute."""

    def __init__(self, code: str = "") -> None:
        """Take a code, or draw one."""
        self.code = code or new_code()
        self._wrong: dict[str, list[float]] = {}

    def check(self, code: str, address: str) -> None:
        """Refuse a wrong code.

        Raises ForbiddenError for a wrong code, ShutError where too many were wrong.
        """
        now = CLOCK.elapsed()
        late = {each: [when for when in wrong if now - when < SHUT_SECONDS] for each, wrong in self._wrong.items()}
        self._wrong = {each: wrong for each, wrong in late.items() if wrong}
        wrong = self._wrong.get(address, [])
        if len(wrong) >= MOST_GUESSES:
            raise ShutError("too many wrong codes: wait a minute")
        if not secrets.compare_digest("".join(code.split()).encode(), self.code.encode()):
            self._wrong[address] = [*wrong, now]
            raise ForbiddenError("this is not the teacher's code: it stands where Lalao was started")
        self._wrong.pop(address, None)


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
