"""Structure in Shah, Saha and Dutt (2013): sizes of the DeNOC matrices, order of inverse dynamics by subsystems."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from linkwork.blueprint.library.experiment import Experiment
from linkwork.connectivity.structure import structure

from ..findings import Piece, judged
from ..runs import compiled
from ..study import study


@study(*(f"book/complement of {name}" for name in ("gripper", "double pendulum", "planar biped", "spatial biped")))
def complement(run: Experiment) -> Iterator[Piece]:
    """Shapes of N_l and N_d at the start."""
    system, (theirs, *blocks) = compiled(run), run.numbers
    N_l, N_d = system.complement(system.start)
    yield judged(run, theirs, (len(N_l), *np.shape(N_d)))
    M = np.asarray(system.mass_matrix(system.start))
    for block in blocks:
        sides = block.quantity.removeprefix("largest entry of the inertia matrix between ").split(" and ")
        rows, others = ([system.rate_indices(name)[0] for name in side.split()] for side in sides)
        yield judged(run, block, float(np.abs(M[np.ix_(rows, others)]).max()))


@study(*(f"book/subsystems of {name}" for name in ("four-bar", "leg", "3-RRR")))
def subsystems(run: Experiment) -> Iterator[Piece]:
    """Sizes of the steps by determinate subsystems."""
    theirs, before = run.numbers
    found = structure(compiled(run).plan)
    steps = found.inverse
    alone = all(step.determinate and len(step.subsystems) == 1 for step in steps)
    reason = "each of one subsystem, determinate" if alone else "subsystems joined"
    yield judged(run, theirs, tuple(step.equations for step in steps), reason)
    rows = [tie.count for tie in found.mobility.ties]
    unknowns = [
        part.driven + sum(count for k, count in enumerate(rows) if (k, s) in found.J)
        for s, part in enumerate(found.subsystems)
    ]
    yield judged(run, before, tuple(unknowns), "driving forces and cut forces that act on it")
