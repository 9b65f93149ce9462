"""plot: one door to the figures of a run or a machine, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linkwork.errors import UnknownName
from linkwork.record import Record
from linkwork.simulate.comparison import Comparison
from linkwork.view.plots.columns import columns, motion, reactions, torques
from linkwork.view.plots.formulations import formulations
from linkwork.view.plots.overview import overview
from linkwork.view.plots.phase import phase
from linkwork.view.plots.picture import picture
from linkwork.view.plots.sparsity import sparsity
from linkwork.view.plots.truth import energies, loop_error
from linkwork.view.plots.workspace import workspace

FIGURES: dict[str, Callable[..., Any]] = {
    "overview": overview, "motion": motion, "torques": torques, "reactions": reactions, "energies": energies,
    "loop_error": loop_error, "phase": phase, "picture": picture,
}  # fmt: skip
"""Figures of runs by name; further names are those of columns and channels."""

MACHINES: dict[str, Callable[..., Any]] = {"picture": picture, "sparsity": sparsity, "workspace": workspace}
"""Figures of machines by name."""


def plot(subject: Any, *names: str, **options: Any) -> Any:
    """A figure: of a run by its name or of named columns; of a machine by its name; of a comparison of formulations.

    run.plot()                      the overview               run.plot("energies")     a figure by its name
    run.plot("O1.angle", "tau")     columns and channels       plot(system, "sparsity")  of a machine

    style  "light" or "dark"; other options are those of the figure
    """
    if isinstance(subject, Comparison):
        return formulations(subject, **options)
    if not isinstance(subject, Record):
        name = names[0] if names else "picture"
        if name not in MACHINES:
            raise UnknownName("figure", name, MACHINES, "those of a machine")
        return MACHINES[name](subject, *names[1:], **options)
    if not names:
        return overview(subject, **options)
    if names[0] in FIGURES and names[0] not in subject.layout.slices:
        return FIGURES[names[0]](subject, *names[1:], **options)
    return columns(subject, *names, **options)
