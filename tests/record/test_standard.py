from __future__ import annotations

import pytest

from linkwork.blueprint.builder import Mechanism
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan
from linkwork.errors import UnknownName
from linkwork.record.standard import channels, layout


@pytest.fixture(scope="module")
def plan() -> Plan:
    m = Mechanism("leg", gravity=(0, 0, -9.81))
    trunk = m.body("trunk", mass=2.0, inertia=(1, 1, 1))
    thigh = m.body("thigh", mass=1.0, inertia=(1, 1, 1))
    shank = m.body("shank", mass=1.0, inertia=(1, 1, 1))
    m.floating("base", trunk)
    m.spherical("hip", trunk, thigh)
    m.prismatic("knee", thigh, shank)
    m.close("foot", shank, m.ground.at(1, 0, 0), kind="spherical")
    m.actuate("knee")
    return lay_out(m.freeze())


def test_columns_are_named_after_joints_bodies_and_loops(plan: Plan) -> None:
    known = channels(plan)
    assert [known["q"].name_of(c) for c in known["q"].columns][-5:] == [
        "hip.q.w", "hip.q.x", "hip.q.y", "hip.q.z", "knee.q.slide",
    ]  # fmt: skip
    assert len(known["q"].columns) == plan.n_q == 12
    assert len(known["v"].columns) == len(known["qdd"].columns) == plan.n_v == 10
    assert known["tau"].owners == ("knee",)
    assert known["lam"].owners == known["loop_error"].owners == ("foot",)
    assert set(known["reaction"].owners) == {"base", "hip", "knee", "foot"}
    assert {"trunk", "thigh", "shank"} <= set(known["pose"].owners)


def test_units_follow_the_joint(plan: Plan) -> None:
    known = channels(plan)
    assert [c.unit for c in known["q"].columns] == ["m"] * 3 + [""] * 8 + ["m"]
    assert [c.unit for c in known["qdd"].columns][-4:] == ["rad/s²"] * 3 + ["m/s²"]
    assert [c.unit for c in known["tau"].columns] == ["N"]


def test_rows_that_folded_to_zero_can_be_left_out(plan: Plan) -> None:
    assert len(channels(plan)["lam"].columns) == 3
    assert len(channels(plan, {"foot": ("x", "y")})["lam"].columns) == 2


def test_a_layout_has_the_time_and_the_named_channels(plan: Plan) -> None:
    assert list(layout(plan, ("q", "v", "energy")).slices) == ["t", "q", "v", "energy"]
    with pytest.raises(UnknownName, match="channel 'torque': does not exist in a record"):
        layout(plan, ("torque",))
