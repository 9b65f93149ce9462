"""Reach: where a point of a planar machine can go without leaving its assembly mode, found from cell to cell.

From a closed pose the neighbouring cells are solved by Newton's method, all cells of a front at once; then theirs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from linkwork.blueprint.bodies import GROUND
from linkwork.errors import OptionError, UnknownName
from linkwork.simulate.choices import rank
from linkwork.simulate.coordinates import advance, lengths
from linkwork.simulate.machine import Machine
from linkwork.simulate.size import size
from linkwork.view.sites import Sites
from linkwork.view.subject import scene_of, sites_of

STEPS = 12  # of Newton's method
CLOSED = 1e-9  # gap, as a share of the machine's size, that counts as closed
JUMP = 0.6  # a change of coordinates from cell to cell that is a leap to another mode
LOOK = 41  # cells along the longer side of a first look
WINDOWS = 8  # first looks at most, until everything reached is in the window


@dataclass(frozen=True, eq=False)
class Reach:
    """A map over x (cells) and y (cells) in the machine's plane; NaN where the point cannot go.

    gain  the least that the drives see of a unit motion: 0 where they do not hold the machine
    loss  the least that the point moves in a unit motion, as a share of the most anywhere: 0 where it cannot go on
    q     coordinates (y, x, n_q)
    """

    of: str
    x: np.ndarray
    y: np.ndarray
    gain: np.ndarray
    loss: np.ndarray
    q: np.ndarray


def reach(m: Machine, of: str | None = None, *, q: np.ndarray, cells: int = 90) -> Reach:
    """The map of a body, a named frame or a joint, around a closed pose; the first point worth following if None."""
    task = _Task(m, of, q)
    low, high = task.start[:2] - task.unit, task.start[:2] + task.unit
    for _ in range(WINDOWS):
        found = _map(task, q, low, high, LOOK)
        low, high, enough = _window(found, low, high)
        if enough:
            break
    return _map(task, q, low, high, cells)


def _window(found: Reach, low: np.ndarray, high: np.ndarray) -> tuple[np.ndarray, np.ndarray, bool]:
    """A window that holds all that was reached with some room, and whether it needs no other look."""
    inside = np.isfinite(found.gain)
    rows, columns = np.flatnonzero(inside.any(axis=1)), np.flatnonzero(inside.any(axis=0))
    if not len(rows):
        return 0.9 * low + 0.1 * high, 0.1 * low + 0.9 * high, False
    reached = np.array([[found.x[columns[0]], found.y[rows[0]]], [found.x[columns[-1]], found.y[rows[-1]]]])
    room = 0.12 * (reached[1] - reached[0]).max() + 1.5 * (high - low).max() / LOOK
    touches = np.array([[columns[0] == 0, rows[0] == 0], [columns[-1] == LOOK - 1, rows[-1] == LOOK - 1]])
    grown = 0.6 * (high - low).max()
    new = reached + np.array([[-1.0], [1.0]]) * np.where(touches, grown, room)
    small = (reached[1] - reached[0]).max() < 0.3 * (high - low).max()
    return new[0], new[1], not touches.any() and not small


def _map(task: _Task, q: np.ndarray, low: np.ndarray, high: np.ndarray, cells: int) -> Reach:
    step = (high - low).max() / (cells - 1)
    x, y = (np.arange(low[k], high[k] + 0.5 * step, step) for k in (0, 1))
    shape = (len(y), len(x))
    found, known = np.full((*shape, task.m.n_q), np.nan), np.zeros(shape)
    here = np.array([[int(np.argmin(np.abs(y - task.start[1]))), int(np.argmin(np.abs(x - task.start[0])))]])
    seeds, mode = q[None], task.orientation(q[None])[0]
    while len(here):
        solved, good = task.solve(seeds, np.column_stack([x[here[:, 1]], y[here[:, 0]]]))
        good &= task.orientation(solved) * mode > 0.0
        here, solved = here[good], solved[good]
        found[here[:, 0], here[:, 1]] = solved
        known[here[:, 0], here[:, 1]] = 1.0
        here, seeds = _front(here, solved, known)
    gain, loss = task.quality(found.reshape(-1, task.m.n_q))
    most = np.nanmax(loss, initial=0.0) or 1.0
    return Reach(task.of, x, y, gain.reshape(shape), (loss / most).reshape(shape), found)


def _front(here: np.ndarray, solved: np.ndarray, known: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Cells beside those just solved that are not known yet, each once, and the pose to start from."""
    near: np.ndarray = np.concatenate([here + np.array(step) for step in ((0, 1), (0, -1), (1, 0), (-1, 0))])
    seeds = np.concatenate([solved] * 4)
    inside = ((near >= 0) & (near < known.shape)).all(axis=1)
    near, seeds = near[inside], seeds[inside]
    fresh = known[tuple(near.T)] == 0.0
    near, seeds = near[fresh], seeds[fresh]
    _, first = np.unique(near @ (known.shape[1], 1), return_index=True)
    return near[first], seeds[first]


class _Task:
    """Position in the plane, and attitude with three freedoms, as conditions beside the loops."""

    def __init__(self, m: Machine, of: str | None, q: np.ndarray) -> None:
        self.m, self.loops = m, m.loops()
        sites = sites_of(m, q)
        if sites.normal is None:
            raise OptionError(f"mechanism {m.blueprint.name!r}", "is not planar", "A map needs a planar machine")
        self.normal = sites.normal
        self.of, self.body, self.at = _place(m, of, sites)
        self.plane = np.stack([np.cross(sites.up, sites.normal), sites.up])
        self.scale = np.ones(m.n_v)
        self.size = size(m.plan)
        self.scale[lengths(m.plan)] = self.size  # rates that are lengths
        J = self.jacobian(q)
        self.freedoms = m.n_v - (rank(J) if len(J) else 0)
        if self.freedoms not in (2, 3):
            told = f"has {self.freedoms} freedom{'s' if self.freedoms != 1 else ''}"
            raise OptionError(
                f"mechanism {m.blueprint.name!r}", told, "A map needs two, or three with a fixed attitude"
            )
        self.start = self.place(q)
        self.unit = sites.unit
        self.driven = list(m.plan.actuated)

    def jacobian(self, q: np.ndarray) -> np.ndarray:
        """J of the loops; no rows for an open machine."""
        return self.loops.jacobian(q) if self.m.closed else np.zeros((*q.shape[:-1], 0, self.m.n_v))

    def place(self, q: np.ndarray) -> np.ndarray:
        """(x, y, attitude) of the point, the last only with three freedoms."""
        rotations, positions = self.m.poses(q)
        k = tuple(self.m.plan.bodies).index(self.body)
        R, p = rotations[..., k, :, :], positions[..., k, :]
        where = (p + R @ self.at) @ self.plane.T
        if self.freedoms == 2:
            return where
        along = R @ np.linalg.svd(self.normal[None])[2][1]
        angle = np.arctan2(along @ self.plane[1], along @ self.plane[0])
        return np.concatenate([where, angle[..., None]], axis=-1)

    def rates(self, q: np.ndarray) -> np.ndarray:
        """Its Jacobian."""
        J = self.m.jacobian(q, body=self.body, at=tuple(self.at))
        rows = self.plane @ J[..., 3:, :]
        if self.freedoms == 2:
            return rows
        return np.concatenate([rows, (self.normal @ J[..., :3, :])[..., None, :]], axis=-2)

    def solve(self, q: np.ndarray, target: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Newton's method on all rows at once; which of them ended closed, near the seed, at the target."""
        wanted = target if self.freedoms == 2 else np.column_stack([target, np.full(len(target), self.start[2])])
        first, h = q, self.gaps(q, wanted)
        for _ in range(STEPS):
            if np.abs(h).max() < 1e-3 * CLOSED * self.size:
                break
            A = np.concatenate([self.jacobian(q), self.rates(q)], axis=1)
            step = -(np.linalg.pinv(A, rcond=1e-8) @ h[..., None])[..., 0]
            long = np.abs(step / self.scale).max(axis=1, keepdims=True)
            q = advance(self.m.plan, q, step * np.minimum(1.0, 0.5 / np.maximum(long, 1e-300)))
            h = self.gaps(q, wanted)
        good = np.abs(h).max(axis=1) < CLOSED * self.size
        good &= np.abs(q - first).max(axis=1) < max(JUMP, JUMP * self.size)
        return q, good

    def gaps(self, q: np.ndarray, wanted: np.ndarray) -> np.ndarray:
        """Gaps of the loops, and how far the point is from where it is wanted."""
        off = self.place(q) - wanted
        if self.freedoms == 3:
            off[:, 2] = (off[:, 2] + np.pi) % (2 * np.pi) - np.pi
        return np.concatenate([self.loops.gaps(q)[0], off], axis=1) if self.m.closed else off

    def motions(self, q: np.ndarray) -> np.ndarray:
        """Orthonormal motions of the closed machine, lengths in units of its size: (..., n_v, freedoms)."""
        if not self.m.closed:
            return np.broadcast_to(np.eye(self.m.n_v), (*q.shape[:-1], self.m.n_v, self.m.n_v))
        _, _, Vt = np.linalg.svd(self.jacobian(q) * self.scale)
        return np.swapaxes(Vt[..., -self.freedoms :, :], -1, -2)

    def orientation(self, q: np.ndarray) -> np.ndarray:
        """The sign of dτ-space over task space, which changes where either is singular."""
        if len(self.driven) != self.freedoms:
            return np.ones(len(q))
        N = self.motions(q)
        task = self.rates(q) @ (N * self.scale[:, None])
        return np.sign(np.linalg.det(N[..., self.driven, :]) * np.linalg.det(task))

    def quality(self, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """(gain, loss), NaN where there is no pose."""
        gain, loss = np.full(len(q), np.nan), np.full(len(q), np.nan)
        good = np.isfinite(q).all(axis=1)
        N = self.motions(q[good])
        driven = self.driven or list(range(self.m.n_v))
        gain[good] = np.linalg.svd(N[..., driven, :], compute_uv=False)[..., -1]
        rows = self.rates(q[good])[:, :2] / self.size
        loss[good] = np.linalg.svd(rows @ (N * self.scale[:, None]), compute_uv=False)[..., 1]
        return gain, loss


def _place(m: Machine, of: str | None, sites: Sites) -> tuple[str, str, np.ndarray]:
    """Name, body and point of what is named: a frame, a joint or a body's origin."""
    tracers = {tracer.name: tracer for tracer in scene_of(m).tracers}
    if of is None and tracers:
        of = next(iter(tracers))
        return of, tracers[of].body, tracers[of].at
    for named in m.blueprint.bind().frames:
        if named.name == of:
            return named.name, named.frame.body, np.array([float(x) for x in named.frame.pose.translation])
    for site in sites.sites:
        if site.joint == of and site.side == 1 and site.body != GROUND:
            return site.joint, site.body, site.at
    if of is None or of not in m.plan.bodies or of == GROUND:
        known = (*m.blueprint.body_names, *(spot.joint for spot in sites.sites))
        raise UnknownName("body, frame or joint", of, known, f"mechanism {m.blueprint.name!r}")
    return of, of, np.zeros(3)
