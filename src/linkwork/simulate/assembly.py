"""Assembly: coordinates that close the loops, with what the user holds kept where it is."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from linkwork.algebra.steps import Turn
from linkwork.errors import AssemblyError, ShapeError
from linkwork.simulate.closing import CLOSED, EXACT, Assembly, close
from linkwork.simulate.coordinates import advance, difference, lengths, normalised, scattered
from linkwork.simulate.gaps import cannot_close
from linkwork.simulate.holds import Held, held
from linkwork.simulate.loops import Loops
from linkwork.simulate.machine import Machine
from linkwork.simulate.size import size

STRIDE = 0.25  # radians, or share of the machine's size, by which held values go on at a time
LONGEST = 64  # such steps at most
STARTS = 40  # guesses tried when the one that was given leads nowhere


def assemble(
    system: Machine,
    guess: Any = None,
    *,
    hold: Collection[str] | Mapping[str, Any] = (),
    poses: Mapping[str, Any] | None = None,
    t: Any = 0.0,
    p: Any = None,
    tolerance: float | None = None,
    joints: Mapping[str, Any] | None = None,
) -> np.ndarray:
    """Coordinates near a guess for which every loop is closed; see `System.assemble`."""
    base = normalised(system.plan, system.start if guess is None else guess)
    batch = _batch(system, base, joints or {}, t)
    if batch:
        return _each(system, batch, base, joints or {}, t, hold=hold, poses=poses, p=p, tolerance=tolerance)
    wanted = held(system, base, hold, joints or {}, poses or {}, p)
    problem = Problem(system, float(t), p, size(system.plan), EXACT if tolerance is None else tolerance)
    found = problem.along(base, wanted)
    if not problem.done(found):
        found = problem.best(base, wanted, found)
    if not problem.done(found):
        raise problem.error(found, wanted)
    return found.q


class Problem:
    """Closing one machine at one instant."""

    def __init__(self, system: Machine, t: float, p: Any, length: float, tolerance: float) -> None:
        self.system, self.t, self.size, self.tolerance = system, t, length, tolerance
        self.loops = system.loops(p)

    def closure(self, wanted: Held) -> Any:
        """(h, J) of the loops and of what else is wanted."""
        if not wanted.wanted:
            return lambda q: self.loops.gaps(q, self.t)

        def both(q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
            parts = [self.loops.gaps(q, self.t), *(each.rows(q) for each in wanted.wanted)]
            return np.concatenate([h for h, _ in parts]), np.concatenate([J for _, J in parts])

        return both

    def solve(self, wanted: Held, limit: int = 100) -> Assembly:
        """Close from where `wanted` begins."""
        move = lambda q, change: advance(self.system.plan, q, change)  # noqa: E731
        return close(
            self.closure(wanted), move, wanted.q, wanted.free, size=self.size, tolerance=self.tolerance, limit=limit
        )

    def done(self, found: Assembly) -> bool:
        """Whether the loops are closed."""
        return found.gap <= max(self.tolerance, CLOSED) * self.size

    def along(self, base: np.ndarray, wanted: Held) -> Assembly:
        """From the guess to the held values by small steps, which keep the branch; at once if the guess is open."""
        plan = self.system.plan
        change = difference(plan, base, wanted.q)
        steps = min(int(np.ceil(np.abs(self.scaled(change)).max(initial=0.0) / STRIDE)), LONGEST)
        here = self.solve(replace(wanted, q=base, wanted=()), 20) if steps > 1 else None
        for _ in range(steps - 1):
            if here is None or not self.done(here):
                return self.solve(wanted)
            here = self.solve(replace(wanted, q=advance(plan, here.q, change / steps), wanted=()), 20)
        return self.solve(wanted if here is None else replace(wanted, q=self._set(here.q, wanted)))

    def scaled(self, change: np.ndarray) -> np.ndarray:
        """A change of coordinates with lengths as shares of the machine's size."""
        new = np.array(change)
        new[..., lengths(self.system.plan)] /= self.size
        return new

    def _set(self, q: np.ndarray, wanted: Held) -> np.ndarray:
        """q with the held coordinates exactly as they were wanted."""
        new = np.array(q)
        free = set(wanted.free.tolist())
        for node in self.system.plan.nodes:
            if node.v not in free:
                where = slice(node.q, node.q + node.step.n_q)
                new[where] = wanted.q[where]
        return new

    def best(self, base: np.ndarray, wanted: Held, first: Assembly) -> Assembly:
        """The nearest of many attempts from scattered guesses; the one with the smallest gap if all fail."""
        random = np.random.default_rng(0)
        found, nearest, smallest = first, np.inf, first
        for k in range(STARTS):
            spread = (k + 1) / STARTS
            q = scattered(self.system.plan, wanted.q, wanted.free, spread, self.size, random)
            there = self.solve(replace(wanted, q=q), 60)
            if self.done(there):
                there = unwound(self.system, self.loops, wanted.q, there, self.t)
                far = float(np.linalg.norm(self.scaled(difference(self.system.plan, base, there.q))))
                if far < nearest:
                    found, nearest = there, far
            elif there.gap < smallest.gap:
                smallest = there
        return found if nearest < np.inf else smallest

    def nearest(self, found: Assembly, wanted: Held) -> Assembly:
        """The pose near an open one in which the gaps are smallest, by SciPy's least squares."""
        from scipy.optimize import least_squares  # takes its time to import

        closure, change = self.closure(wanted), np.zeros(self.system.n_v)

        def there(step: np.ndarray) -> np.ndarray:
            change[wanted.free] = step
            return advance(self.system.plan, found.q, change)

        if not wanted.free.size:
            return found
        end = least_squares(lambda step: closure(there(step))[0], np.zeros(wanted.free.size), max_nfev=100)
        q = there(end.x)
        return replace(found, q=q, gaps=closure(q)[0]) if end.cost < 0.5 * float(found.gaps @ found.gaps) else found

    def error(self, found: Assembly, wanted: Held) -> AssemblyError:
        """What to say about a machine that does not close: of its nearest approach."""
        found = self.nearest(found, wanted)
        names = [f"{row.name}.{row.component}" for row in self.loops.closing]
        for each in wanted.wanted:
            names += [each.name] * len(each.rows(found.q)[0])
        return cannot_close(self.system, found.q, names, found.gaps, wanted.names, set(wanted.free.tolist()))


def unwound(system: Machine, loops: Loops, base: np.ndarray, found: Assembly, t: float) -> Assembly:
    """The same pose with every angle within half a turn of the guess, unless a relation counts the turns."""
    q = np.array(found.q)
    for node in system.plan.nodes:
        if isinstance(node.step, Turn):
            q[node.q] -= 2 * np.pi * np.round((q[node.q] - base[node.q]) / (2 * np.pi))
    gaps = loops.gaps(q, t)[0]
    return replace(found, q=q) if np.abs(gaps).max(initial=0.0) <= 2.0 * found.gap + EXACT else found


def _own(system: Machine, name: str, value: Any) -> tuple[int, ...]:
    """Shape of one value of a joint: () for a number, its coordinates for a joint of several."""
    joint = system.plan.joints.get(name)
    several = joint is not None and joint.q.stop - joint.q.start > 1 and np.ndim(value) > 0
    return np.shape(value)[-1:] if several else ()


def _batch(system: Machine, base: np.ndarray, joints: Mapping[str, Any], t: Any) -> tuple[int, ...]:
    """Leading dimensions of all that was given."""
    shapes = [base.shape[:-1], np.shape(t)]
    shapes += [np.shape(x)[: np.ndim(x) - len(_own(system, name, x))] for name, x in joints.items()]
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise ShapeError(
            "assemble", f"was given batches that do not fit each other: {shapes}", "Give equal ones"
        ) from None


def _each(
    system: Machine, batch: tuple[int, ...], base: np.ndarray, joints: Mapping[str, Any], t: Any, **rest: Any
) -> np.ndarray:
    """One assembly for every entry of a batch."""
    q = np.empty((*batch, system.n_q))
    bases, times = np.broadcast_to(base, q.shape), np.broadcast_to(t, batch)
    values = {name: np.broadcast_to(x, (*batch, *_own(system, name, x))) for name, x in joints.items()}
    for index in np.ndindex(*batch):
        own = {name: x[index] for name, x in values.items()}
        try:
            q[index] = assemble(system, bases[index], t=times[index], joints=own, **rest)
        except AssemblyError as fault:
            raise AssemblyError(f"entry {index} of the batch", str(fault)) from None
    return q
