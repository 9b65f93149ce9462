"""The interpreter gives what the law gives on floats, for one state and for batches."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from random_laws import N_IN, Law, laws, points, worst

from linkwork.errors import ShapeError, UnknownName
from linkwork.expression.evaluate import evaluate
from linkwork.expression.trace import trace


@given(laws(), points(), points())
def test_a_batch_is_its_members(law: Law, first: list[float], second: list[float]) -> None:
    function = trace(lambda x: {"y": law(x)}, {"x": (N_IN,)})
    batch = evaluate(function, x=np.array([[first, second], [second, first]]))["y"]
    assert batch.shape == (2, 2, law.n_out)
    for row, x in ((batch[0, 0], first), (batch[0, 1], second), (batch[1, 0], second)):
        _, bounds = worst(law, x)
        assert np.all(np.abs(row - evaluate(function, x=x)["y"]) <= bounds)


def test_batches_broadcast_against_each_other() -> None:
    function = trace(lambda A, x: {"y": A @ x, "one": 1.0, "x": x}, {"A": (2, 2), "x": (2,)})
    A, x = np.random.default_rng(0).normal(size=(5, 1, 2, 2)), np.ones((3, 2))
    values = evaluate(function, A=A, x=x)
    assert values["y"].shape == (5, 3, 2)
    assert values["y"] == pytest.approx((A @ x[..., None])[..., 0])
    assert values["one"].shape == (5, 3)
    assert values["x"].shape == (5, 3, 2)


def test_an_empty_batch_is_empty() -> None:
    function = trace(lambda x: {"y": x[0] / x[1]}, {"x": (2,)})
    assert evaluate(function, x=np.zeros((0, 2)))["y"].shape == (0,)


def test_values_without_a_number_pass_through_silently() -> None:
    function = trace(lambda x: {"y": [1.0 / x, np.log(x), x + np.inf]}, {"x": ()})
    assert str(evaluate(function, x=0.0)["y"].tolist()) == "[inf, -inf, inf]"


def test_integers_become_floats_and_complex_numbers_stay() -> None:
    function = trace(lambda x: {"y": x / 2 + 0.25}, {"x": ()})
    assert evaluate(function, x=1)["y"] == 0.75
    assert evaluate(function, x=1 + 1j)["y"] == 0.75 + 0.5j


def test_wrong_inputs_are_named() -> None:
    function = trace(lambda q, v: {"y": q * v}, {"q": (3,), "v": (3,)}, name="power")
    q: Any = np.ones(3)
    with pytest.raises(ShapeError, match="input 'v' of function 'power': is missing"):
        evaluate(function, q=q)
    with pytest.raises(ShapeError, match=r"input 'v' of function 'power': has shape \(2,\). Give \(..., 3\)"):
        evaluate(function, q=q, v=np.ones(2))
    with pytest.raises(UnknownName, match="input 'w': does not exist"):
        evaluate(function, q=q, v=q, w=q)
