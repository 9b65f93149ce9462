"""The registry of studies: what is computed for each experiment of the library."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from linkwork.blueprint.library.experiment import Experiment

from .findings import Figure, Findings, Piece, Row, Sheet, Study, cannot

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


def not_studied(run: Experiment) -> Iterator[Piece]:
    """Each number as one that cannot be had, with the experiment's note as the reason."""
    for theirs in run.numbers:
        yield cannot(run, theirs, run.note)


def studied(run: Experiment) -> Findings:
    """All that comes out of an experiment."""
    began = time.perf_counter()
    pieces = list(STUDIES.get(run.name, not_studied)(run))
    return Findings(
        run,
        tuple(piece for piece in pieces if isinstance(piece, Row)),
        tuple(piece for piece in pieces if isinstance(piece, Sheet)),
        tuple(piece for piece in pieces if isinstance(piece, Figure)),
        time.perf_counter() - began,
    )
