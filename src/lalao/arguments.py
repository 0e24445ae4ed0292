"""Checks of what a public function is given: each returns the value, or raises an ArgumentError that names it."""

from collections.abc import Iterable, Iterator
from operator import index
from pathlib import Path
from typing import Any, TypeVar

from lalao.errors import ArgumentError

T = TypeVar("T")


def of_type(name: str, value: T, kind: Any, right: str) -> T:
    """Return a value of a type, or of one of several; `right` says what would be right, with an example."""
    if not isinstance(value, kind):
        raise ArgumentError("{name} cannot be {value}: give {right}", name=name, value=repr(value), right=right)
    return value


def whole(name: str, value: Any, least: int, most: int | None = None) -> int:
    """Return a whole number from `least`, up to `most` if that is given."""
    try:
        number = index(value)
    except TypeError:
        number = None
    if number is None or number < least or (most is not None and number > most):
        right = f"a whole number from {least}" + ("" if most is None else f" to {most}")
        raise ArgumentError("{name} cannot be {value}: give {right}", name=name, value=repr(value), right=right)
    return number


def amount(name: str, value: Any) -> float:
    """Return a number from 0, infinity included."""
    if not isinstance(value, int | float) or not value >= 0:  # which NaN is not
        raise ArgumentError(
            "{name} cannot be {value}: give {right}", name=name, value=repr(value), right="a number from 0"
        )
    return value


def folder(name: str, value: Any) -> Path | None:
    """Return the path of a folder, which may be given as a text; None stays None."""
    return None if value is None else Path(of_type(name, value, (str, Path), "the path of a folder"))


def each(name: str, values: Iterable[T], kind: Any, right: str) -> Iterator[T]:
    """Return the values of an iterable, each checked as it is reached; a text is not one."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise ArgumentError("{name} cannot be {value}: give {right}", name=name, value=repr(values), right=right)
    return (of_type(name, value, kind, right) for value in values)
