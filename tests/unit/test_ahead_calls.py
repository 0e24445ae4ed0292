"""How calls of kernels that were built ahead are laid out: signatures, words of arguments, results."""

from typing import Any, NamedTuple

import numpy as np
import pytest

from lalao import arrays
from lalao.arrays import small
from lalao.kernels import ahead


class Pair(NamedTuple):
    """Two numbers."""

    one: Any
    other: Any


PAIR = ahead.Bundle(Pair, (ahead.TYPES["int64"], ahead.TYPES["uint64"]))


def test_arguments_are_flattened() -> None:
    signature = ahead.parsed("void(int64, Pair, int16[:,::1], uint8[::1], boolean)", {"Pair": PAIR})
    table, codes = np.zeros((2, 3), dtype=np.int16), small.zeros(5, small.uint8)
    values = (-1, Pair(2, 3), table, codes, True)
    kinds = signature.arguments[:3]
    words = [word for kind, value in zip(kinds, values, strict=False) for word in kind.words(value)]
    assert words == [-1, 2, 3, 0, 0, 6, 2, table.ctypes.data, 2, 3, 6, 2]
    assert list(signature.arguments[4].words(True)) == [1]
    with pytest.raises(TypeError, match="1 dimensions of uint8"):
        list(signature.arguments[3].words(table))
    with pytest.raises(ValueError, match="in one piece"):
        arrays.address(table[:, 1])
    assert signature.result.size == 0


@pytest.mark.parametrize(
    ("text", "data", "result"),
    [
        ("int64()", [-5], -5),
        ("uint64()", [-1], 2**64 - 1),
        ("boolean()", [256 + 1], True),
        ("UniTuple(int64, 3)()", [1, -2, 3], (1, -2, 3)),
        ("Tuple((boolean, int64, uint64))()", [0, -2, -1], (False, -2, 2**64 - 1)),
        ("Pair()", [4, 5], Pair(4, 5)),
    ],
)
def test_results_are_read(text: str, data: list[int], result: Any) -> None:
    signature = ahead.parsed(text, {"Pair": PAIR})
    found = signature.result.read(np.array(data, dtype=np.int64).tobytes(), 0)
    assert (found, type(found)) == (result, type(result))
