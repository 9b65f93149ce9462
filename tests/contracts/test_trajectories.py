"""What every trajectory of the registry keeps to."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from linkwork.blueprint.formula import formula
from linkwork.expression.evaluate import evaluate
from linkwork.expression.trace import trace
from linkwork.motion import (
    TRAJECTORIES,
    Circle,
    Constant,
    CubicSpline,
    Cycloid,
    Fourier,
    Hold,
    Lissajous,
    Paced,
    Polyline,
    Quintic,
    Rectangle,
    Scale,
    Sequence,
    Stack,
    Sum,
    Trapezoidal,
    Uniform,
    sample,
)

EXAMPLES: dict[str, list[Any]] = {
    "Circle": [Circle((0, 0, 1), 0.4, 4.0), Circle((1, 2), 0.3, -2.0, 0.5, u=(0.6, 0.8), v=(-0.8, 0.6))],
    "Constant": [Constant((1.0, -2.0))],
    "CubicSpline": [
        CubicSpline((0, 0.3, 1.0, 1.7), ((0, 1), (0.5, -1), (0.2, 0), (1, 1))),
        CubicSpline((-0.5, 0.3, 1.0, 1.7), (0, 0.5, 0.2, 1), ends="natural"),
    ],
    "Cycloid": [Cycloid((0.0, 1.0), (math.pi / 3, -1.0), 1.2)],
    "Fourier": [Fourier((0.1, 0.2), cosines=((0.1,), ()), sines=((0.3, 0.0, 0.2), (0.1,)), omega=3.0)],
    "Lissajous": [Lissajous((0, 0, 1), (0.4, 0.2, 0.133), (2, 8, 4), (math.pi / 2, 0, math.pi / 2))],
    "Polyline": [
        Polyline(((0, 0), (1, 0), (1, 2), (-1, 1)), 2.0, corner_time=0.2),
        Polyline(((0,), (1,), (0.5,)), 2.0),
    ],
    "Quintic": [
        Quintic(0.0, 1.0, 1.5),
        Quintic((0, 1), (1, -1), 0.8, start_velocity=(1, 2), end_velocity=(0.5, -1), end_acceleration=(3, 0)),
    ],
    "Rectangle": [Rectangle((0, 0, 1), 0.5, 1.0, 4.0, corner_time=0.3)],
    "Trapezoidal": [Trapezoidal((0, 1), (1, -1), 1.0), Trapezoidal(0, 1, 2.0, acceleration_time=1.0)],
    "Uniform": [Uniform((0.0, 1.0), (4.7, -0.3))],
    "Hold": [Hold(Circle((0, 0, 0), 1.0, 2.0), 1.5)],
    "Paced": [Paced(Circle((0, 0, 1), 0.4, 4.0), Cycloid(0, math.pi / 2, 2.0))],
    "Scale": [Scale(Cycloid(0, 1, 1.0), factor=-2.0, slower=1.5, delay=0.2)],
    "Sequence": [Sequence(Cycloid(0, 1, 0.5), Trapezoidal(1, 0.5, 0.7), Constant(0.5))],
    "Stack": [Stack(Cycloid((0, 1), (1, 0), 1.0), Constant(3.0), Fourier(0.0, sines=((1.0,),)))],
    "Sum": [Sum(Cycloid((0, 1), (1, 0), 1.0), Constant((3.0, 4.0)))],
}
ALL = [pytest.param(trajectory, id=f"{name}{k}") for name, row in EXAMPLES.items() for k, trajectory in enumerate(row)]
TIMES = np.linspace(-0.31, 4.37, 977)  # before, within and after; away from the corners of the piecewise laws
h = 1e-6


def test_every_trajectory_of_the_registry_has_an_example() -> None:
    assert set(EXAMPLES) == set(TRAJECTORIES)
    for name, row in EXAMPLES.items():
        assert all(type(trajectory) is TRAJECTORIES[name] for trajectory in row)


def rate(law: Any, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Central difference of a law, and where it is smooth: there both one-sided differences agree."""

    def at(s: np.ndarray) -> np.ndarray:
        return np.stack([np.broadcast_to(np.asarray(x, float), s.shape) for x in law(s)], axis=-1)

    before, here, after = at(t - h), at(t), at(t + h)
    smooth = np.all(np.abs((after - here) - (here - before)) < 1e-3 * h, axis=-1)
    return (after - before) / (2 * h), smooth


@pytest.mark.parametrize("trajectory", ALL)
def test_velocity_and_acceleration_are_the_rates_of_position(trajectory: Any) -> None:
    rows = sample(trajectory, TIMES)
    for law, given in ((trajectory.position, rows.velocity), (trajectory.velocity, rows.acceleration)):
        expected, smooth = rate(law, TIMES)
        assert smooth.mean() > 0.97
        # a central difference of step 1e-6 is exact to about 1e-9 of the values
        np.testing.assert_allclose(given[smooth], expected[smooth], atol=3e-8 * (1 + np.abs(given).max()))


@pytest.mark.parametrize("trajectory", ALL)
def test_numbers_arrays_of_times_and_the_traced_law_agree(trajectory: Any) -> None:
    def law(t: Any) -> dict[str, Any]:
        return {name: getattr(trajectory, name)(t) for name in ("position", "velocity", "acceleration")}

    rows, traced = sample(trajectory, TIMES), trace(law, {"t": ()}, name="trajectory")
    in_a_graph = evaluate(traced, t=TIMES)
    for name, values in in_a_graph.items():
        np.testing.assert_allclose(values, getattr(rows, name), rtol=1e-11, atol=1e-11)
        for k in range(0, len(TIMES), 97):
            one = getattr(trajectory, name)(float(TIMES[k]))
            assert isinstance(one, tuple)
            np.testing.assert_allclose(one, getattr(rows, name)[k], rtol=1e-13, atol=1e-13)


@pytest.mark.parametrize("trajectory", ALL)
def test_a_trajectory_can_be_the_law_of_a_prescribed_motion(trajectory: Any) -> None:
    law = formula(trajectory.position, ("t",), trajectory.size, "motion")
    for t in TIMES[::97].tolist():
        assert law(t) == pytest.approx(trajectory.position(t), rel=1e-11, abs=1e-11)


@pytest.mark.parametrize("trajectory", ALL)
def test_a_trajectory_that_ends_rests_before_and_after(trajectory: Any) -> None:
    if math.isinf(trajectory.duration):
        return
    rows = sample(trajectory, (-0.6, -5.0, trajectory.duration + 0.1, trajectory.duration + 9.0))
    np.testing.assert_allclose(rows.velocity, 0.0, atol=1e-13)  # rounding of sin 2π
    np.testing.assert_allclose(rows.acceleration, 0.0, atol=1e-13)
    np.testing.assert_allclose(rows.position[::2], rows.position[1::2], rtol=1e-14, atol=1e-14)


@pytest.mark.parametrize("trajectory", ALL)
def test_the_state_may_be_asked_with_the_numbers_of_arrays(trajectory: Any) -> None:
    assert sample(trajectory, 0.4).position.shape == (1, trajectory.size)
    assert len(trajectory.position(np.float64(0.4))) == trajectory.size
