"""The arrays of plain Python beside numpy's: numbers that wrap around, views, and files."""

import operator
import random
from collections.abc import Callable
from importlib.resources import as_file, files
from typing import Any

import numpy as np
import pytest

from lalao.arrays import address, small

KINDS = ("int8", "uint8", "int16", "int32", "int64", "uint64")
TWO = ("add", "sub", "mul", "and_", "or_", "xor", "lt", "eq")
SEED = random.SystemRandom().getrandbits(32)


def some(rng: random.Random, kind: str) -> int:
    """Draw a number of a kind, often one of its bounds."""
    bounds = np.iinfo(kind)
    low, high = int(bounds.min), int(bounds.max)
    return rng.choice([low, high, 0, 1, rng.randint(low, high)])


def both(kind: str, number: int) -> tuple[Any, Any]:
    return getattr(small, kind)(number), np.dtype(kind).type(number)


@pytest.mark.parametrize("kind", KINDS)
@np.errstate(over="ignore")
def test_numbers_wrap_around_as_in_numpy(kind: str) -> None:
    rng = random.Random(SEED)
    for _ in range(200):
        (one, same_one), (other, same_other) = both(kind, some(rng, kind)), both(kind, some(rng, kind))
        pairs = [(getattr(operator, name)(one, other), getattr(operator, name)(same_one, same_other)) for name in TWO]
        bits = rng.randrange(8)
        pairs += [(one << bits, same_one << bits), (one >> bits, same_one >> bits), (~one, ~same_one)]
        pairs += [(-one, -same_one), (one + 1, same_one + 1), (1 - one, 1 - same_one)]
        if other:
            pairs += [(one // other, same_one // same_other), (one % other, same_one % same_other)]
        for found, expected in pairs:
            assert int(found) == int(expected), (SEED, one, other, bits)
            assert isinstance(found, bool | small.Number)
        assert both(kind, int(one)) == (one, same_one)


def test_the_larger_number_decides_the_type() -> None:
    assert small.int8(100) + small.int64(100) == 200
    assert small.int64(100) + small.int8(100) == 200
    with pytest.raises(TypeError, match="do not mix"):
        small.int64(1) + small.uint64(1)


KIND: dict[type, Any] = {np.ndarray: np.int16, small.NDArray: small.int16}
PARTS: tuple[Callable[[Any], Any], ...] = (
    lambda made: made[0],
    lambda made: made[-1],
    lambda made: made[1:],
    lambda made: made[:0],
    lambda made: made[5:9],
    lambda made: made[0, 1],
    lambda made: made[1, 1:],
    lambda made: made[-1, -1],
    lambda made: made.reshape(-1),
    lambda made: made.reshape(1, -1),
    lambda made: made.copy(),
    lambda made: made.reshape(-1).view(KIND[type(made)]),
)


@pytest.mark.parametrize("shape", [(3, 4), (2, 3, 4)])
def test_parts_are_those_of_numpy(shape: tuple[int, ...]) -> None:
    expected = np.arange(np.prod(shape), dtype=np.int64).reshape(shape)
    found = small.array(expected.tolist(), small.int64)
    assert (found.shape, found.size, found.nbytes, len(found)) == (shape, expected.size, expected.nbytes, shape[0])
    for part in PARTS:
        one, other = part(found), part(expected)
        if isinstance(one, small.NDArray):
            assert one.tolist() == other.tolist()
            assert one.shape == other.shape
        else:
            assert one == other
    assert [row.tolist() for row in found] == [row.tolist() for row in expected]


def test_writing_to_a_part_writes_to_the_array() -> None:
    made, expected = small.zeros((3, 4), small.int64), np.zeros((3, 4), dtype=np.int64)
    for each in (made, expected):
        each[0] = 7
        each[1] = each[0]
        each[1][2:] = [8, 9]
        each[2, 3] = -5
        row = each[2]
        row[1:] >>= 1
        each[2][0:2] = 3, 4
    assert made.tolist() == expected.tolist()
    assert made.copy().tolist() == expected.tolist()
    made.copy()[0] = 1
    assert made.tolist() == expected.tolist()
    with pytest.raises(ValueError, match="differ"):
        made[0] = [1, 2]
    with pytest.raises(IndexError):
        made[3]


def test_arrays_are_made_as_by_numpy() -> None:
    assert small.full((2, 3), -1, small.int32).tolist() == np.full((2, 3), -1, dtype=np.int32).tolist()
    assert small.full(0, -1, small.int32).tolist() == []
    assert small.arange(5, small.int64).tolist() == list(range(5))
    assert small.array([[1, 2], [3, 4]], small.uint64).shape == (2, 2)
    assert small.zeros(2, small.bool_).tolist() == [False, False]
    with pytest.raises(ValueError, match="different lengths"):
        small.array([[1], [2, 3]], small.int64)


def test_memory_is_shared_with_what_holds_bytes() -> None:
    held = bytearray(range(16))
    made, expected = small.frombuffer(held, small.int16), np.frombuffer(held, dtype=np.int16)
    made[0] = -2
    assert made.tolist() == expected.tolist()
    assert bytes(made.data) == bytes(held)


def test_files_of_numpy_are_read() -> None:
    file = files("lalao.codecs").joinpath("fanorona_network.npz")
    with as_file(file) as path, small.load(path) as parts, np.load(path) as expected:
        for name in expected.files:
            assert parts[name].tolist() == expected[name].tolist()


def test_an_address_is_where_the_elements_lie() -> None:
    made = small.array([1, 2, 3], small.int64)
    assert small.address(made[1:]) == small.address(made) + 8
    assert small.address(made[:0]) == 0
    array = np.zeros(3, dtype=np.int64)
    assert address(array[1:]) == address(array) + 8
