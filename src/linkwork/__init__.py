"""Dynamics of robots and mechanisms whose links form closed loops."""

from __future__ import annotations

# numbers of any kind
from .algebra.parameter import Parameter
from .algebra.scalars import absolute, atan2, cos, exp, log, maximum, minimum, sin, sqrt, tanh, where

# what a machine is
from .blueprint import formats, inertia, shapes
from .blueprint.builder import Mechanism
from .blueprint.document import load
from .blueprint.mechanism import Blueprint

# what can go wrong
from .errors import (
    ActuationError,
    AssemblyError,
    FormatError,
    KernelError,
    LinkworkError,
    MechanismError,
    MissingExtra,
    OptionError,
    ShapeError,
    SimulationError,
    SingularError,
    TopologyError,
)

__version__ = "0.1.0"

__all__ = [
    "ActuationError", "AssemblyError", "Blueprint", "FormatError", "KernelError", "LinkworkError", "Mechanism",
    "MechanismError", "MissingExtra", "OptionError", "Parameter", "ShapeError", "SimulationError", "SingularError",
    "TopologyError", "absolute", "atan2", "cos", "exp", "formats", "inertia", "load", "log", "maximum", "minimum",
    "shapes", "sin", "sqrt", "tanh", "where",
]  # fmt: skip
