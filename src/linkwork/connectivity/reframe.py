"""Choice of node frames: the fewest constants between one joint axis and the next.

A node's frame may be turned about and moved along its own joint axis without any change of its motion. With the
common normal of two successive axes as a frame axis, six constants of a placement become three: modified
Denavit–Hartenberg rows, found for any description.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from linkwork.algebra.inertias import RigidInertia
from linkwork.algebra.poses import Pose, Reorient
from linkwork.algebra.scalars import Scalar, constant_value
from linkwork.algebra.steps import Helix, Slide, Step, Turn
from linkwork.algebra.symmetric import Sym3
from linkwork.algebra.vectors import AXES, Vec3

TINY = 2e-15  # what a rotation's entries are rounded to: a few units in the last place of 1


@dataclass
class Draft:
    """A node while it is laid out; `frames` are the poses, in node coordinates, of all that is fixed to it."""

    name: str
    parent: int
    placement: Pose
    step: Step
    inertia: RigidInertia
    rotor: Scalar = 0.0


@dataclass(frozen=True)
class Screws:
    """A placement as Rot_a(γ) Shift_a(e) · Shift(d) Rot_b(α) · Shift_k(f) Rot_k(θ); a and k are the two joint axes."""

    gamma: float
    e: Scalar
    middle: Pose
    f: Scalar
    theta: float


def axis_of(step: Step) -> int | None:
    """The coordinate axis of a one-variable step."""
    return step.axis if isinstance(step, (Turn, Slide, Helix)) else None


def reframe(drafts: list[Draft]) -> list[Pose]:
    """Give every node its best frame; returns the pose of each new frame in the old one.

    From the tips inward each placement is split into screws; the first screw goes into the parent's frame if the
    placement is that of the parent's largest branch, the last one into the node's own offset.
    """
    moved = [Pose() for _ in drafts]
    main = _main_children(drafts)
    for i in reversed(range(len(drafts))):
        node = drafts[i]
        parent = drafts[node.parent] if node.parent >= 0 else None
        k, a = axis_of(node.step), axis_of(parent.step) if parent else None
        split = None if k is None else split_screws(node.placement, a, k)
        if k is None or split is None:
            node.placement = _tidy(node.placement)
            continue
        lead = Pose.shift(AXES[a] * split.e) @ _turn(a, split.gamma) if a is not None else Pose()
        theta = split.theta
        node.placement = split.middle @ Pose.shift(AXES[k] * split.f)
        if isinstance(node.step, (Turn, Helix)):
            node.step = _with_offset(node.step, theta)
        else:
            node.placement = node.placement @ _turn(k, theta)
        if parent is None or main[node.parent] != i:
            node.placement = lead @ node.placement
            continue
        if a is not None and _turns_about_a_point(drafts, parent):
            node.placement = Pose.shift(AXES[a] * split.e) @ node.placement
            split, lead = replace(split, e=0.0), _turn(a, split.gamma)
        if lead.moves:
            moved[node.parent] = lead
            _move_frame(drafts, node.parent, i, a, split, lead)
    return moved


def _turns_about_a_point(drafts: Sequence[Draft], node: Draft) -> bool:
    """Whether a node is a later step of a joint whose axes meet: there its origin stays."""
    return node.parent >= 0 and drafts[node.parent].inertia.weightless and not node.placement.moves


def _main_children(drafts: Sequence[Draft]) -> list[int]:
    size = [1] * len(drafts)
    main = [-1] * len(drafts)
    for i in reversed(range(len(drafts))):
        p = drafts[i].parent
        if p >= 0:
            size[p] += size[i]
            if main[p] < 0 or size[i] >= size[main[p]]:
                main[p] = i
    return main


def _move_frame(drafts: list[Draft], p: int, main: int, a: int | None, split: Screws, lead: Pose) -> None:
    """Let node p's frame be the old one followed by the screw `lead` about its own axis."""
    assert a is not None  # a screw about the parent's axis exists only if it has one
    node, back = drafts[p], lead.inverse
    node.inertia = tidy_inertia(back.inertia_to_parent(node.inertia))
    if isinstance(node.step, Slide):
        node.placement = node.placement @ lead
    else:
        node.placement = node.placement @ Pose.shift(AXES[a] * split.e)
        node.step = _with_offset(node.step, split.gamma)
    for j, other in enumerate(drafts):
        if other.parent == p and j != main:
            other.placement = back @ other.placement


def _with_offset(step: Step, angle: float) -> Step:
    if isinstance(step, Turn):
        return Turn(step.axis, _snap_angle(step.offset + angle), step.sign)
    assert isinstance(step, Helix)  # the only other step that turns about an axis
    return Helix(step.axis, step.pitch, _snap_angle(step.offset + angle), step.sign)


def split_screws(placement: Pose, a: int | None, k: int) -> Screws | None:
    """The placement as screws about the parent's axis, the common normal and the own axis; None if it is not numeric.

    Without a parent's axis (a is None) only the last screw is split off.
    """
    R = numeric_rotation(placement)
    if R is None:
        return None
    t = placement.translation
    if a is None:
        theta, rest = _split_last(R, k)
        d, f = _along(t, R[:, k])
        return Screws(0.0, 0.0, Pose.shift(d) @ rotation_pose(rest), f, theta)
    b = next(axis for axis in ((k + 1) % 3, (k + 2) % 3) if axis != a)
    if abs(abs(R[a, k]) - (1.0 if a == k else 0.0)) < TINY and a == k:
        return _parallel(R, t, a, b)
    gamma, alpha, theta = _euler(R, a, b, k)
    A = _turn_matrix(a, gamma)
    columns = np.column_stack([np.eye(3)[a], A[:, b], R[:, k]])
    if abs(np.linalg.det(columns)) < 0.02:  # nearly parallel axes: their common normal would lie far away
        return Screws(0.0, 0.0, Pose.shift(t) @ rotation_pose(R @ _turn_matrix(k, theta).T), 0.0, theta)
    e, d, f = (_combine(row, t) for row in np.linalg.inv(columns))
    return Screws(gamma, e, Pose.shift(AXES[b] * d) @ _turn(b, alpha), f, theta)


def _along(t: Vec3, axis: np.ndarray) -> tuple[Vec3, Scalar]:
    """(d, f) with t = d + f axis and as few components in d as can be; f is zero where it saves none."""
    numbers = [constant_value(x) for x in t]
    best: tuple[Vec3, Scalar] = (t, 0.0)
    if any(x is None for x in numbers):
        return best
    at = np.array(numbers, dtype=float)
    size = np.abs(at).max()
    for i in np.flatnonzero(np.abs(axis) > TINY):
        f = at[i] / axis[i]
        d = at - f * axis
        d[np.abs(d) < 4 * TINY * size] = 0.0
        if np.count_nonzero(d) + 1 < sum(x != 0.0 for x in best[0]) + (best[1] != 0.0):
            best = Vec3(*map(float, d)), float(f)
    return best


def _parallel(R: np.ndarray, t: Vec3, a: int, b: int) -> Screws:
    """Parallel axes: the common normal is the line between them, so its direction is that of the translation."""
    c = 3 - a - b
    turn = 1.0 if (a + 1) % 3 == b else -1.0
    x, y = constant_value(t[b]), constant_value(t[c])
    gamma = 0.0
    if x is not None and y is not None:
        gamma = 0.0 if math.hypot(x, y) == 0.0 else turn * math.atan2(y, x)
    elif x == 0.0:
        gamma = turn * math.pi / 2
    gamma = _snap_angle(gamma)
    rest = _turn_matrix(a, gamma).T @ R
    theta, flip = _split_last(rest, a)
    d = _turn(a, gamma).rotate_into(Vec3(*(0.0 if i == a else t[i] for i in range(3))))
    return Screws(gamma, t[a], Pose.shift(_snap_vector(d)) @ rotation_pose(flip), 0.0, theta)


def numeric_rotation(placement: Pose) -> np.ndarray | None:
    """R as numbers, entries near 0 and ±1 made exact; None where a parameter is open."""
    rows = [[constant_value(x) for x in row] for row in placement.rotation]
    if any(x is None for row in rows for x in row):
        return None
    R = np.array(rows, dtype=float)
    for target in (-1.0, 0.0, 1.0):
        R[np.abs(R - target) < TINY] = target
    return R


def _euler(R: np.ndarray, a: int, b: int, k: int) -> tuple[float, float, float]:
    """Angles with R = Rot_a(γ) Rot_b(α) Rot_k(θ), b different from a and k."""
    if a == k:  # proper Euler sequence a b a
        c = 3 - a - b
        sign = 1.0 if (a + 1) % 3 == b else -1.0
        alpha = math.atan2(math.hypot(R[b, a], R[c, a]), R[a, a])
        gamma = math.atan2(R[b, a], -sign * R[c, a])
    else:
        sign = 1.0 if (a + 1) % 3 == b else -1.0
        gamma = math.atan2(-sign * R[b, k], R[k, k])
        alpha = math.atan2(sign * R[a, k], math.hypot(R[b, k], R[k, k]))
    gamma, alpha = _snap_angle(gamma), _snap_angle(alpha)
    theta, _ = _split_last((_turn_matrix(a, gamma) @ _turn_matrix(b, alpha)).T @ R, k)
    return gamma, alpha, theta


def _split_last(R: np.ndarray, k: int) -> tuple[float, np.ndarray]:
    """(θ, R′) with R = R′ Rot_k(θ) and R′ as plain as can be."""
    i, j = (k + 1) % 3, (k + 2) % 3
    best = (0.0, R)
    for theta in (0.0, _snap_angle(math.atan2(-R[i, j], R[i, i])), _snap_angle(math.atan2(R[j, i], R[j, j]))):
        rest = R @ _turn_matrix(k, theta).T
        for target in (-1.0, 0.0, 1.0):
            rest[np.abs(rest - target) < TINY] = target
        if np.count_nonzero(rest) < np.count_nonzero(best[1]):
            best = (theta, rest)
    if np.count_nonzero(best[1]) == 3 and best[0] == 0.0:  # a signed permutation: take out quarter turns about k
        for theta in (0.0, math.pi / 2, math.pi, -math.pi / 2):
            rest = R @ _turn_matrix(k, theta).T
            if np.trace(rest) > np.trace(best[1]):
                best = (theta, rest)
    return best


def rotation_pose(R: np.ndarray) -> Pose:
    """A constant rotation in the cheapest form: nothing, turns about coordinate axes, or nine numbers."""
    if np.array_equal(R, np.eye(3)):
        return Pose()
    for axis in range(3):
        if R[axis, axis] == 1.0:
            return Pose.turn(axis, float(R[(axis + 1) % 3, (axis + 1) % 3]), float(R[(axis + 2) % 3, (axis + 1) % 3]))
    if np.count_nonzero(R) == 3:
        for first in range(3):
            for second in range(3):
                for c1, s1 in QUARTERS:
                    for c2, s2 in QUARTERS:
                        pose = Pose.turn(first, c1, s1) @ Pose.turn(second, c2, s2)
                        if np.array_equal(np.array([list(r) for r in pose.rotation]), R):
                            return pose
    rows = [Vec3(*(float(x) for x in row)) for row in R]
    return Pose((Reorient((rows[0], rows[1], rows[2])),))


QUARTERS = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))


def _tidy(placement: Pose) -> Pose:
    R = numeric_rotation(placement)
    return placement if R is None else Pose.shift(placement.translation) @ rotation_pose(R)


def _snap_angle(angle: float) -> float:
    """Whole quarter turns are made exact; the rest comes back in (−π, π]."""
    angle = math.remainder(angle, 2 * math.pi)
    quarters = round(angle / (math.pi / 2))
    return quarters * (math.pi / 2) if abs(angle - quarters * (math.pi / 2)) < 1e-14 else angle


def _turn(axis: int, angle: float) -> Pose:
    M = _turn_matrix(axis, angle)
    return Pose.turn(axis, float(M[(axis + 1) % 3, (axis + 1) % 3]), float(M[(axis + 2) % 3, (axis + 1) % 3]))


def _turn_matrix(axis: int, angle: float) -> np.ndarray:
    quarters = round(angle / (math.pi / 2))
    c, s = math.cos(angle), math.sin(angle)
    if angle == quarters * (math.pi / 2):
        c, s = QUARTERS[quarters % 4]
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R = np.eye(3)
    R[i, i], R[i, j], R[j, i], R[j, j] = c, -s, s, c
    return R


def _combine(row: np.ndarray, t: Vec3) -> Scalar:
    """row · t, entries of the row near 0 and ±1 made exact."""
    total: Scalar = 0.0
    for weight, x in zip(row, t):
        if abs(weight) > TINY:
            nearest = round(float(weight))
            total = total + x * (float(nearest) if abs(weight - nearest) < TINY else float(weight))
    return _snap(total)


def _snap(x: Scalar, size: float = 1.0) -> Scalar:
    value = constant_value(x)
    return 0.0 if value is not None and abs(value) < TINY * size else x


def _snap_vector(v: Vec3) -> Vec3:
    return Vec3(*(_snap(x) for x in v))


def snapped(values: Sequence[Scalar]) -> list[Scalar]:
    """The same with numbers that are rounding errors beside the largest made exactly zero."""
    size = max((abs(c) for c in map(constant_value, values) if c is not None), default=0.0)
    return [_snap(x, size) for x in values]


def tidy_inertia(inertia: RigidInertia) -> RigidInertia:
    """The same with entries that are rounding errors made exactly zero."""
    return RigidInertia(inertia.mass, Vec3(*snapped(list(inertia.h))), Sym3(*snapped(inertia.I.e)))
