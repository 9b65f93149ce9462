"""The book's four-bar and that of its program."""

from __future__ import annotations

from math import radians

import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import hoeken_four_bar, redysim_four_bar
from linkwork.errors import OptionError

OMEGA = 4.71238898038469


@pytest.mark.parametrize(
    ("t", "rocker", "coupler"),
    [
        (0 / 9, 0.984373, 4.314439),
        (1 / 9, 1.157136, 4.276890),
        (3 / 9, 1.536642, 4.012933),
        (5 / 9, 1.632628, 3.665762),
        (6 / 9, 1.345368, 3.592450),
        (8 / 9, 0.789608, 3.830505),
        (11 / 9, 0.849159, 4.276890),
    ],
)
def test_angles_along_the_turn_are_those_of_the_digest(t, rocker, coupler) -> None:  # [D]
    posed = PosedMachine(hoeken_four_bar(angle=OMEGA * t))
    assert posed.angle("rocker") == pytest.approx(rocker, abs=1e-6)
    assert posed.angle("coupler") == pytest.approx(coupler, abs=1e-6)


def test_it_starts_as_table_10_8_to_its_digits() -> None:
    posed = PosedMachine(hoeken_four_bar())
    assert [posed.angle(j) for j in ("crank", "rocker", "coupler")] == pytest.approx([0, 0.9844, 4.3144], abs=5e-5)


def test_the_two_models_differ_in_the_coupler_only() -> None:
    assert hoeken_four_bar().freeze().body("coupler").com == (0.0576, 0.0, 0.0)
    table = hoeken_four_bar("table").freeze().body("coupler")
    assert table.com == (0.0, 0.0, 0.0)
    assert table.inertia[2][2] == pytest.approx(5 * 0.2304**2 / 12)
    assert len(hoeken_four_bar().freeze().diff(hoeken_four_bar("table").freeze())) > 0


def test_the_programs_four_bar_is_on_the_branch_of_its_inverse_dynamics() -> None:
    posed = PosedMachine(redysim_four_bar())
    degrees = radians(130.54)
    assert posed.angle("rocker") == pytest.approx(degrees, abs=1e-4)
    assert posed.angle("coupler") == pytest.approx(degrees, abs=1e-4)
    assert [b.mass for b in posed.blueprint.bodies] == [1.5, 3.0, 5.0]


def test_an_unknown_model_is_named() -> None:
    with pytest.raises(OptionError, match="Use 'listing' or 'table'"):
        hoeken_four_bar("figure")
