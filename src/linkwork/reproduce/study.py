"""The registry of studies: what is computed for each experiment of the library."""

from __future__ import annotations

import time
from collections.abc import Callable

from linkwork.blueprint.library.experiment import Experiment

from .findings import Figure, Findings, Row, Sheet, Study, cannot

STUDIES: dict[str, Study] = {}
"""Study of each experiment, by the experiment's name."""

LONG: set[str] = set()
"""Experiments whose study takes several seconds."""


def study(*names: str, long: bool = False) -> Callable[[Study], Study]:
    """Make a function the study of the named experiments."""

    def register(function: Study) -> Study:
        for name in names:
            STUDIES[name] = function
        LONG.update(names if long else ())
        return function

    return register


def studied(run: Experiment) -> Findings:
    """All that comes out of an experiment; its numbers are marked as not reproducible if there is no study of it."""
    began = time.perf_counter()
    function = STUDIES.get(run.name)
    if function is None:
        pieces = [cannot(run, number, run.note) for number in run.numbers]
    else:
        pieces = list(function(run))
    return Findings(
        run,
        tuple(piece for piece in pieces if isinstance(piece, Row)),
        tuple(piece for piece in pieces if isinstance(piece, Sheet)),
        tuple(piece for piece in pieces if isinstance(piece, Figure)),
        time.perf_counter() - began,
    )
