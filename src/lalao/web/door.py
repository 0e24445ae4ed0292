"""The door: connections counted by device, so that no device shuts out the others.

A connection that has not asked for anything yet, or waits between two questions, makes way for those that come after
it, the oldest first. One that is being answered, or has said hello in a room, stays.

>>> from functools import partial
>>> shown_out = []
>>> door = Door(most=10, most_of_device=2)
>>> first, second, third = (door.enter("tablet", partial(shown_out.append, number)) for number in (1, 2, 3))
>>> shown_out
[1]
>>> second.settle()
>>> third.settle()
>>> door.enter("tablet", lambda: None) is None
True
"""

from collections.abc import Callable
from enum import Enum

MOST_OF_DEVICE = 500
"""Connections of one device: a class behind one address has some hundreds."""
LEAST_NEW = 20
NEW_SHARE = 5
"""At most one in this many connections of a device may be one that has not asked for anything yet."""


class Standing(Enum):
    """How far a connection has come."""

    NEW = "new"
    BUSY = "busy"
    IDLE = "idle"
    SETTLED = "settled"


class Guest:
    """A connection that was let in."""

    def __init__(self, door: "Door", device: str, show_out: Callable[[], None]) -> None:
        """Take the door, the device, and what ends the connection."""
        self.door, self.device, self.show_out = door, device, show_out
        self.standing = Standing.NEW

    def ask(self) -> None:
        """Note that a question is being answered."""
        self._stand(Standing.BUSY)

    def rest(self) -> None:
        """Note that the answer is complete, and the next question is awaited."""
        self._stand(Standing.IDLE)

    def settle(self) -> None:
        """Note that the browser has said hello in a room: from now on the connection stays."""
        self._stand(Standing.SETTLED)

    def _stand(self, standing: Standing) -> None:
        if self.standing is not Standing.SETTLED:
            self.standing = standing

    def leave(self) -> None:
        """Stop counting this connection."""
        self.door.let_go(self)


class Door:
    """The connections that are in, by device, the oldest first."""

    def __init__(self, most: int, most_of_device: int = MOST_OF_DEVICE, exempt: str = "") -> None:
        """Take the most connections, in all and of one device; `exempt` is a proxy, which stands for many devices."""
        self.most, self.most_of_device, self.exempt = most, most_of_device, exempt
        self.most_new = max(LEAST_NEW, most_of_device // NEW_SHARE)
        self._devices: dict[str, dict[Guest, None]] = {}
        self.count = 0

    def enter(self, device: str, show_out: Callable[[], None]) -> Guest | None:
        """Let a connection in, showing out others that may go where there are too many; None where none may."""
        mine = self._devices.setdefault(device, {})
        if device != self.exempt:
            self._thin_out(mine)
            if len(mine) >= self.most_of_device:
                return None
        if self.count >= self.most and not self._make_room():
            return None
        guest = Guest(self, device, show_out)
        self._devices.setdefault(device, {})[guest] = None
        self.count += 1
        return guest

    def _thin_out(self, mine: dict[Guest, None]) -> None:
        """Show out the oldest connections of a device that may go, until another one can come in."""
        new = [guest for guest in mine if guest.standing is Standing.NEW]
        leaving = new[: max(0, len(new) + 1 - self.most_new)]
        over = len(mine) - len(leaving) + 1 - self.most_of_device
        if over > 0:
            leaving += [guest for guest in mine if self._may_go(guest) and guest not in leaving][:over]
        for guest in leaving:
            self._end(guest)

    def _make_room(self) -> bool:
        """Show out a connection that may go, looking first at the device that has most; tell whether there was one."""
        for mine in sorted(self._devices.values(), key=len, reverse=True):
            guest = next(filter(self._may_go, mine), None)
            if guest is not None:
                self._end(guest)
                return True
        return False

    @staticmethod
    def _may_go(guest: Guest) -> bool:
        return guest.standing in (Standing.NEW, Standing.IDLE)

    def _end(self, guest: Guest) -> None:
        self.let_go(guest)
        guest.show_out()

    def let_go(self, guest: Guest) -> None:
        """Stop counting a connection, if it is still counted."""
        mine = self._devices.get(guest.device, {})
        if guest in mine:
            del mine[guest]
            self.count -= 1
            if not mine:
                del self._devices[guest.device]
