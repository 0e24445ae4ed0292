"""Sixteen words at once: instructions for vectors where compiled, plain Python where not."""

from typing import Any, TypeAlias

from lalao.kernels.compiling import COMPILED

Int: TypeAlias = Any
LANES = 16

if COMPILED:
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba import types
    from numba.core.cgutils import get_or_insert_function
    from numba.extending import intrinsic

    WORD, INDEX = ir.IntType(64), ir.IntType(32)
    VECTOR = ir.VectorType(WORD, LANES)
    ROTATE = f"llvm.fshl.v{LANES}i64"

    def _loaded(builder: Any, data: Any, at: Any) -> Any:
        """Return the words from `at` on."""
        return builder.load(builder.bitcast(builder.gep(data, [at]), VECTOR.as_pointer()), align=8)

    def _repeated(builder: Any, word: Any) -> Any:
        """Return a word in every lane."""
        nothing, lanes = ir.Constant(VECTOR, ir.Undefined), ir.VectorType(INDEX, LANES)
        first = builder.insert_element(nothing, word, INDEX(0))
        return builder.shuffle_vector(first, nothing, ir.Constant(lanes, [0] * LANES))

    def _rotated_touch(typing_context: Any, words: Any, turns: Any, turned: Any, still: Any, masks: Any) -> Any:  # noqa: ARG001
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            shape = ir.FunctionType(VECTOR, [VECTOR] * 3)
            rotate = get_or_insert_function(builder.module, shape, ROTATE)  # type: ignore[no-untyped-call]
            word = _repeated(builder, arguments[2])
            rotated = builder.call(rotate, [word, word, _loaded(builder, data, arguments[1])])
            both = builder.and_(rotated, _repeated(builder, arguments[3]))
            touched = builder.and_(both, _loaded(builder, data, arguments[4]))
            flags = builder.icmp_unsigned("!=", touched, ir.Constant(VECTOR, [0] * LANES))
            return builder.zext(builder.bitcast(flags, ir.IntType(LANES)), WORD)

        return types.int64(words, types.uint64, types.int64, types.int64, types.uint64), code

    rotated_touch: Any = intrinsic(_rotated_touch)
else:

    def rotated_touch(words: Any, turns: Int, turned: Int, still: Int, masks: Int) -> Int:
        """Rotate a word to the left by each of `LANES` words from `turns` on; compare with as many from `masks` on.

        Return a bit for each lane: 1 where a bit is in the rotated word, in `still` and in the mask.
        """
        found = 0
        for lane in range(LANES):
            by = int(words[int(turns) + lane])
            rotated = (int(turned) << by | int(turned) >> 64 - by) & 2**64 - 1
            found |= (rotated & int(still) & int(words[int(masks) + lane]) != 0) << lane
        return found
