"""The way from Python into machine code: a built-in function that is itself machine code.

A Python function that checks and unpacks arrays costs microseconds. Here CPython calls machine code directly, with the
signature of METH_FASTCALL | METH_KEYWORDS:

    PyObject *call(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)

`self` is a tuple whose first item is an array of 8-byte words: the kernel's address, what the checks compare with, and
the functions of CPython and NumPy that make the results. When every argument is exactly an aligned C-contiguous array
of doubles of the expected shape (or a float where the shape is ()), the kernel runs on the arrays' memory; also by
name, with `out=`, and for batches with one leading dimension that are too small for threads. Anything else goes,
untouched, to an ordinary Python function. Measured: 0.06 µs a call with two inputs and one output.

The layout of an array object in memory belongs to NumPy's stable interface; `supported` checks it on live objects
before it is relied on, and on another layout (free-threaded or tracing builds, PyPy) nothing of this is used.
"""

from __future__ import annotations

import ctypes
import importlib
import math
import platform
import sys
import sysconfig
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from linkwork.kernel.cache import key_of, stored
from linkwork.kernel.machine import Code, compile_text
from linkwork.kernel.trampoline_code import DIMENSIONS, GOOD, PORTS, At, Word, trampoline_ir

_OUT = sys.intern("out")
ANY = "PyObject_Vectorcall"


class _MethodDef(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    ]


@dataclass(frozen=True)
class Shortcut:
    """A built-in function around a kernel's machine code, and its table."""

    call: Callable[..., Any]
    table: np.ndarray

    def lanes(self, address: int, limit: int) -> None:
        """From now on run batches of at most `limit` states by the loop in lanes at an address."""
        self.table[[Word.LIMIT, Word.LANES]] = limit, address


def shortcut(
    inputs: Mapping[str, tuple[int, ...]],
    outputs: Sequence[tuple[int, ...]],
    *,
    kernel: int,
    loop: int = 0,
    width: int = 0,
    general: Callable[..., Any],
    owner: object,
    least: float | None = None,
) -> Shortcut | None:
    """A built-in function around the machine code at `kernel` (one state) and `loop` (fewer than `width` states).

    `inputs` and `outputs` are the shapes of the ports; `general` takes every other call; `owner` is kept alive. With
    `least` the kernel has one more output behind `outputs`, a number that is not returned: where it is not greater than
    `least`, the results are dropped and the call goes to `general`. None where it is not supported.
    """
    shapes = (*inputs.values(), *outputs)
    fits = len(inputs) <= PORTS and 0 < len(outputs) <= PORTS and all(len(shape) <= DIMENSIONS for shape in shapes)
    if not fits or not supported():
        return None
    return _make(inputs, outputs, (kernel, loop, width), general, owner, least)


@cache
def supported() -> bool:
    """Whether objects lie in memory as expected, found out on live ones; then a trial call."""
    standard = (
        platform.python_implementation() == "CPython"
        and sys.maxsize == 2**63 - 1
        and sys.byteorder == "little"
        and not sysconfig.get_config_var("Py_GIL_DISABLED")
        and not hasattr(sys, "getobjects")
        and hasattr(ctypes.pythonapi, _vectorcall())
    )
    return standard and _layout_as_expected() and _trial()


def _layout_as_expected() -> bool:
    def word(place: int, kind: Any = ctypes.c_int64) -> int:
        return kind.from_address(place).value

    array = np.arange(6.0).reshape(2, 3)
    row, at = array[:, 1:], id(array)
    pair = (array, row)
    scalars = (3.25, np.float64(3.25))
    return (
        all(word(id(x) + At.TYPE) == id(type(x)) for x in (array, *scalars, pair))
        and word(at + At.DATA) == array.__array_interface__["data"][0]
        and word(at + At.ND, ctypes.c_int32) == 2
        and [word(word(at + At.DIMS) + 8 * k) for k in range(2)] == [2, 3]
        and word(at + At.DESCR) == id(np.dtype(np.float64)) == id(array.dtype)
        and word(at + At.FLAGS, ctypes.c_int32) & GOOD == GOOD
        and word(id(row) + At.FLAGS, ctypes.c_int32) & GOOD == 0x100
        and all(ctypes.c_double.from_address(id(x) + At.DATA).value == 3.25 for x in scalars)
        and [word(id(pair) + tuple.__basicsize__ + 8 * k) for k in range(2)] == [id(array), id(row)]
    )


def _trial() -> bool:
    """One short and one long call of a kernel that copies two numbers."""
    copy = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_void_p))(_copy_two)
    address = ctypes.cast(copy, ctypes.c_void_p).value or 0
    call = _make({"x": (2,)}, [(2,), ()], (address, 0, 0), lambda *values: values, copy).call
    given = np.array([1.5, 2.5])
    array, number = call(given)
    return array.tolist() == [1.5, 2.5] and number == 2.5 and call(1) == (1,) and call(x=given)[1] == 2.5


def _copy_two(inputs: Any, outputs: Any) -> None:
    ctypes.memmove(outputs[0], inputs[0], 16)
    ctypes.memmove(outputs[1], inputs[0] + 8, 8)


def _make(
    inputs: Mapping[str, tuple[int, ...]],
    outputs: Sequence[tuple[int, ...]],
    machine: tuple[int, int, int],
    general: Callable[..., Any],
    owner: object,
    least: float | None = None,
) -> Shortcut:
    names, general = [sys.intern(name) for name in inputs], _callable(general)
    words = [0] * Word.PORTS
    words[Word.KERNEL], words[Word.LOOP], words[Word.WIDTH] = machine
    words[Word.N_IN], words[Word.N_OUT], words[Word.SLOW] = len(inputs), len(outputs), id(general)
    words[Word.ARRAY : Word.GUARDED] = _process_words()
    words[Word.GUARDED] = int(least is not None)
    words[Word.LEAST] = int(np.float64(least or 0.0).view(np.int64))
    for name, shape in [*zip(names, inputs.values(), strict=True), *((None, shape) for shape in outputs)]:
        words += [0 if name is None else id(name), len(shape), 8 * math.prod(shape), *shape]
    table = np.array(words, dtype=np.int64)
    call = _new_builtin()(ctypes.addressof(_method()), (table, general, owner, names, _code()), None)
    return Shortcut(call, table)


@cache
def _process_words() -> tuple[int, ...]:
    """The words from ARRAY on: types, a name, and functions of NumPy and CPython."""
    folder = "numpy._core" if np.lib.NumpyVersion(np.__version__) >= "2.0.0" else "numpy.core"
    numpy_core = importlib.import_module(f"{folder}._multiarray_umath")
    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    interface = pointer(numpy_core._ARRAY_API, None)

    def numpy_function(index: int) -> int:
        return ctypes.c_int64.from_address(interface + 8 * index).value

    def python_function(name: str) -> int:
        return ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value or 0

    return (
        *(id(kind) for kind in (np.ndarray, np.dtype(np.float64), float, np.float64, tuple, _OUT)),
        numpy_function(93),  # PyArray_New
        numpy_function(76),  # PyArray_Return
        *map(python_function, ("PyTuple_New", "PyTuple_SetItem", "Py_IncRef", "Py_DecRef", _vectorcall())),
    )


@cache
def _vectorcall() -> str:
    """CPython's function that calls anything; before 3.11 it is not exported, but the one for Python functions is."""
    return ANY if hasattr(ctypes.pythonapi, ANY) else "_PyFunction_Vectorcall"


def _callable(general: Callable[..., Any]) -> Callable[..., Any]:
    """What `_vectorcall` can call: a Python function, unless it takes everything."""
    if isinstance(general, FunctionType) or _vectorcall() == ANY:
        return general
    return lambda *values, **named: general(*values, **named)


@cache
def _new_builtin() -> Callable[..., Any]:
    prototype = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.c_void_p, ctypes.py_object, ctypes.c_void_p)
    return prototype(("PyCFunction_NewEx", ctypes.pythonapi))


@cache
def _code() -> Code:
    text = trampoline_ir(tuple.__basicsize__)
    return Code(stored(key_of(["trampoline", text]), lambda: compile_text(text)), ["linkwork.trampoline"], {})


@cache
def _method() -> _MethodDef:
    flags = 0x0080 | 0x0002  # METH_FASTCALL | METH_KEYWORDS
    return _MethodDef(b"kernel", _code()["linkwork.trampoline"], flags, None)
