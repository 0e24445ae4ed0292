"""Machine instructions where compiled, plain Python where not: bits of words, fetching from memory, the clock.

Words are int64 and not negative.
"""

import os
import time
from typing import Any

from lalao.arrays.types import Int
from lalao.kernels.compiling import HERE, kernel

if HERE:
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba import types
    from numba.core.cgutils import alloca_once, get_or_insert_function
    from numba.extending import intrinsic

    def _counting(name: str, flagged: bool) -> Any:
        """Make the intrinsic of an LLVM instruction that counts bits of an int64."""

        @intrinsic
        def instruction(typing_context: Any, word: Any) -> Any:  # noqa: ARG001  numba's own signature
            def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
                kind = ir.IntType(64)
                flag = ir.IntType(1)
                shape = ir.FunctionType(kind, [kind, flag] if flagged else [kind])
                found = builder.module.declare_intrinsic(f"llvm.{name}", [kind], shape)
                return builder.call(found, [arguments[0], flag(0)] if flagged else [arguments[0]])

            return types.int64(types.int64), code

        return instruction

    def _fetching(typing_context: Any, words: Any, at: Any) -> Any:  # noqa: ARG001
        """Make the instruction that prefetches a word of an array from memory, without waiting for it."""

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            pointer = builder.bitcast(builder.gep(array.data, [arguments[1]]), ir.IntType(8).as_pointer())
            number = ir.IntType(32)
            shape = ir.FunctionType(ir.VoidType(), [pointer.type, number, number, number])
            instruction = builder.module.declare_intrinsic("llvm.prefetch", [pointer.type], shape)
            builder.call(instruction, [pointer, number(0), number(3), number(1)])
            return context.get_dummy_value()

        return types.void(words, types.int64), code

    def _reading(typing_context: Any) -> Any:  # noqa: ARG001
        """Make the call that reads the system's monotonic clock, in nanoseconds."""

        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:  # noqa: ARG001
            word, number = ir.IntType(64), ir.IntType(32)
            if os.name == "nt":
                ticks = get_or_insert_function(builder.module, ir.FunctionType(word, []), "GetTickCount64")  # type: ignore[no-untyped-call]
                return builder.mul(builder.call(ticks, []), word(1_000_000))
            parts = [alloca_once(builder, word, size=word(2))]  # type: ignore[no-untyped-call]
            parts.append(builder.gep(parts[0], [word(1)]))
            for part in parts:  # where the second part has 32 bits, the others stay 0
                builder.store(word(0), part)
            shape = ir.FunctionType(number, [number, parts[0].type])
            read = get_or_insert_function(builder.module, shape, "clock_gettime")  # type: ignore[no-untyped-call]
            builder.call(read, [number(time.CLOCK_MONOTONIC), parts[0]])
            seconds, nanoseconds = (builder.load(part) for part in parts)
            return builder.add(builder.mul(seconds, word(1_000_000_000)), nanoseconds)

        return types.int64(), code

    _now: Any = intrinsic(_reading)
    fetch: Any = intrinsic(_fetching)
    count = _counting("ctpop", flagged=False)
    lowest = _counting("cttz", flagged=True)
    leading = _counting("ctlz", flagged=True)
else:
    _now = time.monotonic_ns

    def count(word: Int) -> Int:
        """Count the bits of a word that are 1."""
        return int(word).bit_count()

    def lowest(word: Int) -> Int:
        """Return the number of the lowest bit of a word that is 1, or 64 where there is none."""
        word = int(word)
        return (word & -word).bit_length() - 1 if word else 64

    def fetch(words: Any, at: Int) -> None:
        """Do nothing: plain Python cannot prefetch."""

    def leading(word: Int) -> Int:
        """Count the zeros above the highest bit of a word."""
        return 64 - int(word).bit_length()


NEVER = (1 << 63) - 1
"""A deadline that is not reached."""


@kernel
def clock() -> Int:
    """Return the nanoseconds of a clock that is never set back, in which `deadline` is expressed too."""
    return _now()


def deadline(seconds: float | None) -> int:
    """Return when the clock will have run for so many seconds more; None is never."""
    return NEVER if seconds is None else int(clock()) + int(seconds * 1_000_000_000)
