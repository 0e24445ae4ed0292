"""What a room, a class or a code refuses, each with the status of its HTTP answer."""

from lalao.errors import LalaoError


class RefusedError(LalaoError):
    """A message that is out of place: not your seat, not your turn, too late."""

    status = 409


class NoRoomError(LalaoError):
    """A code that opens no match, or no class."""

    status = 404


class ForbiddenError(RefusedError):
    """A request that only the teacher may make."""

    status = 403


class UnaidedError(ForbiddenError):
    """A hint or a value that a pupil asks for, whose tournament goes without."""

    def __init__(self) -> None:
        super().__init__("no hints and no values until the tournament is over")


class ShutError(RefusedError):
    """Too many wrong codes from one device, which has to wait."""

    status = 429
