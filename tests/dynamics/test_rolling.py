"""Wheels that roll without slip, and edges."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

import numpy as np
import pytest

import linkwork as lw
from linkwork.algebra.vectors import Vec3
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion, rows
from linkwork.dynamics.energy import gravity_energy, kinetic_energy
from linkwork.dynamics.kinematics import node_poses, twists

UPRIGHT = ("x", -pi / 2)  # turns the frame's z axis, a wheel's axle, into the body's y axis
R, MASS = 0.3, 1.4


def disc(slope: float = 0.0) -> lw.Mechanism:
    """A uniform disc that rolls on the plane z = 0, down along x when the plane slopes."""
    m = lw.Mechanism("rolling disc", gravity=(9.81 * sin(slope), 0, -9.81 * cos(slope)))
    I = MASS * R * R / 4
    body = m.body("disc", mass=MASS, inertia=(I, 2 * I, I))
    m.floating("free", body)
    m.roll("contact", body.at(0, 0, 0, rotation=UPRIGHT), radius=R)
    return m


def test_a_disc_rolls_down_a_slope_with_two_thirds_of_gravity(accelerate: Callable) -> None:
    """a = ⅔ g sin β, friction ⅓ m g sin β up the slope, normal force m g cos β."""
    slope = 0.3
    plan = lay_out(disc(slope).freeze())
    qdd, lam = accelerate(plan, [0, 0, R, 1, 0, 0, 0], np.zeros(6))
    a = 2 / 3 * 9.81 * sin(slope)
    assert qdd == pytest.approx([0, a / R, 0, a, 0, 0], abs=1e-10)
    assert lam["contact", "force x"] == pytest.approx(-a / 2 * MASS)
    assert lam["contact", "force y"] == pytest.approx(0.0, abs=1e-10)
    assert lam["contact", "force z"] == pytest.approx(MASS * 9.81 * cos(slope))


@pytest.mark.parametrize("seed", range(3))
def test_rows_of_a_wheel_on_a_moving_floor(seed: int, check_rows: Callable) -> None:
    m = disc()
    table, wheel = m.body("table", mass=1.0), m.body("wheel", mass=1.0)
    m.universal("gimbal", m.ground.at(0.1, 0.2, -0.5), table)
    m.floating("flying", wheel)
    floor = table.at(0.1, -0.2, 0.1, rotation=("ZYX", (0.3, 0.5, -0.2)))
    m.roll("on table", wheel.at(0.1, 0.0, 0.1, rotation=("y", 1.2)), radius=0.2, floor=floor)
    check_rows(lay_out(m.freeze()), seed)


def slip(plan: Plan, q: np.ndarray, v: np.ndarray, moved: Callable) -> np.ndarray:
    """Velocity of the material point at the bottom of the disc, by moving it a little."""
    X = Motion(plan, list(q)).frame(plan.bodies["disc"])
    axle = np.array([list(r) for r in X.rotation])[:, 1]
    down = -np.array([0, 0, 1.0]) + axle[2] * axle
    c = R * down / np.linalg.norm(down)
    local = X.rotate_into(Vec3(*c))

    def at(s: float) -> np.ndarray:
        Y = Motion(plan, list(moved(plan, q, v, s))).frame(plan.bodies["disc"])
        return np.array(list(Y.point(local)))

    h = 1e-4
    return (at(h) - at(-h)) / (2 * h)


def test_the_rows_of_a_wheel_are_the_velocity_of_its_lowest_point(random_state: Callable, moved: Callable) -> None:
    plan = lay_out(disc().freeze())
    q, v = random_state(plan, 3)
    found = rows(Motion(plan, list(q), list(v)))
    expected = slip(plan, q, v, moved)
    assert [sum(x * v[k] for k, x in row.J.items()) for row in found] == pytest.approx(expected, abs=1e-7)
    assert [row.gap is None for row in found] == [True, True, False]


def test_a_rolling_disc_keeps_its_energy_and_its_height(run: Callable) -> None:
    """A thrown coin: tilted, spinning and precessing, it neither slips, lifts off, nor loses energy."""
    plan = lay_out(disc().freeze())
    tilt = 0.4
    q = np.array([0, 0, R * cos(tilt), cos(tilt / 2), sin(tilt / 2), 0, 0])
    w = np.array([0.3, 4.0, 1.0])
    v = np.array([*w, *np.cross(w, [0.0, 0.0, R])])  # leaning about x, its lowest point lies on its own −z axis

    def energy(q: np.ndarray, v: np.ndarray) -> float:
        X = node_poses(plan, list(q))
        return kinetic_energy(plan, twists(plan, X, list(v)), list(v)) + gravity_energy(plan, X)

    end_q, end_v = run(plan, q, v, 0.5, 300)
    assert energy(end_q, end_v) == pytest.approx(energy(q, v), rel=1e-7)
    (_, _, normal) = rows(Motion(plan, list(end_q), list(end_v)))
    assert normal.gap == pytest.approx(0.0, abs=1e-7)
    assert abs(end_q[0]) + abs(end_q[1]) > 0.2


def test_a_coin_rolls_in_a_circle_as_worked_out_by_hand(accelerate: Callable) -> None:
    """Leaning by α and precessing at Ω, a uniform disc rolls on steadily when its spin ω₃ satisfies

        (3/2) ω₃ Ω cos α − ¼ Ω² sin α cos α = −(g / R) sin α

    (moments about the centre, I = ¼ m R² across, ½ m R² along the axle); ω then turns with the precession.
    """
    plan = lay_out(disc().freeze())
    lean, turn = 0.35, 2.0
    c, s = cos(lean), sin(lean)
    spin = (turn**2 * s * c / 4 - 9.81 / R * s) / (1.5 * turn * c)
    w = np.array([0.0, spin, turn * c])
    v = [*w, *np.cross(w, [0.0, 0.0, R])]
    qdd, lam = accelerate(plan, [0, 0, R * c, cos(lean / 2), sin(lean / 2), 0, 0], v)
    assert qdd[:3] == pytest.approx([-turn * c * (spin - turn * s), 0.0, 0.0], abs=1e-9)
    assert lam["contact", "force z"] == pytest.approx(MASS * 9.81)


def test_a_skate_on_a_slope_goes_sideways(run: Callable) -> None:
    """Neimark and Fufaev: x = (g sin β / 2ω²) sin² ωt down the slope, y = (g sin β / 2ω²)(ωt − ½ sin 2ωt) across it."""
    slope, w, t = 0.2, 3.0, 1.0
    m = lw.Mechanism("skate", gravity=(9.81 * sin(slope), 0, -9.81 * cos(slope)))
    skate = m.body("skate", mass=2.0, inertia=(0.1, 0.1, 0.1))
    m.planar("ice", m.ground, skate)
    m.edge("blade", skate)
    plan = lay_out(m.freeze())
    q, _ = run(plan, np.zeros(3), np.array([0, 0, w]), t, 100)
    g = 9.81 * sin(slope) / (2 * w * w)
    assert q == pytest.approx([g * sin(w * t) ** 2, g * (w * t - sin(2 * w * t) / 2), w * t], abs=1e-7)


@pytest.mark.parametrize("across", "xyz")
def test_rows_of_an_edge_on_a_body_that_moves(across: str, check_rows: Callable) -> None:
    m = disc()
    sledge = m.body("sledge", mass=1.0)
    m.floating("sliding", sledge)
    m.edge("runner", sledge.at(0.2, 0.1, -0.1, rotation=("ZYX", (0.1, 0.5, 0.7))), across=across, on="disc")
    check_rows(lay_out(m.freeze()), seed=4)
