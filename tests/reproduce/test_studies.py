"""Studies: every published experiment has one; what each finds is known. The longer ones run with the slow tests."""

from __future__ import annotations

import pytest

from linkwork.blueprint.library.published import experiments, find_experiment
from linkwork.reproduce import Verdict
from linkwork.reproduce.study import LONG, STUDIES, studied

QUICK = {
    *(run.name for run in experiments() if run.kind == "statics"),
    *(run.name for run in experiments() if run.name.startswith(("book/subsystems", "book/compl", "koul/structure"))),
    "book/count formulas", "book/counts of appendix A", "book/Euler-angle joints", "book/spatial biped walking",
    "book/gripper inverse", "book/gripper free", "book/gripper free (thumb upright)", "book/gripper with feedback",
    "book/KUKA inverse", "khan/inverse, instants", "khan/cut platform", "amirouche/exact motion",
    "sathuluri/readings of table A.1", "sathuluri/6-RSS laws of the heave",
}  # fmt: skip
DIFFERENT = {
    # rows that differ because the source contradicts itself, is rounded, or counts something else
    "book/Euler-angle joints": 4,
    "book/complement of planar biped": 1,
    "book/complement of spatial biped": 1,
    "book/count formulas": 12,
    "book/gripper inverse": 1,
    "book/hexapod walking": 1,
    "book/quadruped walking": 3,
    "khan/penalty, adaptive": 1,
    "khan/projection by Gauss elimination": 1,
    "khan/DeNOC": 3,
    "khan/fixed steps": 1,
    "sathuluri/Lissajous": 1,
    "sathuluri/formulations in free fall": 1,
    "sathuluri/free fall (printed)": 1,
    "sathuluri/readings of table A.1": 3,
    "amirouche/settings": 2,
}
EACH = [pytest.param(run.name, marks=() if run.name in QUICK else pytest.mark.slow) for run in experiments()]


def test_every_experiment_has_a_study_and_every_study_an_experiment() -> None:
    names = {run.name for run in experiments()}
    assert names == set(STUDIES)
    assert names >= LONG


@pytest.mark.parametrize("name", EACH)
def test_each_number_has_its_row_and_agrees_but_where_the_source_is_wrong(name: str) -> None:
    found = studied(find_experiment(name))
    assert found.rows
    differing = [row for row in found.rows if row.verdict is Verdict.DIFFERS]
    assert len(differing) == DIFFERENT.get(name, 0), [row.what for row in differing]
    assert all(row.reason for row in differing)
    assert all(row.reason for row in found.rows if row.verdict is Verdict.CANNOT)
    told = "\n".join(row.what for row in found.rows)
    run = found.experiment
    assert [item.quantity for item in (*run.numbers, *run.tables) if item.quantity not in told] == []
