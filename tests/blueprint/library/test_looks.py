"""Bars and their pictures."""

from __future__ import annotations

import pytest

from linkwork.algebra.parameter import Parameter
from linkwork.blueprint.builder import Mechanism
from linkwork.blueprint.library.looks import PALETTE, bar, color


def test_a_bar_is_uniform_unless_said_otherwise() -> None:
    m = Mechanism("bars")
    bar(m, "plain", 0.6, 4.0)
    bar(m, "shifted", 0.6, 4.0, com=0.1, moments=(0.0, 1.0, 1.0))
    plain, shifted = m._bodies
    assert plain.com == (0.3, 0.0, 0.0)
    assert plain.inertia[2][2] == pytest.approx(0.12)
    assert shifted.com == (0.1, 0.0, 0.0)


def test_lengths_and_masses_may_be_parameters() -> None:
    m = Mechanism("bars")
    bar(m, "open", Parameter("l", 0.6), Parameter("m", 4.0))
    m.revolute("hinge", m.ground, "open")
    assert set(m.freeze().parameters) == {"l", "m"}


def test_colours_go_round() -> None:
    assert color(0) == color(len(PALETTE))
