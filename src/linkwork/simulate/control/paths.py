"""Motions of all joints of a machine along a path of some joints or of a platform, loops closed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from linkwork.errors import OptionError
from linkwork.motion import Constant, sample

from ..machine import Machine
from .reference import JointTable

SAMPLES_A_SECOND = 500


def joint_table(
    system: Machine,
    path: Mapping[str, Any],
    *,
    duration: float | None = None,
    samples: int | None = None,
    axes: str = "xyz",
    start: Any = None,
    p: Any = None,
) -> JointTable:
    """Positions, rates and accelerations of all joints while the named joints or bodies follow trajectories.

    path     {"O1": trajectory} or {"platform": trajectory of its origin along `axes`}; as many as there are freedoms
    samples  of the table, in between cubic pieces; 500 a second if None
    """
    trajectories = {name: x if hasattr(x, "position") else Constant(x) for name, x in path.items()}
    length = max(x.duration for x in trajectories.values()) if duration is None else duration
    if not np.isfinite(length) or length <= 0:
        raise OptionError("joint_table", "follows a path that never ends", "Give duration=...")
    count = samples or max(50, int(SAMPLES_A_SECOND * length)) + 1
    t = np.linspace(0.0, length, count)
    told = {name: sample(x, t) for name, x in trajectories.items()}
    q = _positions(system, told, axes, t, start, p)
    J, drift, _ = system.loops(p).rates(q, np.zeros(system.n_v), t)
    picks = [_rows(system, name, axes, q, p) for name in told]
    A = np.concatenate([J, *picks], axis=1)
    inverse = np.linalg.pinv(A)
    v = _solved(inverse, [-drift, *(_in_order(system, name, each.velocity) for name, each in told.items())])
    psi = system.loops(p).rates(q, v, t)[2]
    pushes = [
        _in_order(system, name, each.acceleration) - _bias(system, name, axes, q, v, p) for name, each in told.items()
    ]
    return JointTable(t, q, v, _solved(inverse, [psi, *pushes]))


def _solved(inverse: np.ndarray, parts: list[np.ndarray]) -> np.ndarray:
    return (inverse @ np.concatenate(parts, axis=1)[..., None])[..., 0]


def _positions(system: Machine, told: Mapping[str, Any], axes: str, t: np.ndarray, start: Any, p: Any) -> np.ndarray:
    """Each pose from the one before."""
    q = system.closed_start if start is None else np.asarray(start, dtype=float)
    found = []
    for k in range(len(t)):
        joints = {name: _value(each.position[k]) for name, each in told.items() if name not in system.plan.bodies}
        poses = {name: _place(each.position[k], axes) for name, each in told.items() if name in system.plan.bodies}
        q = system.assemble(q, poses=poses, t=float(t[k]), p=p, **joints)
        found.append(q)
    return np.array(found)


def _value(row: np.ndarray) -> Any:
    return float(row[0]) if len(row) == 1 else row


def _place(row: np.ndarray, axes: str) -> tuple[float | None, ...]:
    return tuple(float(row[axes.index(c)]) if c in axes else None for c in "xyz")


def _in_order(system: Machine, name: str, values: np.ndarray) -> np.ndarray:
    if name in system.plan.bodies:
        return values
    order = system.plan.joints[name].order if name in system.plan.joints else 1
    return values[:, ::order]


def _rows(system: Machine, name: str, axes: str, q: np.ndarray, p: Any) -> np.ndarray:
    if name in system.plan.bodies:
        rest = {"p": system.parameter_array(p)} if system.parameters else {}
        J = system.kernel("jacobian", body=name).call(q, **rest)
        return J[:, [3 + "xyz".index(c) for c in axes]]
    units = np.eye(system.n_v)[list(system.rate_indices(name))]
    return np.broadcast_to(units, (len(q), *units.shape))


def _bias(system: Machine, name: str, axes: str, q: np.ndarray, v: np.ndarray, p: Any) -> Any:
    if name not in system.plan.bodies:
        return 0.0
    rest = {"p": system.parameter_array(p)} if system.parameters else {}
    J_dot = system.kernel("jacobian_rate", body=name).call(q, v, **rest)
    return (J_dot[:, [3 + "xyz".index(c) for c in axes]] @ v[..., None])[..., 0]
