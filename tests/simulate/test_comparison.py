"""The comparison table of formulations."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.blueprint import library
from linkwork.dynamics.formulations import FORMULATIONS


def test_every_formulation_has_a_row_and_the_exact_ones_agree() -> None:
    s = library.four_bar().compile()
    found = s.compare_formulations(duration=0.0)
    assert [row.formulation for row in found.rows] == list(FORMULATIONS)
    assert not any(row.problem for row in found.rows)
    assert all(row.deviation < 1e-11 for row in found.rows if row.formulation != "penalty")
    assert found["penalty"].deviation > 1e-3  # springs hold the loops, they do not close them
    assert found["reduced"].counts.total < found["multipliers"].counts.total < found["augmented"].counts.total
    assert found["penalty"].condition > 1e3 * found["reduced"].condition
    assert all(row.call > 0.0 and row.batch > 0.0 and row.lam > 0.0 for row in found.rows)


def test_a_short_run_tells_drift_and_energy() -> None:
    s = library.four_bar().compile()
    found = s.compare_formulations(formulations=["reduced", "penalty"], duration=0.2)
    exact, springs = found.rows
    assert springs.evaluations > 5 * exact.evaluations  # springs that hold loops make a stiff machine
    assert exact.run > 0.0 and exact.ready > 0.0
    assert exact.drift < 1e-6 < springs.drift
    assert exact.energy < 0.1 * springs.energy


def test_it_prints_as_a_table() -> None:
    s = library.four_bar().compile()
    words = str(s.compare_formulations(formulations=["reduced", "embedding"], duration=0.0))
    assert "forward dynamics by formulation" in words
    assert "λ µs" in words and "evaluations" in words
    assert "embedding" in words and "condition" in words and "deviation" in words


def test_a_machine_at_rest_in_balance_has_no_deviation_to_divide_by() -> None:
    m = lw.Mechanism("weightless space", gravity=(0, 0, 0))
    a, b, c = (m.body(n, mass=1.0, com=(0.05, 0, 0), inertia=(0.01,) * 3) for n in "abc")
    m.revolute("O1", m.ground, a)
    m.revolute("A", a.at(0.1, 0, 0), b)
    m.revolute("O2", m.ground.at(0.3, 0, 0), c)
    m.close("B", b.at(0.3, 0, 0), c.at(0.25, 0, 0))
    m.pose(A=1.0, O2=1.5)
    s = m.compile()
    found = s.compare_formulations(None, s.v(), formulations=["reduced", "embedding"], duration=0.0)
    assert [row.deviation for row in found.rows] == [0.0, 0.0]


def test_a_formulation_that_does_not_serve_says_why_in_its_row() -> None:
    """No single body of two five-bars side by side moves in as many directions as the machine has freedoms."""
    m = lw.Mechanism("two four-bars", gravity=(0, -9.81, 0))
    for side in "ab":
        x = 0.0 if side == "a" else 1.0
        names = (f"crank_{side}", f"coupler_{side}", f"rocker_{side}")
        crank, coupler, rocker = (m.body(n, mass=1.0, com=(0.05, 0, 0), inertia=(0.01,) * 3) for n in names)
        m.revolute(f"O1_{side}", m.ground.at(x, 0, 0), crank)
        m.revolute(f"A_{side}", crank.at(0.1, 0, 0), coupler)
        m.revolute(f"O2_{side}", m.ground.at(x + 0.3, 0, 0), rocker)
        m.close(f"B_{side}", coupler.at(0.3, 0, 0), rocker.at(0.25, 0, 0), kind="revolute")
        m.pose({f"A_{side}": 1.0, f"O2_{side}": 1.5})
    found = m.compile().compare_formulations(formulations=["reduced", "extended"], duration=0.0)
    assert "directions" in found["extended"].problem
    assert "extended: body" in str(found).splitlines()[-1] and "directions" in str(found)
    with pytest.raises(lw.OptionError, match="comparison: duration: is -1"):
        m.compile().compare_formulations(duration=-1)


def test_open_machines_have_nothing_to_compare() -> None:
    with pytest.raises(lw.OptionError, match="has no loops"):
        library.two_link_arm().compile().compare_formulations()
