"""Prescribed motions: coordinates and points that follow functions of time; their multipliers are driving forces."""

from __future__ import annotations

from typing import Any

from linkwork.algebra.jets import Jet, coefficients
from linkwork.algebra.scalars import Scalar
from linkwork.connectivity.conditions import JointMotion, PointMotion
from linkwork.connectivity.plan import GROUND, Place
from linkwork.dynamics.motion import Motion
from linkwork.dynamics.rows import Row


def joint_motion_rows(condition: JointMotion, motion: Motion) -> list[Row]:
    """h = q − f(t): J picks the rate, drift = −ḟ, bias = −f̈; λ is the joint force (or torque) that drives."""
    targets = condition.law(motion.time)
    found = []
    for (q, v, name), target in zip(condition.terms, targets):
        f, fd, fdd = coefficients(target, 2)
        found.append(Row(condition.name, name, motion.q[q] - f, {v: 1.0}, -fd, -fdd))
    return found


def point_motion_rows(condition: PointMotion, motion: Motion) -> list[Row]:
    """h = r_i − f(t) for a point r, along axes i of the world; λ is the force on it that drives.

    J_k = e_i · (motion column of node k at r),  drift = −ḟ,  bias = r̈_i − f̈ at q̈ = 0        (1)
    """
    ground = Place(GROUND, condition.place.pose)
    place = motion.frame(condition.place).translation
    columns = motion.view().own_columns(condition.place, ground, place)
    acceleration: list[Scalar] = [0.0, 0.0, 0.0]
    if motion.v is not None:
        here, there = (
            motion.view().moving_frame(condition.place).translation,
            motion.view().moving_frame(ground).translation,
        )
        acceleration = [_second(a - b) for a, b in zip(here, there)]
    found = []
    for i, target in zip(condition.axes, condition.law(motion.time)):
        f, fd, fdd = coefficients(target, 2)
        J = {k: s.linear[i] for k, s in columns.items()}
        found.append(Row(condition.name, f"force {'xyz'[i]}", place[i] - f, J, -fd, acceleration[i] - fdd))  # (1)
    return found


def _second(x: Any) -> Scalar:
    return x.derivative(2) if isinstance(x, Jet) else 0.0
