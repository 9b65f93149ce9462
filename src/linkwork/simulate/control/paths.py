"""Motions of all joints of a machine along a path of some joints or of a platform, loops closed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.errors import OptionError
from linkwork.motion import Constant, sample

from ..machine import Machine
from .model import check_freedoms
from .reference import JointTable
from .task import attitude as attitude_rates

SAMPLES_A_SECOND = 500


def joint_table(
    system: Machine,
    path: Mapping[str, Any],
    *,
    axes: str = "xyz",
    turn: Any = None,
    attitude: Any = None,
    duration: float | None = None,
    samples: int | None = None,
    start: Any = None,
    p: Any = None,
) -> JointTable:
    """Positions, rates and accelerations of all joints while the named joints or bodies follow trajectories.

    path      {"O1": trajectory} or {"platform": trajectory of its origin along `axes`}
    turn      angle of the body about z (a trajectory of one value or a number), None to leave it free
    attitude  its angles (a, b, c) of R = Rot_z(a) Rot_y(b) Rot_x(c) (a trajectory or three numbers), or None
    samples   of the table, in between cubic pieces; 500 a second if None

    Values, turn and attitude together must be as many as the machine has freedoms.
    """
    trajectories = {name: x if hasattr(x, "position") else Constant(x) for name, x in path.items()}
    turned = _turned(system, list(trajectories), turn, attitude)
    if turned is not None:
        trajectories[turned.label] = turned.angles
    check_freedoms(system, sum(x.size for x in trajectories.values()), "path of a joint table")
    length = max(x.duration for x in trajectories.values()) if duration is None else duration
    if not np.isfinite(length) or length <= 0:
        raise OptionError("joint_table", "follows a path that never ends", "Give duration=...")
    count = samples or max(50, int(SAMPLES_A_SECOND * length)) + 1
    t = np.linspace(0.0, length, count)
    told = {name: sample(x, t) for name, x in trajectories.items()}
    angles = None if turned is None else told.pop(turned.label)
    q = _positions(system, told, axes, t, start, p, None if turned is None else (turned, angles))
    J, drift, _ = system.loops(p).rates(q, np.zeros(system.n_v), t)
    A, rates = [J, *(_rows(system, name, axes, q, p) for name in told)], [-drift]
    rates += [_in_order(system, name, each.velocity) for name, each in told.items()]
    omega = None if turned is None else turned.rates(t)
    if turned is not None and omega is not None:
        A.append(_jacobian(system, "jacobian", turned.body, p, q)[:, turned.rows])
        rates.append(omega[0])
    inverse = np.linalg.pinv(np.concatenate(A, axis=1))
    v = _solved(inverse, rates)
    pushes = [system.loops(p).rates(q, v, t)[2]]
    for name, each in told.items():
        pushes.append(_in_order(system, name, each.acceleration) - _bias(system, name, axes, q, v, p))
    if turned is not None and omega is not None:
        J_dot = _jacobian(system, "jacobian_rate", turned.body, p, q, v)[:, turned.rows]
        pushes.append(omega[1] - (J_dot @ v[..., None])[..., 0])
    return JointTable(t, q, v, _solved(inverse, pushes))


@dataclass(frozen=True)
class _Turned:
    """How a body is turned along a path: about z, or by three angles."""

    body: str
    angles: Any

    @property
    def label(self) -> str:
        """What no joint or body is called."""
        return f"attitude of {self.body!r}"

    @property
    def rows(self) -> list[int]:
        """Rows of the body's Jacobian."""
        return [2] if self.angles.size == 1 else [0, 1, 2]

    def rotation(self, row: np.ndarray) -> Any:
        """At one sample, as `assemble` takes it."""
        return ("z", float(row[0])) if len(row) == 1 else ("ZYX", tuple(map(float, row)))

    def rates(self, t: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Angular velocity and acceleration in the world at all samples."""
        if self.angles.size == 1:
            return sample(self.angles, t).velocity, sample(self.angles, t).acceleration
        _, omega, rate = attitude_rates(t, self.angles)
        return tuple(np.stack([np.broadcast_to(x, t.shape) for x in row], axis=-1) for row in (omega, rate))  # type: ignore[return-value]


def _turned(system: Machine, names: list[str], turn: Any, attitude: Any) -> _Turned | None:
    """The one body of a path whose turning is told."""
    if turn is None and attitude is None:
        return None
    if turn is not None and attitude is not None:
        raise OptionError("joint_table", "has a turn and an attitude", "Give one of them")
    bodies = [name for name in names if name in system.plan.bodies]
    if len(bodies) != 1:
        told = f"does not tell which body turns: the path names {len(bodies)}"
        raise OptionError("joint_table", told, "Name one body in the path, such as {'platform': trajectory}")
    given, size = (turn, 1) if attitude is None else (attitude, 3)
    angles: Any = given if hasattr(given, "position") else Constant(given)
    if angles.size != size:
        raise OptionError("joint_table", f"has {angles.size} angles of body {bodies[0]!r}", f"Give {size}")
    return _Turned(bodies[0], angles)


def _solved(inverse: np.ndarray, parts: list[np.ndarray]) -> np.ndarray:
    return (inverse @ np.concatenate(parts, axis=1)[..., None])[..., 0]


def _positions(
    system: Machine, told: Mapping[str, Any], axes: str, t: np.ndarray, start: Any, p: Any, turning: Any
) -> np.ndarray:
    """Each pose from the one before."""
    q = system.closed_start if start is None else np.asarray(start, dtype=float)
    found = []
    for k in range(len(t)):
        joints = {name: _value(each.position[k]) for name, each in told.items() if name not in system.plan.bodies}
        poses: dict[str, tuple[Any, ...]] = {
            name: _place(each.position[k], axes) for name, each in told.items() if name in system.plan.bodies
        }
        if turning is not None:
            turned, angles = turning
            poses[turned.body] = (*poses[turned.body], turned.rotation(angles.position[k]))
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
        return _jacobian(system, "jacobian", name, p, q)[:, [3 + "xyz".index(c) for c in axes]]
    units = np.eye(system.n_v)[list(system.rate_indices(name))]
    return np.broadcast_to(units, (len(q), *units.shape))


def _bias(system: Machine, name: str, axes: str, q: np.ndarray, v: np.ndarray, p: Any) -> Any:
    if name not in system.plan.bodies:
        return 0.0
    J_dot = _jacobian(system, "jacobian_rate", name, p, q, v)[:, [3 + "xyz".index(c) for c in axes]]
    return (J_dot @ v[..., None])[..., 0]


def _jacobian(system: Machine, law: str, body: str, p: Any, *state: np.ndarray) -> np.ndarray:
    rest = {"p": system.parameter_array(p)} if system.parameters else {}
    return np.asarray(system.kernel(law, body=body).call(*state, **rest))
