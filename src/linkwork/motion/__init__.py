"""What is asked of a machine: trajectories, in joint space or of a point or platform.

Each is frozen data with `position(t)`, `velocity(t)`, `acceleration(t)`, written once for numbers, arrays of times and
symbols of a kernel. `TRAJECTORIES` is the registry that the contract tests walk over.
"""

from __future__ import annotations

from typing import Any

from .circle import Circle
from .composition import Hold, Paced, Scale, Sequence, Stack, Sum
from .constant import Constant
from .cubic_spline import CubicSpline
from .cycloid import Cycloid
from .fourier import Fourier
from .lissajous import Lissajous
from .polyline import Polyline
from .quintic import Quintic
from .rectangle import Rectangle
from .trajectory import Samples, Trajectory, sample
from .trapezoidal import Trapezoidal
from .uniform import Uniform

TRAJECTORIES: dict[str, type[Any]] = {
    kind.__name__: kind
    for kind in (
        Circle, Constant, CubicSpline, Cycloid, Fourier, Lissajous, Polyline, Quintic, Rectangle, Trapezoidal, Uniform,
        Hold, Paced, Scale, Sequence, Stack, Sum,
    )
}  # fmt: skip

__all__ = [
    "TRAJECTORIES", "Samples", "Trajectory", "sample",
    "Circle", "Constant", "CubicSpline", "Cycloid", "Fourier", "Hold", "Lissajous", "Paced", "Polyline", "Quintic",
    "Rectangle", "Scale", "Sequence", "Stack", "Sum", "Trapezoidal", "Uniform",
]  # fmt: skip
