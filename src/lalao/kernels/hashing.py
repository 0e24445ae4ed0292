"""The hash function by which the tables of the kernels find their places."""

from lalao import arrays as np
from lalao.arrays.types import Uint
from lalao.kernels.compiling import kernel

MIX_1, MIX_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0x632BE59BD9B4E019)
MIX_3, MIX_4 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
U27, U30, U31 = np.uint64(27), np.uint64(30), np.uint64(31)


@kernel
def mixed(number: Uint) -> Uint:
    """Scramble a number (Stafford's mix 13 of splitmix64)."""
    z = number * MIX_1 + MIX_2
    z = (z ^ (z >> U30)) * MIX_3
    z = (z ^ (z >> U27)) * MIX_4
    return z ^ (z >> U31)
