"""Studies: every published experiment has one; those that take no time are run here, and what they find is known."""

from __future__ import annotations

import pytest

from linkwork.blueprint.library.published import experiments, find_experiment
from linkwork.reproduce import Verdict
from linkwork.reproduce.study import LONG, STUDIES, studied

QUICK = [
    *(run.name for run in experiments() if run.kind == "statics"),
    *(run.name for run in experiments() if run.name.startswith(("book/subsystems", "book/compl", "koul/structure"))),
    "book/count formulas", "book/counts of appendix A", "book/planar biped walking", "book/quadruped walking",
    "book/gripper inverse", "book/KUKA inverse", "khan/inverse, instants", "amirouche/exact motion",
]  # fmt: skip
DIFFERENT = {
    # rows that differ because the source contradicts itself, or counts something else
    "book/complement of planar biped": 1,
    "book/complement of spatial biped": 1,
    "book/count formulas": 12,
    "book/quadruped walking": 1,
}


def test_every_experiment_has_a_study_and_every_study_an_experiment() -> None:
    names = {run.name for run in experiments()}
    assert names == set(STUDIES)
    assert names >= LONG


@pytest.mark.parametrize("name", QUICK)
def test_printed_and_recomputed_numbers_agree_but_where_the_source_is_wrong(name: str) -> None:
    found = studied(find_experiment(name))
    assert found.rows
    differing = [row for row in found.rows if row.verdict is Verdict.DIFFERS]
    assert len(differing) == DIFFERENT.get(name, 0)
    assert all(row.reason for row in differing)
    assert all(row.reason for row in found.rows if row.verdict is Verdict.CANNOT)
