"""Random small trees against Kane's method, derived by SymPy from scratch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
import sympy as sp
import sympy.physics.mechanics as me
from random_trees import random_inertia

import linkwork as lw
from linkwork.connectivity.layout import lay_out
from linkwork.dynamics.catalogue import TREES

AXES = "xyz"
KINDS = ("revolute", "prismatic", "cylindrical", "universal")


@dataclass(frozen=True)
class Step:
    """One elementary joint: its axis in the frame before it, its kind, that frame, and the body beyond it, if any."""

    axis: str
    kind: str
    parent: int
    offset: np.ndarray
    body: tuple[float, np.ndarray, np.ndarray] | None


def small_tree(seed: int) -> tuple[lw.Mechanism, list[Step], list[tuple[str, int]]]:
    """Two or three bodies on random joints; the same as elementary steps; the joint and variable of each step."""
    rng = np.random.default_rng(seed)
    m = lw.Mechanism("small", gravity=(1.0, 2.0, -9.0))
    bodies: list[tuple[lw.Body, int]] = []  # with the step that carries it
    steps: list[Step] = []
    variables: list[tuple[str, int]] = []
    for k in range(int(rng.integers(2, 4))):
        on = int(rng.integers(-1, k)) if k else -1
        near, parent = (m.ground, -1) if on < 0 else bodies[on]
        offset = rng.uniform(-0.4, 0.4, 3).round(3)
        inertia = random_inertia(rng)
        mass, com, tensor = inertia
        body = m.body(f"b{k}", mass=mass, com=tuple(com), inertia=tensor.tolist())
        kind = str(rng.choice(KINDS))
        i, j = (int(x) for x in rng.permutation(3)[:2])
        at = near.at(*offset)
        if kind == "universal":
            m.universal(f"j{k}", at, body, axes=(AXES[i] + AXES[j]).upper())
            parts = [(AXES[i], "revolute"), (AXES[j], "revolute")]
        else:
            getattr(m, kind)(f"j{k}", at, body, axis=AXES[i])
            parts = [(AXES[i], x) for x in (("revolute", "prismatic") if kind == "cylindrical" else (kind,))]
        for c, (axis, part) in enumerate(parts):
            last = c == len(parts) - 1
            steps.append(Step(axis, part, parent, offset if c == 0 else np.zeros(3), inertia if last else None))
            variables.append((f"j{k}", c))
            parent = len(steps) - 1
        bodies.append((body, parent))
    return m, steps, variables


@pytest.mark.parametrize("seed", range(6))
def test_random_trees_move_by_kanes_equations(seed: int) -> None:
    m, steps, variables = small_tree(seed)
    plan, n = lay_out(m.freeze()), len(steps)
    order = [plan.joints[name].v.start + c for name, c in variables]
    q, v, a = np.random.default_rng(seed + 100).uniform(-1, 1, (3, n))
    state = np.zeros((3, n))
    state[:, order] = q, v, a
    q_, v_, a_ = (list(x) for x in state)
    expected = kane(steps, q, v, a)
    tau = TREES["inverse_dynamics"].build(plan, q_, v_, a_)["tau"]
    np.testing.assert_allclose(np.array(tau)[order], expected, rtol=1e-10, atol=1e-10)
    needed = np.zeros(n)
    needed[order] = expected
    for way in ("recursive_forward_dynamics", "factorised_forward_dynamics"):
        qdd = TREES[way].build(plan, q_, v_, list(needed))["qdd"]
        # ten digits less those that the condition of so small an inertia matrix costs
        np.testing.assert_allclose(np.array(qdd)[order], a, rtol=1e-8, atol=1e-8)


def test_the_random_trees_have_branches_and_all_their_joints() -> None:
    trees = [small_tree(seed) for seed in range(6)]
    assert {type(j.kind).__name__.lower() for m, *_ in trees for j in m.freeze().joints} >= set(KINDS)
    assert any(len({s.parent for s in steps if s.parent >= 0}) < len(steps) - 1 for _, steps, _ in trees)


def kane(steps: list[Step], q: np.ndarray, v: np.ndarray, a: np.ndarray) -> np.ndarray:
    """−(F* + F) of Kane's equations: the joint forces that a motion needs."""
    coordinates = me.dynamicsymbols(f"q:{len(steps)}")
    speeds = me.dynamicsymbols(f"u:{len(steps)}")
    world, origin = me.ReferenceFrame("N"), me.Point("O")
    origin.set_vel(world, 0)
    gravity = 1.0 * world.x + 2.0 * world.y - 9.0 * world.z
    frames, points, parts, loads = [], [], [], []
    for k, step in enumerate(steps):
        near = (world, origin) if step.parent < 0 else (frames[step.parent], points[step.parent])
        frame, direction = me.ReferenceFrame(f"A{k}"), getattr(near[0], step.axis)
        turns = step.kind == "revolute"
        frame.orient_axis(near[0], direction, coordinates[k] if turns else 0)
        frame.set_ang_vel(near[0], speeds[k] * direction if turns else 0 * direction)
        offset = sum((float(x) * e for x, e in zip(step.offset, near[0])), 0 * near[0].x)
        seat = near[1].locatenew(f"S{k}", offset)
        seat.v2pt_theory(near[1], world, near[0])
        point = seat.locatenew(f"P{k}", 0 * direction if turns else coordinates[k] * direction)
        if turns:
            point.set_vel(world, seat.vel(world))
        else:
            at_rest = point.pos_from(near[1])
            point.set_vel(world, near[1].vel(world) + near[0].ang_vel_in(world).cross(at_rest) + speeds[k] * direction)
        frames.append(frame)
        points.append(point)
        if step.body is None:
            continue
        mass, com, tensor = step.body
        centre = point.locatenew(f"C{k}", sum((float(x) * e for x, e in zip(com, frame)), 0 * frame.x))
        centre.v2pt_theory(point, world, frame)
        I = me.inertia(frame, *(float(tensor[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (1, 2), (0, 2))))
        parts.append(me.RigidBody(f"B{k}", centre, frame, mass, (I, centre)))
        loads.append((centre, mass * gravity))
    t = me.dynamicsymbols._t
    method = me.KanesMethod(world, coordinates, speeds, [c.diff(t) - s for c, s in zip(coordinates, speeds)])
    force, inertial = method.kanes_equations(parts, loads)
    values = {s.diff(t): x for s, x in zip(speeds, a)} | {c.diff(t): x for c, x in zip(coordinates, v)}
    residual = (force + inertial).subs(values).subs(dict(zip(speeds, v))).subs(dict(zip(coordinates, q)))
    return -np.array(sp.N(residual), dtype=float).ravel()
