"""The gestures of a hand during a turn, in the order in which they are made.

Every event carries `count` things from one place to another, so nothing can appear or vanish. A place is named by a
short text: a pit (``3``, ``Sc``), a point (``d3``), a reserve (``reserve S``), the hand that sows (``hand``), or the
pieces taken from a side (``taken W``). A `Contents` maps each place to its contents, one letter per thing: ``o``
for a seed, ``W`` and ``B`` for pieces.

>>> take_seed("S").apply_to({"reserve S": "ooo", "hand": ""})
{'reserve S': 'oo', 'hand': 'o'}
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from lalao.errors import ConservationError

Place = str
Contents = dict[Place, str]

HAND = "hand"
SEED = "o"

Key: TypeAlias = Literal["take", "drop", "lift", "sow", "capture", "step", "remove", "huff"]
KEYS: tuple[Key, ...] = get_args(Key)


@dataclass(frozen=True, slots=True)
class Event:
    """One gesture: `count` things go from `source` to `target`.

    `key` is one of `KEYS`; `how` is ``A`` or ``W`` for a capture by approach or by withdrawal, else "".
    """

    key: Key
    source: Place
    target: Place
    count: int = 1
    how: str = ""

    def apply_to(self, contents: Contents) -> Contents:
        """Return the contents after this gesture.

        Raises ConservationError where the source holds fewer than `count` things.
        """
        held = contents.get(self.source, "")
        if self.count < 1 or len(held) < self.count:
            raise ConservationError(f"{self} carries more than the {held!r} that lies there")
        kept, carried = held[: -self.count], held[-self.count :]
        moved = {**contents, self.source: kept}
        moved[self.target] = moved.get(self.target, "") + carried
        return moved


def reserve(side: str) -> Place:
    """Return the name of the place where a side's reserve lies."""
    return f"reserve {side}"


def taken(side: str) -> Place:
    """Return the name of the place where the pieces taken from a side lie."""
    return f"taken {side}"


def take_seed(side: str) -> Event:
    """Take one seed from a side's reserve into the hand."""
    return Event("take", reserve(side), HAND)


def drop(pit: Place) -> Event:
    """Drop the seed in hand into a pit."""
    return Event("drop", HAND, pit)


def lift(pit: Place, seeds: int) -> Event:
    """Lift all the seeds of a pit into the hand."""
    return Event("lift", pit, HAND, seeds)


def sow(pit: Place) -> Event:
    """Sow one seed from the hand into a pit."""
    return Event("sow", HAND, pit)


def capture(pit: Place, seeds: int) -> Event:
    """Capture the seeds of an enemy pit into the hand."""
    return Event("capture", pit, HAND, seeds)


def step(start: Place, end: Place) -> Event:
    """Move a piece to a neighbouring point."""
    return Event("step", start, end)


def remove(point: Place, side: str, how: str) -> Event:
    """Remove a captured piece of `side`, taken by approach (``A``) or by withdrawal (``W``)."""
    return Event("remove", point, taken(side), how=how)


def huff(point: Place, side: str) -> Event:
    """Huff a piece of `side` that could have captured and did not."""
    return Event("huff", point, taken(side))


def audit(before: Contents, events: Iterable[Event]) -> Contents:
    """Apply the events to the contents of a position and return the contents at the end, empty places included.

    Raises ConservationError where an event carries something that is not there, where the hand is not empty at the
    end, or where the number of things has changed.
    """
    after = before
    for event in events:
        after = event.apply_to(after)
    if after.get(HAND):
        raise ConservationError(f"the turn ends with {after[HAND]!r} in hand")
    if things(before) != things(after):
        raise ConservationError(f"{things(before)} became {things(after)}")
    return after


def things(contents: Contents) -> Counter[str]:
    """Count the things in all places together, by letter."""
    return Counter("".join(contents.values()))
