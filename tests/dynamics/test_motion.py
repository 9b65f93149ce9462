"""Where things are and how they move, seen from the world or from the seat of a cut."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import linkwork as lw
from linkwork.algebra.jets import coefficients
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan
from linkwork.connectivity.seats import seat_of
from linkwork.dynamics.closure import Motion
from linkwork.dynamics.motion import coordinate_jets


@pytest.fixture(scope="module")
def plan() -> Plan:
    """A loop on a body that tumbles, with joints of every sort."""
    m = lw.Mechanism("tumbling")
    base, a, b, c = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in ("base", "a", "b", "c"))
    m.floating("free", base)
    m.helical("screw", base.at(0.1, 0.2, 0.3, rotation=("ZYX", (0.3, 0.2, 0.1))), a, pitch=0.1)
    m.spherical("ball", a.at(0.3, 0, 0), b)
    m.cylindrical("shaft", base.at(0, 0, 0.4), c, axis="y")
    m.close("pin", b.at(0.1, 0.2, 0), c.at(0, 0, 0.3), kind="spherical")
    return lay_out(m.freeze())


def numbers(pose, k: int) -> np.ndarray:
    entries = [x for row in pose.rotation for x in row] + list(pose.translation)
    return np.array([coefficients(x, 2)[k] for x in entries], dtype=float)


@pytest.mark.parametrize("seated", [False, True], ids=["from the world", "from the seat"])
def test_moving_frames_hold_their_first_two_derivatives(
    seated: bool, plan: Plan, random_state: Callable, moved: Callable
) -> None:
    q, v = random_state(plan, 2)
    seat = seat_of(plan, plan.cuts[0])
    place = seat.b if seated else plan.cuts[0].b

    def pose(s: float) -> np.ndarray:
        view = Motion(plan, list(moved(plan, q, v, s)), list(v)).view(seat if seated else None)
        return numbers(view.frame(place), 0)

    view = Motion(plan, list(q), list(v)).view(seat if seated else None)
    frame, h = view.moving_frame(place), 2e-3
    g = np.array([*[0.0] * 9, *view.rate[view.root].linear])
    np.testing.assert_allclose(numbers(frame, 0), pose(0.0), atol=1e-14)
    first = (pose(-2 * h) - 8 * pose(-h) + 8 * pose(h) - pose(2 * h)) / (12 * h)
    second = (-pose(-2 * h) + 16 * pose(-h) - 30 * pose(0) + 16 * pose(h) - pose(2 * h)) / (12 * h * h)
    np.testing.assert_allclose(numbers(frame, 1), first, atol=1e-9)
    np.testing.assert_allclose(numbers(frame, 2) - g, second, atol=1e-7)


def test_the_seat_sees_what_the_world_sees(plan: Plan, random_state: Callable) -> None:
    """Both sides of the cut against each other: one pose, whatever the common frame."""
    q, _ = random_state(plan, 3)
    motion, seat = Motion(plan, list(q)), seat_of(plan, plan.cuts[0])
    A, B = motion.frame(plan.cuts[0].a), motion.frame(plan.cuts[0].b)
    C, D = (motion.view(seat).frame(x) for x in (seat.a, seat.b))
    np.testing.assert_allclose(numbers(A.inverse @ B, 0), numbers(C.inverse @ D, 0), atol=1e-13)


def test_gravity_lifts_all_frames_alike(plan: Plan, random_state: Callable) -> None:
    """A pass with gravity and one without give the same difference of two frames."""
    q, v = random_state(plan, 4)
    plain, falling = Motion(plan, list(q), list(v)), Motion(plan, list(q), list(v))
    falling.falling({})
    for motion in (plain, falling):
        a, b = (motion.moving_frame(x).translation for x in (plan.cuts[0].a, plan.cuts[0].b))
        difference = [coefficients(x - y, 2)[2] for x, y in zip(a, b)]
        if motion is plain:
            expected = difference
    assert difference == pytest.approx(expected)


def test_turning_has_the_angular_acceleration(plan: Plan, random_state: Callable, moved: Callable) -> None:
    q, v = random_state(plan, 5)
    place, h = plan.bodies["b"], 1e-4

    def w(s: float) -> np.ndarray:
        view = Motion(plan, list(moved(plan, q, v, s)), list(v)).view()
        return np.array([coefficients(x, 1)[0] for x in view.turning(place)])

    found = [coefficients(x, 1)[1] for x in Motion(plan, list(q), list(v)).view().turning(place)]
    np.testing.assert_allclose(found, (w(h) - w(-h)) / (2 * h), atol=1e-6)


def test_coordinates_move_on_at_constant_rates(plan: Plan, random_state: Callable, moved: Callable) -> None:
    q, v = random_state(plan, 6)
    jets, s = coordinate_jets(plan, list(q), list(v), order=4), 0.01
    ahead = [sum(c * s**k for k, c in enumerate(jet.c)) for jet in jets]
    np.testing.assert_allclose(ahead, moved(plan, q, v, s, 20), atol=1e-11)
