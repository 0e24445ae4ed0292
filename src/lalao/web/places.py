"""Who may enter a room or a class that is full: members always do, and a guest goes instead.

A member holds a token of a seat, of a pupil or of a teacher. Whoever takes up most places goes first.
"""

import ipaddress
from collections import Counter
from collections.abc import Callable

from lalao.web.connection import TOO_SLOW, Connection
from lalao.web.ledger import device_of
from lalao.web.room import RefusedError

MOST_CONNECTIONS = 400
"""Connections in a room or a class."""
MOST_OF_DEVICE = 60
"""Guests that one device may have in a room or a class, and pupils that may join a class from it.

A whole class may come from behind one address, that of a school's router.
"""


def is_counted(device: str) -> bool:
    """Return whether the guests of a device are limited: not on this machine, where a proxy hides who they are."""
    try:
        return not ipaddress.ip_address(device).is_loopback
    except ValueError:
        return False


def make_way(here: set[Connection], comer: Connection, is_known: Callable[[str], bool]) -> None:
    """Let a connection in where there is a place; disconnect another one for a member where there is none.

    `is_known` tells a member's token.
    Raises RefusedError for a guest where the room is full, or where his device has `MOST_OF_DEVICE` guests.
    """
    if not is_known(comer.token):
        device = device_of(comer.device)
        guests = sum(device_of(each.device) == device and not is_known(each.token) for each in here)
        if len(here) >= MOST_CONNECTIONS or (guests >= MOST_OF_DEVICE and is_counted(comer.device)):
            raise RefusedError("this room is full")
    while len(here) >= MOST_CONNECTIONS:
        goes = most_placed(here, is_known)
        here.discard(goes)
        goes.cut(TOO_SLOW)


def most_placed(here: set[Connection], is_known: Callable[[str], bool]) -> Connection:
    """Return a guest of the device with most guests; where all are members, one of the token with most connections."""
    guests = [each for each in here if not is_known(each.token)]
    if guests:
        devices = Counter(device_of(each.device) for each in guests)
        return max(guests, key=lambda each: devices[device_of(each.device)])
    tokens = Counter(each.token for each in here)
    return max(here, key=lambda each: tokens[each.token])
