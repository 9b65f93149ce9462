"""Reference: what joints are to follow, as expressions of time or as tables that the kernel looks up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.algebra.scalars import Scalar
from linkwork.errors import OptionError, ShapeError, UnknownName
from linkwork.motion import Constant

from ..machine import Machine
from .law import At
from .table import Table

Triple = tuple[list[Scalar], list[Scalar], list[Scalar]]


@dataclass(frozen=True, eq=False)
class JointTable:
    """Positions, rates and accelerations of all joints at times: `t` (n,), `q` (n, n_q), `v` and `vd` (n, n_v)."""

    t: np.ndarray
    q: np.ndarray
    v: np.ndarray
    vd: np.ndarray

    @property
    def duration(self) -> float:
        """Time of the last sample."""
        return float(self.t[-1])


@dataclass(frozen=True)
class Reference:
    """What some joints are to follow.

    indices  (coordinate, rate) of each
    values   their positions, rates and accelerations, where a law is asked; tables come as the first signals
    """

    indices: tuple[tuple[int, int], ...]
    values: Callable[[At], Triple]
    tables: tuple[Table, ...] = ()

    def errors(self, at: At) -> tuple[list[Scalar], list[Scalar]]:
        """Position and rate errors, desired less actual."""
        q, v, _ = self.values(at)
        e = [x - at.q[i] for x, (i, _) in zip(q, self.indices)]
        return e, [x - at.v[k] for x, (_, k) in zip(v, self.indices)]


def reference(system: Machine, desired: Any) -> Reference:
    """From a trajectory of the driven rates, trajectories or numbers by joint, a row of numbers, or a table."""
    if isinstance(desired, JointTable):
        return _tabulated(system, desired)
    if isinstance(desired, Mapping):
        return _by_name(system, desired)
    driven = tuple(_coordinate_of(system, k) for k in system.plan.actuated)
    trajectory = desired if hasattr(desired, "position") else Constant(desired)
    if trajectory.size != len(driven):
        names = ", ".join(system.driven) or "nothing is driven"
        raise ShapeError("desired motion", f"has {trajectory.size} values", f"Give {len(driven)}: {names}")
    return Reference(driven, _followed([(trajectory, driven)]))


def _by_name(system: Machine, desired: Mapping[str, Any]) -> Reference:
    parts, indices = [], []
    for name, each in desired.items():
        own = tuple(_coordinate_of(system, k) for k in system.rate_indices(name))
        trajectory = each if hasattr(each, "position") else Constant(each)
        if trajectory.size != len(own):
            right = f"Give {len(own)} values"
            raise ShapeError(f"desired motion of {name!r}", f"has {trajectory.size} values", right)
        parts.append((trajectory, own))
        indices += own
    if len(set(indices)) < len(indices):
        raise OptionError("desired motion", "names a joint twice", "Name every joint once")
    return Reference(tuple(indices), _followed(parts))


def _followed(parts: Sequence[tuple[Any, Any]]) -> Callable[[At], Triple]:
    def values(at: At) -> Triple:
        rows: Triple = ([], [], [])
        for trajectory, _ in parts:
            for row, law in zip(rows, (trajectory.position, trajectory.velocity, trajectory.acceleration)):
                row.extend(law(at.t))
        return rows

    return values


def _tabulated(system: Machine, table: JointTable) -> Reference:
    indices = tuple(_coordinate_of(system, k) for k in system.plan.actuated)
    i, k = [each[0] for each in indices], [each[1] for each in indices]
    tables = (Table(table.t, table.q[:, i]), Table(table.t, table.v[:, k]), Table(table.t, table.vd[:, k]))
    n = len(indices)

    def values(at: At) -> Triple:
        u = list(at.u)
        return u[:n], u[n : 2 * n], u[2 * n : 3 * n]

    return Reference(indices, values, tables)


def _coordinate_of(system: Machine, rate: int) -> tuple[int, int]:
    """(coordinate, rate) of a rate that is the rate of one coordinate."""
    for node in system.plan.nodes:
        if node.v <= rate < node.v + node.step.n_v:
            if node.step.n_v == 1:
                return node.q, rate
            name = system.v_names[rate]
            told = "belongs to a quaternion, which has no single coordinate to follow"
            raise OptionError(f"rate {name!r}", told, "Give the joint Euler angles, or write the law as a function")
    raise UnknownName("rate", rate, system.v_names)
