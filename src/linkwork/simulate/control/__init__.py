"""Control laws: frozen data that becomes part of a run's machine code, or Python called at a rate."""

from __future__ import annotations

from typing import Any

from linkwork.errors import OptionError

from ..machine import Machine
from .law import At, Command, Control, Ready, passive
from .sampled import Sampled
from .table import Table
from .traced import Traced


def readied(control: Any, system: Machine) -> Ready:
    """A control law for a machine: a law, a function written with operators, constant forces by name, or None."""
    if control is None:
        return passive(system)
    if hasattr(control, "ready"):
        return control.ready(system)
    if callable(control):
        return Traced(control).ready(system)
    if isinstance(control, dict) or hasattr(control, "__len__"):
        return Traced(lambda: control).ready(system)
    raise OptionError(
        "control", f"is a {type(control).__name__}", "Give a control law, a function of (t, q, v), or forces."
    )


__all__ = ["At", "Command", "Control", "Ready", "Sampled", "Table", "Traced", "passive", "readied"]
