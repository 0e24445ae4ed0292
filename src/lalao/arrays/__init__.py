"""The arrays that kernels and codecs work on: numpy's where numpy is installed, else those of `small`.

Both have the same names and the same meaning, as far as they are used: ``from lalao import arrays as np``.
"""

from typing import TYPE_CHECKING

try:
    import numpy
except ImportError:
    NUMPY = False
else:
    NUMPY = True

__all__ = [
    "NDArray",
    "address",
    "arange",
    "array",
    "ascontiguousarray",
    "bool_",
    "empty",
    "errstate",
    "float32",
    "frombuffer",
    "full",
    "int8",
    "int16",
    "int32",
    "int64",
    "load",
    "uint8",
    "uint64",
    "zeros",
]

if TYPE_CHECKING or NUMPY:
    from numpy import (
        arange,
        array,
        ascontiguousarray,
        bool_,
        empty,
        errstate,
        float32,
        frombuffer,
        full,
        int8,
        int16,
        int32,
        int64,
        load,
        uint8,
        uint64,
        zeros,
    )
    from numpy.typing import NDArray

    def address(array: "NDArray[numpy.generic]") -> int:
        """Return where the memory of an array begins; raises ValueError where it is not in one piece."""
        if not array.flags.c_contiguous:
            raise ValueError("an array in one piece is needed")
        return array.ctypes.data
else:
    from lalao.arrays import small

    globals().update({name: getattr(small, name) for name in __all__})
