"""Control laws: frozen data that becomes part of a run's machine code, or Python called at a rate."""

from __future__ import annotations

from typing import Any

from linkwork.errors import OptionError

from ..machine import Machine
from .feedback import PD, PID, Corrected
from .gains import Gains
from .given import Given
from .law import At, Command, Control, Ready, passive
from .model import ComputedTorque, Feedforward, GravityCompensation, torques_of
from .paths import joint_table
from .reference import JointTable
from .sampled import Sampled
from .table import Table
from .task import TaskComputedTorque
from .together import Together
from .told import NONE
from .traced import Traced

CONTROLS: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        PD, PID, ComputedTorque, Corrected, Feedforward, Given, GravityCompensation, Sampled, TaskComputedTorque,
        Together, Traced,
    )
}  # fmt: skip
"""Control laws by name."""


def readied(control: Any, system: Machine) -> Ready:
    """A control law for a machine: a law, a function written with operators, a table or constant forces, or None."""
    if control is None or (isinstance(control, str) and control == NONE):
        return passive(system)
    if isinstance(control, str):
        raise OptionError("control", f"is the text {control!r}", f"Give a law, such as control.PD(...), or {NONE!r}")
    if hasattr(control, "ready"):
        return control.ready(system)
    if isinstance(control, (Table, dict, list, tuple)) or hasattr(control, "__len__"):
        return Given(control).ready(system)
    if callable(control):
        return Traced(control).ready(system)
    remedy = "Give a control law, a function of (t, q, v), or forces"
    raise OptionError("control", f"is a {type(control).__name__}", remedy)


__all__ = [
    "CONTROLS", "PD", "PID", "At", "Command", "ComputedTorque", "Control", "Corrected", "Feedforward", "Gains", "Given",
    "GravityCompensation", "JointTable", "Ready", "Sampled", "Table", "TaskComputedTorque", "Together", "Traced",
    "joint_table", "passive", "readied", "torques_of",
]  # fmt: skip
