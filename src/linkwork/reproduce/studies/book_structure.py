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
    system, (theirs,) = compiled(run), run.numbers
    N_l, N_d = system.complement(system.start)
    yield judged(run, theirs, (len(N_l), *np.shape(N_d)))


@study(*(f"book/subsystems of {name}" for name in ("four-bar", "leg", "3-RRR")))
def subsystems(run: Experiment) -> Iterator[Piece]:
    """Sizes of the steps by determinate subsystems."""
    (theirs,) = run.numbers
    steps = structure(compiled(run).plan).inverse
    alone = all(step.determinate and len(step.subsystems) == 1 for step in steps)
    reason = "each of one subsystem, determinate" if alone else "subsystems joined"
    yield judged(run, theirs, tuple(step.equations for step in steps), reason)
