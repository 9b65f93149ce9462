"""The way from Python into machine code: a built-in function that is itself machine code.

A Python function that checks and unpacks arrays costs microseconds. Here CPython calls machine code directly, with the
signature of METH_FASTCALL | METH_KEYWORDS:

    PyObject *call(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)

`self` is a tuple whose first item is an array of 8-byte words: the kernel's address, what the checks compare with, and
the functions of CPython and NumPy that make the results. When every argument is exactly an aligned C-contiguous array
of doubles of the expected shape (or a float where the shape is ()), the kernel runs on the arrays' memory. Anything
else goes, untouched, to an ordinary Python function. Measured: 0.06 µs a call with two inputs and one output.

The layout of an array object in memory belongs to NumPy's stable interface; `supported` checks it on live objects
before it is relied on, and on another layout (free-threaded or tracing builds, PyPy) nothing of this is used.
"""

from __future__ import annotations

import ctypes
import importlib
import platform
import sys
import sysconfig
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from linkwork.kernel.cache import key_of, stored
from linkwork.kernel.machine import Code, compile_text

PORTS = 64  # at most so many inputs, and so many outputs, have the short way

# words of the table
_KERNEL, _N_IN, _N_OUT, _SLOW, _ARRAY, _DOUBLE, _FLOAT, _FLOAT64 = range(8)
_NEW, _RETURN, _TUPLE, _SET_ITEM, _DECREF, _CALL, _GUARDED, _LEAST, _SHAPES = range(8, 17)

# layout of objects in bytes: PyObject and PyFloatObject, PyArrayObject_fields
_TYPE, _DATA, _ND, _DIMS, _DESCR, _FLAGS = 8, 16, 24, 32, 56, 64
_GOOD = 0x1 | 0x100  # C-contiguous and aligned; the byte order is part of the descriptor
_NPY_DOUBLE = 12


class _MethodDef(ctypes.Structure):
    _fields_ = [
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    ]


def builtin(
    address: int,
    inputs: Sequence[tuple[int, ...]],
    outputs: Sequence[tuple[int, ...]],
    slow: Callable[..., Any],
    owner: object,
    least: float | None = None,
) -> Callable[..., Any] | None:
    """A built-in function around `void kernel(const double *const *in, double *const *out)`.

    `inputs` and `outputs` are the shapes of the ports; `slow` takes every other call; `owner` is kept alive.
    With `least` the kernel has one more output behind `outputs`, a number that is not returned: where it is not greater
    than `least` the results are dropped and the call goes to `slow`.
    None where the short way is not supported.
    """
    if len(inputs) > PORTS or not 0 < len(outputs) < PORTS or not supported():
        return None
    return _make(address, inputs, outputs, slow, owner, least)


@cache
def supported() -> bool:
    """Whether objects lie in memory as expected, found out on live ones; then a trial call."""
    standard = (
        platform.python_implementation() == "CPython"
        and sys.maxsize == 2**63 - 1
        and sys.byteorder == "little"
        and not sysconfig.get_config_var("Py_GIL_DISABLED")
        and not hasattr(sys, "getobjects")
        and hasattr(ctypes.pythonapi, "PyObject_Vectorcall")
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
        all(word(id(x) + _TYPE) == id(type(x)) for x in (array, *scalars, pair))
        and word(at + _DATA) == array.__array_interface__["data"][0]
        and word(at + _ND, ctypes.c_int32) == 2
        and [word(word(at + _DIMS) + 8 * k) for k in range(2)] == [2, 3]
        and word(at + _DESCR) == id(np.dtype(np.float64)) == id(array.dtype)
        and word(at + _FLAGS, ctypes.c_int32) & _GOOD == _GOOD
        and word(id(row) + _FLAGS, ctypes.c_int32) & _GOOD == 0x100
        and all(ctypes.c_double.from_address(id(x) + _DATA).value == 3.25 for x in scalars)
        and [word(id(pair) + tuple.__basicsize__ + 8 * k) for k in range(2)] == [id(array), id(row)]
    )


def _trial() -> bool:
    """One short and one long call of a kernel that copies two numbers."""
    copy = ctypes.CFUNCTYPE(None, ctypes.POINTER(ctypes.c_void_p), ctypes.POINTER(ctypes.c_void_p))(_copy_two)
    address = ctypes.cast(copy, ctypes.c_void_p).value or 0
    call = _make(address, [(2,)], [(2,), ()], lambda *args: args, copy)
    given = np.array([1.5, 2.5])
    array, number = call(given)
    return array.tolist() == [1.5, 2.5] and number == 2.5 and call(1) == (1,)


def _copy_two(inputs: Any, outputs: Any) -> None:
    ctypes.memmove(outputs[0], inputs[0], 16)
    ctypes.memmove(outputs[1], inputs[0] + 8, 8)


def _make(
    address: int,
    inputs: Sequence[tuple[int, ...]],
    outputs: Sequence[tuple[int, ...]],
    slow: Callable[..., Any],
    owner: object,
    least: float | None = None,
) -> Callable[..., Any]:
    known = _process_words()
    bound = np.float64(0.0 if least is None else least).view(np.int64)
    words = [address, len(inputs), len(outputs), id(slow), *known, int(least is not None), int(bound)]
    for shape in (*inputs, *outputs):
        words += [len(shape), *shape]
    table = np.array(words, dtype=np.int64)
    return _new_builtin()(ctypes.addressof(_method()), (table, slow, owner, _code()), None)


@cache
def _process_words() -> tuple[int, ...]:
    """The words from _ARRAY on: types, and functions of NumPy and CPython."""
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
        *(id(kind) for kind in (np.ndarray, np.dtype(np.float64), float, np.float64)),
        numpy_function(93),  # PyArray_New
        numpy_function(76),  # PyArray_Return
        *map(python_function, ("PyTuple_New", "PyTuple_SetItem", "Py_DecRef", "PyObject_Vectorcall")),
    )


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


def trampoline_ir(items: int) -> str:
    """Text of the call; `items` is where the items of a tuple begin."""

    def word(name: str, index: int, kind: str = "i64") -> str:
        return f"  %{name}.at = getelementptr i64, ptr %table, i64 {index}\n  %{name} = load {kind}, ptr %{name}.at"

    def field(name: str, source: str, offset: int, kind: str) -> str:
        return f"  %{name}.at = getelementptr i8, ptr {source}, i64 {offset}\n  %{name} = load {kind}, ptr %{name}.at"

    new_array = (
        f"ptr %array_type, i32 %o.nd32, ptr %o.dims, i32 {_NPY_DOUBLE}, ptr null, ptr null, i32 0, i32 0, ptr null"
    )
    return f"""
define ptr @linkwork.trampoline(ptr %self, ptr %args, i64 %nargs, ptr %kwnames) {{
start:
  %in = alloca [{PORTS} x ptr]
  %out = alloca [{PORTS} x ptr]
  %made = alloca [{PORTS} x ptr]
  %guard.value = alloca double
{field("holder", "%self", items, "ptr")}
{field("table", "%holder", _DATA, "ptr")}
{word("n_in", _N_IN)}
  %plain = icmp eq ptr %kwnames, null
  %right = icmp eq i64 %nargs, %n_in
  %short = and i1 %plain, %right
  br i1 %short, label %checks, label %slow

checks:
{word("array_type", _ARRAY, "ptr")}
{word("double", _DOUBLE, "ptr")}
{word("float_type", _FLOAT, "ptr")}
{word("float64_type", _FLOAT64, "ptr")}
  %first_shape = getelementptr i64, ptr %table, i64 {_SHAPES}
  br label %check

check:
  %i = phi i64 [ 0, %checks ], [ %i.next, %good ]
  %shape = phi ptr [ %first_shape, %checks ], [ %shape.next, %good ]
  %more = icmp slt i64 %i, %n_in
  br i1 %more, label %argument, label %results

argument:
  %nd = load i64, ptr %shape
  %dims = getelementptr i64, ptr %shape, i64 1
  %arg.at = getelementptr ptr, ptr %args, i64 %i
  %arg = load ptr, ptr %arg.at
{field("type", "%arg", _TYPE, "ptr")}
  %is_array = icmp eq ptr %type, %array_type
  br i1 %is_array, label %array, label %number

number:
  %is_float = icmp eq ptr %type, %float_type
  %is_float64 = icmp eq ptr %type, %float64_type
  %is_number = or i1 %is_float, %is_float64
  %is_scalar = icmp eq i64 %nd, 0
  %number_fits = and i1 %is_number, %is_scalar
  %value = getelementptr i8, ptr %arg, i64 {_DATA}
  br i1 %number_fits, label %good, label %slow

array:
{field("descr", "%arg", _DESCR, "ptr")}
{field("flags", "%arg", _FLAGS, "i32")}
{field("arg_nd", "%arg", _ND, "i32")}
{field("arg_dims", "%arg", _DIMS, "ptr")}
{field("data", "%arg", _DATA, "ptr")}
  %is_double = icmp eq ptr %descr, %double
  %good_flags = and i32 %flags, {_GOOD}
  %is_good = icmp eq i32 %good_flags, {_GOOD}
  %arg_nd64 = sext i32 %arg_nd to i64
  %same_nd = icmp eq i64 %arg_nd64, %nd
  %fits1 = and i1 %is_double, %is_good
  %fits = and i1 %fits1, %same_nd
  br i1 %fits, label %dim, label %slow

dim:
  %d = phi i64 [ 0, %array ], [ %d.next, %dim.same ]
  %dim.more = icmp slt i64 %d, %nd
  br i1 %dim.more, label %dim.check, label %good

dim.check:
  %want.at = getelementptr i64, ptr %dims, i64 %d
  %have.at = getelementptr i64, ptr %arg_dims, i64 %d
  %want = load i64, ptr %want.at
  %have = load i64, ptr %have.at
  %same = icmp eq i64 %want, %have
  br i1 %same, label %dim.same, label %slow

dim.same:
  %d.next = add i64 %d, 1
  br label %dim

good:
  %memory = phi ptr [ %value, %number ], [ %data, %dim ]
  %in.at = getelementptr ptr, ptr %in, i64 %i
  store ptr %memory, ptr %in.at
  %i.next = add i64 %i, 1
  %shape.next = getelementptr i64, ptr %dims, i64 %nd
  br label %check

results:
{word("n_out", _N_OUT)}
{word("new_array", _NEW, "ptr")}
  br label %make

make:
  %o = phi i64 [ 0, %results ], [ %o.next, %kept ]
  %o.shape = phi ptr [ %shape, %results ], [ %o.shape.next, %kept ]
  %o.nd = load i64, ptr %o.shape
  %o.dims = getelementptr i64, ptr %o.shape, i64 1
  %o.nd32 = trunc i64 %o.nd to i32
  %result = call ptr %new_array({new_array})
  %failed = icmp eq ptr %result, null
  br i1 %failed, label %undo, label %kept

kept:
  %made.at = getelementptr ptr, ptr %made, i64 %o
  store ptr %result, ptr %made.at
{field("memory.out", "%result", _DATA, "ptr")}
  %out.at = getelementptr ptr, ptr %out, i64 %o
  store ptr %memory.out, ptr %out.at
  %o.next = add i64 %o, 1
  %o.shape.next = getelementptr i64, ptr %o.dims, i64 %o.nd
  %o.more = icmp slt i64 %o.next, %n_out
  br i1 %o.more, label %make, label %run

run:
{word("kernel", _KERNEL, "ptr")}
  %guard.at = getelementptr ptr, ptr %out, i64 %n_out
  store ptr %guard.value, ptr %guard.at
  call void %kernel(ptr %in, ptr %out)
{word("guarded", _GUARDED)}
  %is_guarded = icmp ne i64 %guarded, 0
  br i1 %is_guarded, label %guard, label %return

guard:
{word("least", _LEAST, "double")}
  %found = load double, ptr %guard.value
  %sound = fcmp ogt double %found, %least
  br i1 %sound, label %return, label %drop

return:
{word("as_result", _RETURN, "ptr")}
  %one = icmp eq i64 %n_out, 1
  br i1 %one, label %single, label %several

single:
  %only = load ptr, ptr %made
  %only.nd = load i64, ptr %shape
  %only.scalar = icmp eq i64 %only.nd, 0
  br i1 %only.scalar, label %single.number, label %single.array

single.array:
  ret ptr %only

single.number:
  %only.number = call ptr %as_result(ptr %only)
  ret ptr %only.number

several:
{word("new_tuple", _TUPLE, "ptr")}
{word("set_item", _SET_ITEM, "ptr")}
  %tuple = call ptr %new_tuple(i64 %n_out)
  %no_tuple = icmp eq ptr %tuple, null
  br i1 %no_tuple, label %undo, label %fill

fill:
  %t = phi i64 [ 0, %several ], [ %t.next, %filled ]
  %t.shape = phi ptr [ %shape, %several ], [ %t.shape.next, %filled ]
  %item.at = getelementptr ptr, ptr %made, i64 %t
  %item = load ptr, ptr %item.at
  %t.nd = load i64, ptr %t.shape
  %t.scalar = icmp eq i64 %t.nd, 0
  br i1 %t.scalar, label %fill.number, label %filled

fill.number:
  %item.number = call ptr %as_result(ptr %item)
  br label %filled

filled:
  %element = phi ptr [ %item, %fill ], [ %item.number, %fill.number ]
  %ignored = call i32 %set_item(ptr %tuple, i64 %t, ptr %element)
  %t.dims = getelementptr i64, ptr %t.shape, i64 1
  %t.shape.next = getelementptr i64, ptr %t.dims, i64 %t.nd
  %t.next = add i64 %t, 1
  %t.more = icmp slt i64 %t.next, %n_out
  br i1 %t.more, label %fill, label %whole

whole:
  ret ptr %tuple

undo:
  %count = phi i64 [ %o, %make ], [ %n_out, %several ]
{word("release", _DECREF, "ptr")}
  br label %undo.next

undo.next:
  %u = phi i64 [ %count, %undo ], [ %u.less, %undo.one ]
  %u.more = icmp sgt i64 %u, 0
  br i1 %u.more, label %undo.one, label %fail

undo.one:
  %u.less = sub i64 %u, 1
  %u.at = getelementptr ptr, ptr %made, i64 %u.less
  %u.item = load ptr, ptr %u.at
  call void %release(ptr %u.item)
  br label %undo.next

fail:
  ret ptr null

drop:
{word("let_go", _DECREF, "ptr")}
  br label %drop.next

drop.next:
  %k = phi i64 [ %n_out, %drop ], [ %k.less, %drop.one ]
  %k.more = icmp sgt i64 %k, 0
  br i1 %k.more, label %drop.one, label %slow

drop.one:
  %k.less = sub i64 %k, 1
  %k.at = getelementptr ptr, ptr %made, i64 %k.less
  %k.item = load ptr, ptr %k.at
  call void %let_go(ptr %k.item)
  br label %drop.next

slow:
{word("slow_function", _SLOW, "ptr")}
{word("vectorcall", _CALL, "ptr")}
  %answer = call ptr %vectorcall(ptr %slow_function, ptr %args, i64 %nargs, ptr %kwnames)
  ret ptr %answer
}}
"""
