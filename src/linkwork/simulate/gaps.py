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
    """The stretch of a loop between two joints that move: its length, and the joints at its ends."""

    length: float
    ends: tuple[str, str]

    def __str__(self) -> str:
        return f"{self.length:.6g} m between {self.ends[0]!r} and {self.ends[1]!r}"


@dataclass(frozen=True)
class Ring:
    """A loop as it lies: its rigid sides, and the joints on it that slide or screw."""

    sides: tuple[Side, ...]
    slides: tuple[str, ...]


def cannot_close(
    system: Machine, q: np.ndarray, names: Sequence[str], gaps: np.ndarray, held: Sequence[str], free: Collection[int]
) -> AssemblyError:
    """The error that says which condition stays open by how much, and why if that can be told."""
    worst = int(np.argmax(np.abs(gaps)))
    name, component = names[worst].split(".", 1) if "." in names[worst] else (names[worst], "")
    cut = next((c for c in system.plan.cuts if c.name == name), None)
    what = f"mechanism {system.blueprint.name!r}"
    holding = f" with {', '.join(map(repr, held))} held" if held else ""
    if cut is not None:
        problem = f"loop {name!r} stays open by {_gap(cut, component, names, gaps)}{holding}"
        reason, remedy = _reason(loop_ring(system, cut, q, free))
        return AssemblyError(what, problem + reason, remedy, see="how-to/loops")
    if any(condition.name == name for condition in system.plan.conditions):
        missed = f"{abs(float(gaps[worst])):.3g}{holding}"
        problem = f"condition {name!r} is missed by {missed}; nearest approach after many starts"
        remedy = "It contradicts loops or other conditions on these joints: check its factors and offset, or hold less"
        return AssemblyError(what, problem, remedy, see="how-to/loops")
    problem = f"{name} is missed by {abs(float(gaps[worst])):.3g} m{holding}; nearest approach after many starts"
    return AssemblyError(what, problem, "Ask for a place within reach, hold less, or give a guess nearer to it")


def _gap(cut: Cut, component: str, names: Sequence[str], gaps: np.ndarray) -> str:
    """The distance (or angle) that a loop misses by, with the components that make it up."""
    rigid = getattr(cut.kind, "length", None)
    if rigid is not None:  # its row is (d² − l²) / 2 l
        length = float(default(rigid))
        (gap,) = (float(x) for n, x in zip(names, gaps) if n.startswith(f"{cut.name}."))
        return f"{abs(np.sqrt(max(0.0, length**2 + 2.0 * length * gap)) - length):.3g} m ({component})"
    kind, unit = ("moment", "rad") if component.startswith("moment") else ("force", "m")
    parts = {n.split(".", 1)[1]: float(x) for n, x in zip(names, gaps) if n.startswith(f"{cut.name}.{kind}")}
    size = float(np.linalg.norm([*parts.values()]))
    seen = [part for part, x in parts.items() if abs(x) > 0.05 * size]
    return f"{size:.3g} {unit} ({', '.join(seen)})"


def _reason(ring: Ring) -> tuple[str, str]:
    """Whether the sides of a loop could meet at all; else what they are."""
    longest = max(ring.sides, key=lambda side: side.length, default=None)
    if longest is None or len(ring.sides) < 2:
        return "", "Give a guess nearer to a closed pose, hold less, or check lengths and axes along this loop"
    reach = sum(side.length for side in ring.sides) - longest.length
    if longest.length > reach and not ring.slides:
        return (
            f": {longest} must be bridged, its other sides reach {reach:.6g} m",
            "Change these lengths, or the values that are held",
        )
    slides = f", and what {', '.join(map(repr, ring.slides))} can slide" if ring.slides else ""
    return (
        f"; its sides are {', '.join(map(str, ring.sides))}{slides}",
        "Give a guess nearer to a closed pose, hold less, or check these lengths and the axes along the loop",
    )


def loop_ring(system: Machine, cut: Cut, q: np.ndarray, free: Collection[int]) -> Ring:
    """The sides of a loop between joints that may move, in a pose."""
    plan = system.plan
    on_a, on_b = plan.branch(cut.a.node), plan.branch(cut.b.node)
    shared = sum(x == y for x, y in zip(on_a, on_b))
    world = _origins(system, q)
    slides: dict[str, None] = {}
    sides: list[Side] = []
    last, here = cut.name, _point(world, cut.a)
    for i, outward in (*((i, False) for i in reversed(on_a[shared:])), *((i, True) for i in on_b[shared:])):
        if plan.nodes[i].v not in free:
            continue
        joint, ends = _joint(plan, i), (_seat(system, world, i), world[i, :3, 3])
        near, far = ends if outward else ends[::-1]
        if not isinstance(plan.nodes[i].step, (Turn, Ball)):
            slides[joint] = None
        sides.append(Side(float(np.linalg.norm(near - here)), (last, joint)))
        last, here = joint, far
    sides.append(Side(float(np.linalg.norm(_point(world, cut.b) - here)), (last, cut.name)))
    rigid = getattr(cut.kind, "length", None)
    if rigid is not None:
        sides.append(Side(float(default(rigid)), (cut.name, cut.name)))
    elif sum(row.name.startswith("force") for row in cut.kind.rows) < 3:
        slides[cut.name] = None
    return Ring(tuple(side for side in sides if side.length > 1e-9), tuple(slides))


def _seat(system: Machine, world: np.ndarray, i: int) -> np.ndarray:
    """Where a node would be at zero: its place on the parent."""
    node = system.plan.nodes[i]
    return _point(world, Place(node.parent, node.placement))


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
