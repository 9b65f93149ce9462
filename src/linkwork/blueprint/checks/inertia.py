"""Inertia: masses and tensors that a real body can have."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from ...errors import Fault
from ..bodies import GROUND, Body
from ..joints import Fixed
from ..loads import Rotor
from ..mechanism import Blueprint
from . import walk

ROUNDING = 1e-6
"""How far printed moments, rounded to some digits, may break what holds exactly."""


def masses(blueprint: Blueprint) -> Iterator[Fault]:
    """No mass is negative, and what a joint moves at the end of a branch has some."""
    for body in blueprint.bodies:
        if walk.value(body.mass) < 0.0:
            yield _fault(body, f"its mass is {walk.value(body.mass)}", "Give a mass in kg, 0 or more")
    held = _held_together(blueprint)
    movers = {held.get(j.child.body, j.child.body): j for j in blueprint.joints if not isinstance(j.kind, Fixed)}
    carrying = {held.get(j.parent.body, j.parent.body) for j in movers.values()}
    geared = {load.joint for load in blueprint.loads if isinstance(load, Rotor) and walk.value(load.inertia) > 0.0}
    groups: dict[str, list[Body]] = {}
    for body in blueprint.bodies:
        groups.setdefault(held[body.name], []).append(body)
    for group, joint in movers.items():
        members = groups.get(group, [])
        total = sum(walk.value(b.mass) for b in members)
        if group in carrying or joint.name in geared or not members or not total <= 0.0:
            continue
        if all(walk.value(b.mass) >= 0.0 for b in members):
            top = next(b for b in members if b.name == joint.child.body) if joint.child.body in held else members[0]
            problem = f"has no mass, but joint {joint.name!r} moves it and nothing hangs on it"
            yield _fault(top, problem, f"Give it a mass, m.body({top.name!r}, mass=...), or fix it to its parent")


def tensors(blueprint: Blueprint) -> Iterator[Fault]:
    """A tensor is symmetric, and its principal moments are positive and obey the triangle inequality."""
    for body in blueprint.bodies:
        rows = np.array([[walk.value(x) for x in row] for row in body.inertia])
        if not np.isfinite(rows).all() or not math.isfinite(walk.value(body.mass)):
            continue
        size = float(np.abs(rows).max())
        if np.abs(rows - np.transpose(rows)).max() > 1e-12 * size:
            yield _fault(body, "its inertia is not symmetric", "Give I_xy = I_yx, I_yz = I_zy, I_zx = I_xz")
            continue
        yield from _principal(body, rows, size)


def _principal(body: Body, rows: np.ndarray, size: float) -> Iterator[Fault]:
    where = "about its centre of mass"
    if body.inertia_about == "origin":
        c, m = np.array([walk.value(x) for x in body.com]), walk.value(body.mass)
        if not np.isfinite(c).all():
            return
        steiner = m * (c @ c * np.eye(3) - np.outer(c, c))
        rows, size = rows - steiner, max(size, float(np.abs(steiner).max()))
        where += " (moved there from its origin)"
    low, middle, high = (float(x) for x in np.linalg.eigvalsh(rows))
    shown = f"{low:.6g}, {middle:.6g}, {high:.6g}"
    if low < -ROUNDING * size:
        yield _fault(body, f"its principal moments of inertia {where} are {shown}", _ABOUT)
    elif low + middle < high - ROUNDING * size:
        problem = (
            f"its inertia breaks the triangle inequality: the principal moments {where} are {shown}, and the third"
        )
        yield _fault(body, f"{problem} is larger than the sum of the others", _ABOUT)


_ABOUT = "Check the numbers, and whether they are about the centre of mass: inertia_about='com' or 'origin'"


def _held_together(blueprint: Blueprint) -> dict[str, str]:
    """For each body the body at the top of its group of fixed joints."""
    up = {j.child.body: j.parent.body for j in blueprint.joints if isinstance(j.kind, Fixed)}
    top: dict[str, str] = {}
    for body in (b.name for b in blueprint.bodies):
        seen, at = {body}, body
        while at in up and up[at] not in seen:
            at = up[at]
            seen.add(at)
        top[body] = at
    return top | {GROUND: GROUND}


def _fault(body: Body, problem: str, remedy: str) -> Fault:
    return Fault(f"body {body.name!r}", problem, remedy, about=body.name, space="body")
