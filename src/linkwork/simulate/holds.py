"""What is held while loops are closed: joints, single coordinates, places of bodies."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.blueprint.frames import rotation_moves
from linkwork.errors import OptionError, ShapeError, UnknownName
from linkwork.simulate.coordinates import normalised
from linkwork.simulate.machine import Machine

Rows = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Wanted:
    """One thing that has to be reached beside the loops: its name, and (h, J) in a pose."""

    name: str
    rows: Callable[[np.ndarray], Rows]


@dataclass(frozen=True)
class Held:
    """A guess with the held joints set, the rates that may still move, and what else is wanted."""

    q: np.ndarray
    free: np.ndarray
    wanted: tuple[Wanted, ...]
    names: tuple[str, ...]


def held(
    system: Machine,
    guess: np.ndarray,
    hold: Collection[str] | Mapping[str, Any],
    joints: Mapping[str, Any],
    poses: Mapping[str, Any],
    p: Any = None,
) -> Held:
    """What the user holds: `hold` joints as they are (or with values), `joints` at values, `poses` of bodies."""
    values = dict(hold) if isinstance(hold, Mapping) else {}
    kept = () if isinstance(hold, Mapping) else ((hold,) if isinstance(hold, str) else tuple(hold))
    values.update(joints)
    q = normalised(system.plan, system.q(guess, **values))
    fixed: set[int] = set()
    wanted: list[Wanted] = []
    for name in (*kept, *values):
        columns = _columns(system, name)
        if columns is None:
            wanted.append(_coordinate(system, name, float(q[system.q_names.index(name)])))
        else:
            fixed.update(columns)
    wanted += [_pose(system, name, pose, p) for name, pose in poses.items()]
    free = np.array([k for k in range(system.n_v) if k not in fixed], dtype=int)
    return Held(q, free, tuple(wanted), (*kept, *values, *poses))


def _columns(system: Machine, name: str) -> tuple[int, ...] | None:
    """The rates that stand still with a joint or a coordinate; None for one coordinate of a quaternion's joint."""
    if name in system.plan.joints:
        where = system.plan.joints[name].v
        return tuple(range(where.start, where.stop))
    if name not in system.q_names:
        raise UnknownName("joint", name, (*system.plan.joints, *system.q_names), f"mechanism {system.blueprint.name!r}")
    k = system.q_names.index(name)
    node = next(n for n in system.plan.nodes if n.q <= k < n.q + n.step.n_q)
    return (node.v,) if node.step.n_q == node.step.n_v == 1 else None


def _coordinate(system: Machine, name: str, value: float) -> Wanted:
    """q_k = value, where the rates are not the coordinates' own."""
    k, units = system.q_names.index(name), np.eye(system.n_v)

    def rows(q: np.ndarray) -> Rows:
        return np.array([q[k] - value]), system.coordinate_rates(q, units)[None, :, k]

    return Wanted(f"coordinate {name!r}", rows)


def _pose(system: Machine, name: str, pose: Any, p: Any) -> Wanted:
    """Position, and attitude if it is given, of a body or a named frame in the world."""
    from scipy.spatial.transform import Rotation  # takes its time to import

    body, at, turned = _place(system, name)
    axes, target, R = _parts(name, pose)
    jacobian = system.kernel("jacobian", body=body, at=at).call
    point, poses = system.kernel("point", body=body, at=at).call, system.kernel("poses").call
    index = tuple(system.plan.bodies).index(body)
    rest = {"p": system.parameter_array(p)} if system.parameters else {}

    def rows(q: np.ndarray) -> Rows:
        J = jacobian(q, **rest)
        h, parts = [point(q, **rest)[axes] - target], [J[3:][axes]]
        if R is not None:
            error = Rotation.from_matrix(poses(q, **rest)[0][index] @ turned @ R.T).as_rotvec()
            h.append(error)
            parts.append(_log_rate(error) @ J[:3])
        return np.concatenate(h), np.concatenate(parts)

    return Wanted(f"body {name!r}", rows)


def _log_rate(phi: np.ndarray) -> np.ndarray:
    """Rate of a rotation vector from the angular velocity: 1 − φ~/2 + (1/φ² − (1 + cos φ)/(2 φ sin φ)) φ~φ~."""
    a = float(np.linalg.norm(phi))
    S = np.array([[0.0, -phi[2], phi[1]], [phi[2], 0.0, -phi[0]], [-phi[1], phi[0], 0.0]])
    c = 1.0 / 12.0 if a < 1e-4 else 1.0 / a**2 - 0.5 / (a * np.tan(0.5 * a))
    return np.eye(3) - 0.5 * S + c * S @ S


def _place(system: Machine, name: str) -> tuple[str, tuple[float, ...], np.ndarray]:
    """(body, point, rotation) of a body or of a named frame."""
    for named in system.blueprint.frames:
        if named.name == name:
            pose = named.frame.pose
            R = np.array([[float(x) for x in row] for row in pose.rotation])
            return named.frame.body, tuple(float(x) for x in pose.translation), R
    if name not in system.plan.bodies:
        frames = (f.name for f in system.blueprint.frames)
        raise UnknownName("body", name, (*system.plan.bodies, *frames), f"mechanism {system.blueprint.name!r}")
    return name, (0.0, 0.0, 0.0), np.eye(3)


def _parts(name: str, pose: Any) -> tuple[list[int], np.ndarray, np.ndarray | None]:
    """(axes, values, rotation) of (x, y[, z][, rotation]); None leaves an axis free."""
    what = f"pose of {name!r}"
    if not isinstance(pose, Sequence) and not isinstance(pose, np.ndarray):
        raise ShapeError(what, f"is {pose!r}", "Give (x, y, z), None where it is free, and a rotation if one is wanted")
    items = list(pose)
    numbers = [x for x in items if not isinstance(x, (str, tuple, list, np.ndarray))]
    rest = items[len(numbers) :]
    if len(numbers) > 3 or len(rest) > 1 or numbers != items[: len(numbers)]:
        raise OptionError(
            what, f"has {len(items)} parts", "Give (x, y, z) and at most one rotation, such as ('z', 0.3)"
        )
    axes = [i for i, x in enumerate(numbers) if x is not None]
    R = None
    if rest:
        (move, *more) = rotation_moves(rest[0], what)
        turned = move.pose
        for each in more:
            turned = turned @ each.pose
        R = np.array([[float(x) for x in row] for row in turned.rotation])
    return axes, np.array([numbers[i] for i in axes], dtype=float), R
