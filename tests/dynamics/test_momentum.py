"""Centre of mass: a hand-made case, and a machine that has none."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.connectivity.layout import lay_out
from linkwork.dynamics.catalogue import TREES
from linkwork.errors import SingularError


def scales(mass: float) -> lw.Mechanism:
    m = lw.Mechanism("scales")
    a = m.body("left", mass=mass, com=(-1.0, 0.0, 0.0), inertia=[[0.0, 0, 0], [0, 0.0, 0], [0, 0, 0.0]])
    m.prismatic("slide", m.ground, a, axis="z")
    b = m.body("right", mass=3.0 * mass, com=(1.0, 0.0, 0.0))
    m.fixed("weld", a, b)
    return m


def test_the_centre_of_mass_lies_between() -> None:
    plan = lay_out(scales(1.0).freeze())
    assert TREES["centre_of_mass"].build(plan, [0.5])["position"] == pytest.approx([0.5, 0.0, 0.5])
    assert TREES["centre_of_mass_velocity"].build(plan, [0.5], [2.0])["velocity"] == pytest.approx([0.0, 0.0, 2.0])
    assert TREES["centroidal_momentum"].build(plan, [0.5], [2.0])["momentum"] == pytest.approx([0, 0, 0, 0, 0, 8.0])


def test_a_machine_of_which_nothing_moves_has_none() -> None:
    m = lw.Mechanism("statue")
    m.fixed("plinth", m.ground, m.body("stone", mass=100.0))
    with pytest.raises(SingularError, match="mechanism 'statue': has no centre of mass.*Give a body a mass"):
        TREES["centre_of_mass"].build(lay_out(m.freeze()), [])
