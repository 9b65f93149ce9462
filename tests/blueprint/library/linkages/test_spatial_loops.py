"""RSSR and Bennett's linkage."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import bennett, rssr
from linkwork.errors import OptionError


@pytest.mark.parametrize(("ball", "freedom"), [("universal", 1), ("spherical", 2)])
def test_the_rssr_goes_round_and_balls_at_both_ends_let_the_coupler_spin(ball, freedom) -> None:
    for k in range(8):
        posed = PosedMachine(rssr(angle=2 * pi * k / 8, ball=ball))
        assert np.abs(posed.gap()).max() < 1e-14
        assert posed.freedom() == freedom


def test_an_unknown_ball_is_named() -> None:
    with pytest.raises(OptionError, match="Use 'universal' or 'spherical'"):
        rssr(ball="socket")


@pytest.mark.parametrize("angle", [0.4, 1.2, 2.5, 4.0])
def test_bennetts_linkage_closes_at_every_angle_and_moves(angle) -> None:
    posed = PosedMachine(bennett(angle=angle))
    assert np.abs(posed.gap()).max() < 1e-14
    assert posed.freedom() == 1


def test_other_lengths_than_bennetts_do_not_move() -> None:
    m = bennett()
    m._closures[0] = m._closures[0].__class__(
        "hinge_4", m._closures[0].a.at(0.01, 0, 0), m._closures[0].b, m._closures[0].kind
    )
    assert PosedMachine(m).freedom() == 0
