"""Kernels from a library that was built ahead, by `tools/library.py`: they need no compiler where they run.

Every kernel has an entry in the library that takes the address of a block of 64-bit words and returns nothing:

    #  words 0 to 31    the result, as C lays it out
    #  word  32         0, unless the kernel failed
    #  words from 33    the arguments, flattened: a number is a word, a bundle is its fields, and an array is
    #                   0, 0, number of elements, bytes of each, address, length of each dimension, bytes from one
    #                   entry of each dimension to the next

So one call is as simple as another, whatever the kernel takes. The types here have Numba's names and mean the same.
"""

import ctypes
import logging
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lalao import arrays

RESULT_WORDS = 32
FIRST_ARGUMENT = RESULT_WORDS + 1
PREFIX = "ahead_"

Words = Iterator[int]


@dataclass(frozen=True)
class Signature:
    """The types of a kernel's result and arguments."""

    result: Any
    arguments: tuple[Any, ...]


@dataclass(frozen=True)
class Type:
    """A type of a signature; called with types it makes the signature of a kernel that returns it."""

    def __call__(self, *arguments: "Type") -> Signature:
        return Signature(self, arguments)


@dataclass(frozen=True)
class Scalar(Type):
    """A number; with slices for its dimensions it is an array of such numbers."""

    name: str
    size: int = 0
    is_signed: bool = True

    def __getitem__(self, slices: Any) -> "Array":
        return Array(self, len(slices) if isinstance(slices, tuple) else 1)

    def words(self, value: Any) -> Words:
        """Yield the word of an argument."""
        yield int(value)

    def read(self, data: bytes, at: int) -> Any:
        """Return the number at a place of a result."""
        number = int.from_bytes(data[at : at + self.size], "little", signed=self.is_signed)
        return bool(number) if self.name == "boolean" else number


@dataclass(frozen=True)
class Array(Type):
    """An array in one piece of memory."""

    of: Scalar
    dimensions: int

    def words(self, value: Any) -> Words:
        """Yield the words of an argument; raises TypeError where it is another array than the kernel takes."""
        shape, size = value.shape, self.of.size
        if len(shape) != self.dimensions or value.dtype != getattr(arrays, NAMES.get(self.of.name, self.of.name)):
            raise TypeError(f"{self.dimensions} dimensions of {self.of.name} are needed, not {shape} of {value.dtype}")
        yield from (0, 0, math.prod(shape), size, arrays.address(value), *shape)
        for at in range(1, len(shape) + 1):
            yield size * math.prod(shape[at:])


@dataclass(frozen=True)
class Bundle(Type):
    """A named tuple, or a tuple where `made` is one."""

    made: Callable[..., Any]
    fields: tuple[Any, ...]

    @property
    def size(self) -> int:
        """The bytes of a result of several numbers."""
        return sum(max(8, each.size) for each in self.fields)

    def words(self, value: Any) -> Words:
        """Yield the words of all fields."""
        for each, part in zip(self.fields, value, strict=True):
            yield from each.words(part)

    def read(self, data: bytes, at: int) -> Any:
        """Return a result of several numbers; each has a word of its own."""
        return self.made(*(each.read(data, at + 8 * number) for number, each in enumerate(self.fields)))


NAMES = {"boolean": "bool_"}
SIZES = {"int8": 1, "uint8": 1, "int16": 2, "int32": 4, "int64": 8, "uint64": 8, "float32": 4, "boolean": 1}
TYPES: dict[str, Any] = {
    **{name: Scalar(name, size, not name.startswith(("u", "b"))) for name, size in SIZES.items()},
    "void": Scalar("void"),
    "Tuple": lambda kinds: Bundle(_several, tuple(kinds)),
}


def _several(*values: Any) -> tuple[Any, ...]:
    return values


def opened(path: Path) -> "Library | None":
    """Open a library; None where it is damaged or for another machine, and the log says so."""
    try:
        return Library(path)
    except OSError:
        logging.getLogger("lalao").warning("%s cannot be loaded: remove it, or build it on this machine", path)
        return None


class Library:
    """A library of kernels that was built ahead."""

    def __init__(self, path: Path) -> None:
        """Open it; raises OSError where it is damaged or for another machine."""
        self._library = ctypes.CDLL(str(path))

    def __contains__(self, name: str) -> bool:
        return hasattr(self._library, PREFIX + name)

    def bound(self, name: str, signature: Signature) -> Callable[..., Any]:
        """Return a kernel of the library as a function."""
        entry = getattr(self._library, PREFIX + name)
        entry.argtypes, entry.restype = [ctypes.c_void_p], None
        result, kinds = signature.result, signature.arguments

        def call(*values: Any) -> Any:
            words = [word for kind, value in zip(kinds, values, strict=True) for word in kind.words(value)]
            block = (ctypes.c_int64 * (FIRST_ARGUMENT + len(words)))()
            block[FIRST_ARGUMENT:] = words
            entry(ctypes.addressof(block))
            if block[RESULT_WORDS]:
                raise RuntimeError(f"{name} failed")
            return result.read(bytes(block)[: 8 * RESULT_WORDS], 0) if result.size else None

        return call
