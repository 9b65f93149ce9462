"""Chunks of one shape: code once, places and constants as data."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

from linkwork.algebra.scalars import cos, sin, sqrt, where
from linkwork.expression.trace import Function, trace
from linkwork.kernel import chunks as chunks_module
from linkwork.kernel.body import body_ir
from linkwork.kernel.compiled import compile_function
from linkwork.kernel.interpreter import interpret_function


@pytest.fixture
def rolled(monkeypatch: pytest.MonkeyPatch, tmp_path):
    """All functions are cut where they repeat themselves, and nothing comes from the cache."""
    monkeypatch.setattr(chunks_module, "LONG", 0)
    monkeypatch.setenv("LINKWORK_CACHE", str(tmp_path / "cache"))


def sweeps(n: int, seed: int, *, calls: bool = True) -> Function:
    """Outward and inward recursions with constants of any sign, and everything else that a law may contain."""
    choice = random.Random(seed)
    given = [[choice.uniform(0.1, 1.0) * choice.choice((-1, 1)) for _ in range(6)] for _ in range(n)]

    def law(q, v, g):
        outward, force, results = [], [0.1 * g, -0.2 * g, 0.3 * g], []
        x = [1.0 * g, 0.3 * g, v[0]]
        for k, c in enumerate(given):
            s, t = sin(q[k]), cos(q[k])
            y = [c[0] * x[0] - s * x[1] + v[k], c[1] * (t * x[1] + s * x[2]), c[2] * x[2] - t * x[0] * c[3]]
            if calls:
                y[1] = where(y[0], y[1] + c[4], -y[1]) / sqrt(2.0 + y[0] * y[0])
            x = [a / (1.0 + a * a) for a in y]
            outward.append(x)
        for k in reversed(range(n)):
            c, x = given[k], outward[k]
            force = [
                c[4] * x[0] - c[0] * force[1] * cos(q[k]) + 0.5 * force[0],
                -c[5] * (x[1] - force[2] * sin(q[k])) + c[1] * force[0],
                c[2] * x[2] * v[k] + c[3] * force[2],
            ]
            results.append(force[0] - c[5] * force[1])
        return {"tau": results, "last": -1.0 * force[2], "constant": 3.0}

    return trace(law, {"q": (n,), "v": (n,), "g": ()}, name="sweeps")


def agree(function: Function, seed: int = 0) -> None:
    random = np.random.default_rng(seed)
    n = function.inputs[0].size
    kernel, referee = compile_function(function), interpret_function(function)
    for shape in ((), (19,)):  # a state alone, and lanes with a rest
        state = random.normal(size=(*shape, n)), random.normal(size=(*shape, n)), random.normal(size=shape)
        for value, exact in zip(kernel(*state), referee(*state), strict=True):
            # sums are added in another order: rounding, which recursions hand on from round to round
            assert np.abs(value - exact).max() <= 1e-11 * max(1.0, np.abs(exact).max())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("calls", [True, False])
def test_rolled_functions_compute_what_their_graphs_say(rolled, seed, calls):
    function = sweeps(150, seed, calls=calls)
    assert ".loop." in body_ir(function, "body").text
    agree(function, seed)


@pytest.mark.parametrize("n", [1, 2, 5, 9, 23])
def test_ends_and_short_recursions_too(rolled, n):
    agree(sweeps(n, 3))


@pytest.mark.parametrize("width", [1, 4])
def test_code_of_a_long_recursion_does_not_grow_with_its_length(rolled, width):
    def lines(n: int) -> int:
        return body_ir(sweeps(n, 1), "body", width).text.count("\n")

    front = 3 * 200 * 8  # angles are loaded, taken and stored in front of all else, in lines that do grow
    assert lines(400) - lines(200) < front


def test_constants_of_any_sign_make_one_shape(rolled):
    """Signs of constants go to the table: two loops, outward and inward, and few chunks beside them."""
    text = body_ir(sweeps(300, 2), "body").text
    loops = re.findall(r"@body\.loop\.\d+\(.* i64 (\d+), i64 (\d+)\)", text)
    plain = re.findall(r"call void @body\.\d+\(", text)
    assert len(loops) == 2 and sum(int(last) - int(first) for first, last in loops) > 2 * len(plain)


def test_functions_that_are_not_long_are_left_alone():
    assert ".loop." not in body_ir(sweeps(60, 0), "body").text


def test_long_functions_are_rolled_by_themselves():
    function = sweeps(700, 0)
    assert len(function.live()) > chunks_module.LONG and ".loop." in body_ir(function, "body").text
    agree(function)
