"""Results that Lalao has found, as data: the statement, how sure it is, and how to compute it again.

``results.jsonl`` holds one result per line: a method of `lalao.research.results.methods`, its arguments, and the value
that it returns. The value is in the line itself, or in the figures of the family (`lalao.sheets`) where these
include it. In both cases the SHA-256 is that of the value in canonical form.
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
from lalao.locale import later
from lalao.sheets import known

Status = Literal["proved", "computed", "checked"]
QUICK = 3.0
"""The most seconds that a quick result takes."""


def canonical(value: Any) -> str:
    """Return a value in the canonical form that is hashed: ASCII JSON without spaces, keys sorted.

    >>> canonical({"b": [1, 2], "a": "x"})
    '{"a":"x","b":[1,2]}'
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def digest(value: Any) -> str:
    """Return the SHA-256 of a value in canonical form, in hexadecimal."""
    return hashlib.sha256(canonical(value).encode()).hexdigest()


class Result(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A result: the method and arguments that compute it, how sure it is, and its value.

    `command` computes the value again, or the data it is drawn from; `seconds` is the CPU time on one core;
    `confirmed` names the independent program or the source with the same result, ``none`` where there is none. `known`
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
        """The subject of the result, as a sentence to be translated."""
        return Phrase(SENTENCES[self.method], None, **self.arguments)

    @property
    def is_quick(self) -> bool:
        """Whether it can be computed again within `QUICK` seconds."""
        return self.seconds <= QUICK

    @property
    def stated(self) -> Any:
        """The stated value, from `value` or from the figures of the family."""
        return self.of_family() if self.known else self.value

    def of_family(self) -> Any:
        """Return the value from the figures of the family: those of this game, without its id, or else all of them."""
        figures = known(game(str(self.arguments["game"])).family.name)[self.known]
        own = [one for one in figures if one.get("game") == self.arguments["game"]]
        return {name: part for name, part in own[0].items() if name != "game"} if own else figures

    def as_dict(self) -> dict[str, Any]:
        """Return the result as plain JSON, with its sentence and its stated value."""
        return {**msgspec.to_builtins(self), "says": str(self.says), "value": self.stated}


@cache
def read_results() -> tuple[Result, ...]:
    """Return all results, in the order of the file."""
    text = files("lalao.research.results").joinpath("results.jsonl").read_text(encoding="utf-8")
    return tuple(msgspec.json.decode(line, type=Result) for line in text.splitlines())


def chosen(names: Iterable[str]) -> tuple[Result, ...]:
    """Return the results with these names, in this order and each once; all results where no name is given.

    Raises NotationError for a name that no result has.
    """
    there = {result.name: result for result in read_results()}
    for name in (wanted := list(names)):
        if name not in there:
            raise no_result(name, there)
    return tuple(there[name] for name in dict.fromkeys(wanted)) or read_results()


def no_result(name: str, there: Iterable[str]) -> NotationError:
    """Return the error for a name that no result has, with the nearest one if any."""
    other = nearest(name, there)
    if other:
        return NotationError("there is no result '{name}': did you mean {other}?", name=name, other=other)
    return NotationError("there is no result '{name}': see lalao results list", name=name)


SENTENCES = {
    "margin": later("{game}: who wins with best play of both, and by how much"),
    "winner": later("{game}: who wins with best play of both, and in how many turns"),
    "no_win_within": later("{game}: neither side can force a win within {plies} turns from the start"),
    "endgames": later("{game}: endgames won, drawn and lost, for each number of pieces"),
    "proof": later("{game}: whether {attacker} can force a win, with tables of {pieces} pieces"),
    "row_nimbers": later("{game}: nimbers of rows of {first} to {last} pits with {seeds} in each"),
    "row_forms": later("{game}: canonical forms of rows of 1 to {last} pits with {seeds} in each"),
    "row_outcomes": later("fafy-impartial-misere: who wins rows of 1 to {last} pits with {seeds} in each"),
    "misere_quotients": later("{game}: misère quotients of rows of 1 to {last} pits with {seeds} in each"),
    "lost_in_both": later(
        "{game}: rows of at most {pits} pits and {per_pit} seeds a pit lost in normal and misère play"
    ),
    "cake": later("{game}: how fair the cake rule is over all layouts of {pits} pits and {seeds} seeds"),
    "uniform_nimbers": later(
        "fafy-impartial: nimbers of s seeds in each of s + k pits, for k = 0 to {last} and every s ≥ k - 1"
    ),
    "last_replies": later(
        "fafy-impartial: 2s + 2 pits of s seeds, for s = 1 to {last}: is every first move answered by a last one?"
    ),
}
"""The sentence of each method of `lalao.research.results.methods`."""
