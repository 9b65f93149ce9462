"""The procedures of the expression graph as loops, written once for LLVM and for C.

The meaning of each procedure and the order of its arguments and results are those of linkwork.expression.procedures,
which the tests compare with.
"""

from __future__ import annotations

from collections.abc import Callable

from linkwork.errors import KernelError
from linkwork.kernel.branches import branch_inertia, branch_pairs
from linkwork.kernel.loop_writers import CWriter, Index, LlvmWriter, Writer
from linkwork.kernel.sparse import sparse_ldl_factor, sparse_ldl_solve


def _factor_ldl(w: Writer, n: int) -> None:
    if 8 * n * n * w.width <= w.room and n >= w.panel // 4:
        return _factor_ldl_by_panels(w, n)
    w.copy("in", 0, "out", n * (n + 1) // 2)
    d, scaled = w.scratch("d", n), w.scratch("scaled", n)
    with w.loop(0, n) as j:
        row = j.triangle()
        with w.loop(0, j) as k:
            entry = w.load("out", row + k)
            product = entry * w.load(d, k)
            w.store(scaled, k, product)
            w.store("out", row + j, w.load("out", row + j) - entry * product)
        w.store(d, j, w.load("out", row + j))
        inverse = w.load("out", row + j).inverse()
        w.store("out", row + j, inverse)
        with w.loop(j + 1, n) as i:
            below = i.triangle()
            with w.loop(0, j) as k:
                product = w.load("out", below + k) * w.load(scaled, k)
                w.store("out", below + j, w.load("out", below + j) - product)
            w.store("out", below + j, w.load("out", below + j) * inverse)


def _factor_ldl_by_panels(w: Writer, n: int) -> None:
    """Rows of U = D Lᵀ, some columns of all rows at a time: u_i ← a_i − Σ_k<i l_ik u_k, l_ik = u_ki / d_k."""
    U, row, inverse = w.scratch("U", n * n), w.scratch("row", n), w.scratch("inverse", n)
    w.clear(U, 0, n * n)
    with w.loop(0, n) as i:
        start = i.triangle()
        with w.loop(0, i + 1) as k:
            w.store(U, k * n + i, w.load("in", start + k))
    for first, count in w.panels(n):

        def place(k: Index, first: int = first) -> Index:
            return k * n + first

        with w.loop(0, first) as i:
            w.less_rows(U, place, i, count, "out", _below, 0, i)
        with w.loop(first, first + count) as i:
            start = i.triangle()
            with w.loop(0, i, apart=True) as k:
                w.store(row, k, w.load(U, k * n + i) * w.load(inverse, k))
            w.less_rows(U, place, i, count, row, lambda _, k: k, 0, i)
            pivot = w.load(U, i * n + i).inverse()
            w.store(inverse, i, pivot)
            w.store("out", start + i, pivot)
            with w.loop(0, i, apart=True) as k:
                w.store("out", start + k, w.load(row, k))


def _backsolve_ldl(w: Writer, n: int, m: int) -> None:
    w.copy("in", 0, "out", n * m)
    if m == 1:
        return _backsolve_ldl_of_one(w, n)
    for first, count in w.panels(m, ROWS):
        _substitute(w, n, m, first, count, 0)


def _substitute(w: Writer, n: int, m: int, first: int, count: int, top: int) -> None:
    """L D Lᵀ x = b for `count` columns of `out`, of whose rows those above `top` are zero, and left as they are."""

    def place(k: Index) -> Index:
        return k * m + first

    even = (n - top) // ROWS * ROWS
    with w.loop(top, top + even, step=ROWS) as i:
        w.less_rows("out", place, i, count, "factors", _below, top, i, rows=ROWS)
        for r in range(1, ROWS):
            w.less_rows("out", place, i + r, count, "factors", _below, i, i + r)
    with w.loop(top + even, n) as i:
        w.less_rows("out", place, i, count, "factors", _below, top, i)
    with w.loop(top, n) as i:
        pivot = w.load("factors", i.triangle() + i)
        with w.loop(0, count, apart=True) as c:
            w.store("out", place(i) + c, w.load("out", place(i) + c) * pivot)
    with w.loop(0, even // ROWS) as h:
        i = w.index(n - ROWS) - h * ROWS
        w.less_rows("out", place, i, count, "factors", _above, i + ROWS, n, rows=ROWS)
        for r in range(ROWS - 1, 0, -1):
            w.less_rows("out", place, i + (r - 1), count, "factors", _above, i + r, i + ROWS)
    with w.loop(top, n - even, down=True) as i:
        w.less_rows("out", place, i, count, "factors", _above, i + 1, n)


def _below(i: Index, k: Index) -> Index:
    """Where L_ik is, k < i."""
    return i.triangle() + k


def _above(i: Index, k: Index) -> Index:
    """Where L_ki is, k > i."""
    return k.triangle() + i


def _backsolve_ldl_of_one(w: Writer, n: int) -> None:
    with w.loop(0, n) as i:
        w.store("out", i, w.load("out", i) - w.dot("factors", i.triangle(), "out", 0, w.index(0), i))
    with w.loop(0, n) as i:
        w.store("out", i, w.load("out", i) * w.load("factors", i.triangle() + i))
    with w.loop(0, n, down=True) as k:
        x, start = w.load("out", k), k.triangle()
        with w.loop(0, k, apart=True) as i:
            w.store("out", i, w.load("out", i) - w.load("factors", start + i) * x)


def _inverse_ldl(w: Writer, n: int) -> None:
    """Columns of the inverse from their own row on, which is half of the work; the rest is the mirror image."""
    w.clear("out", 0, n * n)
    with w.loop(0, n) as i:
        w.store("out", i * n + i, w.one)
    for first, count in w.panels(n, ROWS):
        _substitute(w, n, n, first, count, first)
    with w.loop(0, n) as i, w.loop(0, i, apart=True) as k:
        w.store("out", k * n + i, w.load("out", i * n + k))


def _factor_lu(w: Writer, n: int) -> None:
    w.copy("in", 0, "out", n * n)
    with w.loop(0, n) as j:
        w.largest("out", j, n, "out", j + n * n)
        w.exchange("out", j + n * n, "out", j, n, n)
        inverse = w.load("out", j * n + j).inverse()
        w.store("out", j * n + j, inverse)
        with w.loop(j + 1, n) as i:
            factor = w.load("out", i * n + j) * inverse
            w.store("out", i * n + j, factor)
            with w.loop(j + 1, n) as k:
                w.store("out", i * n + k, w.load("out", i * n + k) - factor * w.load("out", j * n + k))


def _backsolve_lu(w: Writer, n: int, m: int) -> None:
    w.copy("in", 0, "out", n * m)
    with w.loop(0, n) as j:
        w.exchange("factors", j + n * n, "out", j, n, m)
    with w.loop(0, n) as i, w.loop(0, i) as k:
        w.reduce("out", i, w.load("factors", i * n + k), k, m)
    with w.loop(0, n, down=True) as i:
        with w.loop(i + 1, n) as k:
            w.reduce("out", i, w.load("factors", i * n + k), k, m)
        w.scale("out", i, w.load("factors", i * n + i), m)


def _backsolve_lu_transposed(w: Writer, n: int, m: int) -> None:
    w.copy("in", 0, "out", n * m)
    with w.loop(0, n) as i:
        with w.loop(0, i) as k:
            w.reduce("out", i, w.load("factors", k * n + i), k, m)
        w.scale("out", i, w.load("factors", i * n + i), m)
    with w.loop(0, n, down=True) as i, w.loop(i + 1, n) as k:
        w.reduce("out", i, w.load("factors", k * n + i), k, m)
    with w.loop(0, n, down=True) as j:
        w.exchange("factors", j + n * n, "out", j, n, m)


ROWS = 2  # of a matrix that are worked on together


ALGORITHMS: dict[str, Callable[..., None]] = {
    "factor_ldl": _factor_ldl,
    "backsolve_ldl": _backsolve_ldl,
    "inverse_ldl": _inverse_ldl,
    "branch_inertia": branch_inertia,
    "branch_pairs": branch_pairs,
    "factor_lu": _factor_lu,
    "sparse_ldl_factor": sparse_ldl_factor,
    "sparse_ldl_solve": sparse_ldl_solve,
    "backsolve_lu": _backsolve_lu,
    "backsolve_lu_transposed": _backsolve_lu_transposed,
}
READING = {
    "backsolve_ldl",
    "inverse_ldl",
    "backsolve_lu",
    "backsolve_lu_transposed",
    "sparse_ldl_solve",
}  # a source's results


def _algorithm(name: str) -> tuple[Callable[..., None], list[int | str]]:
    kind, *sizes = name.split()
    if kind not in ALGORITHMS:
        raise KernelError(f"procedure {name!r}", "has no machine code", "Add its loops to kernel/procedures.py.")
    keyed = [] if not kind.startswith(("sparse", "branch")) else [sizes.pop(0)]
    return ALGORITHMS[kind], [*keyed, *map(int, sizes)]


def procedure_symbol(name: str, width: int) -> str:
    """Name of a procedure's machine code."""
    return f"linkwork.call.{name.replace(' ', '-')}.{width}"


def procedure_ir(name: str, width: int) -> str:
    """Definition of `void @linkwork.call.<name>.W(ptr in, ptr out)`; element i lies at 8·W·i bytes.

    Procedures that read the results of another one take them first: (ptr factors, ptr in, ptr out).
    """
    algorithm, sizes = _algorithm(name)
    writer = LlvmWriter(width)
    algorithm(writer, *sizes)
    return writer.definition(procedure_symbol(name, width), _read(name))


def procedure_c(name: str, symbol: str) -> str:
    """Definition of `static void symbol(const double *in, double *out)`, `const double *factors` first as above."""
    algorithm, sizes = _algorithm(name)
    writer = CWriter()
    algorithm(writer, *sizes)
    return writer.definition(symbol, _read(name))


def _read(name: str) -> tuple[str, ...]:
    return ("factors", "in") if name.split()[0] in READING else ("in",)
