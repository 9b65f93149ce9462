"""What the drives of a closed machine hold, and what moves although they stand still."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from linkwork.dynamics.closed_inverse import underactuated
from linkwork.dynamics.formulations import uneven
from linkwork.simulate.choices import null_space, usual_rates
from linkwork.simulate.machine import Machine
from linkwork.simulate.size import size

HELD = 1e-7  # drives hold a motion if they see at least this share of it
PART = 0.02  # a joint takes part in a motion with at least this share of the largest rate


def check_drives(system: Machine, held: Collection[int] = ()) -> None:
    """Raise if something moves in every pose although all drives and the rates `held` stand still.

    Counting drives does not tell: a second drive in one loop leaves another loop without any, and a rod between two
    balls spins however its ends are driven.
    """
    if not system.mobility.closed:
        return
    drives = sorted({*system.plan.actuated, *held})
    motions = [loose_motions(system, system.loops().jacobian(q), drives) for q in system.general_poses]
    fewest = min(motions, key=lambda motion: motion.shape[1])
    if fewest.shape[1]:
        raise underactuated(system.plan, joints_of(system, fewest))


def usual_forces(system: Machine) -> tuple[float, ...]:
    """A force of usual size along each rate: what a unit force at the machine's size exerts, no two quite alike."""
    return tuple(uneven([size(system.plan) / rate for rate in usual_rates(system)]))


def loose_motions(system: Machine, J: np.ndarray, drives: Collection[int]) -> np.ndarray:
    """Motions, as columns, that satisfy J v = 0 and that no drive sees; lengths in units of the machine's size."""
    N = null_space(J * np.array(usual_rates(system)))
    if not N.shape[1]:
        return N
    _, s, Vt = np.linalg.svd(N[sorted(drives)])
    return N @ Vt[int((s > HELD).sum()) :].T


def joints_of(system: Machine, motions: np.ndarray) -> tuple[str, ...]:
    """The joints that take part in motions."""
    share = np.linalg.norm(motions, axis=1)
    moved = share > PART * share.max(initial=0.0)
    return tuple(name for name, joint in system.plan.joints.items() if moved[joint.v].any())
