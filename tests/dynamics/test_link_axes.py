"""Rows of a point on a rod, seen from the rod: the same conditions, with fewer numbers in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.algebra.poses import Pose
from linkwork.blueprint import library
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan
from linkwork.connectivity.seats import seat_of
from linkwork.dynamics.closure import Motion, dense, rows
from linkwork.dynamics.link_axes import LinkRows

ASKEW = ("ZYX", (0.4, -0.7, 1.1))


def strut(base: str = "ground", *, from_the_plate: bool = False) -> lw.Mechanism:
    """A plate on ground or on a body that tumbles, held by a rod on a crank; the ball is written from either side."""
    m = lw.Mechanism("strut", gravity=(0.3, -9.0, 2.0))
    seat: Any = m.ground
    if base != "ground":
        seat = m.body("base", mass=2.0, inertia=(0.1, 0.12, 0.15))
        m.floating("base", seat)
    plate, crank, rod = (m.body(name, mass=1.0, inertia=(0.1, 0.1, 0.1)) for name in ("plate", "crank", "rod"))
    m.floating("plate", plate, parent=seat)
    m.revolute("crank", seat.at(0.3, 0.1, 0.0, rotation=ASKEW), crank)
    m.universal("elbow", crank.at(0.2, 0.0, 0.05), rod, axes="YX")
    ends = rod.at(0.0, 0.0, 0.6), plate.at(0.1, -0.2, 0.05)
    m.close("ball", *(ends[::-1] if from_the_plate else ends), kind="spherical")
    return m


MACHINES: dict[str, Callable[[], lw.Mechanism]] = {
    "on ground": strut,
    "written from the plate": lambda: strut(from_the_plate=True),
    "on a body that tumbles": lambda: strut("tumbling"),
    "one chain between points of ground": library.rssr,
    "six legs that slide": library.stewart_platform,
    "six cranks": library.six_rss,
}


def turning(plan: Plan, motion: Motion, k: int) -> np.ndarray:
    """R of the link of a cut, from the poses of the nodes that carry it."""
    seat = seat_of(plan, plan.cuts[k])
    place = seat.a if seat.link == "a" else seat.b
    whole: Pose = motion.view(seat).pose[place.node]
    return np.array([list(row) for row in whole.rotation], dtype=float)


@pytest.mark.parametrize("name", MACHINES)
def test_gap_jacobian_and_bias_are_turned_together(name: str, random_state: Callable) -> None:
    """Rᵀ of three rows, whatever the pose, open loops and gravity included; 1e-12: rounding of a few turns."""
    plan = lay_out(MACHINES[name]().freeze())
    q, v = random_state(plan)
    motion = Motion(plan, list(q), list(v), 0.3)
    if name != "on a body that tumbles":
        motion.falling({})
    before = rows(motion)
    seen = LinkRows.of(motion, before)
    assert len(seen.turned) == len(plan.cuts)
    for k, group in enumerate(seen.turned):
        R, at = turning(plan, motion, k), list(group.at)
        for what in (
            lambda found: np.array(dense(plan, found), dtype=float),
            lambda found: np.array([row.bias for row in found], dtype=float),
            lambda found: np.array([row.gap for row in found], dtype=float),
        ):
            there, here = what([seen.rows[r] for r in at]), what([before[r] for r in at])
            np.testing.assert_allclose(there, R.T @ here, atol=1e-12, rtol=1e-12)
    lam = np.arange(1.0, len(before) + 1.0)
    felt = np.array(dense(plan, seen.rows), dtype=float).T @ lam
    back = np.array(seen.multipliers(list(lam)), dtype=float)
    np.testing.assert_allclose(np.array(dense(plan, before), dtype=float).T @ back, felt, atol=1e-11)


def test_a_row_along_a_rod_feels_none_of_its_turns(random_state: Callable) -> None:
    plan = lay_out(strut().freeze())
    motion = Motion(plan, list(random_state(plan)[0]))
    x, y, z = (row.J for row in LinkRows.of(motion, rows(motion)).rows)
    about_y, about_x = (plan.nodes[i].v for i in plan.joints["elbow"].nodes)
    assert [J[about_y] != 0.0 for J in (x, y, z)] == [True, False, False]
    assert [J[about_x] != 0.0 for J in (x, y, z)] == [False, True, False]


@pytest.mark.parametrize("make", [library.koul_three_rrr, library.agile_eye, library.delta])
def test_where_rows_hold_always_or_joints_hold_axes_nothing_is_turned(make: Any) -> None:
    plan = lay_out(make().freeze())
    motion = Motion(plan, [0.2] * plan.n_q)
    before = rows(motion)
    seen = LinkRows.of(motion, before)
    assert seen.turned == () and seen.rows == before
    assert seen.usual([2.0] * len(before)) == [2.0] * len(before)


def test_balls_in_a_plane_drop_the_row_across_it_and_are_not_turned() -> None:
    m = lw.Mechanism("four-bar with a ball", gravity=(0.0, -9.81, 0.0))
    crank, coupler, rocker = (
        m.body(name, mass=1.0, inertia=(0.1, 0.1, 0.1)) for name in ("crank", "coupler", "rocker")
    )
    m.revolute("O1", m.ground, crank)
    m.revolute("A", crank.at(0.1, 0, 0), coupler)
    m.revolute("O2", m.ground.at(0.3, 0, 0), rocker)
    m.close("B", coupler.at(0.3, 0, 0), rocker.at(0.2, 0, 0), kind="spherical")
    plan = lay_out(m.freeze())
    motion = Motion(plan, [0.2] * plan.n_q)
    assert len(rows(motion)) == 2 and LinkRows.of(motion, rows(motion)).turned == ()


@pytest.mark.parametrize("name", ["on ground", "written from the plate", "on a body that tumbles"])
@pytest.mark.parametrize("stabilisation", [None, lw.Stabilisation(alpha=5.0, beta=7.0)])
def test_every_order_gives_the_accelerations_and_forces_of_the_whole_matrix(
    name: str, stabilisation: lw.Stabilisation | None, random_state: Callable
) -> None:
    """Gaps that are open and rates that open them further are drawn in alike; 1e-10: well-conditioned poses."""
    machine = MACHINES[name]()
    q, v = random_state(lay_out(machine.freeze()), size=0.3)
    tau = np.linspace(-1.0, 1.0, len(v))
    chosen = {} if stabilisation is None else {"stabilisation": stabilisation}
    whole = machine.compile(formulation="augmented", **chosen).kernel("forward_dynamics").call(q, v, tau)
    for order in ("reduced", "interleaved", "task"):
        found = machine.compile(formulation=order, **chosen).kernel("forward_dynamics").call(q, v, tau)
        for x, y in zip(found[:2], whole[:2]):
            np.testing.assert_allclose(x, y, atol=1e-10 * np.abs(y).max())
