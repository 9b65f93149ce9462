"""The same machine for Pinocchio: nodes become joints, cuts become rigid constraints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pinocchio as pin

from linkwork.algebra.poses import Pose
from linkwork.algebra.steps import Ball, Free, Helix, Slide, Turn
from linkwork.connectivity.plan import GROUND, Place, Plan

AXES = np.eye(3)


@dataclass
class Twin:
    """A Pinocchio model with what is needed to compare with it.

    q_of(q), v_of(v)  our coordinates and rates in Pinocchio's order and convention
    back              where our rate k lies among Pinocchio's
    """

    plan: Plan
    model: Any
    constraints: Any
    back: np.ndarray

    def q_of(self, q: np.ndarray) -> np.ndarray:
        """Coordinates: quaternions as (x, y, z, w); one-variable steps with their sign and offset inside."""
        new = np.zeros(self.model.nq)
        for i, node in enumerate(self.plan.nodes):
            at, step = self.model.joints[i + 1].idx_q, node.step
            x = q[node.q : node.q + step.n_q]
            if isinstance(step, Ball):
                new[at : at + 4] = np.roll(x, -1)
            elif isinstance(step, Free):
                new[at : at + 7] = [*x[:3], *np.roll(x[3:], -1)]
            else:
                new[at] = x[0] * step.sign  # type: ignore[attr-defined]
        return new

    def v_of(self, v: np.ndarray) -> np.ndarray:
        """Rates, accelerations or forces in Pinocchio's order."""
        new = np.zeros(self.model.nv)
        new[self.back] = v * self.signs
        return new

    def v_from(self, v: np.ndarray) -> np.ndarray:
        """The way back."""
        return v[self.back] * self.signs

    @property
    def signs(self) -> np.ndarray:
        """Direction of each rate against Pinocchio's."""
        signs = np.ones(self.plan.n_v)
        for node in self.plan.nodes:
            if node.step.n_v == 1:
                signs[node.v] = node.step.sign  # type: ignore[attr-defined]
        return signs


def se3(pose: Pose) -> Any:
    """A pose for Pinocchio."""
    R = np.array([[float(x) for x in row] for row in pose.rotation])
    return pin.SE3(R, np.array([float(x) for x in pose.translation]))


def twin(plan: Plan) -> Twin:
    """The Pinocchio model of a plan; its cut joints as 3D constraints where they hold a point, else 6D."""
    model = pin.Model()
    model.gravity = pin.Motion(np.array([float(x) for x in plan.gravity]), np.zeros(3))
    back = np.zeros(plan.n_v, dtype=int)
    for i, node in enumerate(plan.nodes):
        step, placement = node.step, node.placement
        joint = _joint(step)
        if isinstance(step, (Turn, Helix)) and step.offset:
            placement = placement @ Turn(step.axis, step.offset).pose([0.0])
        if isinstance(step, Slide) and step.offset:
            placement = placement @ Slide(step.axis).pose([step.offset])
        index = model.addJoint(node.parent + 1, joint, se3(placement), f"{i}:{node.name}")
        I, m = np.array(node.inertia.I.rows(), dtype=float), float(node.inertia.mass)
        if m > 0.0:
            c = np.array([float(x) for x in node.inertia.h]) / m
            Ic = I + m * pin.skew(c) @ pin.skew(c)
            model.appendBodyToJoint(index, pin.Inertia(m, c, Ic), pin.SE3.Identity())
        model.armature[model.joints[index].idx_v] = float(node.rotor)
        first = model.joints[index].idx_v
        order = [3, 4, 5, 0, 1, 2] if isinstance(step, Free) else range(step.n_v)
        back[node.v : node.v + step.n_v] = [first + k for k in order]
    constraints = pin.StdVec_RigidConstraintModel()
    for cut in plan.cuts:
        constraints.append(_constraint(model, cut))
    return Twin(plan, model, constraints, back)


def _joint(step: Any) -> Any:
    if isinstance(step, Turn):
        return (pin.JointModelRX, pin.JointModelRY, pin.JointModelRZ)[step.axis]()
    if isinstance(step, Slide):
        return (pin.JointModelPX, pin.JointModelPY, pin.JointModelPZ)[step.axis]()
    if isinstance(step, Helix):
        return pin.JointModelHelicalUnaligned(AXES[step.axis], float(step.pitch))
    return pin.JointModelSpherical() if isinstance(step, Ball) else pin.JointModelFreeFlyer()


def _constraint(model: Any, cut: Any) -> Any:
    def side(place: Place) -> tuple[int, Any]:
        return (0 if place.node == GROUND else place.node + 1), se3(place.pose @ cut.kind.placement)

    (a, A), (b, B) = side(cut.a), side(cut.b)
    point = sum(row.name.startswith("force") for row in cut.kind.rows) == 3
    kind = pin.ContactType.CONTACT_3D if point and len(cut.kind.rows) <= 5 else pin.ContactType.CONTACT_6D
    frame = pin.ReferenceFrame.LOCAL
    return pin.RigidConstraintModel(kind, model, a, A, b, B, frame)


def constraint_datas(machine: Twin) -> Any:
    """Work space for the constraints."""
    datas = pin.StdVec_RigidConstraintData()
    for constraint in machine.constraints:
        datas.append(constraint.createData())
    return datas


def constrained_acceleration(
    machine: Twin, q: np.ndarray, v: np.ndarray, tau: np.ndarray, mu: float = 1e-11
) -> np.ndarray:
    """q̈ by `constraintDynamics` with proximal iterations (they allow dependent rows)."""
    data = machine.model.createData()
    datas = constraint_datas(machine)
    pin.initConstraintDynamics(machine.model, data, machine.constraints, datas)
    settings = pin.ProximalSettings(1e-14, mu, 20)
    qdd = pin.constraintDynamics(
        machine.model, data, machine.q_of(q), machine.v_of(v), machine.v_of(tau), machine.constraints, datas, settings
    )
    return machine.v_from(qdd)
