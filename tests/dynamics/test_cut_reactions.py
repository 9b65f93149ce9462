"""Forces in all joints of closed machines, cut or not."""

from __future__ import annotations

from collections.abc import Callable
from math import pi
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.algebra.poses import Pose
from linkwork.blueprint import library
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Place, Plan
from linkwork.dynamics.closed_laws import reactions
from linkwork.dynamics.closure import Motion, dense, row_names, rows
from linkwork.dynamics.cut_reactions import multiplier_wrenches
from linkwork.dynamics.jacobians import world_jacobian
from linkwork.expression.trace import trace

BARS = (("crank", 1.0), ("coupler", 1.5), ("rocker", 1.2))


def four_bar(arm: bool = False) -> lw.Mechanism:
    """Masses off the lines between its pins; on ground, or riding on an arm that moves in space."""
    m = lw.Mechanism("four-bar", gravity=(0.5, -9.81, 0.2))
    base: Any = m.ground
    if arm:
        base = m.body("arm", mass=2.0, com=(0.1, 0.2, 0.3), inertia=(0.2, 0.2, 0.2))
        m.universal("shoulder", m.ground, base, axes="XY")
    crank, coupler, rocker = (m.body(n, mass=k, com=(0.2, 0.05 * k, 0), inertia=(0.1, 0.1, 0.1 * k)) for n, k in BARS)
    m.revolute("O1", base, crank)
    m.revolute("A", crank.at(0.3, 0, 0), coupler.at(0, 0, 0, rotation=("z", 0.3)))
    m.revolute("O2", base.at(1.0, 0, 0), rocker)
    m.close(
        "B", coupler.at(0.9, 0, 0, rotation=("z", 0.3)), rocker.at(0.6, 0, 0, rotation=("z", -0.4)), kind="revolute"
    )
    return m


def angles(crank: float) -> dict[str, float]:
    """Coordinates of the joints in a closed pose: B is where two circles meet."""
    A, O2 = 0.3 * np.exp(1j * crank), 1.0 + 0j
    d = abs(O2 - A)
    along = (0.9**2 - 0.6**2 + d * d) / (2 * d)
    B = A + (O2 - A) / d * (along + 1j * np.sqrt(0.9**2 - along**2))
    coupler, rocker = np.angle(B - A), np.angle(B - O2)
    return {"O1": crank, "A": coupler - crank + 0.3, "O2": rocker, "B": rocker - 0.4 - coupler - 0.3}


def state(plan: Plan) -> tuple[np.ndarray, np.ndarray]:
    """The closed pose with the crank at 0.8 rad and 2 rad/s, an arm anywhere and turning."""
    known, q, v = angles(0.8), np.zeros(plan.n_q), np.zeros(plan.n_v)
    for name, joint in plan.joints.items():
        q[joint.q] = known.get(name, (0.4, -0.7))
        v[joint.v] = 0.0 if name in known else (1.5, -0.8)
    assert max(abs(row.gap) for row in rows(Motion(plan, list(q)))) < 1e-12
    J = np.array(dense(plan, rows(Motion(plan, list(q)))))
    loop = [joint.v.start for name, joint in plan.joints.items() if name in known]
    ray = np.linalg.svd(J[:, loop])[2][-1]
    ahead, behind = angles(0.8 + 1e-5), angles(0.8 - 1e-5)
    first = next(iter(n for n in plan.joints if n in known))
    v[loop] = ray / ray[0] * 2.0 * (ahead[first] - behind[first]) / 2e-5
    return q, v


def solved(plan: Plan, accelerate: Callable, axes: str) -> dict[str, np.ndarray]:
    q, v = state(plan)
    qdd, lam = accelerate(plan, q, v)
    found = reactions(plan, list(q), list(v), list(qdd), list(lam.values()), axes=axes)["reactions"]
    names = [*(n for n, j in plan.joints.items() if j.nodes), *(cut.name for cut in plan.cuts)]
    return dict(zip(names, np.array(found, dtype=float)))


@pytest.mark.parametrize("axes", ["body", "world"])
@pytest.mark.parametrize("cut", ["O1", "A", "O2"])
def test_any_cut_gives_the_same_forces_in_all_joints(cut: str, axes: str, accelerate: Callable) -> None:
    """The in-plane forces; what acts across the plane is not determined by the dynamics of a planar machine."""
    blueprint = four_bar().freeze()
    reference, other = (solved(lay_out(blueprint, c), accelerate, axes) for c in (None, cut))
    plane = [2, 3, 4]
    for name, wrench in reference.items():
        np.testing.assert_allclose(other[name][plane], wrench[plane], atol=1e-7, err_msg=name)
        assert np.abs(wrench[plane]).max() > 0.1


@pytest.mark.parametrize("arm", [False, True], ids=["on ground", "on an arm"])
def test_passive_joints_carry_no_moment_about_their_axes(arm: bool, accelerate: Callable) -> None:
    plan = lay_out(four_bar(arm).freeze())
    found = solved(plan, accelerate, "body")
    for name in ("O1", "A", "O2", "B"):
        assert found[name][2] == pytest.approx(0.0, abs=1e-9)
    if arm:
        assert found["shoulder"][1] == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("arm", [False, True], ids=["on ground", "on an arm"])
def test_forces_on_a_body_make_its_motion(arm: bool, accelerate: Callable) -> None:
    """Newton for the coupler: force at A − force at B + weight = m · acceleration of its centre of mass."""
    plan = lay_out(four_bar(arm).freeze())
    q, v = state(plan)
    found = solved(plan, accelerate, "world")
    qdd, _ = accelerate(plan, q, v)
    place = plan.bodies["coupler"]
    centre = Place(place.node, place.pose @ Pose.shift((0.2, 0.05 * 1.5, 0.0)))
    h = 1e-4

    def velocity(s: float) -> np.ndarray:
        ahead, rates = q + s * v + s * s / 2 * qdd, v + s * qdd
        columns = world_jacobian(plan, Motion(plan, list(ahead)).world, centre)
        return sum(np.array(list(c.linear), dtype=float) * rates[k] for k, c in columns.items())

    acceleration = (velocity(h) - velocity(-h)) / (2 * h)
    expected = 1.5 * (acceleration - np.array(list(plan.gravity)))
    np.testing.assert_allclose(found["A"][3:] - found["B"][3:], expected, atol=1e-5)


PUSHED = [library.stewart_platform, library.delta, library.agile_eye, library.rolling_wheel, library.knife_edge]


@pytest.mark.parametrize("make", PUSHED)
def test_multipliers_push_as_the_jacobian_says(make: Callable) -> None:
    """Jᵀλ is what the wrenches of all multipliers do along every rate, even while the loops are open."""
    plan = lay_out(make().freeze().bind())
    rng = np.random.default_rng(3)
    q = rng.uniform(0.2, 0.9, plan.n_q)
    for node in plan.nodes:
        if node.step.n_q > node.step.n_v:
            end = node.q + node.step.n_q
            q[end - 4 : end] /= np.linalg.norm(q[end - 4 : end])
    motion = Motion(plan, list(q))
    found = rows(motion)
    lam = rng.normal(size=len(found))
    pushes = multiplier_wrenches(motion, {(r.name, r.component): x for r, x in zip(found, lam)})
    tau = np.zeros(plan.n_v)
    for i, push in pushes.items():
        world = motion.world[i]
        force, moment = world.rotate_out(push.force), world.rotate_out(push.moment)
        for k, s in world_jacobian(plan, motion.world, Place(i, Pose())).items():
            tau[k] += s.linear.dot(force) + s.angular.dot(moment)
    np.testing.assert_allclose(tau, np.array(dense(plan, found), dtype=float).T @ lam, atol=1e-9)


def test_a_wheel_carries_its_weight(accelerate: Callable) -> None:
    m = lw.Mechanism("wheel", gravity=(0, 0, -9.81))
    body = m.body("wheel", mass=2.0, inertia=(0.1, 0.2, 0.1))
    m.floating("free", body)
    m.roll("contact", body.at(0, 0, 0, rotation=("x", -pi / 2)), radius=0.3)
    plan = lay_out(m.freeze())
    q, v = [0, 0, 0.3, 1, 0, 0, 0], np.zeros(6)
    qdd, lam = accelerate(plan, q, v)
    (free,) = reactions(plan, q, list(v), list(qdd), list(lam.values()))["reactions"]
    assert free == pytest.approx(np.zeros(6), abs=1e-9)


def test_other_axes_are_an_error() -> None:
    plan = lay_out(four_bar().freeze())
    with pytest.raises(lw.OptionError, match="axes 'ground': do not exist. Use 'world' or 'body'"):
        reactions(plan, [0.0] * 3, [0.0] * 3, [0.0] * 3, [0.0] * 2, axes="ground")


@pytest.mark.parametrize("entry", library.CATALOGUE, ids=lambda entry: entry.name)
def test_the_names_of_rows_are_known_before_anything_is_traced(entry) -> None:
    plan = lay_out(entry.machine().freeze())
    kept: list[tuple[str, str]] = []

    def look(q: np.ndarray, v: np.ndarray) -> dict:
        kept.extend((r.name, r.component) for r in rows(Motion(plan, list(q), list(v))))
        return {"x": 0.0}

    plan = lay_out(entry.machine().freeze().bind())
    trace(look, {"q": (plan.n_q,), "v": (plan.n_v,)})
    assert row_names(plan) == tuple(kept)
