"""The difference between two states of a room, which is what is sent."""

from itertools import takewhile
from operator import eq
from typing import Any

import msgspec

from lalao.web.shown import Changed, State

GROWING = ("moves", "tree")
"""Lists of words that grow at their end as a game goes on."""
STEADY = ("picture",)
"""Fields that keep their shape from move to move: only what has changed within them is sent."""


def changes(old: State, new: State) -> Changed:
    """Return how a new state differs from an old one."""
    fields = {name: getattr(new, name) for name in State.__struct_fields__ if getattr(new, name) != getattr(old, name)}
    kept: dict[str, int] = {}
    for name in GROWING:
        if fields.get(name) and getattr(old, name):
            kept[name] = sum(takewhile(bool, map(eq, getattr(old, name), fields[name])))
            fields[name] = fields[name][kept[name] :]
    inside = {name: within(getattr(old, name), fields.pop(name)) for name in STEADY if name in fields}
    return Changed(fields, kept, inside)


def within(old: Any, new: Any) -> Any:
    """Return how a part differs, by field name or list index; where its shape has changed, the new part in a list."""
    if isinstance(new, msgspec.Struct) and type(old) is type(new):
        parts = ((name, getattr(old, name), getattr(new, name)) for name in new.__struct_fields__)
    elif isinstance(new, list) and isinstance(old, list) and len(old) == len(new):
        parts = ((str(number), *pair) for number, pair in enumerate(zip(old, new, strict=True)))
    else:
        return [new]
    return {name: within(before, after) for name, before, after in parts if before != after}
