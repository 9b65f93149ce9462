"""Columns come in groups that share a unit, with names for people."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.blueprint.library import stewart_platform
from linkwork.errors import UnknownName
from linkwork.record import Record
from linkwork.view.curves import groups


def test_the_usual_groups_of_a_run(run: Record) -> None:
    titles = [group.label for group in groups(run)]
    assert titles[:5] == [
        "Actuator torques / N m",
        "Joint angles / rad",
        "Joint rates / rad/s",
        "Joint reactions / N",
        "Joint moments / N m",
    ]
    assert {"Energies / J (potential from its start)", "Energy balance / J", "Loop error"} <= set(titles)


def test_curves_are_named_after_joints(run: Record) -> None:
    (angles,) = groups(run, ["q"])
    assert [curve.name for curve in angles.curves] == ["O1", "A", "O2"]
    assert np.array_equal(angles.curves[1].values, run["A.q"])


def test_a_column_may_be_named_alone(run: Record) -> None:
    one, other = groups(run, ["O2.angle", "energy.kinetic"])
    assert [curve.name for curve in one.curves] == ["O2"]
    assert [curve.name for curve in other.curves] == ["kinetic"]
    with pytest.raises(UnknownName, match="quantity 'O3.angle'"):
        groups(run, ["O3.angle"])


def test_lengths_and_angles_do_not_share_a_chart() -> None:
    run = stewart_platform().compile().simulate(duration=0.02, control=lambda t, q, v: [40.0] * 6)
    labels = [group.label for group in groups(run, ["q"])]
    assert labels == ["Joint displacements / m", "Quaternions", "Joint angles / rad"]
    assert "Quaternions" not in [group.title for group in groups(run)]


def test_reactions_are_sizes_of_forces(four_bar: Any) -> None:
    run = four_bar.simulate({"O1": 0.9}, duration=0.1, channels=("reaction",))
    (forces,) = groups(run, ["reaction"])  # the moments of a free planar machine are rounding errors
    three = np.column_stack([run[f"A.reaction.force.{axis}"] for axis in "xyz"])
    found = {curve.name: curve.values for curve in forces.curves}
    assert found["A"] == pytest.approx(np.linalg.norm(three, axis=1))
    assert set(found) == {"O1", "A", "O2", "B"}


def test_energies_that_are_zero_all_the_time_are_left_out(four_bar: Any, run: Record) -> None:
    free = four_bar.simulate({"O1": 0.9}, duration=0.1)
    assert [c.name for c in groups(free, ["energy"])[0].curves] == ["kinetic", "potential"]
    assert "actuator work" in [c.name for c in groups(run, ["energy"])[0].curves]


def test_potential_energy_is_drawn_from_its_start(run: Record) -> None:
    """Where its zero lies would hide the kinetic energy; the column itself keeps its values."""
    potential = run["energy.potential"]
    drawn = next(c.values for c in groups(run, ["energy"])[0].curves if c.name == "potential")
    assert drawn[0] == 0.0 and np.array_equal(drawn, potential - potential[0])
    assert np.array_equal(groups(run, ["energy.potential"])[0].curves[0].values, potential)
