"""Why a loop does not close: which one, how far it is open, and whether its sides could meet at all."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from linkwork.algebra.parameter import default
from linkwork.algebra.steps import Ball, Turn
from linkwork.connectivity.plan import GROUND, Cut, Place, Plan
from linkwork.dynamics.kinematics import node_poses, world_poses
from linkwork.errors import AssemblyError
from linkwork.simulate.machine import Machine


@dataclass(frozen=True)
class Side:
    """The stretch of a loop between two joints that turn: its length, and the joints at its ends."""

    length: float
    ends: tuple[str, str]


def cannot_close(
    system: Machine, q: np.ndarray, names: Sequence[str], gaps: np.ndarray, held: Sequence[str], free: Collection[int]
) -> AssemblyError:
    """The error that says which condition stays open by how much, and why if that can be told."""
    worst = int(np.argmax(np.abs(gaps)))
    name, component = names[worst].split(".", 1) if "." in names[worst] else (names[worst], "")
    cut = next((c for c in system.plan.cuts if c.name == name), None)
    gap = _size(component, abs(float(gaps[worst])))
    what = f"mechanism {system.blueprint.name!r}"
    holding = f" with {', '.join(map(repr, held))} held" if held else ""
    if cut is None:
        problem = f"{name} is missed by {gap}{holding}; nearest approach after many starts"
        return AssemblyError(what, problem, "Ask for a place within reach, hold less, or give a guess nearer to it")
    problem = f"loop {name!r} stays open by {gap} ({component}){holding}"
    sides = loop_sides(system, cut, q, free)
    if sides is not None and len(sides) > 1:
        longest = max(sides, key=lambda side: side.length)
        reach = sum(side.length for side in sides) - longest.length
        between = " and ".join(map(repr, longest.ends))
        if longest.length > reach:
            problem += (
                f": {longest.length:.6g} m between {between} must be bridged, its other sides reach {reach:.6g} m"
            )
            return AssemblyError(what, problem, "Change these lengths, or the values that are held", see="how-to/loops")
    remedy = "Give a guess nearer to a closed pose, hold less, or check lengths and axes along this loop"
    return AssemblyError(what, problem, remedy, see="how-to/loops")


def _size(component: str, gap: float) -> str:
    return f"{gap:.3g} rad" if component.startswith("moment") else f"{gap:.3g} m"


def loop_sides(system: Machine, cut: Cut, q: np.ndarray, free: Collection[int]) -> tuple[Side, ...] | None:
    """The sides of a loop between joints that may turn, in a pose; None if a joint on it can change their lengths."""
    plan = system.plan
    on_a, on_b = plan.branch(cut.a.node), plan.branch(cut.b.node)
    shared = sum(x == y for x, y in zip(on_a, on_b))
    world = _origins(system, q)
    corners: list[tuple[str, np.ndarray]] = []
    for i in (*reversed(on_a[shared:]), *on_b[shared:]):
        node = plan.nodes[i]
        if node.v not in free:
            continue
        if not isinstance(node.step, (Turn, Ball)):
            return None
        corners.append((_joint(plan, i), world[i, :3, 3]))
    ring = [(cut.name, _point(world, cut.a)), *corners, (cut.name, _point(world, cut.b))]
    sides = [Side(float(np.linalg.norm(x - y)), (a, b)) for (a, x), (b, y) in zip(ring, ring[1:])]
    rigid = getattr(cut.kind, "length", None)
    if rigid is not None:
        sides.append(Side(float(default(rigid)), (cut.name, cut.name)))
    return tuple(side for side in sides if side.length > 1e-9)


def _joint(plan: Plan, i: int) -> str:
    return next((name for name, joint in plan.joints.items() if i in joint.nodes), plan.nodes[i].name)


def _origins(system: Machine, q: np.ndarray) -> np.ndarray:
    """Pose of every node in the world."""
    plan = system.plan
    world = world_poses(plan, node_poses(plan, [float(x) for x in q]))
    found = np.tile(np.eye(4), (len(plan.nodes), 1, 1))
    for i in range(len(plan.nodes)):
        found[i, :3, :3] = [[default(x) for x in row] for row in world[i].rotation]
        found[i, :3, 3] = [default(x) for x in world[i].translation]
    return found


def _point(world: np.ndarray, place: Place) -> np.ndarray:
    t = np.array([default(x) for x in place.pose.translation])
    return t if place.node == GROUND else world[place.node, :3, :3] @ t + world[place.node, :3, 3]
