"""reproduce: experiments in, a report out."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable

from linkwork.blueprint.library.experiment import Experiment
from linkwork.blueprint.library.published import SOURCES, experiments, find_experiment
from linkwork.errors import LinkworkError, UnknownName

from . import studies
from .findings import Findings, cannot
from .report import Report
from .study import LONG, studied

Progress = Callable[[float, str], object]


def reproduce(
    sources: str | Iterable[str] | None = None,
    folder: str | os.PathLike[str] | None = None,
    progress: Progress | None = None,
    *,
    quick: bool = False,
) -> Report:
    """Run the experiments of all sources, or of the named sources or experiments, and compare.

    sources   "book", "koul", "khan", "sathuluri", "amirouche", or names of experiments; all if None
    folder    where `published-numbers.html` and `published-numbers.md` are written; nothing is written if None
    progress  is told the share done and what comes next
    quick     leaves out what takes several seconds
    """
    began = time.perf_counter()
    runs = [run for run in chosen(sources) if not (quick and run.name in LONG)]
    found: list[Findings] = []
    for k, run in enumerate(runs):
        if progress is not None:
            progress(k / len(runs), run.name)
        found.append(_studied(run))
    if progress is not None:
        progress(1.0, "")
    report = Report(tuple(found), time.perf_counter() - began)
    if folder is not None:
        report.save(folder)
    return report


def chosen(sources: str | Iterable[str] | None = None) -> tuple[Experiment, ...]:
    """The experiments of sources, or with the given names, each once, in the library's order."""
    if sources is None:
        return experiments()
    wanted: set[str] = set()
    for name in (sources,) if isinstance(sources, str) else sources:
        if "/" in name:
            wanted.add(find_experiment(name).name)
        elif name in SOURCES:
            wanted.update(run.name for run in experiments(name))
        else:
            raise UnknownName("source", name, SOURCES, "the library")
    return tuple(run for run in experiments() if run.name in wanted)


def _studied(run: Experiment) -> Findings:
    """The findings of an experiment; what the package refuses is told as the reason."""
    try:
        return studied(run)
    except LinkworkError as error:
        return Findings(run, tuple(cannot(run, theirs, f"the run failed: {error}") for theirs in run.numbers))


__all__ = ["chosen", "reproduce", "studies"]
