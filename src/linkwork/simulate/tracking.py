"""Tracking: a branch of closed poses followed while named joints go along a path."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from linkwork.algebra.steps import Turn
from linkwork.errors import AssemblyError, OptionError, ShapeError, SingularError
from linkwork.simulate.assembly import Problem
from linkwork.simulate.closing import EXACT
from linkwork.simulate.consistency import velocity
from linkwork.simulate.coordinates import advance, difference, normalised
from linkwork.simulate.holds import held
from linkwork.simulate.machine import Machine
from linkwork.simulate.modes import assembly_modes
from linkwork.simulate.size import size

JUMP = 0.5  # radians, or share of the machine's size: a larger step is halved
HALVINGS = 10
Path = Mapping[str, np.ndarray]
Tracker = Callable[..., np.ndarray]


def follow(
    system: Machine,
    path: Mapping[str, Any],
    start: Any = None,
    *,
    method: str = "newton",
    t: Any = None,
    p: Any = None,
    **options: Any,
) -> np.ndarray:
    """Coordinates at every sample of a path, on the branch of the start; see `System.follow`."""
    if method not in METHODS:
        raise OptionError(f"method {method!r}", "cannot follow a branch", f"Use {', '.join(map(repr, METHODS))}")
    values = {name: np.asarray(x, dtype=float) for name, x in path.items()}
    count = {x.shape[0] for x in values.values() if x.ndim} | ({np.shape(t)[0]} if np.ndim(t) else set())
    if len(count) != 1:
        raise ShapeError("path", f"has samples of different number: {sorted(count)}", "Give each joint equally many")
    (samples,) = count
    values = {name: np.broadcast_to(x, (samples, *x.shape[1:])) for name, x in values.items()}
    times = np.broadcast_to(np.zeros(samples) if t is None else np.asarray(t, dtype=float), (samples,))
    first = {name: x[0] for name, x in values.items()}
    q = system.assemble(start, t=float(times[0]), p=p, **first)
    return METHODS[method](system, q, values, times, p, **options)


def by_newton(system: Machine, q: np.ndarray, path: Path, times: np.ndarray, p: Any) -> np.ndarray:
    """Each pose by Newton's iteration from the one before; steps that jump are halved.

    Reference: Sathuluri (2019), chapter 3, method 3.
    """
    found = [q]
    for k in range(1, len(times)):
        here, there = ({name: x[i] for name, x in path.items()} for i in (k - 1, k))
        found.append(_step(system, found[-1], here, there, times[k - 1], times[k], p, k))
    return np.array(found)


def _step(
    system: Machine,
    q: np.ndarray,
    here: Mapping[str, Any],
    there: Mapping[str, Any],
    t0: float,
    t1: float,
    p: Any,
    sample: int,
) -> np.ndarray:
    """The pose at one sample from that of the sample before."""
    done, part = 0.0, 1.0
    while done < 1.0:
        s = min(1.0, done + part)
        values = {name: here[name] + s * (np.asarray(there[name]) - here[name]) for name in here}
        problem = Problem(system, float(t0 + s * (t1 - t0)), p, size(system.plan), EXACT)
        end = problem.solve(held(system, q, (), values, {}, p), 30)
        near = np.abs(problem.scaled(difference(system.plan, q, end.q))).max(initial=0.0) <= JUMP
        if problem.done(end) and near:
            q, done, part = end.q, s, min(1.0, 2.0 * part)
        elif part <= 0.5**HALVINGS:
            raise _lost(system, sample, values, problem.done(end))
        else:
            part *= 0.5
    return q


def _lost(system: Machine, sample: int, values: Mapping[str, Any], jumps: bool) -> Exception:
    at = ", ".join(f"{name} = {np.round(x, 6)}" for name, x in values.items())
    what, before = f"mechanism {system.blueprint.name!r}", f"before sample {sample}, at {at}"
    if jumps:
        remedy = "Branches meet there; keep the path away from it, or follow it with method='rates'"
        return SingularError(what, f"leaves its branch {before}: the pose jumps however small the step", remedy)
    return AssemblyError(what, f"cannot be closed any more {before}", "End the path there, or start on another branch")


def by_rates(system: Machine, q: np.ndarray, path: Path, times: np.ndarray, p: Any, *, substeps: int = 4) -> np.ndarray:
    """Integration of q̇ from the rates of the path, by Runge and Kutta; the loops are not closed again, so they drift.

    Reference: Sathuluri (2019), chapter 3, method 2.
    """
    found = [q]
    for k in range(1, len(times)):
        span = times[k] - times[k - 1]
        rates = {name: x[k] - x[k - 1] for name, x in path.items()}  # per sample
        for n in range(substeps):
            t = times[k - 1] + span * n / substeps
            q = _runge_kutta(system, q, rates, t, span, 1.0 / substeps, p)
        found.append(q)
    return np.array(found)


def _runge_kutta(
    system: Machine, q: np.ndarray, rates: Mapping[str, Any], t: float, span: float, h: float, p: Any
) -> np.ndarray:
    """One step; time runs `span` a sample, so rates per second are rates per sample over span."""

    def slope(x: np.ndarray, s: float) -> np.ndarray:
        if span == 0.0:
            v = velocity(system, x, t=t, p=p, rates=rates)
        else:
            v = span * velocity(system, x, t=t + s * span, p=p, rates={k: r / span for k, r in rates.items()})
        return system.coordinate_rates(x, v)

    a = slope(q, 0.0)
    b = slope(q + 0.5 * h * a, 0.5 * h)
    c = slope(q + 0.5 * h * b, 0.5 * h)
    d = slope(q + h * c, h)
    return normalised(system.plan, q + h / 6.0 * (a + 2.0 * b + 2.0 * c + d))


def by_nearest(
    system: Machine, q: np.ndarray, path: Path, times: np.ndarray, p: Any, *, starts: int = 60
) -> np.ndarray:
    """The nearest of all assembly modes at each sample: Ψ = max |q − q_before|, angles modulo a turn.

    Reference: Sathuluri (2019), chapter 3, method 1.
    """
    found = [q]
    for k in range(1, len(times)):
        values = {name: x[k] for name, x in path.items()}
        modes = assembly_modes(system, found[-1], t=float(times[k]), p=p, starts=starts, joints=values)
        if not len(modes):
            raise _lost(system, k, values, False)
        change = difference(system.plan, found[-1], modes)
        turns = [node.v for node in system.plan.nodes if isinstance(node.step, Turn)]
        change[:, turns] -= 2 * np.pi * np.round(change[:, turns] / (2 * np.pi))
        best = int(np.argmin(np.abs(change).max(axis=1)))
        found.append(advance(system.plan, found[-1], change[best]))
    return np.array(found)


METHODS: dict[str, Tracker] = {"newton": by_newton, "rates": by_rates, "nearest": by_nearest}
