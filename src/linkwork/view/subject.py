"""What is looked at: a mechanism, a compiled machine or a run of one."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.blueprint.builder import Mechanism
from linkwork.blueprint.mechanism import Blueprint
from linkwork.dynamics.open_laws import poses
from linkwork.errors import AssemblyError, OptionError
from linkwork.record import Record
from linkwork.record.standard import layout
from linkwork.simulate.machine import Machine
from linkwork.view import sites
from linkwork.view.scene import SHAPES, Scene, scene
from linkwork.view.sites import Sites


def machine(subject: Any, owner: Any = None) -> Machine:
    """The compiled machine of a mechanism, a blueprint, a system or a record, in numbers.

    `owner` is what a record belongs to, if it does not know. Parameters are at the values of the run, else their own.
    """
    m = _compiled(subject if owner is None else owner)
    if not m.parameters:
        return m
    values = subject.about.get("parameters", {}) if isinstance(subject, Record) else {}
    return m.bound(**{name: x for name, x in values.items() if name in m.parameters})


def _compiled(subject: Any) -> Machine:
    if isinstance(subject, Record):
        if subject.machine is None:
            name = subject.about.get("mechanism", "a record")
            raise OptionError(
                f"run of {name!r}", "does not know its machine, as it was loaded", "Say which: machine=system"
            )
        return _of_record(subject)
    if isinstance(subject, Blueprint):
        subject = Mechanism.of(subject)
    if isinstance(subject, Mechanism):
        return subject.compile()
    if hasattr(subject, "plan") and hasattr(subject, "blueprint"):
        return subject
    raise OptionError(f"a {type(subject).__name__}", "cannot be looked at", "Give a mechanism, a system or a run")


def _of_record(run: Record) -> Machine:
    """The machine of a run; its description is compiled, and has to have the same coordinates."""
    m = _compiled(run.machine)
    if "q" in run.layout.slices and run.layout.channel("q") != layout(m.plan, ("q",), {}).channel("q"):
        raise OptionError(
            f"run of {m.blueprint.name!r}", "has other coordinates than its description", "Say which: machine=system"
        )
    return m


def sites_of(m: Machine, q: np.ndarray | None = None) -> Sites:
    """Where the joints sit, in the starting pose or in q."""
    found = poses(m.plan, [float(x) for x in (resting(m) if q is None else q)])
    cuts = {cut.name for cut in m.plan.cuts}
    return sites.find(m.blueprint.bind(), found["rotations"], found["positions"], m.plan.bodies, cuts)


def scene_of(m: Machine, q: np.ndarray | None = None, shapes: str = "described") -> Scene:
    """The scene of a compiled machine; its proportions are those of the pose q, the starting pose by default."""
    if shapes not in SHAPES:
        raise OptionError("shapes", f"is {shapes!r}", "Use 'described' or 'automatic'")
    driven = {
        name for name, joint in m.plan.joints.items() if set(range(joint.v.start, joint.v.stop)) & set(m.plan.actuated)
    }
    return scene(sites_of(m, q), driven=driven, shapes=shapes)


def poses_of(m: Machine, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rotations (..., bodies, 3, 3) and positions (..., bodies, 3) of all bodies, ground first, for q (..., n_q)."""
    rotations, positions = m.poses(np.ascontiguousarray(q, dtype=float))
    n, lead = len(m.plan.bodies), np.shape(q)[:-1]
    return np.reshape(rotations, (*lead, n, 3, 3)), np.reshape(positions, (*lead, n, 3))


def resting(m: Machine) -> np.ndarray:
    """The starting pose with its loops closed; as it was written if they cannot be closed."""
    try:
        return m.closed_start
    except AssemblyError:
        return m.start
