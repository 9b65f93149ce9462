"""Small trees against Kane's method, derived by SymPy from scratch."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp
import sympy.physics.mechanics as me
from random_trees import random_inertia

import linkwork as lw
from linkwork.connectivity.layout import lay_out
from linkwork.dynamics.catalogue import TREES

CASES = {
    "turn about y, slide along x": (("y", "revolute"), ("x", "prismatic")),
    "turn about z, turn about x": (("z", "revolute"), ("x", "revolute")),
    "slide along z, turn about y, turn about z": (("z", "prismatic"), ("y", "revolute"), ("z", "revolute")),
    "tree of three turns": (("x", "revolute"), ("y", "revolute"), ("z", "revolute")),
}
PARENTS = {"tree of three turns": (-1, 0, 0)}


@pytest.mark.parametrize("case", CASES)
def test_forces_of_a_motion_are_those_of_kanes_equations(case: str) -> None:
    joints = CASES[case]
    parents = PARENTS.get(case, tuple(range(-1, len(joints) - 1)))
    n = len(joints)
    rng = np.random.default_rng(len(case))
    offsets = rng.uniform(-0.4, 0.4, (n, 3)).round(3)
    inertias = [random_inertia(rng) for _ in joints]
    q, v, a = rng.uniform(-1, 1, (3, n))

    m = lw.Mechanism("small", gravity=(1.0, 2.0, -9.0))
    bodies = []
    for k, (axis, kind) in enumerate(joints):
        mass, com, tensor = inertias[k]
        bodies.append(m.body(f"b{k}", mass=mass, com=tuple(com), inertia=tensor.tolist()))
        parent = m.ground if parents[k] < 0 else bodies[parents[k]]
        getattr(m, kind)(f"j{k}", parent.at(*offsets[k]), bodies[k], axis=axis)
    plan = lay_out(m.freeze())
    order = [plan.joints[f"j{k}"].v.start for k in range(n)]
    state = np.zeros((3, n))
    state[:, order] = q, v, a
    tau = np.array(TREES["inverse_dynamics"].build(plan, *(list(x) for x in state))["tau"])[order]
    np.testing.assert_allclose(tau, kane(joints, parents, offsets, inertias, q, v, a), rtol=1e-10, atol=1e-10)


def kane(joints, parents, offsets, inertias, q, v, a) -> np.ndarray:
    """−(F* + F) of Kane's equations: the joint forces that a motion needs."""
    coordinates = me.dynamicsymbols(f"q:{len(joints)}")
    speeds = me.dynamicsymbols(f"u:{len(joints)}")
    world, origin = me.ReferenceFrame("N"), me.Point("O")
    origin.set_vel(world, 0)
    gravity = 1.0 * world.x + 2.0 * world.y - 9.0 * world.z
    frames, points, parts, loads = [], [], [], []
    for k, (axis, kind) in enumerate(joints):
        near = (world, origin) if parents[k] < 0 else (frames[parents[k]], points[parents[k]])
        frame, direction = me.ReferenceFrame(f"A{k}"), getattr(near[0], axis)
        frame.orient_axis(near[0], direction, coordinates[k] if kind == "revolute" else 0)
        frame.set_ang_vel(near[0], speeds[k] * direction if kind == "revolute" else 0 * direction)
        offset = sum((float(x) * e for x, e in zip(offsets[k], near[0])), 0 * near[0].x)
        seat = near[1].locatenew(f"S{k}", offset)
        seat.v2pt_theory(near[1], world, near[0])
        point = seat.locatenew(f"P{k}", coordinates[k] * direction if kind == "prismatic" else 0 * direction)
        if kind == "prismatic":
            at_rest = point.pos_from(near[1])
            point.set_vel(world, near[1].vel(world) + near[0].ang_vel_in(world).cross(at_rest) + speeds[k] * direction)
        else:
            point.set_vel(world, seat.vel(world))
        mass, com, tensor = inertias[k]
        centre = point.locatenew(f"C{k}", sum((float(x) * e for x, e in zip(com, frame)), 0 * frame.x))
        centre.v2pt_theory(point, world, frame)
        I = me.inertia(frame, *(float(tensor[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2))))
        parts.append(me.RigidBody(f"B{k}", centre, frame, mass, (I, centre)))
        loads.append((centre, mass * gravity))
        frames.append(frame)
        points.append(point)
    t = me.dynamicsymbols._t
    method = me.KanesMethod(world, coordinates, speeds, [c.diff(t) - s for c, s in zip(coordinates, speeds)])
    force, inertial = method.kanes_equations(parts, loads)
    values = {s.diff(t): x for s, x in zip(speeds, a)} | {c.diff(t): x for c, x in zip(coordinates, v)}
    residual = (force + inertial).subs(values).subs(dict(zip(speeds, v))).subs(dict(zip(coordinates, q)))
    return -np.array(sp.N(residual), dtype=float).ravel()
