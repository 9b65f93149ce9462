"""Events of a thrown mass, whose instants are known: z = 3 t − 5 t²."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork import Event
from linkwork.errors import OptionError, ShapeError
from linkwork.record import Outcome

EXACT: dict[str, dict[str, Any]] = {  # methods that make no error in a parabola
    "dop853": {"method": "dop853"}, "dopri5": {"method": "dopri5"}, "rk4": {"method": "rk4", "step": 1e-2},
    "heun": {"method": "heun", "step": 1e-2}, "rattle": {"method": "rattle", "step": 1e-2},
    "radau": {"method": "radau"},
}  # fmt: skip


@cache
def mass() -> Any:
    """A mass that slides up and down, weighing 10 N."""
    m = lw.Mechanism("mass", gravity=(0, 0, -10.0))
    m.prismatic("z", m.ground, m.body("mass", mass=1.0, inertia=(0.1, 0.1, 0.1)), axis="z")
    return m.compile()


@pytest.mark.parametrize("name", EXACT)
def test_crossings_are_found_to_rounding_however_long_the_steps_might_be(name: str) -> None:
    """Both passages at 0.4 m lie in what would be one step of an adaptive method."""
    watched = [
        Event("up", lambda t, q, v: q[0] - 0.4, "rising", False), Event("top", lambda t, q, v: v[0], "both", False),
        Event("down", lambda t, q, v: q[0] - 0.4, "falling", False),
    ]  # fmt: skip
    run = mass().simulate([0.0], [3.0], duration=1.0, events=watched, **EXACT[name])
    assert [event["name"] for event in run.about["events"]] == ["up", "top", "down"]
    assert [event["t"] for event in run.about["events"]] == pytest.approx([0.2, 0.3, 0.4], abs=2e-14)
    assert run.outcome is Outcome.FINISHED


@pytest.mark.parametrize("name", EXACT)
def test_a_run_that_begins_on_an_event_leaves_it_first(name: str) -> None:
    """A ball that bounces: each flight begins where the last one ended, at zero to rounding."""
    t, q, v, speed = 0.0, np.array([0.0]), np.array([3.0]), 3.0
    for _ in range(4):
        run = mass().simulate(q, v, start=t, duration=5.0, events={"ground": lambda t, q, v: q[0]}, **EXACT[name])
        assert run.outcome is Outcome.EVENT
        assert run.t[-1] - t == pytest.approx(speed / 5, abs=1e-13)
        assert abs(run.q[-1, 0]) < 1e-13
        t, q, v = run.state()
        v, speed = -0.8 * v, 0.8 * speed


@pytest.mark.parametrize("name", EXACT)
def test_what_happens_at_one_instant_is_told_together(name: str) -> None:
    watched = {
        "ground": lambda t, q, v: q[0],
        "the same": lambda t, q, v: -2 * q[0],
        "below": lambda t, q, v: q[0] + 0.1,
    }
    run = mass().simulate([1.0], duration=1.0, events=watched, **EXACT[name])
    assert [event["name"] for event in run.about["events"]] == ["ground", "the same"]
    assert run.t[-1] == pytest.approx(math.sqrt(0.2), abs=1e-14)


def test_what_only_touches_is_no_crossing() -> None:
    run = mass().simulate([0.0], [3.0], duration=1.0, events={"top": lambda t, q, v: q[0] - 0.4501})
    assert run.outcome is Outcome.FINISHED and run.about["events"] == []


def test_directions_are_those_of_the_expression() -> None:
    for direction, instant in (("rising", 0.2), ("falling", 0.4), ("both", 0.2)):
        event = Event("height", lambda t, q, v: q[0] - 0.4, direction)
        assert mass().simulate([0.0], [3.0], duration=1.0, events=event).t[-1] == pytest.approx(instant, abs=1e-13)


@pytest.mark.parametrize(
    ("events", "error", "told"),
    [
        ([lambda t, q, v: q[0]], OptionError, r"hold a function\. Give Event\(name, function\)"),
        ([Event("a", lambda t, q, v: q[0]), Event("a", lambda t, q, v: v[0])], OptionError, "doubled names: a, a"),
        ({"a": lambda t, q, v: q}, ShapeError, "event 'a': has a value of shape .1,.. Give one number"),
        ({"a": lambda t, q, v: math.sin(q[0])}, OptionError, "event 'a': cannot be written into the kernel"),
        ({"a": lambda t, q, v: q[7]}, OptionError, "event 'a': cannot be written into the kernel"),
    ],
)
def test_what_is_no_event_is_told(events: Any, error: type, told: str) -> None:
    with pytest.raises(error, match=told):
        mass().simulate(duration=1.0, events=events)
    with pytest.raises(OptionError, match="direction='up'. Use one of rising, falling, both"):
        Event("a", lambda t, q, v: q[0], "up")
