"""Dynamics of robots and mechanisms whose links form closed loops.

The names stand in the order in which a machine is described, compiled, asked, run and looked at. Those that are not
needed to describe one are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

# numbers of any kind
from .algebra.parameter import Parameter
from .algebra.scalars import absolute, atan2, cos, exp, log, maximum, minimum, sin, sqrt, tanh, where

# what a machine is
from .blueprint import inertia, shapes
from .blueprint.builder import Mechanism
from .blueprint.document import load
from .blueprint.mechanism import Blueprint

# what can go wrong
from .errors import (
    ActuationError,
    AssemblyError,
    DescriptionError,
    FormatError,
    KernelError,
    LinkworkError,
    MechanismError,
    MissingExtra,
    OptionError,
    ParameterError,
    ShapeError,
    SimulationError,
    SingularError,
    TopologyError,
    TraceError,
    UnknownName,
)

if TYPE_CHECKING:
    from . import motion, record, view
    from .blueprint import formats, library
    from .dynamics.equations import Stabilisation
    from .record import Record
    from .simulate import control
    from .simulate.running.events import Event
    from .system import Options, System

__version__ = "0.1.0"

LATER = {
    "formats": "linkwork.blueprint.formats",
    "library": "linkwork.blueprint.library",
    "System": "linkwork.system:System",
    "Options": "linkwork.system:Options",
    "Stabilisation": "linkwork.dynamics.equations:Stabilisation",
    "motion": "linkwork.motion",
    "control": "linkwork.simulate.control",
    "Event": "linkwork.simulate.running.events:Event",
    "record": "linkwork.record",
    "Record": "linkwork.record:Record",
    "view": "linkwork.view",
}
"""Names that are loaded when they are first used, and where they are: a module, or module:name."""

__all__ = [
    # numbers of any kind
    "Parameter", "absolute", "atan2", "cos", "exp", "log", "maximum", "minimum", "sin", "sqrt", "tanh", "where",
    # what a machine is
    "Mechanism", "Blueprint", "inertia", "shapes", "load", "formats", "library",
    # compiled
    "System", "Options", "Stabilisation",
    # what is asked of it, what happened, how it looks
    "motion", "control", "Event", "record", "Record", "view",
    # what can go wrong
    "ActuationError", "AssemblyError", "DescriptionError", "FormatError", "KernelError", "LinkworkError",
    "MechanismError", "MissingExtra", "OptionError", "ParameterError", "ShapeError", "SimulationError",
    "SingularError", "TopologyError", "TraceError", "UnknownName",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in LATER:
        raise AttributeError(f"module 'linkwork' has no attribute {name!r}")
    module, _, part = LATER[name].partition(":")
    found = import_module(module)
    globals()[name] = getattr(found, part) if part else found
    return globals()[name]


def __dir__() -> list[str]:
    return sorted(__all__)
