"""The dynamics of a closed machine from Pinocchio's kinematics and one dense least-squares solve.

Rows are written here anew, from velocities and accelerations of the cut joints' frames: points that meet, axes that
stay square, points at a fixed distance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pinocchio as pin
from pinocchio_model import Twin, se3, twin

from linkwork.connectivity.plan import GROUND, Place, Plan


@dataclass(frozen=True)
class Frame:
    """A frame of a cut: pose, velocities, accelerations at q̈ = 0, and Jacobian, about its origin in world axes."""

    p: np.ndarray
    R: np.ndarray
    v: np.ndarray
    w: np.ndarray
    a: np.ndarray
    alpha: np.ndarray
    J: np.ndarray


@dataclass(frozen=True)
class Answer:
    """q̈, the wrench (moment, force) on the second body of each cut about its frame's origin, in world axes, and what
    all conditions together exert along the rates."""

    qdd: np.ndarray
    wrenches: dict[str, np.ndarray]
    forces: np.ndarray
    condition: float


Further = Callable[[np.ndarray, np.ndarray, float], Sequence[tuple[np.ndarray, float]]]


class Referee:
    """Reference dynamics of a plan; conditions that are no cuts are `further` rows (J, c) with J q̈ + c = 0."""

    def __init__(self, plan: Plan, further: Further | None = None) -> None:
        assert further is not None or not plan.conditions
        self.plan, self.twin, self.further = plan, twin(plan), further
        self.data = self.twin.model.createData()

    def __call__(self, q: np.ndarray, v: np.ndarray, tau: np.ndarray, t: float = 0.0) -> Answer:
        machine: Twin = self.twin
        model, data = machine.model, self.data
        x, xd = machine.q_of(q), machine.v_of(v)
        pin.forwardKinematics(model, data, x, xd, np.zeros(model.nv))
        pin.computeJointJacobians(model, data, x)
        M = pin.crba(model, data, x)
        M = np.triu(M) + np.triu(M, 1).T
        h = pin.nonLinearEffects(model, data, x, xd)
        rows, bias, gives = [], [], []
        for cut in self.plan.cuts:
            A, B = self._frame(cut.a, cut.kind), self._frame(cut.b, cut.kind)
            for J, c, push in _rows(cut.kind, A, B):
                rows.append(J)
                bias.append(c)
                gives.append((cut.name, push))
        for J, c in self.further(q, v, t) if self.further is not None else ():
            rows.append(machine.v_of(J))
            bias.append(c)
            gives.append(("", np.zeros(6)))
        J = np.array(rows)
        m, n = J.shape
        K = np.block([[M, -J.T], [J, np.zeros((m, m))]])
        found = np.linalg.lstsq(K, np.concatenate([machine.v_of(tau) - h, -np.array(bias)]), rcond=1e-11)[0]
        wrenches = {name: np.zeros(6) for name, _ in gives}
        for (name, push), x in zip(gives, found[n:]):
            wrenches[name] += push * x
        values = np.linalg.svd(J, compute_uv=False)
        values = values[values > 1e-9 * values[0]]
        forces = machine.v_from(J.T @ found[n:])
        return Answer(machine.v_from(found[:n]), wrenches, forces, float(values[0] / values[-1]))

    def _frame(self, place: Place, kind: Any) -> Frame:
        model, data = self.twin.model, self.data
        own = se3(place.pose @ kind.placement)
        if place.node == GROUND:
            zero = np.zeros(3)
            return Frame(own.translation, own.rotation, zero, zero, zero, zero, np.zeros((6, model.nv)))
        joint = place.node + 1
        X = data.oMi[joint] * own
        J = pin.getJointJacobian(model, data, joint, pin.ReferenceFrame.LOCAL)
        turn = np.kron(np.eye(2), X.rotation)
        V, a = own.actInv(data.v[joint]), own.actInv(data.a[joint])
        w, v = X.rotation @ V.angular, X.rotation @ V.linear
        return Frame(
            X.translation,
            X.rotation,
            v,
            w,
            X.rotation @ a.linear + np.cross(w, v),  # of the point, not of space
            X.rotation @ a.angular,
            turn @ own.toActionMatrixInverse() @ J,
        )


def _rows(kind: Any, A: Frame, B: Frame) -> list[tuple[np.ndarray, float, np.ndarray]]:
    """(J, second derivative at q̈ = 0, wrench on b of a unit multiplier) of each row."""
    name = type(kind).__name__
    d, dd, ddd = B.p - A.p, B.v - A.v, B.a - A.a
    found = []
    if name == "Distance":
        J = (d @ (B.J[:3] - A.J[:3])) / kind.length
        return [(J, float(d @ ddd + dd @ dd) / kind.length, np.concatenate([np.zeros(3), d / kind.length]))]
    meeting, perpendicular = _conditions(name, kind)
    for i in meeting or ():
        e = A.R[:, i]
        ed, edd = np.cross(A.w, e), np.cross(A.alpha, e) + np.cross(A.w, np.cross(A.w, e))
        J = e @ (B.J[:3] - A.J[:3]) + np.cross(e, d) @ A.J[3:]
        found.append((J, float(e @ ddd + 2 * ed @ dd + edd @ d), np.concatenate([np.zeros(3), e])))
    if meeting is None:
        for i in range(3):
            found.append((B.J[i] - A.J[i], float(ddd[i]), np.concatenate([np.zeros(3), np.eye(3)[i]])))
    for i, j in perpendicular:
        a, b = A.R[:, i], B.R[:, j]
        ad, bd = np.cross(A.w, a), np.cross(B.w, b)
        add = np.cross(A.alpha, a) + np.cross(A.w, ad)
        bdd = np.cross(B.alpha, b) + np.cross(B.w, bd)
        J = np.cross(b, a) @ (B.J[3:] - A.J[3:])
        found.append((J, float(add @ b + 2 * ad @ bd + a @ bdd), np.concatenate([np.cross(b, a), np.zeros(3)])))
    return found


def _conditions(name: str, kind: Any) -> tuple[tuple[int, ...] | None, tuple[tuple[int, int], ...]]:
    """Axes of a along which b's origin does not leave a's (None: the points meet), and axes that stay square."""
    if name == "Universal":
        first, second = ("XYZ".index(letter) for letter in kind.sequence)
        return None, ((first, second),)
    if name in ("Spherical", "Point"):
        return None, ()
    if name == "Fixed":
        return None, ((0, 1), (0, 2), (1, 2))
    k = kind.steps[0].axis
    i, j = (k + 1) % 3, (k + 2) % 3
    if name == "Revolute":
        return None, ((i, k), (j, k))
    return (i, j), ((i, k), (j, k), (i, j)) if name == "Prismatic" else ((i, k), (j, k))
