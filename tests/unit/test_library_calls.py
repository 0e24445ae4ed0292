"""How calls of kernels that were built ahead are laid out: signatures, words of arguments, results."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from lalao import arrays
from lalao.arrays import small
from lalao.arrays.types import Bool, ByteArray, Int, Int16Grid, Uint
from lalao.kernels import library
from lalao.kernels.compiling import signature_of


class Pair(NamedTuple):
    """Two numbers."""

    one: Int
    other: Uint


def signature(*arguments: Any, result: Any = None) -> library.Signature:
    """Return the signature of a function with these annotations."""

    def kernel() -> None: ...

    kernel.__annotations__ = {**{f"argument {at}": each for at, each in enumerate(arguments)}, "return": result}
    read: library.Signature = signature_of(kernel, library.TYPES, library.Bundle)
    return read


def test_arguments_are_flattened() -> None:
    table, codes = np.zeros((2, 3), dtype=np.int16), small.zeros(5, small.uint8)
    values = (-1, Pair(2, 3), table, codes, True)
    read = signature(Int, Pair, Int16Grid, ByteArray, Bool)
    kinds = read.arguments[:3]
    words = [word for kind, value in zip(kinds, values, strict=False) for word in kind.words(value)]
    assert words == [-1, 2, 3, 0, 0, 6, 2, table.ctypes.data, 2, 3, 6, 2]
    assert list(read.arguments[4].words(True)) == [1]
    with pytest.raises(TypeError, match="1 dimensions of uint8"):
        list(read.arguments[3].words(table))
    with pytest.raises(ValueError, match="in one piece"):
        arrays.address(table[:, 1])
    assert read.result.size == 0


@pytest.mark.parametrize(
    ("kind", "data", "result"),
    [
        (Int, [-5], -5),
        (Uint, [-1], 2**64 - 1),
        (Bool, [256 + 1], True),
        (tuple[Int, Int, Int], [1, -2, 3], (1, -2, 3)),
        (tuple[Bool, Int, Uint], [0, -2, -1], (False, -2, 2**64 - 1)),
        (Pair, [4, 5], Pair(4, 5)),
    ],
)
def test_results_are_read(kind: Any, data: list[int], result: Any) -> None:
    found = signature(result=kind).result.read(np.array(data, dtype=np.int64).tobytes(), 0)
    assert (found, type(found)) == (result, type(result))
