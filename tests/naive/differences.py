"""Sums of rows compared by playing them: G >= H when South, who moves second, wins G - H.

A sum is a tuple of terms: rows by their text, with a minus sign where South plays North's part, and games in the
form {left | right} as pairs of tuples.
"""

from functools import cache
from typing import Any

from tests.naive import fafy

Tree = tuple[Any, Any]
Term = str | Tree
OTHER = {"S": "N", "N": "S"}


def negative(term: Term) -> Term:
    """Return a term with the players swapped."""
    if isinstance(term, str):
        return term[1:] if term.startswith("-") else f"-{term}"
    left, right = term
    return tuple(map(negative, right)), tuple(map(negative, left))


def options(name: str, term: Term, side: str) -> list[Term]:
    """Return the terms that a side can move to."""
    if not isinstance(term, str):
        return list(term[side == "N"])
    if term.startswith("-"):
        return [negative(option) for option in options(name, term[1:], OTHER[side])]
    return [after.split()[0] for after in fafy.turns(name, f"{term} {side}").values()]


@cache
def wins(name: str, terms: tuple[Term, ...], side: str) -> bool:
    """Tell whether the side to move wins a sum."""
    for number, term in enumerate(terms):
        for option in options(name, term, side):
            if not wins(name, (*terms[:number], option, *terms[number + 1 :]), OTHER[side]):
                return True
    return False


def at_least_zero(name: str, *terms: Term) -> bool:
    """Tell whether South wins a sum when moving second."""
    return not wins(name, terms, "N")


def is_zero(name: str, *terms: Term) -> bool:
    """Tell whether the side that moves first loses a sum."""
    return not wins(name, terms, "N") and not wins(name, terms, "S")
