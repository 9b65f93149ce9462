"""The book's robotic leg."""

from __future__ import annotations

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import robotic_leg
from linkwork.errors import OptionError

OMEGA = 4.71238898038469
LINKS = ("rocker", "coupler", "thigh", "guide", "brace")


@pytest.mark.parametrize(
    ("t", "angles"),
    [
        (0 / 9, (4.511031, -2.738877, -0.876435, -1.460368, -1.681225)),
        (1 / 9, (4.046632, -2.640646, -1.580343, -1.137940, -2.003652)),
        (3 / 9, (3.785094, -2.214297, -1.525383, -1.345563, -1.796029)),
        (6 / 9, (4.068888, -1.854590, -0.581692, -1.956992, -1.184601)),
        (9 / 9, (4.712389, -2.214297, 0.045992, -1.885989, -1.255603)),
        (11 / 9, (4.877199, -2.640646, -0.173501, -1.672653, -1.468939)),
    ],
)
def test_angles_along_the_turn_are_those_of_the_digest(t, angles) -> None:  # [D]
    posed = PosedMachine(robotic_leg(angle=OMEGA * t))
    assert [posed.angle(j) for j in LINKS] == pytest.approx(angles, abs=1e-6)
    assert np.abs(posed.gap()).max() < 1e-14


def test_it_starts_as_the_program_does_to_its_digits() -> None:
    printed = (0.0, 4.5110, -2.7389, -0.8764, -1.4604, -1.4604, -1.6812)
    assert [q for (q,) in (p.q for p in robotic_leg().freeze().start)] == pytest.approx(printed, abs=5e-5)


def test_the_foot_walks_where_the_digest_says() -> None:  # [D]
    path = np.array([PosedMachine(robotic_leg(angle=2 * np.pi * k / 360)).point("foot")[:2] for k in range(360)])
    assert path.min(axis=0) == pytest.approx((-0.2452, -0.3999), abs=2e-4)
    assert path.max(axis=0) == pytest.approx((0.2252, -0.3100), abs=2e-4)


def test_both_sets_of_masses() -> None:
    assert sum(b.mass for b in robotic_leg().freeze().bodies) == pytest.approx(0.37)
    assert robotic_leg("program").freeze().body("shank").mass == 0.0562
    with pytest.raises(OptionError, match="Use 'book' or 'program'"):
        robotic_leg("guess")
