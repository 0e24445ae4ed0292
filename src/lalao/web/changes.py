"""What is told of a room that somebody knows already: what has changed, and how whole states are made of it again."""

from itertools import takewhile
from operator import eq
from typing import Any

from lalao.web.shown import Changed, State

GROWING = ("moves", "tree")
"""Lists of words that grow at their end as a game goes on."""


def changes(old: State, new: State) -> Changed:
    """Tell what is otherwise in a new state."""
    fields = {name: getattr(new, name) for name in State.__struct_fields__ if getattr(new, name) != getattr(old, name)}
    kept: dict[str, int] = {}
    for name in GROWING:
        if fields.get(name) and getattr(old, name):
            kept[name] = sum(takewhile(bool, map(eq, getattr(old, name), fields[name])))
            fields[name] = fields[name][kept[name] :]
    return Changed(fields, kept)


class Follower:
    """A program that follows a room: it hears what has changed, and knows the whole."""

    def __init__(self) -> None:
        """Know nothing yet."""
        self.state: dict[str, Any] = {}

    def hear(self, message: dict[str, Any]) -> dict[str, Any]:
        """Take a message as it came; return it, or the whole state in place of what has changed of it."""
        if message["kind"] == "changed":
            fields = message["fields"]
            whole = {name: self.state[name][:kept] + fields[name] for name, kept in message["kept"].items()}
            message = self.state | fields | whole
        if message["kind"] == "state":
            self.state = message
        return message
