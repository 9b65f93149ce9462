"""What the sources did with the machines, as data: `experiments()` gives them all, `experiments("koul")` those of a
source.
"""

from __future__ import annotations

from ....errors import UnknownName
from ..experiment import Experiment
from . import (
    amirouche,
    book_counts,
    book_joints,
    book_loops,
    book_structure,
    book_tables,
    book_trees,
    khan,
    koul,
    programs,
    sathuluri,
    sathuluri_costs,
    walkers,
)

SOURCES: dict[str, tuple[Experiment, ...]] = {
    "book": (
        *book_trees.EXPERIMENTS,
        *book_loops.EXPERIMENTS,
        *book_joints.EXPERIMENTS,
        *book_structure.EXPERIMENTS,
        *book_counts.EXPERIMENTS,
        *book_tables.EXPERIMENTS,
        *walkers.EXPERIMENTS,
        *programs.EXPERIMENTS,
    ),
    "koul": koul.EXPERIMENTS,
    "khan": khan.EXPERIMENTS,
    "sathuluri": (*sathuluri.EXPERIMENTS, *sathuluri_costs.EXPERIMENTS),
    "amirouche": amirouche.EXPERIMENTS,
}


def experiments(source: str | None = None) -> tuple[Experiment, ...]:
    """All experiments, or those of one source."""
    if source is None:
        return tuple(experiment for row in SOURCES.values() for experiment in row)
    if source not in SOURCES:
        raise UnknownName("source", source, SOURCES, "the library")
    return SOURCES[source]


def find_experiment(name: str) -> Experiment:
    """The experiment of that name."""
    for one in experiments():
        if one.name == name:
            return one
    raise UnknownName("experiment", name, [e.name for e in experiments()], "the library")
