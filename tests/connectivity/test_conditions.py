"""Conditions as the laws read them: the indices, places and nodes of what the user named."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.connectivity import conditions
from linkwork.connectivity.conditions import planned
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import GROUND, Plan


@pytest.fixture(scope="module")
def plan() -> Plan:
    m = lw.Mechanism("all")
    a, b, c = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in "abc")
    m.revolute("hinge", m.ground, a)
    m.planar("table", a.at(1, 0, 0), b)
    m.floating("free", c)
    m.linear("sum", {"hinge": 2.0, ("table", "angle"): -1.0}, offset=0.5)
    m.relate("law", lambda q: [q[0] - q[2], q[1]], ["hinge", "table"])
    m.prescribe("table", lambda t: (t, 2 * t), variables=["y", "angle"])
    m.prescribe(b.at(0.1, 0, 0), lambda t: (t, t), axes="zx", name="point")
    m.velocity_relation("rates", lambda q, t: ([[1.0, 0, 0, 0], [0, 1.0, 0, 0]], 0), ["hinge", "table"])
    m.roll("roll", c, radius=0.2, floor=b)
    m.edge("edge", c.at(0, 0, 1), across="x", on=m.ground)
    return lay_out(m.freeze())


def by_name(plan: Plan, name: str):
    return next(c for c in plan.conditions if c.name == name)


def test_conditions_come_in_the_order_of_relations_motions_velocities(plan: Plan) -> None:
    names = [c.name for c in plan.conditions]
    assert names == ["sum", "law", "motion of table", "point", "rates", "roll", "edge"]


def test_terms_are_coordinates_with_their_rates(plan: Plan) -> None:
    assert by_name(plan, "sum").terms == ((0, 0, 2.0), (3, 3, -1.0))
    assert by_name(plan, "motion of table").terms == ((2, 2, "y"), (3, 3, "angle"))


def test_places_lie_on_the_nodes_of_their_bodies(plan: Plan) -> None:
    point, roll, edge = (by_name(plan, n) for n in ("point", "roll", "edge"))
    assert (point.place.node, point.axes) == (plan.bodies["b"].node, (2, 0))
    assert (roll.wheel.node, roll.floor.node) == (plan.bodies["c"].node, plan.bodies["b"].node)
    assert (edge.edge.node, edge.on.node, edge.across) == (plan.bodies["c"].node, GROUND, 0)


@pytest.mark.parametrize(
    ("name", "nodes", "rows"),
    [
        ("sum", (0, 3), 1),
        ("law", (0, 1, 2, 3), 2),
        ("motion of table", (2, 3), 2),
        ("point", (0, 1, 2, 3), 2),
        ("rates", (0, 1, 2, 3), 2),
        ("roll", (4, 0, 1, 2, 3), 3),
        ("edge", (4,), 1),
    ],
)
def test_nodes_on_which_a_condition_acts_and_number_of_its_rows(
    plan: Plan, name: str, nodes: tuple[int, ...], rows: int
) -> None:
    condition = by_name(plan, name)
    assert (condition.nodes(plan), condition.count) == (nodes, rows)


def test_every_kind_of_condition_is_in_the_union() -> None:
    kinds = {k for k in vars(conditions).values() if isinstance(k, type) and k.__module__ == conditions.__name__}
    assert set(conditions.Condition.__args__) == kinds


def test_a_record_of_another_kind_is_an_error() -> None:
    with pytest.raises(TypeError, match="no rule for conditions of type int"):
        planned(3, {}, lambda frame: None)
