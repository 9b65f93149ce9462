"""Calling a kernel: shapes, batches, names, out=, and what is said when something does not fit."""

from __future__ import annotations

import copy
import gc
import inspect
import pickle
import weakref

import numpy as np
import pytest

from linkwork.errors import OptionError, ShapeError, UnknownName
from linkwork.expression.evaluate import evaluate
from linkwork.expression.trace import Function, trace
from linkwork.kernel.compiled import compile_function
from linkwork.kernel.interpreter import interpret_function
from linkwork.kernel.kernel import Kernel

RNG = np.random.default_rng(11)


@pytest.fixture(scope="module", params=[compile_function, interpret_function])
def kernel(request, pendulum) -> Kernel:
    return request.param(pendulum)


@pytest.fixture(scope="module", params=[compile_function, interpret_function])
def matrix_kernel(request, two_by_three) -> Kernel:
    return request.param(two_by_three)


def reference(function: Function, *values: np.ndarray | float) -> tuple[np.ndarray, ...]:
    named = {port.name: np.asarray(value, float) for port, value in zip(function.inputs, values, strict=True)}
    return tuple(evaluate(function, **named)[port.name] for port in function.outputs)


def same(results, expected) -> bool:
    return all(np.shape(a) == np.shape(b) and np.allclose(a, b, 1e-13) for a, b in zip(results, expected, strict=True))


def test_positions_names_and_a_mixture_are_the_same_call(kernel, pendulum):
    q, v = RNG.random((2, 2))
    expected = reference(pendulum, q, v, 9.81)
    assert same(kernel(q, v, 9.81), expected)
    assert same(kernel(q=q, g=9.81, v=v), expected)
    assert same(kernel(q, v, g=9.81), expected)
    assert same(kernel.call(q, v, 9.81), expected)


def test_one_output_is_an_array_several_are_a_tuple_and_a_number_is_a_number(kernel, two_by_three):
    a, energy = kernel(np.zeros(2), np.zeros(2), 2.0)
    assert type(a) is np.ndarray and type(energy) is np.float64 and energy == -2.0
    alone = compile_function(two_by_three.select("row"))(np.ones((2, 3)))
    assert type(alone) is np.ndarray and alone.tolist() == [2.0, 2.0, 2.0]


def test_matrices_keep_their_shape(matrix_kernel):
    A = RNG.random((2, 3))
    T, row = matrix_kernel(A)
    assert np.array_equal(T, A.T) and np.array_equal(row, 2.0 * A[1])
    batch = RNG.random((4, 5, 2, 3))
    T, row = matrix_kernel(batch)
    assert np.array_equal(T, batch.swapaxes(-1, -2)) and np.array_equal(row, 2.0 * batch[..., 1, :])


@pytest.mark.parametrize(
    "shapes",
    [((2,), (2,), ()), ((7, 2), (7, 2), (7,)), ((9, 2), (2,), ()), ((2,), (1, 2), (12,)), ((3, 1, 2), (1, 4, 2), (4,)),
     ((0, 2), (0, 2), ()), ((0, 2), (1, 2), (1,)), ((2, 0, 2), (2,), ()), ((1, 2), (2,), ()),
     ((3, 5, 2), (3, 5, 2), (3, 5))],
)  # fmt: skip
def test_leading_dimensions_broadcast(kernel, pendulum, shapes):
    values = [RNG.random(shape) for shape in shapes]
    assert same(kernel(*values), reference(pendulum, *values))


def layouts() -> dict[str, np.ndarray]:
    base = RNG.random((20, 4))
    shifted = np.zeros(20 * 2 * 8 + 1, np.uint8)[1:].view(np.float64).reshape(20, 2)
    shifted[:] = base[:, :2]
    locked = base[:, :2].copy()
    locked.flags.writeable = False
    return {
        "every second row": base[::2, :2].copy()[::2],
        "rows of a wider array": base[:, :2],
        "backwards": base[::-1, :2],
        "columns first": np.asfortranarray(base[:, :2]),
        "every second column": base[:, ::2],
        "reversed columns": base[:, 1::-1],
        "not aligned": shifted,
        "big-endian": base[:, :2].astype(">f8"),
        "single precision": base[:, :2].astype(np.float32),
        "long doubles": base[:, :2].astype(np.longdouble),
        "whole numbers": np.arange(40).reshape(20, 2),
        "truth values": base[:, :2] > 0.5,
        "read only": locked,
        "lists": base[:, :2].tolist(),
        "matrix": base[:, :2].view(type("Own", (np.ndarray,), {})),
    }


@pytest.mark.parametrize("name", layouts())
def test_any_layout_and_any_real_numbers_give_the_right_answer(kernel, pendulum, name):
    q = layouts()[name]
    expected = reference(pendulum, np.array(q, np.float64), np.ones(2), 9.81)
    assert same(kernel(q, np.ones(2), 9.81), expected)
    one = tuple(x[1] for x in expected)
    assert same(kernel(q[1], np.ones(2), 9.81), one)


def test_states_far_apart_are_read_where_they_lie(kernel):
    wide = np.zeros((50, 1000))
    wide[:, 1] = np.arange(50.0)
    a, _ = kernel(np.zeros(2), wide[:, :2], 0.0)
    assert np.array_equal(a[:, 0], -np.arange(50.0))


@pytest.mark.parametrize(
    "g", [9.81, 9, np.float64(9.81), np.float32(9.5), np.array(9.81), np.int64(9), True, [9.81][0]]
)
def test_numbers_for_inputs_without_dimensions(kernel, pendulum, g):
    assert same(kernel(np.ones(2), np.ones(2), g), reference(pendulum, np.ones(2), np.ones(2), float(g)))


def test_results_go_into_given_arrays(kernel, pendulum):
    q, v = RNG.random((2, 6, 2))
    expected = reference(pendulum, q, v, 9.81)
    out = np.empty((6, 2)), np.empty(6)
    assert kernel(q, v, 9.81, out=out) is out and same(out, expected)
    named = {"energy": np.empty(6), "a": np.empty((6, 2))}
    assert kernel(q, v, 9.81, out=named) is named and same((named["a"], named["energy"]), expected)
    single = np.empty(2), np.empty(())
    kernel(q[0], v[0], 9.81, out=single)
    assert same(single, [x[0] for x in expected])


def test_a_result_may_overwrite_its_input(kernel, pendulum):
    state = RNG.random((30, 2))
    expected = reference(pendulum, state, state[0].copy(), 9.81)
    kernel(state, state[0], 9.81, out=(state, np.empty(30)))
    assert np.allclose(state, expected[0], rtol=1e-13)


def test_results_are_new_each_time(kernel):
    one, other = (kernel(np.ones(2), np.ones(2), 9.81)[0] for _ in range(2))
    one[0] = 99.0
    assert other[0] != 99.0


@pytest.mark.parametrize(
    "values, message",
    [
        ((np.ones(3), np.ones(2), 1.0), r"input 'q' of kernel 'pendulum': has shape \(3,\). "
         r"Give \(2,\), or \(..., 2\) for a batch."),
        ((np.ones(2), np.ones((2, 1)), 1.0), r"input 'v' of kernel 'pendulum': has shape \(2, 1\)"),
        ((np.ones(2), 1.0, 1.0), r"input 'v' of kernel 'pendulum': has shape \(\)"),
        ((np.ones(2, complex), np.ones(2), 1.0), r"input 'q' of kernel 'pendulum': holds complex numbers. "
         r"Give an array of real numbers of shape \(..., 2\)."),
        ((np.ones(2), ["a", "b"], 1.0), "input 'v' of kernel 'pendulum': holds text"),
        ((np.ones(2), None, 1.0), "input 'v' of kernel 'pendulum': holds None"),
        ((np.ones(2), [None, object()], 1.0), "input 'v' of kernel 'pendulum': holds Python objects"),
        ((np.ones(2), [[1.0], [2.0, 3.0]], 1.0), "input 'v' of kernel 'pendulum': is not a rectangular array"),
        ((np.ones(2), np.array(["2020"], "M8[Y]"), 1.0), r"input 'v' of kernel 'pendulum': holds values of type"),
        ((np.ones((3, 2)), np.ones((4, 2)), 1.0), r"kernel 'pendulum': was given batches that do not fit each other: "
         r"q \(3,\), v \(4,\), g \(\). Give all inputs the same leading dimensions"),
        ((np.ones(2), np.ones(2)), r"input 'g' of kernel 'pendulum': is missing. Call pendulum\(q, v, g\)."),
        ((1, 2, 3, 4), r"kernel 'pendulum': takes 3 inputs and was given 4. Call pendulum\(q, v, g\)."),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named(kernel, values, message):
    with pytest.raises(ShapeError, match=message):
        kernel(*values)


def test_a_name_that_does_not_exist(kernel):
    with pytest.raises(UnknownName, match="input 'qq': does not exist in kernel 'pendulum'. Nearest names: 'q'"):
        kernel(np.ones(2), np.ones(2), 1.0, qq=1.0)


def test_an_input_given_twice(kernel):
    with pytest.raises(ShapeError, match="input 'q' of kernel 'pendulum': is given twice"):
        kernel(np.ones(2), np.ones(2), q=np.ones(2))


def test_masked_entries_are_no_numbers(kernel):
    q = np.ma.masked_array([1.0, 2.0], mask=[True, False])
    with pytest.raises(ShapeError, match=r"input 'q' of kernel 'pendulum': has masked entries. Give numbers for them"):
        kernel(q, np.ones(2), 1.0)
    whole = np.ma.masked_array([1.0, 2.0], mask=False)
    assert same(kernel(whole, np.ones(2), 1.0), kernel(whole.data, np.ones(2), 1.0))


def test_threads_may_be_a_number_of_numpy(kernel):
    assert same(kernel(np.ones((4, 2)), np.ones(2), 1.0, threads=np.int64(2)), kernel(np.ones((4, 2)), np.ones(2), 1.0))


@pytest.mark.parametrize("threads", [0, -1, 1.5, "all", True])
def test_threads_that_make_no_sense(kernel, threads):
    with pytest.raises(OptionError, match="kernel 'pendulum': was given threads=.*Give a whole number of at least 1"):
        kernel(np.ones(2), np.ones(2), 1.0, threads=threads)


def bad_outputs() -> list[tuple[object, str]]:
    both = np.empty((2, 2))
    locked = np.empty(2)
    locked.flags.writeable = False
    number = np.empty(())
    wrong = "out= for output 'a' of kernel 'pendulum': "
    return [
        (np.empty(2), "out= of kernel 'pendulum': does not fit. Give one array for each of: a, energy"),
        ((np.empty(2),), "out= of kernel 'pendulum': does not fit"),
        (([0.0, 0.0], number), wrong + "is a list"),
        (
            (np.empty(3), number),
            wrong + r"has shape \(3,\). Give a C-contiguous, writable array of float64 of shape \(2,\)",
        ),
        ((np.empty(2, np.float32), number), wrong + "holds float32"),
        ((np.empty(4)[::2], number), wrong + "is not contiguous, aligned and writable"),
        ((locked, number), wrong + "is not contiguous, aligned and writable"),
        ((both[0], both[0, 1:].reshape(())), "out= of kernel 'pendulum': has arrays that overlap"),
        ({"a": np.empty(2)}, "out= for output 'energy' of kernel 'pendulum': is a NoneType"),
    ]


@pytest.mark.parametrize("out, message", bad_outputs())
def test_outputs_that_do_not_fit(kernel, out, message):
    with pytest.raises(ShapeError, match=message):
        kernel(np.ones(2), np.ones(2), 1.0, out=out)


def test_an_input_with_the_name_of_an_option():
    function = trace(lambda out: {"y": out}, {"out": ()}, name="f")
    with pytest.raises(OptionError, match="input 'out' of function 'f': has the name of an option"):
        compile_function(function)


def test_it_says_what_it_is(kernel):
    assert repr(kernel) == "Kernel pendulum(q[2], v[2], g) -> a[2], energy"
    assert kernel.name == "pendulum"
    assert kernel.inputs == {"q": (2,), "v": (2,), "g": ()}
    assert kernel.outputs == {"a": (2,), "energy": ()}
    assert str(inspect.signature(kernel)) == "(q, v, g, *, out=None, threads=None)"


def test_it_is_freed_with_its_machine_code(pendulum):
    kernel = compile_function(pendulum)
    kernel(np.ones((40, 2)), np.ones(2), 1.0)
    gone = weakref.ref(kernel)
    call = kernel.call
    del kernel
    gc.collect()
    assert gone() is None
    assert call(np.zeros(2), np.zeros(2), 2.0)[1] == -2.0  # the call alone keeps the code


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda kernel: pickle.loads(pickle.dumps(kernel))])
def test_it_can_be_copied_and_sent_to_another_process(kernel, copied):
    again = copied(kernel)
    q, v = np.array([0.3, -0.4]), np.array([1.0, 2.0])
    assert again is not kernel and repr(again) == repr(kernel)
    assert same(again(q, v, 9.81), kernel(q, v, 9.81))
