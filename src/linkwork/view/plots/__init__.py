"""Plots of runs and machines with matplotlib (extra `plot`), each of which returns its figure."""

from __future__ import annotations

from .columns import columns, motion, reactions, torques
from .formulations import formulations
from .overview import overview
from .phase import phase
from .picture import picture
from .plot import FIGURES, plot
from .sparsity import sparsity
from .truth import energies, loop_error
from .workspace import workspace

__all__ = [
    "FIGURES", "columns", "energies", "formulations", "loop_error", "motion", "overview", "phase", "picture", "plot",
    "reactions", "sparsity", "torques", "workspace",
]  # fmt: skip
