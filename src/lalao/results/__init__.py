"""What Lalao has found, as data: what is stated, how sure it is, and how it is computed again.

``results.jsonl`` holds one result a line. Its value is a method of `lalao.results.methods` called with the arguments of
the line; it stands in the line itself, or in the figures of the family (`lalao.sheets.known`) where these have it
already. The SHA-256 is that of the value in canonical form, whichever of the two it stands in.
"""

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from lalao.errors import NotationError, Phrase, nearest
from lalao.games.registry import game
from lalao.results.sentences import SENTENCES
from lalao.sheets.known import known

Status = Literal["proved", "computed", "checked"]
QUICK = 3.0
"""Seconds that a quick result takes at most."""


def canonical(value: Any) -> str:
    """Write a value in the one form that is hashed: JSON without spaces, keys in order.

    >>> canonical({"b": [1, 2], "a": "x"})
    '{"a":"x","b":[1,2]}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(value: Any) -> str:
    """Return the SHA-256 of a value."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A statement: the method and arguments that compute it, how sure it is, and what it comes to.

    `command` computes it, or what it is drawn from, again; `seconds` is the processor's time for it, on one core;
    `confirmed` names the independent program or the source that found the same, ``none`` where there is none. `known`
    names the figures of the family that hold the value, where `value` does not.
    """

    name: str
    method: str
    arguments: dict[str, str | int]
    status: Status
    command: str
    confirmed: str
    seconds: float = 0.0
    sha256: str = ""
    known: str = ""
    value: Any = None

    @property
    def says(self) -> Phrase:
        """The statement as a sentence, for the user's language."""
        return Phrase(SENTENCES[self.method], None, **self.arguments)

    @property
    def is_quick(self) -> bool:
        """Whether it is computed again within a few seconds."""
        return self.seconds <= QUICK

    @property
    def stated(self) -> Any:
        """The value that is stated, from wherever it stands."""
        return self.of_family() if self.known else self.value

    def of_family(self) -> Any:
        """Return the value from the figures of the family: all of them, or those of this game without its name."""
        figures = known(game(str(self.arguments["game"])).family.name)[self.known]
        own = [one for one in figures if one.get("game") == self.arguments["game"]]
        return {name: part for name, part in own[0].items() if name != "game"} if own else figures

    def as_dict(self) -> dict[str, Any]:
        """Give the result as plain JSON, with its value."""
        return {**msgspec.to_builtins(self), "says": str(self.says), "value": self.stated}


@cache
def read_results() -> tuple[Result, ...]:
    """Read all results, in the order in which they are told."""
    text = files("lalao.results").joinpath("results.jsonl").read_text(encoding="utf-8")
    return tuple(msgspec.json.decode(line, type=Result) for line in text.splitlines())


def chosen(names: Iterable[str]) -> tuple[Result, ...]:
    """Return the results of these names, in their order; all of them where none is named.

    Raises NotationError where there is none of a name.
    """
    there = {result.name: result for result in read_results()}
    for name in (wanted := list(names)):
        if name not in there:
            raise no_result(name, there)
    return tuple(there[name] for name in dict.fromkeys(wanted)) or read_results()


def no_result(name: str, there: Iterable[str]) -> NotationError:
    """Refuse the name of no result."""
    other = nearest(name, there)
    if other:
        return NotationError("there is no result '{name}': did you mean {other}?", name=name, other=other)
    return NotationError("there is no result '{name}': see lalao results list", name=name)
