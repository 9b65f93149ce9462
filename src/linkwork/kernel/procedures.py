"""The procedures of the expression graph as loops, written once for LLVM and for C.

The meaning of each procedure and the order of its arguments and results are those of linkwork.expression.procedures,
which the tests compare with.
"""

from __future__ import annotations

from collections.abc import Callable

from linkwork.errors import KernelError
from linkwork.kernel.loop_writers import CWriter, LlvmWriter, Writer
from linkwork.kernel.sparse import sparse_ldl_factor, sparse_ldl_solve


def _factor_ldl(w: Writer, n: int) -> None:
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


def _backsolve_ldl(w: Writer, n: int, m: int) -> None:
    w.copy("in", 0, "out", n * m)
    with w.loop(0, n) as i, w.loop(0, i) as k:
        w.reduce("out", i, w.load("factors", i.triangle() + k), k, m)
    with w.loop(0, n) as i:
        w.scale("out", i, w.load("factors", i.triangle() + i), m)
    with w.loop(0, n, down=True) as i, w.loop(i + 1, n) as k:
        w.reduce("out", i, w.load("factors", k.triangle() + i), k, m)


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


ALGORITHMS: dict[str, Callable[..., None]] = {
    "factor_ldl": _factor_ldl,
    "backsolve_ldl": _backsolve_ldl,
    "factor_lu": _factor_lu,
    "sparse_ldl_factor": sparse_ldl_factor,
    "sparse_ldl_solve": sparse_ldl_solve,
    "backsolve_lu": _backsolve_lu,
    "backsolve_lu_transposed": _backsolve_lu_transposed,
}
READING = {"backsolve_ldl", "backsolve_lu", "backsolve_lu_transposed", "sparse_ldl_solve"}  # a source's results


def _algorithm(name: str) -> tuple[Callable[..., None], list[int | str]]:
    kind, *sizes = name.split()
    if kind not in ALGORITHMS:
        raise KernelError(f"procedure {name!r}", "has no machine code", "Add its loops to kernel/procedures.py.")
    keyed = [] if not kind.startswith("sparse") else [sizes.pop(0)]
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
