"""Which joint carries a free base, and what is said when none does."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.connectivity.layout import lay_out
from linkwork.dynamics.catalogue import TREES
from linkwork.dynamics.free_base import base_nodes
from linkwork.errors import OptionError

BOX = [[0.3, 0.02, 0.01], [0.02, 0.4, 0.03], [0.01, 0.03, 0.25]]


def walker(kind: str, **options: str) -> lw.Mechanism:
    m = lw.Mechanism("walker", gravity=(0.0, 0.0, -9.81))
    trunk, leg = (m.body(name, mass=2.0, com=(0.1, 0.0, 0.2), inertia=BOX) for name in ("trunk", "leg"))
    if kind == "floating":
        m.floating("base", trunk, **options)
    else:
        getattr(m, kind)("base", m.ground, trunk, **options)
    m.revolute("hip", trunk.at(0.0, 0.2, 0.0), leg, axis="y")
    m.actuate("hip")
    return m


@pytest.mark.parametrize(("coordinates", "count"), [("quaternion", 1), ("ZYX", 6)])
def test_the_floating_joint_is_the_base(coordinates: str, count: int) -> None:
    assert len(base_nodes(lay_out(walker("floating", coordinates=coordinates).freeze()))) == count


def test_an_undriven_planar_joint_is_a_base_too() -> None:
    """The trunk slides and turns in a plane, driven by nothing but the leg."""
    plan = lay_out(walker("planar", normal="y").freeze())
    q, v, a = np.random.default_rng(0).normal(size=(3, 4)).tolist()
    found = TREES["free_base_inverse_dynamics"].build(plan, q, v, a)
    tau = TREES["inverse_dynamics"].build(plan, q, v, found["qdd"])["tau"]
    assert tau == pytest.approx(found["tau"], abs=1e-10)
    assert found["tau"][:3] == [0.0, 0.0, 0.0]


def test_a_machine_without_a_free_base_says_so() -> None:
    m = walker("revolute", axis="x")
    m.actuate("base")
    with pytest.raises(
        OptionError, match="mechanism 'walker': has 0 joints that could carry a free base.*floating joint"
    ):
        base_nodes(lay_out(m.freeze()))


def test_a_load_along_the_base_joint_is_refused() -> None:
    m = walker("floating", coordinates="ZYX")
    m.friction("base", viscous=1.0)
    plan = lay_out(m.freeze())
    with pytest.raises(OptionError, match="load on the joint of its free base"):
        TREES["free_base_inverse_dynamics"].build(plan, [0.1] * 7, [0.0] * 7, [0.0] * 7)
