"""Assembly modes: all the ways in which a machine closes with some joints held."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from linkwork.errors import OptionError, UnknownName
from linkwork.simulate.assembly import Problem, unwound
from linkwork.simulate.choices import rank
from linkwork.simulate.closing import EXACT
from linkwork.simulate.coordinates import difference, normalised, scattered
from linkwork.simulate.holds import held
from linkwork.simulate.machine import Machine
from linkwork.simulate.size import size

SAME = 1e-5  # poses of all bodies nearer than this (in shares of the machine's size, in radians) are one mode


def assembly_modes(
    system: Machine,
    guess: Any = None,
    *,
    hold: Collection[str] | Mapping[str, Any] = (),
    poses: Mapping[str, Any] | None = None,
    t: float = 0.0,
    p: Any = None,
    starts: int = 200,
    seed: int = 0,
    of: str | Sequence[str] | None = None,
    joints: Mapping[str, Any] | None = None,
) -> np.ndarray:
    """Every closed pose that was found from many starts, nearest to the guess first; see `System.assembly_modes`."""
    base = normalised(system.plan, system.start if guess is None else guess)
    wanted = held(system, base, hold, joints or {}, poses or {}, p)
    problem = Problem(system, t, p, size(system.plan), EXACT)
    random, seen = np.random.default_rng(seed), _indices(system, of)
    found: list[np.ndarray] = []
    places = np.zeros((0, 0))
    for k in range(starts):
        q = wanted.q if k == 0 else scattered(system.plan, wanted.q, wanted.free, 1.0, problem.size, random)
        end = problem.solve(replace(wanted, q=q), 60)
        if not problem.done(end):
            continue
        here = _places(system, end.q, problem.size, p, seen)
        if not found:
            _isolated(system, problem, replace(wanted, q=end.q))
            places = here[None]
        elif np.abs(places - here).max(axis=1).min() < SAME:
            continue
        else:
            places = np.concatenate([places, here[None]])
        found.append(unwound(system, problem.loops, wanted.q, end, t).q)
    far = [float(np.linalg.norm(problem.scaled(difference(system.plan, wanted.q, q)))) for q in found]
    return np.array([found[i] for i in np.argsort(far)]).reshape(-1, system.n_q)


def _indices(system: Machine, of: str | Sequence[str] | None) -> list[int]:
    """Where the bodies that tell modes apart lie among all bodies."""
    names = tuple(system.plan.bodies)
    wanted = names if of is None else (of,) if isinstance(of, str) else tuple(of)
    for name in wanted:
        if name not in names:
            raise UnknownName("body", name, names, f"mechanism {system.blueprint.name!r}")
    return [names.index(name) for name in wanted]


def _places(system: Machine, q: np.ndarray, length: float, p: Any, seen: Sequence[int]) -> np.ndarray:
    """Where some bodies are, as one row of numbers."""
    rest = {"p": system.parameter_array(p)} if system.parameters else {}
    R, x = system.kernel("poses").call(q, **rest)
    return np.concatenate([R[seen].ravel(), x[seen].ravel() / length])


def _isolated(system: Machine, problem: Problem, wanted: Any) -> None:
    """Modes are single poses only if nothing can move any more."""
    _, J = problem.closure(wanted)(wanted.q)
    left = len(wanted.free) - rank(J[:, wanted.free])
    if left:
        raise OptionError(
            f"mechanism {system.blueprint.name!r}",
            f"can still move in {left} way{'s' if left > 1 else ''} with {list(wanted.names)} held: "
            "no pose is isolated",
            f"Hold {left} more joint{'s' if left > 1 else ''}",
        )
