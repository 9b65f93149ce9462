"""Controllers in Python: called at their rate, held in between."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from linkwork.errors import OptionError, ShapeError
from linkwork.record import Outcome
from linkwork.simulate.control import Sampled

Machine = Callable[[str], Any]


@pytest.mark.parametrize("options", [{}, {"method": "rk4", "step": 1e-4}, {"method": "rattle", "step": 1e-4}])
def test_a_controller_is_called_at_its_rate_and_held_in_between(machine: Machine, options: Any) -> None:
    calls: list[tuple[float, float]] = []

    def controller(t: float, q: np.ndarray, v: np.ndarray) -> list[float]:
        calls.append((t, float(q[0])))
        return [0.1 * len(calls)]

    run = machine("driven_pendulum").simulate([0.3], duration=0.1, control=Sampled(controller, 100.0), **options)
    assert np.abs(np.array(calls)[:, 0] - np.arange(10) / 100).max() < 1e-12
    middle = run.during(0.0301, 0.0399)
    assert len(middle) and (middle["hinge.tau"] == 0.4).all()
    assert calls[3][1] == pytest.approx(run.resample([0.03])["hinge.q"][0], abs=1e-7)


def test_a_faster_controller_comes_to_the_law_that_it_samples(machine: Machine) -> None:
    """Zero-order hold: the error is proportional to the period."""
    pendulum = machine("driven_pendulum")

    def law(t: Any, q: Any, v: Any) -> list[Any]:
        return [2.0 * (0.5 - q[0]) - 0.3 * v[0]]

    exact = pendulum.simulate([0.3], duration=0.5, control=law, tolerance=1e-12).q[-1, 0]
    errors = [
        pendulum.simulate([0.3], duration=0.5, control=Sampled(law, rate), tolerance=1e-12).q[-1, 0] - exact
        for rate in (200.0, 400.0)
    ]
    assert errors[0] / errors[1] == pytest.approx(2.0, rel=0.05)


def test_what_a_controller_does_to_its_copies_does_not_reach_the_machine(machine: Machine) -> None:
    def spoils(t: float, q: np.ndarray, v: np.ndarray) -> list[float]:
        q[:], v[:] = np.nan, 1e9
        return [0.0]

    run = machine("driven_pendulum").simulate([0.3], duration=0.1, control=Sampled(spoils, 100.0))
    free = machine("driven_pendulum").simulate([0.3], duration=0.1)
    assert np.abs(run.q[-1] - free.q[-1]).max() < 1e-8


@pytest.mark.parametrize("rate", [0.0, -1.0, float("inf"), float("nan")])
def test_a_rate_that_is_none_is_told(rate: float) -> None:
    with pytest.raises(OptionError, match="Sampled: rate: .*Give calls per second, above zero"):
        Sampled(lambda t, q, v: [0.0], rate)


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("text", r"gives the text 'text'\. Give 3 numbers: base_1, base_2, base_3"),
        (["a", 0.0, 0.0], r"gives 'a' for 'base_1'\. Give a number for each of base_1, base_2, base_3"),
        ({"base_2": "x"}, r"gives 'x' for 'base_2'\. Give a number for each of"),
        ([0.0, 1j, 0.0], r"gives 1j for 'base_2'\. Give a number for each of"),
        ([1.0, 2.0], r"gives 2 values\. Give 3: base_1, base_2, base_3"),
        (3.0, r"gives 1 values\. Give 3: base_1, base_2, base_3"),
    ],
)
def test_what_is_no_row_of_forces_is_told_with_the_name_of_the_law(machine: Any, answer: Any, told: str) -> None:
    system = machine("koul_three_rrr")

    def balance(t: float, q: Any, v: Any) -> Any:
        return answer

    with pytest.raises(ShapeError, match="sampled controller 'balance': " + told):
        system.simulate(duration=0.1, control=Sampled(balance, rate=100.0))
    with pytest.raises(ShapeError, match="control function 'balance': " + told):
        system.simulate(duration=0.1, control=balance)
    late = Sampled(lambda t, q, v: [0.0] * 3 if t < 0.05 else answer, rate=100.0)
    run = system.simulate(duration=0.1, control=late)
    assert run.outcome is Outcome.CONTROLLER_FAILED and "sampled controller '<lambda>': gives" in str(run.ending)
