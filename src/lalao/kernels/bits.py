"""Machine instructions where compiled, plain Python where not: counting bits of words, fetching from memory.

Words are int64 and not negative.
"""

from typing import Any, TypeAlias

from lalao.kernels.compiling import COMPILED

Int: TypeAlias = Any

if COMPILED:
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba import types
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

    fetch: Any = intrinsic(_fetching)
    count = _counting("ctpop", flagged=False)
    lowest = _counting("cttz", flagged=True)
    leading = _counting("ctlz", flagged=True)
else:

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
