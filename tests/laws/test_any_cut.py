"""Any choice of cut joints gives the same motion and reactions: random loops in space, joints of every kind."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import linkwork as lw
from linkwork.algebra.poses import Pose
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closed_laws import reactions
from linkwork.dynamics.closure import Motion, dense, rows
from linkwork.dynamics.equations import equations
from linkwork.dynamics.frame_motion import node_accelerations, place_acceleration
from linkwork.dynamics.jacobians import world_jacobian
from linkwork.dynamics.kinematics import node_poses, world_poses
from linkwork.dynamics.relations import joint_coordinates

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("revolute", {"axis": "z"}),
    ("revolute", {"axis": (0.6, 0.0, 0.8)}),
    ("prismatic", {"axis": "x"}),
    ("helical", {"axis": "y", "pitch": 0.1}),
    ("cylindrical", {"axis": "y"}),
    ("universal", {"axes": "XY"}),
    ("spherical", {"coordinates": "quaternion"}),
    ("spherical", {"coordinates": "ZYX"}),
    ("planar", {"normal": "z"}),
]
CLOSING = [k for k in KINDS if k[0] != "helical"]


def random_loop(seed: int, bodies: int) -> tuple[lw.Mechanism, dict[str, tuple[float, ...]]]:
    """A ring of bodies on ground, closed in the pose that is returned: joint coordinates by name."""
    rng = np.random.default_rng(seed)
    m = lw.Mechanism(f"ring {seed}", gravity=tuple(rng.uniform(-9, 9, 3)))
    q: dict[str, tuple[float, ...]] = {}
    last: Any = m.ground
    tip = Pose()
    for k in range(bodies):
        C = rng.uniform(-0.3, 0.3, (3, 3))
        inertia = (np.trace(C @ C.T) + 0.1) * np.eye(3) - C @ C.T
        body = m.body(f"b{k}", mass=rng.uniform(1, 3), com=tuple(rng.uniform(-0.2, 0.2, 3)), inertia=inertia)
        kind, options = KINDS[rng.integers(len(KINDS))]
        a, b = last.at(*rng.uniform(-0.5, 0.5, 3), rotation=turn(rng)), body.at(*rng.uniform(-0.5, 0.5, 3))
        m.joint(f"j{k}", a, b, kind=kind, **options)
        q[f"j{k}"] = coordinates(rng, kind, options)
        tip = tip @ m.freeze().joint(f"j{k}").pose(q[f"j{k}"])
        last = body
    kind, options = CLOSING[rng.integers(len(CLOSING))]
    end = last.at(*rng.uniform(-0.5, 0.5, 3), rotation=turn(rng))
    there = tip @ end.pose
    R = [[float(x) for x in row] for row in there.rotation]
    m.close("closing", end, m.ground.at(*(float(x) for x in there.translation), rotation=R), kind=kind, **options)
    q["closing"] = m.freeze().closure("closing").kind.neutral()
    return m, q


def turn(rng: np.random.Generator) -> Any:
    return ("ZYX", tuple(rng.uniform(-1.5, 1.5, 3)))


def coordinates(rng: np.random.Generator, kind: str, options: dict[str, Any]) -> tuple[float, ...]:
    if options.get("coordinates") == "quaternion":
        x = rng.normal(size=4)
        return tuple(x / np.linalg.norm(x))
    count = {"cylindrical": 2, "universal": 2, "spherical": 3, "planar": 3}.get(kind, 1)
    return tuple(rng.uniform(-0.8, 0.8, count))


def place(plan: Plan, q: dict[str, tuple[float, ...]]) -> np.ndarray:
    """The plan's coordinates from those of the description."""
    found = np.zeros(plan.n_q)
    for name, joint in plan.joints.items():
        if joint.reversed and joint.kind.n_q != joint.kind.n_v:
            w, x, y, z = q[name]
            found[joint.q] = (w, -x, -y, -z)
        else:
            found[joint.q] = q[name][:: joint.order]
        assert np.allclose(joint_coordinates(joint, list(found)), q[name])
    return found


def falling(
    plan: Plan, q: np.ndarray, twists: dict[str, np.ndarray]
) -> tuple[dict[str, np.ndarray], dict[str, np.ndarray]]:
    """Accelerations of all bodies that move with the given twists under gravity, and the wrenches in all joints."""
    world = world_poses(plan, node_poses(plan, list(q)))
    columns = {name: world_jacobian(plan, world, plan.bodies[name]) for name in twists}
    J = np.vstack(
        [[[c[k].six()[i] if k in c else 0.0 for k in range(plan.n_v)] for i in range(6)] for c in columns.values()]
    )
    v = np.linalg.lstsq(np.array(J, dtype=float), np.concatenate([*twists.values()]), rcond=None)[0]
    np.testing.assert_allclose(np.array(J, dtype=float) @ v, np.concatenate([*twists.values()]), atol=1e-9)
    eq = equations(plan, Motion(plan, list(q), list(v)), [0.0] * plan.n_v)
    M, B = np.array(eq.M, dtype=float), np.array(dense(plan, eq.rows), dtype=float).reshape(-1, plan.n_v)
    K = np.block([[M, B.T], [B, np.zeros((len(B), len(B)))]])
    x, _, rank, _ = np.linalg.lstsq(K, np.array([*eq.phi, *eq.psi], dtype=float), rcond=1e-11)
    vd = x[: plan.n_v]
    np.testing.assert_allclose(B @ vd, np.array(eq.psi, dtype=float), atol=1e-7)
    motion = node_accelerations(plan, node_poses(plan, list(q)), list(v), list(vd))
    moved = {n: np.array(place_acceleration(world, motion, plan.bodies[n]).six(), dtype=float) for n in twists}
    names = [*(name for name, joint in plan.joints.items() if joint.nodes), *(cut.name for cut in plan.cuts)]
    told = reactions(plan, list(q), list(v), list(vd), list(-x[plan.n_v :]), axes="world")["reactions"]
    return moved, {name: np.array(w, dtype=float) for name, w in zip(names, told)}


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 100_000), bodies=st.integers(2, 5))
def test_any_cut_gives_the_same_motion_and_reactions(seed: int, bodies: int) -> None:
    m, q = random_loop(seed, bodies)
    blueprint = m.freeze()
    plan = lay_out(blueprint)
    at = place(plan, q)
    found = rows(Motion(plan, list(at)))
    assert max((abs(r.gap) for r in found if r.gap is not None), default=0.0) < 1e-10
    J = np.array(dense(plan, found), dtype=float).reshape(-1, plan.n_v)
    _, s, V = np.linalg.svd(J)
    assume(len(s) == 0 or s[-1] > 1e-3)  # a singular or over-constrained ring has more than one answer
    free = V[len(s) :]
    v = np.random.default_rng(seed).normal(size=len(free)) @ free
    world = world_poses(plan, node_poses(plan, list(at)))
    twists = {
        name: sum(
            (np.array(c.six(), dtype=float) * v[k] for k, c in world_jacobian(plan, world, x).items()), np.zeros(6)
        )
        for name, x in plan.bodies.items()
        if x.node >= 0
    }
    reference, carried = falling(plan, at, twists)
    # forces have one answer where no row follows from others or holds by itself, as in a rigid or a sliding ring
    determinate = len(J) == len(plan.cuts[0].kind.rows) <= plan.n_v
    heaviest = max(float(np.abs(w).max()) for w in carried.values())
    for cut in blueprint.joint_names:
        other = lay_out(blueprint, [cut])
        found, told = falling(other, place(other, q), twists)
        for name, acceleration in found.items():
            scale = max(1.0, float(np.abs(reference[name]).max()))
            np.testing.assert_allclose(acceleration, reference[name], atol=1e-6 * scale, err_msg=f"{cut}: {name}")
        assert told.keys() == carried.keys()
        for name, wrench in told.items() if determinate else ():
            # on the same body, about the same frame, whichever way the tree goes
            np.testing.assert_allclose(wrench, carried[name], atol=1e-6 * heaviest, err_msg=f"{cut}: {name}")
