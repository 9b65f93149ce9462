"""Singular poses: which freedoms a machine loses or gains there, how far away they are, and in which direction."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy as np

from linkwork.errors import UnknownName
from linkwork.simulate.choices import default_platform, null_space, rank
from linkwork.simulate.coordinates import lengths
from linkwork.simulate.machine import Machine
from linkwork.simulate.singular import finite, one_state
from linkwork.simulate.size import size

NEAR = 1e-6  # a distance below this counts as being there


class Kind(Enum):
    """What is special about a pose; the value is what it means."""

    REGULAR = "nothing is lost or gained"
    LOSS = "the platform cannot move in some direction, whatever the drives do"
    GAIN = "something moves although the drives are locked"
    LOSS_AND_GAIN = "the platform cannot move in some direction, and something moves although the drives are locked"
    BRANCHING = (
        "conditions depend on each other that do not elsewhere: motions meet here, the machine has more freedoms"
    )


@dataclass(frozen=True)
class Singularity:
    """A pose and how far it is from being singular.

    kind        what the pose is
    distance    the smallest of gain, loss and branching: 0 in a singular pose, at most 1
    gain        the least that the drives see of a unit motion of the closed machine; None without drives
    loss        the least that a unit motion moves the platform, as a share of what it usually does at most; None if
                nothing ever moves it
    branching   the smallest singular value of the conditions, as a share of the largest; None without conditions
    freedoms    of the machine in this pose, and in general
    motions     by "gained", "lost", "new": rates that the drives do not hold, that the platform does not feel, that the
                machine has in this pose only (several as columns)
    wrench      (moment, force) in world axes that the platform bears without any drive; None if nothing is lost
    platform    the body that was looked at
    sentence    all of it in words

    Unit motions are measured with lengths in units of the machine's size.
    """

    kind: Kind
    distance: float
    gain: float | None
    loss: float | None
    branching: float | None
    freedoms: tuple[int, int]
    motions: Mapping[str, np.ndarray] = field(default_factory=dict)
    wrench: np.ndarray | None = None
    platform: str = ""
    sentence: str = ""

    def __str__(self) -> str:
        return self.sentence


def singularity(
    system: Machine, q: np.ndarray, *, platform: str | None = None, t: float = 0.0, p: Any = None, near: float = NEAR
) -> Singularity:
    """The kind of a pose and its distance from singular ones; see `System.singularity`.

        J N = 0,  N orthonormal: motions of the closed machine            (1)
        gain = σ_min(S N),  loss = σ_min(T N) / usual σ_max(T N)          (2)
        branching = σ_r(J) / σ_1(J),  r the rank in general               (3)

    S picks the driven rates, T gives the platform's twist. The drives do not hold the machine where the passive part of
    J loses rank: then S N does. Reference: Sathuluri (2019), sections 2.2–2.4; Gosselin & Angeles (1990) for the kinds.
    """
    one_state(system, {"q": q})
    finite(system, {"q": q})
    look = _Look(system, platform or default_platform(system), p)
    D, r = look.scale, len(system.rows)
    _, s, Vt = np.linalg.svd(look.jacobian(q, t))
    here = int((s[:r] > near * s[0]).sum()) if r else 0
    branching = float(s[r - 1] / s[0]) if r else None  # (3)
    N, general = Vt[here:].T, system.n_v - r  # (1)
    gain, free = look.gain(N, general)
    loss, still, wrench = look.loss(q, N)
    motions = {}
    if here < r:
        motions["new"] = Vt[here:r].T * D[:, None]
    if gain is not None and gain < near:
        motions["gained"] = D * (N @ free)
    if loss is not None and loss < near:
        motions["lost"] = D * (N @ still)
    kind = Kind.BRANCHING if "new" in motions else _KINDS["lost" in motions, "gained" in motions]
    measures = {"branching": branching, "gain": gain, "loss": loss}
    distance, nearest = min(((x, name) for name, x in measures.items() if x is not None), default=(1.0, "none"))
    return Singularity(
        kind,
        distance,
        gain,
        loss,
        branching,
        (N.shape[1], general),
        motions,
        wrench if "lost" in motions else None,
        look.body,
        _sentence(system, kind, distance, nearest, motions, look.body),
    )


_KINDS = {
    (False, False): Kind.REGULAR,
    (True, False): Kind.LOSS,
    (False, True): Kind.GAIN,
    (True, True): Kind.LOSS_AND_GAIN,
}


class _Look:
    """What a pose is compared with: usual lengths of rows, usual freedom of the platform."""

    def __init__(self, system: Machine, body: str, p: Any) -> None:
        if body not in system.plan.bodies:
            raise UnknownName("platform", body, system.blueprint.body_names, f"mechanism {system.blueprint.name!r}")
        self.system, self.body, self.p = system, body, p
        self.length = size(system.plan)
        self.scale = np.ones(system.n_v)
        self.scale[lengths(system.plan)] = self.length
        self.loops = system.loops(p)
        poses = system.general_poses
        rows = [np.linalg.norm(self.loops.jacobian(pose) * self.scale, axis=-1) for pose in poses]
        usual = np.max(rows, axis=0, initial=0.0)
        self.rows = np.where(usual > 0.0, usual, 1.0)
        moved = [self.twist(pose) @ null_space(self.jacobian(pose)) for pose in poses]
        self.directions = max(rank(T.T) for T in moved)
        self.most = max(float(np.linalg.norm(T, 2)) if T.size else 0.0 for T in moved)

    def jacobian(self, q: np.ndarray, t: float = 0.0) -> np.ndarray:
        """J over the usual lengths of its rows, for scaled rates."""
        return self.loops.jacobian(q, t) * self.scale / self.rows[:, None]

    def twist(self, q: np.ndarray) -> np.ndarray:
        """The platform's twist from scaled rates, its velocity in units of the machine's size."""
        kernel = self.system.kernel("jacobian", body=self.body)
        rest = {"p": self.system.parameter_array(self.p)} if "p" in kernel.inputs else {}
        J = np.array(kernel.call(q, **rest)) * self.scale
        J[3:] /= self.length
        return J

    def gain(self, N: np.ndarray, general: int) -> tuple[float | None, np.ndarray]:
        """(how well the drives hold the machine, the motion that they hold least)."""
        drives = list(self.system.plan.actuated)
        held = (
            min(len(drives), general) + N.shape[1] - general
        )  # with fewer drives than freedoms the rest is always free
        if not drives or held < 1:
            return None, np.zeros(N.shape[1])
        _, s, Vt = np.linalg.svd(N[drives])
        return (float(s[held - 1]) if held <= len(s) else 0.0), Vt[held - 1]  # (2)

    def loss(self, q: np.ndarray, N: np.ndarray) -> tuple[float | None, np.ndarray, np.ndarray | None]:
        """(least motion of the platform over the most, motion that it does not feel, wrench that it bears)."""
        k = min(self.directions, N.shape[1])
        if not k:
            return None, np.zeros(N.shape[1]), None
        U, s, Vt = np.linalg.svd(self.twist(q) @ N)
        wrench = U[:, k - 1] * np.array([self.length] * 3 + [1.0] * 3)
        return min(1.0, float(s[k - 1]) / self.most), Vt[k - 1], wrench / np.linalg.norm(wrench)  # (2)


def _sentence(
    system: Machine, kind: Kind, distance: float, nearest: str, motions: Mapping[str, np.ndarray], body: str
) -> str:
    if kind is Kind.REGULAR:
        return f"Regular pose: {kind.value}; {distance:.3g} away from a singular one ({nearest})."
    words = [f"Singular pose: {kind.value}"]
    for name, motion in motions.items():
        column = motion if motion.ndim == 1 else motion[:, 0]
        most = np.flatnonzero(np.abs(column) > 0.3 * np.abs(column).max())
        of = f" of platform {body!r}" if name == "lost" else ""
        words.append(f"{name} motion{of}: {', '.join(system.v_names[int(k)] for k in most[:4])}")
    return "; ".join(words) + "."
