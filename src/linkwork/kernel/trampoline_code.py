"""The text of the built-in function of trampoline.py, in LLVM's language.

    PyObject *linkwork.trampoline(PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)

It runs through six stages; whatever is not as expected in the first four goes to the general call, untouched:

    names      keyword arguments to their places, `out` aside; only with keywords
    check      each input: an array of doubles of the port's shape, or of one more dimension, or a number
    choose     one state, a loop over few states, or lanes
    given      arrays given as `out`: shapes, and that they overlap nothing
    make       else new arrays
    run        the machine code, and the results as an array, a number or a tuple

A guarded kernel leaves a number behind its outputs, which is not returned: where it is not greater than a bound the
results are dropped and the general call decides.
"""

from __future__ import annotations

from enum import IntEnum

PORTS = 64  # at most so many inputs, and so many outputs
DIMENSIONS = 24  # of a port

GOOD = 0x1 | 0x100  # NumPy's flags: C-contiguous and aligned; the byte order is part of the descriptor
WRITEABLE = 0x400
NPY_DOUBLE = 12


class At(IntEnum):
    """Layout of objects in memory, in bytes: PyObject, PyVarObject and PyFloatObject, PyArrayObject_fields."""

    TYPE = 8
    SIZE = 16
    DATA = 16
    ND = 24
    DIMS = 32
    DESCR = 56
    FLAGS = 64


class Word(IntEnum):
    """The table of a kernel, in words of 8 bytes; from PORTS on, for each port its name, nd, bytes, and dimensions."""

    KERNEL = 0
    LOOP = 1  # for fewer states than WIDTH
    WIDTH = 2
    LANES = 3  # 0 until it is compiled
    LIMIT = 4  # states, above which threads are worth the general call
    N_IN = 5
    N_OUT = 6
    SLOW = 7
    ARRAY = 8  # from here on the same for all kernels of a process
    DOUBLE = 9
    FLOAT = 10
    FLOAT64 = 11
    TUPLE = 12
    OUT = 13
    NEW_ARRAY = 14
    AS_RESULT = 15
    NEW_TUPLE = 16
    SET_ITEM = 17
    INCREF = 18
    DECREF = 19
    VECTORCALL = 20
    GUARDED = 21  # 1: the kernel has one more output, a number that must be greater than LEAST
    LEAST = 22
    PORTS = 23


def trampoline_ir(items: int) -> str:
    """The text; `items` is where the items of a tuple begin in memory."""
    return "\n".join([_START, _names(items), _CHECK, _CHOOSE, _given(items), _MAKE, _RUN, _SLOW]).replace(
        "ITEMS", str(items)
    )


def _word(name: str, index: Word, kind: str = "i64") -> str:
    return f"  %{name}.at = getelementptr i64, ptr %table, i64 {int(index)}\n  %{name} = load {kind}, ptr %{name}.at\n"


def _field(name: str, source: str, offset: At | str, kind: str) -> str:
    place = offset if isinstance(offset, str) else int(offset)
    return f"  %{name}.at = getelementptr i8, ptr {source}, i64 {place}\n  %{name} = load {kind}, ptr %{name}.at\n"


def _item(name: str, base: str, index: str, kind: str) -> str:
    return f"  %{name}.at = getelementptr {kind}, ptr {base}, i64 {index}\n  %{name} = load {kind}, ptr %{name}.at\n"


def _port(name: str, record: str) -> str:
    """nd, bytes and dimensions of the port at a record of the table."""
    return (
        _item(f"{name}.nd", record, "1", "i64")
        + _item(f"{name}.bytes", record, "2", "i64")
        + f"  %{name}.dims = getelementptr i64, ptr {record}, i64 3\n"
    )


def _same_dims(name: str, wanted: str, found: str, count: str, source: str, good: str) -> str:
    """Blocks that compare `count` dimensions; falls to `good` or to the general call."""
    return f"""{name}:
  %{name}.d = phi i64 [ 0, %{source} ], [ %{name}.d.next, %{name}.same ]
  %{name}.more = icmp slt i64 %{name}.d, {count}
  br i1 %{name}.more, label %{name}.compare, label %{good}
{name}.compare:
{_item(f"{name}.want", wanted, f"%{name}.d", "i64")}{_item(f"{name}.have", found, f"%{name}.d", "i64")}\
  %{name}.equal = icmp eq i64 %{name}.want, %{name}.have
  br i1 %{name}.equal, label %{name}.same, label %slow
{name}.same:
  %{name}.d.next = add i64 %{name}.d, 1
  br label %{name}
"""


_START = f"""
define ptr @linkwork.trampoline(ptr %self, ptr %args, i64 %nargs, ptr %kwnames) {{
start:
  %slots = alloca [{PORTS} x ptr]
  %in = alloca [{PORTS} x ptr]
  %strides = alloca [{PORTS} x i64]
  %out = alloca [{PORTS + 1} x ptr]
  %guard.value = alloca double
  %made = alloca [{PORTS} x ptr]
  %dims = alloca [{DIMENSIONS + 1} x i64]
{_field("holder", "%self", "ITEMS", "ptr")}{_field("table", "%holder", At.DATA, "ptr")}\
{_word("n_in", Word.N_IN)}{_word("n_out", Word.N_OUT)}{_word("array_type", Word.ARRAY, "ptr")}\
{_word("double", Word.DOUBLE, "ptr")}{_word("tuple_type", Word.TUPLE, "ptr")}\
  %first = getelementptr i64, ptr %table, i64 {int(Word.PORTS)}
  %plain = icmp eq ptr %kwnames, null
  %complete = icmp eq i64 %nargs, %n_in
  %quick = and i1 %plain, %complete
  br i1 %quick, label %checks, label %fill.start
"""


def _names(items: int) -> str:
    return f"""
fill.start:
  %too_many = icmp sgt i64 %nargs, %n_in
  %hopeless = or i1 %too_many, %plain
  br i1 %hopeless, label %slow, label %fill
fill:
  %f = phi i64 [ 0, %fill.start ], [ %f.next, %fill.put ]
  %f.more = icmp slt i64 %f, %n_in
  br i1 %f.more, label %fill.one, label %keywords
fill.one:
  %f.here = icmp slt i64 %f, %nargs
  br i1 %f.here, label %fill.take, label %fill.put
fill.take:
{_item("f.arg", "%args", "%f", "ptr")}  br label %fill.put
fill.put:
  %f.value = phi ptr [ null, %fill.one ], [ %f.arg, %fill.take ]
  %f.slot = getelementptr ptr, ptr %slots, i64 %f
  store ptr %f.value, ptr %f.slot
  %f.next = add i64 %f, 1
  br label %fill
keywords:
{_field("n_names", "%kwnames", At.SIZE, "i64")}  %names = getelementptr i8, ptr %kwnames, i64 {items}
  %values = getelementptr ptr, ptr %args, i64 %nargs
{_word("out_name", Word.OUT, "ptr")}  br label %keyword
keyword:
  %w = phi i64 [ 0, %keywords ], [ %w.next, %keyword.done ]
  %given = phi ptr [ null, %keywords ], [ %given.next, %keyword.done ]
  %w.more = icmp slt i64 %w, %n_names
  br i1 %w.more, label %keyword.one, label %checks
keyword.one:
{_item("w.name", "%names", "%w", "ptr")}{_item("w.value", "%values", "%w", "ptr")}  br label %find
find:
  %g = phi i64 [ 0, %keyword.one ], [ %g.next, %find.not ]
  %g.port = phi ptr [ %first, %keyword.one ], [ %g.port.next, %find.not ]
  %g.more = icmp slt i64 %g, %n_in
  br i1 %g.more, label %find.one, label %find.out
find.one:
{_item("g.name", "%g.port", "0", "ptr")}  %g.found = icmp eq ptr %g.name, %w.name
  br i1 %g.found, label %found, label %find.not
find.not:
{_item("g.nd", "%g.port", "1", "i64")}  %g.size = add i64 %g.nd, 3
  %g.port.next = getelementptr i64, ptr %g.port, i64 %g.size
  %g.next = add i64 %g, 1
  br label %find
found:
{_item("g.slot", "%slots", "%g", "ptr")}  %g.free = icmp eq ptr %g.slot, null
  br i1 %g.free, label %found.put, label %slow
found.put:
  store ptr %w.value, ptr %g.slot.at
  br label %keyword.done
find.out:
  %is_out = icmp eq ptr %w.name, %out_name
  br i1 %is_out, label %keyword.done, label %slow
keyword.done:
  %given.next = phi ptr [ %given, %found.put ], [ %w.value, %find.out ]
  %w.next = add i64 %w, 1
  br label %keyword
"""


_CHECK = f"""
checks:
  %inputs = phi ptr [ %args, %start ], [ %slots, %keyword ]
  %target = phi ptr [ null, %start ], [ %given, %keyword ]
{_word("float_type", Word.FLOAT, "ptr")}{_word("float64_type", Word.FLOAT64, "ptr")}  br label %check
check:
  %i = phi i64 [ 0, %checks ], [ %i.next, %good ]
  %port = phi ptr [ %first, %checks ], [ %port.next, %good ]
  %states = phi i64 [ -1, %checks ], [ %states.next, %good ]
  %more = icmp slt i64 %i, %n_in
  br i1 %more, label %argument, label %choose
argument:
{_port("want", "%port")}{_item("arg", "%inputs", "%i", "ptr")}  %missing = icmp eq ptr %arg, null
  br i1 %missing, label %slow, label %present
present:
{_field("type", "%arg", At.TYPE, "ptr")}  %is_array = icmp eq ptr %type, %array_type
  br i1 %is_array, label %array, label %number
number:
  %is_float = icmp eq ptr %type, %float_type
  %is_float64 = icmp eq ptr %type, %float64_type
  %is_number = or i1 %is_float, %is_float64
  %is_scalar = icmp eq i64 %want.nd, 0
  %number_fits = and i1 %is_number, %is_scalar
  %value = getelementptr i8, ptr %arg, i64 {int(At.DATA)}
  br i1 %number_fits, label %good, label %slow
array:
{_field("descr", "%arg", At.DESCR, "ptr")}{_field("flags", "%arg", At.FLAGS, "i32")}\
{_field("nd32", "%arg", At.ND, "i32")}{_field("have", "%arg", At.DIMS, "ptr")}{_field("data", "%arg", At.DATA, "ptr")}\
  %is_double = icmp eq ptr %descr, %double
  %good_flags = and i32 %flags, {GOOD}
  %is_good = icmp eq i32 %good_flags, {GOOD}
  %nd = sext i32 %nd32 to i64
  %extra = sub i64 %nd, %want.nd
  %no_batch = icmp eq i64 %extra, 0
  %fits = and i1 %is_double, %is_good
  br i1 %fits, label %array.nd, label %slow
array.nd:
  br i1 %no_batch, label %dim, label %batched
batched:
  %is_batch = icmp eq i64 %extra, 1
  br i1 %is_batch, label %batched.count, label %slow
batched.count:
  %count = load i64, ptr %have
  %new_count = icmp eq i64 %states, -1
  %same_count = icmp eq i64 %states, %count
  %count_fits = or i1 %new_count, %same_count
  %have.inner = getelementptr i64, ptr %have, i64 1
  br i1 %count_fits, label %array.dims, label %slow
array.dims:
  br label %dim.batch
{_same_dims("dim", "%want.dims", "%have", "%want.nd", "array.nd", "good")}\
{_same_dims("dim.batch", "%want.dims", "%have.inner", "%want.nd", "array.dims", "good.batch")}\
good.batch:
  br label %good
good:
  %memory = phi ptr [ %value, %number ], [ %data, %dim ], [ %data, %good.batch ]
  %stride = phi i64 [ 0, %number ], [ 0, %dim ], [ %want.bytes, %good.batch ]
  %states.next = phi i64 [ %states, %number ], [ %states, %dim ], [ %count, %good.batch ]
  %in.at = getelementptr ptr, ptr %in, i64 %i
  store ptr %memory, ptr %in.at
  %strides.at = getelementptr i64, ptr %strides, i64 %i
  store i64 %stride, ptr %strides.at
  %i.next = add i64 %i, 1
  %port.next = getelementptr i64, ptr %want.dims, i64 %want.nd
  br label %check
"""

_CHOOSE = f"""
choose:
{_word("kernel", Word.KERNEL, "ptr")}  %one = icmp eq i64 %states, -1
  %lead = select i1 %one, i64 0, i64 1
  store i64 %states, ptr %dims
  br i1 %one, label %chosen, label %several_states
several_states:
{_word("width", Word.WIDTH)}{_word("loop", Word.LOOP, "ptr")}{_word("lanes", Word.LANES, "ptr")}\
{_word("limit", Word.LIMIT)}  %few = icmp slt i64 %states, %width
  %ready = icmp ne ptr %lanes, null
  %moderate = icmp sle i64 %states, %limit
  %in_lanes = and i1 %ready, %moderate
  %some = icmp sgt i64 %states, 0
  %short = or i1 %few, %in_lanes
  %possible = and i1 %short, %some
  %looping = select i1 %few, ptr %loop, ptr %lanes
  br i1 %possible, label %chosen, label %slow
chosen:
  %function = phi ptr [ %kernel, %choose ], [ %looping, %several_states ]
  %to_new = icmp eq ptr %target, null
  br i1 %to_new, label %make.start, label %given.start
"""


def _given(items: int) -> str:
    return f"""
given.start:
{_field("t.type", "%target", At.TYPE, "ptr")}  %t.array = icmp eq ptr %t.type, %array_type
  br i1 %t.array, label %given.array, label %given.other
given.array:
  %t.single = icmp eq i64 %n_out, 1
  store ptr %target, ptr %slots
  br i1 %t.single, label %given.all, label %slow
given.other:
  %t.tuple = icmp eq ptr %t.type, %tuple_type
  br i1 %t.tuple, label %given.tuple, label %slow
given.tuple:
{_field("t.size", "%target", At.SIZE, "i64")}  %t.items = getelementptr i8, ptr %target, i64 {items}
  %t.fits = icmp eq i64 %t.size, %n_out
  br i1 %t.fits, label %given.all, label %slow
given.all:
  %outputs = phi ptr [ %slots, %given.array ], [ %t.items, %given.tuple ]
  %first_out = getelementptr i64, ptr %port, i64 0
  br label %given.each
given.each:
  %e = phi i64 [ 0, %given.all ], [ %e.next, %given.good ]
  %e.port = phi ptr [ %first_out, %given.all ], [ %e.port.next, %given.good ]
  %e.more = icmp slt i64 %e, %n_out
  br i1 %e.more, label %given.one, label %run
given.one:
{_port("e", "%e.port")}{_item("e.array", "%outputs", "%e", "ptr")}{_field("e.type", "%e.array", At.TYPE, "ptr")}\
  %e.is_array = icmp eq ptr %e.type, %array_type
  br i1 %e.is_array, label %given.look, label %slow
given.look:
{_field("e.descr", "%e.array", At.DESCR, "ptr")}{_field("e.flags", "%e.array", At.FLAGS, "i32")}\
{_field("e.nd32", "%e.array", At.ND, "i32")}{_field("e.have", "%e.array", At.DIMS, "ptr")}\
{_field("e.data", "%e.array", At.DATA, "ptr")}\
  %e.double = icmp eq ptr %e.descr, %double
  %e.flag = and i32 %e.flags, {GOOD | WRITEABLE}
  %e.flag_fits = icmp eq i32 %e.flag, {GOOD | WRITEABLE}
  %e.nd64 = sext i32 %e.nd32 to i64
  %e.nd_want = add i64 %e.nd, %lead
  %e.nd_fits = icmp eq i64 %e.nd64, %e.nd_want
  %e.fits1 = and i1 %e.double, %e.flag_fits
  %e.fits = and i1 %e.fits1, %e.nd_fits
  br i1 %e.fits, label %given.count, label %slow
given.count:
  %e.inner = getelementptr i64, ptr %e.have, i64 %lead
  br i1 %one, label %given.dims, label %given.states
given.states:
  %e.states = load i64, ptr %e.have
  %e.states_fit = icmp eq i64 %e.states, %states
  br i1 %e.states_fit, label %given.dims, label %slow
given.dims:
  br label %given.dim
{_same_dims("given.dim", "%e.dims", "%e.inner", "%e.nd", "given.dims", "given.apart")}\
given.apart:
  %e.times = select i1 %one, i64 1, i64 %states
  %e.length = mul i64 %e.bytes, %e.times
  %e.from = ptrtoint ptr %e.data to i64
  %e.to = add i64 %e.from, %e.length
  %e.checks = add i64 %n_in, %e
  br label %apart
apart:
  %a = phi i64 [ 0, %given.apart ], [ %a.next, %apart.next ]
  %a.port = phi ptr [ %first, %given.apart ], [ %a.port.next, %apart.next ]
  %a.more = icmp slt i64 %a, %e.checks
  br i1 %a.more, label %apart.one, label %given.good
apart.one:
{_port("a", "%a.port")}  %a.input = icmp slt i64 %a, %n_in
  br i1 %a.input, label %apart.in, label %apart.out
apart.in:
{_item("a.pointer", "%in", "%a", "ptr")}{_item("a.stride", "%strides", "%a", "i64")}\
  %a.single = icmp eq i64 %a.stride, 0
  %a.times = select i1 %a.single, i64 1, i64 %states
  br label %apart.compare
apart.out:
  %a.k = sub i64 %a, %n_in
{_item("a.other", "%out", "%a.k", "ptr")}  br label %apart.compare
apart.compare:
  %a.data = phi ptr [ %a.pointer, %apart.in ], [ %a.other, %apart.out ]
  %a.count = phi i64 [ %a.times, %apart.in ], [ %e.times, %apart.out ]
  %a.length = mul i64 %a.bytes, %a.count
  %a.from = ptrtoint ptr %a.data to i64
  %a.to = add i64 %a.from, %a.length
  %a.before = icmp ult i64 %a.from, %e.to
  %a.after = icmp ult i64 %e.from, %a.to
  %a.overlap = and i1 %a.before, %a.after
  br i1 %a.overlap, label %slow, label %apart.next
apart.next:
  %a.next = add i64 %a, 1
  %a.port.next = getelementptr i64, ptr %a.dims, i64 %a.nd
  br label %apart
given.good:
  %e.out = getelementptr ptr, ptr %out, i64 %e
  store ptr %e.data, ptr %e.out
  %e.next = add i64 %e, 1
  %e.port.next = getelementptr i64, ptr %e.dims, i64 %e.nd
  br label %given.each
"""


_MAKE = f"""
make.start:
{_word("new_array", Word.NEW_ARRAY, "ptr")}  br label %make
make:
  %o = phi i64 [ 0, %make.start ], [ %o.next, %made.one ]
  %o.port = phi ptr [ %port, %make.start ], [ %o.port.next, %made.one ]
{_port("o", "%o.port")}  br i1 %one, label %make.array, label %make.dims
make.dims:
  %c = phi i64 [ 0, %make ], [ %c.next, %make.dim ]
  %c.more = icmp slt i64 %c, %o.nd
  br i1 %c.more, label %make.dim, label %make.array
make.dim:
{_item("c.dim", "%o.dims", "%c", "i64")}  %c.next = add i64 %c, 1
  %c.to = getelementptr i64, ptr %dims, i64 %c.next
  store i64 %c.dim, ptr %c.to
  br label %make.dims
make.array:
  %o.shape = phi ptr [ %o.dims, %make ], [ %dims, %make.dims ]
  %o.rank = add i64 %o.nd, %lead
  %o.rank32 = trunc i64 %o.rank to i32
  %result = call ptr %new_array(ptr %array_type, i32 %o.rank32, ptr %o.shape, i32 {NPY_DOUBLE}, ptr null, ptr null, \
i32 0, i32 0, ptr null)
  %failed = icmp eq ptr %result, null
  br i1 %failed, label %undo, label %made.one
made.one:
  %made.at = getelementptr ptr, ptr %made, i64 %o
  store ptr %result, ptr %made.at
{_field("o.data", "%result", At.DATA, "ptr")}  %out.at = getelementptr ptr, ptr %out, i64 %o
  store ptr %o.data, ptr %out.at
  %o.next = add i64 %o, 1
  %o.port.next = getelementptr i64, ptr %o.dims, i64 %o.nd
  %o.more = icmp slt i64 %o.next, %n_out
  br i1 %o.more, label %make, label %run
"""

_RUN = f"""
run:
  br i1 %one, label %run.one, label %run.several
run.one:
  %guard.at = getelementptr ptr, ptr %out, i64 %n_out
  store ptr %guard.value, ptr %guard.at
  call void %function(ptr %in, ptr %out)
{_word("guarded", Word.GUARDED)}  %is_guarded = icmp ne i64 %guarded, 0
  br i1 %is_guarded, label %guard, label %results
guard:
{_word("least", Word.LEAST, "double")}  %clearance = load double, ptr %guard.value
  %sound = fcmp ogt double %clearance, %least
  br i1 %sound, label %results, label %unsound
unsound:
{_word("let_go", Word.DECREF, "ptr")}  br i1 %to_new, label %drop, label %slow
drop:
  %k = phi i64 [ %n_out, %unsound ], [ %k.less, %drop.one ]
  %k.more = icmp sgt i64 %k, 0
  br i1 %k.more, label %drop.one, label %slow
drop.one:
  %k.less = sub i64 %k, 1
{_item("k.array", "%made", "%k.less", "ptr")}  call void %let_go(ptr %k.array)
  br label %drop
run.several:
  call void %function(ptr %in, ptr %strides, ptr %out, i64 0, i64 %states)
  br label %results
results:
  br i1 %to_new, label %results.new, label %results.given
results.given:
{_word("hold", Word.INCREF, "ptr")}  call void %hold(ptr %target)
  ret ptr %target
results.new:
{_word("as_result", Word.AS_RESULT, "ptr")}  %single = icmp eq i64 %n_out, 1
  br i1 %single, label %alone, label %several
alone:
  %only = load ptr, ptr %made
{_item("only.nd", "%port", "1", "i64")}  %only.rank = add i64 %only.nd, %lead
  %only.number = icmp eq i64 %only.rank, 0
  br i1 %only.number, label %alone.number, label %alone.array
alone.array:
  ret ptr %only
alone.number:
  %only.value = call ptr %as_result(ptr %only)
  ret ptr %only.value
several:
{_word("new_tuple", Word.NEW_TUPLE, "ptr")}{_word("set_item", Word.SET_ITEM, "ptr")}\
  %tuple = call ptr %new_tuple(i64 %n_out)
  %no_tuple = icmp eq ptr %tuple, null
  br i1 %no_tuple, label %undo, label %item
item:
  %v = phi i64 [ 0, %several ], [ %v.next, %item.set ]
  %v.port = phi ptr [ %port, %several ], [ %v.port.next, %item.set ]
{_port("v", "%v.port")}{_item("v.array", "%made", "%v", "ptr")}  %v.rank = add i64 %v.nd, %lead
  %v.number = icmp eq i64 %v.rank, 0
  br i1 %v.number, label %item.number, label %item.set
item.number:
  %v.value = call ptr %as_result(ptr %v.array)
  br label %item.set
item.set:
  %element = phi ptr [ %v.array, %item ], [ %v.value, %item.number ]
  %ignored = call i32 %set_item(ptr %tuple, i64 %v, ptr %element)
  %v.next = add i64 %v, 1
  %v.port.next = getelementptr i64, ptr %v.dims, i64 %v.nd
  %v.more = icmp slt i64 %v.next, %n_out
  br i1 %v.more, label %item, label %whole
whole:
  ret ptr %tuple
undo:
  %left = phi i64 [ %o, %make.array ], [ %n_out, %several ]
{_word("release", Word.DECREF, "ptr")}  br label %undo.next
undo.next:
  %u = phi i64 [ %left, %undo ], [ %u.less, %undo.one ]
  %u.more = icmp sgt i64 %u, 0
  br i1 %u.more, label %undo.one, label %fail
undo.one:
  %u.less = sub i64 %u, 1
{_item("u.array", "%made", "%u.less", "ptr")}  call void %release(ptr %u.array)
  br label %undo.next
fail:
  ret ptr null
"""

_SLOW = f"""
slow:
{_word("general", Word.SLOW, "ptr")}{_word("vectorcall", Word.VECTORCALL, "ptr")}\
  %answer = call ptr %vectorcall(ptr %general, ptr %args, i64 %nargs, ptr %kwnames)
  ret ptr %answer
}}
"""
