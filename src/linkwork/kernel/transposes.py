"""States side by side: W rows of an array of states to and from the layout that SIMD code works on.

    @linkwork.gather.W(ptr array, i64 stride, i64 first, i64 last, i64 size, ptr block)
    @linkwork.scatter.W(ptr array, i64 stride, i64 first, i64 last, i64 size, ptr block)

The array holds states of `size` doubles, `stride` bytes from one to the next (0: one state for all). The block holds
⌈size/W⌉·W vectors of W doubles: element i of states first … first+W−1. States beyond `last` are replaced by `last`: the
surplus lanes of the final block work on a copy of the last state, and write what its own lane writes. So no lane reads
or writes outside of the array, and a short block needs no code of its own.
"""

from __future__ import annotations


def gather_ir(width: int) -> str:
    """Rows to lanes."""
    return _transfer(width, "gather")


def scatter_ir(width: int) -> str:
    """Lanes to rows."""
    return _transfer(width, "scatter")


def _transfer(width: int, name: str) -> str:
    vector, mask = f"<{width} x double>", f"<{width} x i1>"
    rows = []
    for lane in range(width):
        rows += [
            f"  %i{lane} = add i64 %first, {lane}",
            f"  %k{lane} = call i64 @llvm.smin.i64(i64 %i{lane}, i64 %last)",
            f"  %o{lane} = mul i64 %k{lane}, %stride",
            f"  %row{lane} = getelementptr i8, ptr %array, i64 %o{lane}",
        ]
    steps = ", ".join(f"i64 {lane}" for lane in range(width))
    inner = _gathered(width) if name == "gather" else _scattered(width)
    return f"""declare i64 @llvm.smin.i64(i64, i64)
declare {vector} @llvm.masked.load.v{width}f64.p0(ptr, i32, {mask}, {vector})
declare void @llvm.masked.store.v{width}f64.p0({vector}, ptr, i32, {mask})
define void @linkwork.{name}.{width}(ptr %array, i64 %stride, i64 %first, i64 %last, i64 %size, ptr %block) nounwind {{
entry:
{chr(10).join(rows)}
  %empty = icmp sle i64 %size, 0
  br i1 %empty, label %done, label %loop
loop:
  %c = phi i64 [ 0, %entry ], [ %next, %loop ]
  %left = sub i64 %size, %c
  %left1 = insertelement <{width} x i64> poison, i64 %left, i64 0
  %leftv = shufflevector <{width} x i64> %left1, <{width} x i64> poison, <{width} x i32> zeroinitializer
  %mask = icmp slt <{width} x i64> <{steps}>, %leftv
{inner}
  %next = add i64 %c, {width}
  %more = icmp slt i64 %next, %size
  br i1 %more, label %loop, label %done
done:
  ret void
}}
"""


def _gathered(width: int) -> str:
    vector, mask = f"<{width} x double>", f"<{width} x i1>"
    lines = []
    for lane in range(width):
        lines += [
            f"  %p{lane} = getelementptr double, ptr %row{lane}, i64 %c",
            f"  %x{lane} = call {vector} @llvm.masked.load.v{width}f64.p0(ptr %p{lane}, i32 8, {mask} %mask, "
            f"{vector} zeroinitializer)",
        ]
    text, columns = _transposed(width, [f"%x{lane}" for lane in range(width)])
    lines += text
    for lane, column in enumerate(columns):
        lines += [
            f"  %b{lane} = add i64 %c, {lane}",
            f"  %q{lane} = getelementptr {vector}, ptr %block, i64 %b{lane}",
            f"  store {vector} {column}, ptr %q{lane}, align 8",
        ]
    return "\n".join(lines)


def _scattered(width: int) -> str:
    vector, mask = f"<{width} x double>", f"<{width} x i1>"
    lines = []
    for lane in range(width):
        lines += [
            f"  %b{lane} = add i64 %c, {lane}",
            f"  %q{lane} = getelementptr {vector}, ptr %block, i64 %b{lane}",
            f"  %x{lane} = load {vector}, ptr %q{lane}, align 8",
        ]
    text, columns = _transposed(width, [f"%x{lane}" for lane in range(width)])
    lines += text
    for lane, column in enumerate(columns):
        lines += [
            f"  %p{lane} = getelementptr double, ptr %row{lane}, i64 %c",
            f"  call void @llvm.masked.store.v{width}f64.p0({vector} {column}, ptr %p{lane}, i32 8, {mask} %mask)",
        ]
    return "\n".join(lines)


def _transposed(width: int, rows: list[str]) -> tuple[list[str], list[str]]:
    """Instructions that transpose W vectors: log2 W rounds of shuffles of pairs."""
    vector = f"<{width} x double>"
    lines: list[str] = []
    step, number = 1, 0
    while step < width:
        low = [i if not i & step else width + i - step for i in range(width)]
        high = [i + step if not i & step else width + i for i in range(width)]
        columns = list(rows)
        for i in range(width):
            if i & step:
                continue
            for j, order in ((i, low), (i + step, high)):
                picks = ", ".join(f"i32 {k}" for k in order)
                lines.append(
                    f"  %y{number} = shufflevector {vector} {rows[i]}, {vector} {rows[i + step]}, "
                    f"<{width} x i32> <{picks}>"
                )
                columns[j] = f"%y{number}"
                number += 1
        rows = columns
        step *= 2
    return lines, rows
