"""Every kind of condition has a law, on numbers and on symbols alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.connectivity import conditions
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion, dense, rows
from linkwork.dynamics.conditions import LAWS
from linkwork.expression.evaluate import evaluate
from linkwork.expression.trace import trace


def test_every_condition_has_a_law() -> None:
    assert set(LAWS) == set(conditions.Condition.__args__)


def everything() -> lw.Mechanism:
    """One machine with every kind of condition."""
    m = lw.Mechanism("everything")
    a, b, c = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in "abc")
    m.floating("free", a)
    m.spherical("ball", a.at(0.1, 0.0, 0.2), b)
    m.cylindrical("shaft", b.at(0.0, 0.3, 0.0), c, axis="x")
    m.linear("linear", {("shaft", "angle"): 2.0, ("shaft", "slide"): 3.0}, offset=0.1)
    m.relate(
        "law",
        lambda q, t: lw.maximum(q[0], lw.Parameter("floor", 0.2)) * q[4] - lw.where(q[1], t, 2 * t),
        ["ball", "shaft"],
    )
    m.velocity_relation("rates", lambda q, t: ([q[0], 1.0, q[1] * t, 0.0, lw.atan2(q[4], 2.0)], t), ["ball", "shaft"])
    m.prescribe("shaft", lambda t: lw.sin(t), variables="angle")
    m.prescribe(b.at(0.1, 0, 0), lambda t: t * t, axes="y", name="point")
    m.roll("wheel", c, radius=0.2, floor=m.ground.at(0, 0, 0, rotation=("x", 0.3)))
    m.edge("edge", a, across="x", on=c)
    return m


def law(plan: Plan, q: Sequence[Any], v: Sequence[Any], t: Any) -> dict[str, Any]:
    found = rows(Motion(plan, list(q), list(v), t))
    return {
        "J": dense(plan, found),
        "gap": [0.0 if row.gap is None else row.gap for row in found],
        "drift": [row.drift for row in found],
        "bias": [row.bias for row in found],
    }


def test_rows_are_the_same_on_numbers_symbols_and_batches(random_state: Callable) -> None:
    plan = lay_out(everything().freeze())
    (q, v), (q2, v2), t = random_state(plan, 1), random_state(plan, 2), 0.7
    function = trace(lambda q, v, t: law(plan, q, v, t), {"q": (plan.n_q,), "v": (plan.n_v,), "t": ()})
    symbolic = evaluate(function, q=q, v=v, t=t)
    batch = law(plan, np.stack([q, q2], -1), np.stack([v, v2], -1), np.array([t, t]))
    for name, value in law(plan, list(q), list(v), t).items():
        np.testing.assert_allclose(symbolic[name], value, atol=1e-12)
        flat = batch[name] if name != "J" else [x for row in batch[name] for x in row]
        np.testing.assert_allclose([np.broadcast_to(x, 2)[0] for x in flat], np.ravel(value), atol=1e-12)


def test_open_parameters_inside_conditions_reach_the_rows(random_state: Callable) -> None:
    blueprint = everything().freeze()
    plan = lay_out(blueprint)
    q, v = random_state(plan, 1)
    function = trace(
        lambda q, v, p: law(lay_out(blueprint.bind(floor=p)), q, v, 0.3),
        {"q": (plan.n_q,), "v": (plan.n_v,), "p": ()},
    )
    for floor in (0.1, 5.0):
        expected = law(lay_out(blueprint.bind(floor=floor)), list(q), list(v), 0.3)
        found = evaluate(function, q=q, v=v, p=floor)
        for name, value in expected.items():
            np.testing.assert_allclose(found[name], value, atol=1e-12)


@pytest.mark.parametrize("name", ["linear", "law", "rates", "motion of shaft"])
def test_a_condition_on_a_cut_joint_is_an_error(name: str) -> None:
    m = everything()
    m.close("ground again", m.ground, "c", kind="spherical")
    blueprint = m.freeze()
    only = replace(
        blueprint,
        relations=tuple(r for r in blueprint.relations if r.name == name),
        motions=tuple(r for r in blueprint.motions if r.name == name),
        velocity_relations=tuple(r for r in blueprint.velocity_relations if r.name == name),
    )
    with pytest.raises(lw.OptionError, match=f"'{name}': acts on joint 'shaft', which is cut and has no coordinates"):
        lay_out(only, ["shaft"])
