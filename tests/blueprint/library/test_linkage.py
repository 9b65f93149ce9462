"""Planar linkages from the places of their pins."""

from __future__ import annotations

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.builder import Mechanism
from linkwork.blueprint.library.linkage import frame_of_bars, linkage

PINS = {"O": 0j, "A": 1j, "B": 2 + 2j, "C": 2 + 0j, "P": 1 + 3j}
LINKS = {"crank": "O A", "coupler": "A B P", "rocker": "C B"}


def test_links_are_hinged_at_their_first_pins_and_loops_closed_at_taken_ones() -> None:
    m = Mechanism("four-bar")
    linkage(m, PINS, LINKS, "O C")
    b = m.freeze()
    assert b.joint_names == ("crank", "coupler", "rocker")
    assert [c.name for c in b.closures] == ["B"]
    assert [j.parent.body for j in b.joints] == ["ground", "crank", "ground"]


def test_every_pin_is_where_it_was_given() -> None:
    m = Mechanism("four-bar")
    bodies = linkage(m, PINS, LINKS, "O C")
    bodies["crank"].at(1.0, 0.0, name="A")
    posed = PosedMachine(m)
    assert np.abs(posed.gap()).max() < 1e-14
    assert np.allclose(posed.point("A"), (0.0, 1.0, 0.0))


def test_the_mass_of_a_link_is_given_or_follows_from_its_bars() -> None:
    m = Mechanism("links")
    frame_of_bars(m, "bar", [0j, 2 + 0j], 3.0)
    frame_of_bars(m, "row", [0j, 1 + 0j, 2 + 0j], 3.0)
    frame_of_bars(m, "triangle", [0j, 3 + 0j, 3 + 4j], 1.0, 24.0)
    bar, row, triangle = m._bodies
    assert bar.mass == row.mass == 6.0
    assert bar.com == row.com == pytest.approx((1.0, 0.0, 0.0))
    assert bar.rigid.I.at(2, 2) == pytest.approx(6.0 * 4.0 / 3.0)
    assert triangle.mass == pytest.approx(24.0)
    # three rods of 3, 4 and 5 m, two kilograms a metre: mean of their middles
    assert triangle.com == pytest.approx(((3 * 1.5 + 4 * 3.0 + 5 * 1.5) / 12, (4 * 2.0 + 5 * 2.0) / 12, 0.0))


def test_masses_may_be_named() -> None:
    m = Mechanism("four-bar")
    linkage(m, PINS, LINKS, "O C", masses={"crank": 1.0, "coupler": 2.0, "rocker": 3.0})
    assert [b.mass for b in m.freeze().bodies] == pytest.approx([1.0, 2.0, 3.0])
