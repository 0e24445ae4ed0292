"""The types of numbers and arrays in kernels: as mypy sees them, and as Numba writes them.

Arrays are in one piece of memory. A bundle of arrays is a NamedTuple whose fields are annotated so.
"""

from typing import Annotated, Any, TypeAlias

from lalao import arrays as np

Int: TypeAlias = Annotated[Any, "int64"]
Uint: TypeAlias = Annotated[Any, "uint64"]
Bool: TypeAlias = Annotated[Any, "boolean"]

IntArray: TypeAlias = Annotated[np.NDArray[np.int64], "int64[::1]"]
IntGrid: TypeAlias = Annotated[np.NDArray[np.int64], "int64[:,::1]"]
IntCube: TypeAlias = Annotated[np.NDArray[np.int64], "int64[:,:,::1]"]

UintArray: TypeAlias = Annotated[np.NDArray[np.uint64], "uint64[::1]"]
UintGrid: TypeAlias = Annotated[np.NDArray[np.uint64], "uint64[:,::1]"]
UintCube: TypeAlias = Annotated[np.NDArray[np.uint64], "uint64[:,:,::1]"]

ByteArray: TypeAlias = Annotated[np.NDArray[np.uint8], "uint8[::1]"]
ByteGrid: TypeAlias = Annotated[np.NDArray[np.uint8], "uint8[:,::1]"]
ByteCube: TypeAlias = Annotated[np.NDArray[np.uint8], "uint8[:,:,::1]"]

BoolArray: TypeAlias = Annotated[np.NDArray[np.bool_], "boolean[::1]"]
Int8Grid: TypeAlias = Annotated[np.NDArray[np.int8], "int8[:,::1]"]
Int16Array: TypeAlias = Annotated[np.NDArray[np.int16], "int16[::1]"]
Int16Grid: TypeAlias = Annotated[np.NDArray[np.int16], "int16[:,::1]"]
Int32Array: TypeAlias = Annotated[np.NDArray[np.int32], "int32[::1]"]
Float32Grid: TypeAlias = Annotated[np.NDArray[np.float32], "float32[:,::1]"]
