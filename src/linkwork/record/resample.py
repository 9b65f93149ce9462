"""A record at other times."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from scipy.interpolate import CubicHermiteSpline

from linkwork.errors import OptionError

from .record import Record

QUATERNION = ("w", "x", "y", "z")
FREE = ("x", "y", "z", "w", "qx", "qy", "qz")


def resample(record: Record, t: Any) -> Record:
    """Coordinates and rates by cubic Hermite pieces from q, q̇(q, v) and q̈ (fourth order); the rest by straight lines.

    `t` is a row of times within the record, or one number: the step of an even grid from the first sample to the last.
    """
    times = _times(record, t)
    old, distinct = np.unique(record.t, return_index=True)  # an event may record one instant twice
    rows = record.data[distinct]
    data = np.empty((len(times), record.layout.width))
    for k in range(record.layout.width):
        data[:, k] = np.interp(times, old, rows[:, k])
    where = record.layout.slices
    if len(old) > 1 and "q" in where and "v" in where:
        q, v = rows[:, where["q"]], rows[:, where["v"]]
        data[:, where["q"]] = _unit(record, CubicHermiteSpline(old, q, _q_dot(record, q, v))(times))
        if "qdd" in where:
            data[:, where["v"]] = CubicHermiteSpline(old, v, rows[:, where["qdd"]])(times)
    data[:, 0] = times
    return replace(record, data=data)


def _times(record: Record, t: Any) -> np.ndarray:
    if not len(record):
        raise OptionError("resample", "the record is empty", "Resample a record with samples.")
    start, end = record.t[0], record.t[-1]
    if np.ndim(t) == 0:
        if not t > 0:
            raise OptionError("resample: step", f"is {t}", "Give a step above zero, or a row of times.")
        count = int(np.floor((end - start) / t * (1 + 1e-12)))
        return start + t * np.arange(count + 1)
    times = np.asarray(t, dtype=float)
    if times.size and (times.min() < start or times.max() > end):
        told = f"reach from {times.min():g} to {times.max():g} s"
        raise OptionError("resample: times", told, f"Stay within the record: {start:g} to {end:g} s.")
    return times


def _joints(record: Record) -> list[tuple[list[int], list[int], tuple[str, ...]]]:
    """Places in q, places in v and names of the coordinates of every joint."""
    q, v = record.layout.channel("q"), record.layout.channel("v")
    return [(q.of(owner), v.of(owner), tuple(q.columns[k].component for k in q.of(owner))) for owner in q.owners]


def _q_dot(record: Record, q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """q̇ of the samples: the rates, except where a quaternion is turned by an angular velocity in the child's frame."""
    q_dot = np.empty_like(q)
    for in_q, in_v, names in _joints(record):
        if names == QUATERNION:
            q_dot[:, in_q] = _quaternion_rate(q[:, in_q], v[:, in_v])
        elif names == FREE:
            turn = q[:, in_q[3:]]
            q_dot[:, in_q[3:]] = _quaternion_rate(turn, v[:, in_v[:3]])
            q_dot[:, in_q[:3]] = _rotated(turn, v[:, in_v[3:]])
        else:
            q_dot[:, in_q] = v[:, in_v]
    return q_dot


def _unit(record: Record, q: np.ndarray) -> np.ndarray:
    """The coordinates with their quaternions at length one."""
    for in_q, _, names in _joints(record):
        if names in (QUATERNION, FREE):
            part = in_q[-4:]
            q[:, part] /= np.linalg.norm(q[:, part], axis=1, keepdims=True)
    return q


def _quaternion_rate(p: np.ndarray, omega: np.ndarray) -> np.ndarray:
    """ṗ = ½ p ∘ (0, ω) for an angular velocity ω in the child's frame."""
    w, xyz = p[:, :1], p[:, 1:]
    real = -np.sum(xyz * omega, axis=1, keepdims=True)
    return 0.5 * np.hstack([real, w * omega + np.cross(xyz, omega)])


def _rotated(p: np.ndarray, x: np.ndarray) -> np.ndarray:
    """The vectors x turned by the unit quaternions p."""
    w, xyz = p[:, :1], p[:, 1:]
    twice = 2 * np.cross(xyz, x)
    return x + w * twice + np.cross(xyz, twice)
