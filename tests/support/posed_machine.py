"""A described machine in plain 4×4 matrices and SciPy's rotations: the referee of starting poses and freedoms.

Nothing of the package computes here; only its description is read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from linkwork.algebra.parameter import default
from linkwork.blueprint.builder import Mechanism
from linkwork.blueprint.mechanism import Blueprint

Pose = Mapping[str, Sequence[float]]
FREEDOMS = {
    "Fixed": 0, "Revolute": 1, "Prismatic": 1, "Helical": 1, "Cylindrical": 2, "Universal": 2, "Spherical": 3,
    "Planar": 3, "Floating": 6, "Point": 3, "Distance": 5,
}  # fmt: skip


class PosedMachine:
    """A machine in a pose, its starting pose unless another one is given."""

    def __init__(self, machine: Mechanism | Blueprint, q: Pose | None = None) -> None:
        self.blueprint = machine.freeze() if isinstance(machine, Mechanism) else machine
        given = {} if q is None else dict(q)
        start = {j.name: [default(x) for x in self.blueprint.start_of(j.name)] for j in self.blueprint.joints}
        self.q = {name: [float(x) for x in given.get(name, start[name])] for name in start}
        self.bodies = self._bodies()

    def point(self, frame: str) -> np.ndarray:
        """Where a named frame (or a body) is."""
        return self.frame(frame)[:3, 3]

    def frame(self, name: str) -> np.ndarray:
        """Pose of a named frame or a body in the ground."""
        for named in self.blueprint.frames:
            if named.name == name:
                return self.bodies[named.frame.body] @ matrix(named.frame)
        return self.bodies[name]

    def angle(self, joint: str) -> float:
        """The first coordinate of a joint."""
        return self.q[joint][0]

    def gap(self) -> np.ndarray:
        """What is not closed: distances, sines of angles between axes, relations, prescribed places at t = 0."""
        parts = [self._closure(c) for c in self.blueprint.closures]
        parts += [np.array([float(x) for x in r.residual(self.q, 0.0)]) for r in self.blueprint.relations]
        for motion in self.blueprint.motions:
            place = self.bodies[motion.point.body] @ matrix(motion.point)  # type: ignore[attr-defined]
            indices = motion.indices()  # type: ignore[attr-defined]
            parts.append(place[list(indices), 3] - np.array([float(x) for x in motion.law(0.0)]))
        return np.concatenate(parts) if parts else np.zeros(0)

    def conditions(self) -> int:
        """How many conditions joints, closures, relations and velocities put on 6 freedoms a body."""
        b = self.blueprint
        hinges = sum(6 - FREEDOMS[type(c.kind).__name__] for c in (*b.joints, *b.closures))
        return hinges + self.gap().size - sum(self._closure(c).size for c in b.closures) + len(self._slips()[0])

    def freedom(self, h: float = 1e-6) -> int:
        """Rates of the joints less the rank of all that restrains them, by central differences."""
        columns, slips, rates = [], [], self._rates()
        for joint, k in rates:
            ahead, behind = (PosedMachine(self.blueprint, self._moved(joint, k, s * h)) for s in (1, -1))
            columns.append((ahead.gap() - behind.gap()) / (2 * h))
            twists = {b: (ahead.bodies[b] - behind.bodies[b]) / (2 * h) for b in self.bodies}
            slips.append(self._slips(twists)[1])
        J = np.column_stack([np.concatenate(pair) for pair in zip(columns, slips)])
        if not J.size:
            return len(rates)
        singular = np.linalg.svd(J, compute_uv=False)
        return len(rates) - int((singular > 1e-7 * singular.max()).sum())

    # ---- inside

    def _bodies(self) -> dict[str, np.ndarray]:
        found, waiting = {"ground": np.eye(4)}, list(self.blueprint.joints)
        while waiting:
            joint = next(j for j in waiting if j.parent.body in found)
            inner = step(joint.kind, self.q[joint.name])
            X = matrix(joint.parent) @ inner @ np.linalg.inv(matrix(joint.child))
            found[joint.child.body] = found[joint.parent.body] @ X
            waiting.remove(joint)
        return found

    def _closure(self, closure: Any) -> np.ndarray:
        a, b = (self.bodies[f.body] @ matrix(f) for f in (closure.a, closure.b))
        way, kind = b[:3, 3] - a[:3, 3], type(closure.kind).__name__
        if kind in ("Spherical", "Point"):
            return way
        if kind == "Revolute":
            axis = np.array(closure.kind.axis)
            return np.concatenate([way, np.cross(a[:3, :3] @ axis, b[:3, :3] @ axis)])
        if kind == "Universal":
            i, j = ("XYZ".index(letter) for letter in closure.kind.sequence)
            return np.array([*way, a[:3, i] @ b[:3, j]])
        raise NotImplementedError(kind)

    def _slips(self, rate: Mapping[str, np.ndarray] | None = None) -> tuple[list[str], np.ndarray]:
        """Names and values of the velocities that must vanish, for the rates of the bodies' poses."""
        names, values = [], []
        for relation in self.blueprint.velocity_relations:
            kind = type(relation).__name__
            names += [f"{relation.name} {k}" for k in range(3 if kind == "Roll" else 1)]
            if rate is None:
                continue
            if kind == "Roll":
                wheel = relation.wheel  # type: ignore[attr-defined]
                X = self.bodies[wheel.body] @ matrix(wheel)
                up = np.array([0.0, 0.0, 1.0])
                down = -(up - (up @ X[:3, 2]) * X[:3, 2])
                c = X[:3, 3] + default(relation.radius) * down / np.linalg.norm(down)  # type: ignore[attr-defined]
                values += list((rate[wheel.body] @ np.linalg.inv(self.bodies[wheel.body]) @ [*c, 1.0])[:3])
            else:
                edge = relation.edge  # type: ignore[attr-defined]
                X = self.bodies[edge.body] @ matrix(edge)
                v = (rate[edge.body] @ np.linalg.inv(self.bodies[edge.body]) @ [*X[:3, 3], 1.0])[:3]
                values.append(v @ X[:3, "xyz".index(relation.across)])  # type: ignore[attr-defined]
        return names, np.array(values)

    def _rates(self) -> list[tuple[str, int]]:
        return [(j.name, k) for j in self.blueprint.joints for k in range(FREEDOMS[type(j.kind).__name__])]

    def _moved(self, joint: str, k: int, by: float) -> dict[str, list[float]]:
        """The pose with rate k of one joint applied for a short while."""
        q, kind = {**self.q}, next(j.kind for j in self.blueprint.joints if j.name == joint)
        new, name = list(q[joint]), type(kind).__name__
        quaternion = getattr(kind, "coordinates", "") == "quaternion"
        if name == "Floating" and quaternion and k >= 3:
            turned = Rotation.from_quat(new[3:], scalar_first=True).as_matrix()
            new[:3] = np.array(new[:3]) + by * turned[:, k - 3]
        elif quaternion:
            at = 3 if name == "Floating" else 0
            turn = Rotation.from_quat(new[at:], scalar_first=True) * Rotation.from_rotvec(by * np.eye(3)[k])
            new[at:] = turn.as_quat(scalar_first=True)
        else:
            new[k] += by
        q[joint] = new
        return q


def matrix(frame: Any) -> np.ndarray:
    """Pose of a frame in its body."""
    X = np.eye(4)
    for move in frame.moves:
        Y = np.eye(4)
        if type(move).__name__ == "Shift":
            Y[:3, 3] = [default(x) for x in move.by]
        elif type(move).__name__ == "TurnBy":
            Y[:3, :3] = Rotation.from_euler(move.axis, default(move.angle)).as_matrix()
        else:
            Y[:3, :3] = [[default(x) for x in row] for row in move.rows]
        X = X @ Y
    return X


def step(kind: Any, q: Sequence[float]) -> np.ndarray:
    """Pose of the child frame of a joint in its parent frame."""
    X, name = np.eye(4), type(kind).__name__
    if name in ("Revolute", "Prismatic", "Cylindrical", "Helical"):
        axis = np.array(kind.axis)
        if name != "Prismatic":
            X[:3, :3] = Rotation.from_rotvec(q[0] * axis).as_matrix()
        slide = {"Revolute": 0.0, "Prismatic": q[0], "Helical": q[0] * getattr(kind, "pitch", 0.0)}
        X[:3, 3] = slide.get(name, q[-1]) * axis
    elif name == "Planar":
        assert tuple(kind.normal) == (0.0, 0.0, 1.0)
        X[:3, :3], X[:2, 3] = Rotation.from_euler("z", q[2]).as_matrix(), q[:2]
    elif name == "Universal":
        X[:3, :3] = Rotation.from_euler(kind.sequence.upper(), q).as_matrix()
    elif name in ("Spherical", "Floating"):
        turn = q[3:] if name == "Floating" else q
        if kind.coordinates == "quaternion":
            X[:3, :3] = Rotation.from_quat(turn, scalar_first=True).as_matrix()
        else:
            X[:3, :3] = Rotation.from_euler(kind.coordinates.upper(), turn).as_matrix()
        if name == "Floating":
            X[:3, 3] = q[:3]
    return X
