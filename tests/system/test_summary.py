"""A compiled machine in a few lines."""

from __future__ import annotations

from linkwork.blueprint.library import bennett, four_bar, pendulum


def test_a_closed_machine_tells_its_parts_its_cut_and_its_cost() -> None:
    system = four_bar().compile()
    counted = system.counts("forward_dynamics")
    assert str(system).splitlines() == [
        "four-bar: 3 bodies, 3 joints, 1 loop, 1 degree of freedom",
        "  driven: crank",
        "  cut: pin (2 multipliers)",
        f"  forward dynamics: {system.formulation}, chosen for its counts, {counted}",
    ]


def test_rows_that_follow_from_others_are_named() -> None:
    assert "redundant: hinge_4.force x, hinge_4.force y, hinge_4.force z" in str(bennett().compile())


def test_a_tree_has_no_loops_to_tell_of() -> None:
    text = str(pendulum().compile(formulation="recursive"))
    assert text.startswith("pendulum: 1 body, 1 joint, 1 degree of freedom\n")
    assert "loop" not in text and "chosen" not in text
