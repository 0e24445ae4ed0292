"""The part of numpy that kernels and codecs use, in plain Python: arrays of one type in one piece of memory.

A compiled kernel can read and write them where they lie (`address`). Numbers wrap around as in numpy and in compiled
code, but without a warning, so uncompiled kernels give the same results with either. A slice and a row are views.
"""

import ctypes
import math
import zipfile
from ast import literal_eval
from collections.abc import Iterator, Sequence
from contextlib import ContextDecorator
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

Shape: TypeAlias = int | tuple[int, ...]


class Number(int):
    """An integer of some bits that wraps around; with one of another size it makes the larger of the two."""

    bits: ClassVar[int]
    signed: ClassVar[bool]
    code: ClassVar[str]
    """The letter of the type in `struct` and in memory views."""

    def __new__(cls, value: Any = 0) -> "Number":
        """Take an integer modulo 2**`bits`."""
        number = int(value) & (1 << cls.bits) - 1
        if cls.signed and number >> cls.bits - 1:
            number -= 1 << cls.bits
        return super().__new__(cls, number)


def _common(one: Number, other: int) -> type[Number]:
    """Return the type of a result; as in numpy a plain integer takes the type of the other operand."""
    if not isinstance(other, Number) or type(other) is type(one):
        return type(one)
    if other.bits == one.bits:
        raise TypeError("signed and unsigned numbers do not mix")
    return type(max(one, other, key=lambda number: number.bits))


def _binary(name: str) -> Any:
    plain = getattr(int, name)

    def operation(self: Number, other: Any) -> Any:
        value = plain(self, other)
        return value if value is NotImplemented else _common(self, other)(value)

    return operation


def _unary(name: str) -> Any:
    plain = getattr(int, name)
    return lambda self: type(self)(plain(self))


for _name in ("add", "sub", "mul", "floordiv", "mod", "lshift", "rshift", "and", "or", "xor"):
    for _side in ("", "r"):
        setattr(Number, f"__{_side}{_name}__", _binary(f"__{_side}{_name}__"))
for _name in ("neg", "invert", "abs"):
    setattr(Number, f"__{_name}__", _unary(f"__{_name}__"))


def _number(name: str, bits: int, code: str) -> type[Number]:
    return type(name, (Number,), {"bits": bits, "signed": code.islower(), "code": code})


int8, int16, int32, int64 = (_number(f"int{8 << size}", 8 << size, code) for size, code in enumerate("bhiq"))
uint8, uint64 = _number("uint8", 8, "B"), _number("uint64", 64, "Q")


class bool_(int):  # noqa: N801  numpy's name
    """The type of an array of truth values; its elements are Python's own."""

    code = "?"

    def __new__(cls, value: Any = False) -> Any:
        """Return True or False."""
        return bool(value)


class float32(float):  # noqa: N801  numpy's name
    """A floating-point number; it is rounded only where it is stored."""

    code = "f"


OF_NPY = {"|i1": int8, "<i2": int16, "<i4": int32, "<i8": int64, "|u1": uint8, "<u8": uint64}
"""The types by their names in files of numpy."""


class NDArray:
    """An array: a memory view of all elements, row after row, and the length of each dimension."""

    __slots__ = ("_cells", "dtype", "shape")

    def __class_getitem__(cls, _: Any) -> type["NDArray"]:
        return cls

    def __init__(self, cells: memoryview, shape: tuple[int, ...], dtype: Any) -> None:
        self._cells, self.shape, self.dtype = cells, shape, dtype

    @property
    def size(self) -> int:
        """The number of elements."""
        return len(self._cells)

    @property
    def data(self) -> memoryview:
        """The memory of all elements."""
        return self._cells

    @property
    def nbytes(self) -> int:
        """The bytes of all elements."""
        return self._cells.nbytes

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return (self[at] for at in range(len(self)))

    def __repr__(self) -> str:
        return f"array({self.tolist()}, dtype={self.dtype.__name__})"

    def _part(self, key: Any) -> "int | tuple[slice, tuple[int, ...]]":
        """Return the place of an element, or the places and the shape of a part."""
        key = key if isinstance(key, tuple) else (key,)
        if any(isinstance(each, slice) for each in key[:-1]) or len(key) > len(self.shape):
            raise IndexError("only the last index may be a slice")
        at, inner = 0, self.size
        for each, length in zip(key, self.shape, strict=False):
            inner = inner // length if length else 0
            if isinstance(each, slice):
                begin, end, step = each.indices(length)
                if step != 1:
                    raise IndexError("a slice has no step")
                end = max(begin, end)
                return slice(at + begin * inner, at + end * inner), (end - begin, *self.shape[len(key) :])
            if not -length <= each < length:
                raise IndexError(f"index {each} of {length}")
            at += (each % length) * inner
        if len(key) == len(self.shape):
            return at
        return slice(at, at + inner), self.shape[len(key) :]

    def __getitem__(self, key: Any) -> Any:
        part = self._part(key)
        if isinstance(part, int):
            return self.dtype(self._cells[part])
        return NDArray(self._cells[part[0]], part[1], self.dtype)

    def __setitem__(self, key: Any, value: Any) -> None:
        part = self._part(key)
        if isinstance(part, int):
            self._cells[part] = self.dtype(value)
            return
        where, shape = part
        if isinstance(value, NDArray) and value.dtype is self.dtype and value.shape == shape:
            self._cells[where] = value._cells
            return
        if not isinstance(value, NDArray | Sequence):
            value = full(shape, value, self.dtype)
        elif shape_of(value) != shape:
            raise ValueError(f"shapes {shape_of(value)} and {shape} differ")
        for at, each in zip(range(where.start, where.stop), flat(value), strict=True):
            self._cells[at] = self.dtype(each)

    def __irshift__(self, bits: int) -> "NDArray":
        for at, cell in enumerate(self._cells):
            self._cells[at] = cell >> bits
        return self

    def tolist(self) -> Any:
        """Return the elements as plain numbers, in lists of lists."""
        return self._cells.tolist() if len(self.shape) == 1 else [row.tolist() for row in self]

    def copy(self) -> "NDArray":
        """Return an array of its own with the same elements."""
        return array(self, self.dtype)

    def reshape(self, *shape: int) -> "NDArray":
        """Return the same elements in other dimensions, one of which may be -1."""
        known = -math.prod(shape) if -1 in shape else 0
        return NDArray(self._cells, tuple(self.size // known if each < 0 else each for each in shape), self.dtype)

    def view(self, dtype: Any) -> "NDArray":
        """Return the same memory of a one-dimensional array, read as another type."""
        return frombuffer(self._cells.cast("B"), dtype)


def shape_of(value: Any) -> tuple[int, ...]:
    """Return the dimensions of an array or of lists in lists."""
    if isinstance(value, NDArray):
        return value.shape
    if not isinstance(value, Sequence):
        return ()
    inner = {shape_of(each) for each in value} or {()}
    if len(inner) > 1:
        raise ValueError("rows of different lengths")
    return len(value), *inner.pop()


def flat(value: Any) -> Iterator[Any]:
    """Yield the elements of an array or of lists in lists."""
    if isinstance(value, NDArray):
        yield from value._cells
    elif isinstance(value, Sequence):
        for each in value:
            yield from flat(each)
    else:
        yield value


def zeros(shape: Shape, dtype: Any) -> NDArray:
    """Return an array of zeros."""
    shape = shape if isinstance(shape, tuple) else (shape,)
    bytes_each = memoryview(b"").cast(dtype.code).itemsize
    return NDArray(memoryview(bytearray(math.prod(shape) * bytes_each)).cast(dtype.code), shape, dtype)


empty = zeros


def full(shape: Shape, value: Any, dtype: Any) -> NDArray:
    """Return an array with the same value everywhere."""
    made = zeros(shape, dtype)
    if made.size:
        made._cells[0] = dtype(value)
        made._cells.cast("B")[:] = bytes(made._cells[:1]) * made.size
    return made


def array(value: Any, dtype: Any) -> NDArray:
    """Return a new array with the elements of an array or of lists in lists."""
    made = zeros(shape_of(value), dtype)
    for at, each in enumerate(flat(value)):
        made._cells[at] = dtype(each)
    return made


def frombuffer(data: Any, dtype: Any) -> NDArray:
    """Return the memory of a bytearray, or of whatever else holds bytes, as an array."""
    cells = memoryview(data).cast(dtype.code)
    return NDArray(cells, (len(cells),), dtype)


def arange(number: int, dtype: Any) -> NDArray:
    """Return the numbers from 0 to `number` - 1."""
    return array(range(number), dtype)


def ascontiguousarray(value: NDArray) -> NDArray:
    """Return the array: all of them lie in one piece."""
    return value


def address(value: NDArray) -> int:
    """Return where the memory of an array begins."""
    return ctypes.addressof(ctypes.c_char.from_buffer(value._cells)) if value.size else 0


class load:  # noqa: N801  numpy's name
    """A file of several arrays that numpy has written, opened to read."""

    def __init__(self, path: Path) -> None:
        """Open the file."""
        self._parts = zipfile.ZipFile(path)

    def __enter__(self) -> "load":
        return self

    def __exit__(self, *_: object) -> None:
        self._parts.close()

    def __getitem__(self, name: str) -> NDArray:
        data = self._parts.read(f"{name}.npy")
        begin = 10 + int.from_bytes(data[8:10], "little")
        head = literal_eval(data[10:begin].decode())
        dtype: Any = OF_NPY[head["descr"]]
        return NDArray(memoryview(bytearray(data[begin:])).cast(dtype.code), head["shape"], dtype)


class errstate(ContextDecorator):  # noqa: N801  numpy's name
    """Does nothing: numbers wrap around without a warning."""

    def __init__(self, **_: str) -> None: ...

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...
