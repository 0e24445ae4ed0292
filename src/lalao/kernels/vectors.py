"""Sixteen words at once: instructions for vectors where compiled, plain Python where not."""

from typing import Any

from lalao.arrays.types import Int
from lalao.kernels.compiling import HERE

LANES = 16
UNITS, ONE = 32, 255
"""The width of the hidden layer of a network, and the greatest number in it."""

if HERE:
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba import types
    from numba.core.cgutils import alloca_once_value, for_range, get_or_insert_function
    from numba.extending import intrinsic

    WORD, INDEX = ir.IntType(64), ir.IntType(32)
    VECTOR = ir.VectorType(WORD, LANES)
    SHORTS, LONGS = ir.VectorType(ir.IntType(16), UNITS), ir.VectorType(INDEX, UNITS)
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

    def _units(builder: Any, data: Any, row: Any) -> Any:
        """Return a row of `UNITS` int16."""
        at = builder.mul(row, WORD(UNITS))
        return builder.load(builder.bitcast(builder.gep(data, [at]), SHORTS.as_pointer()), align=2)

    def _bounded(builder: Any, sums: Any) -> Any:
        """Return numbers between 0 and `ONE`."""
        low, high = ir.Constant(SHORTS, [0] * UNITS), ir.Constant(SHORTS, [ONE] * UNITS)
        least = builder.select(builder.icmp_signed(">", sums, low), sums, low)
        return builder.select(builder.icmp_signed("<", least, high), least, high)

    def _weighed(
        typing_context: Any,  # noqa: ARG001
        rows: Any,
        words: Any,
        begin: Any,  # noqa: ARG001
        number: Any,  # noqa: ARG001
        second: Any,
        row: Any,  # noqa: ARG001
    ) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            first, chosen, last = (
                context.make_array(signature.args[at])(context, builder, arguments[at]) for at in (0, 1, 4)
            )
            bias = builder.sub(builder.extract_value(first.shape, 0), WORD(1))
            sums = alloca_once_value(builder, _units(builder, first.data, bias))  # type: ignore[no-untyped-call]
            with for_range(builder, arguments[3]) as loop:
                one = builder.load(builder.gep(chosen.data, [builder.add(arguments[2], loop.index)]))
                builder.store(builder.add(builder.load(sums), _units(builder, first.data, one)), sums)
            hidden = builder.sext(_bounded(builder, builder.load(sums)), LONGS)
            weights = builder.sext(_units(builder, last.data, arguments[5]), LONGS)
            reduce = get_or_insert_function(
                builder.module, ir.FunctionType(INDEX, [LONGS]), f"llvm.vector.reduce.add.v{UNITS}i32"
            )  # type: ignore[no-untyped-call]
            return builder.sext(builder.call(reduce, [builder.mul(hidden, weights)]), WORD)

        return types.int64(rows, words, types.uint64, types.uint64, second, types.uint64), code

    rotated_touch: Any = intrinsic(_rotated_touch)
    weighed: Any = intrinsic(_weighed)
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

    def weighed(rows: Any, words: Any, begin: Int, number: Int, second: Any, row: Int) -> Int:
        """Sum some rows and the last one, bound the sums by 0 and `ONE`, and return their product with another row.

        The numbers of the rows are the `number` words from `begin` on.
        """
        chosen = [int(word) for word in words[int(begin) : int(begin) + int(number)]]
        total = 0
        for unit in range(UNITS):
            summed = sum(int(rows[each, unit]) for each in (*chosen, -1))
            total += min(max(summed, 0), ONE) * int(second[int(row), unit])
        return total
