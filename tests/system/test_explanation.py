"""A compiled machine tells its structure, its ranks and the plan of its elimination."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.blueprint import library
from linkwork.connectivity.elimination_order import UNROLLED


def test_a_small_machine_is_written_out() -> None:
    s = library.four_bar().compile(formulation="reduced")
    told = s.explain()
    assert told.elimination is not None
    assert told.elimination.unknowns == ("rocker", "coupler", "crank", "λ pin.force x", "λ pin.force y")
    assert not told.elimination.fronts and not told.elimination.hubs
    assert "written out" in str(told) and "Freedoms by rank: 3 rates − 2 rows = 1." in str(told)
    assert "GICM" in str(told) and "ground" in str(told)


def test_redundant_rows_are_named() -> None:
    words = library.bennett().compile().explain().ranks
    assert "Over-constrained: hinge_4.force x, hinge_4.force y, hinge_4.force z follow from the other rows." in words


def test_a_large_machine_goes_by_fronts_and_hubs() -> None:
    s = library.scissor_grid(k=8).compile()
    plan = s.explain().elimination
    assert plan is not None and plan.order == s.formulation == "recursive"
    assert plan.operations["recursive"] == min(plan.operations.values()) > UNROLLED
    assert len(plan.hubs) > 8 and plan.fronts
    assert sorted(k for front in plan.fronts for k in front.inside) == list(range(len(plan.unknowns)))
    assert f"{len(plan.hubs)} hubs" in str(plan) and "dense fronts" in str(plan)


@pytest.mark.parametrize("formulation", ["embedding", "projection"])
def test_other_formulations_are_named(formulation: str) -> None:
    told = library.four_bar().compile(formulation=formulation).explain()
    assert told.elimination is None and f"Formulation '{formulation}'" in str(told)


def test_trees_have_no_loops_to_rank() -> None:
    m = lw.Mechanism("pendulum")
    m.revolute("pin", m.ground, m.body("rod", mass=1.0, inertia=(0.1, 0.1, 0.1)))
    told = m.compile().explain()
    assert told.ranks == "" and told.elimination is None
