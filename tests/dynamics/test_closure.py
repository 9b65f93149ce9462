"""Joints that close loops: their rows are the gradient of their gaps, and know what velocities add."""

from __future__ import annotations

from collections.abc import Callable
from math import pi

import numpy as np
import pytest

import linkwork as lw
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion, Row, check_closable, rows, vanished_rows
from linkwork.expression.trace import trace

TURNED = ("ZYX", (0.4, -0.7, 1.1))

KINDS = {
    "fixed": {},
    "revolute": {"axis": "y"},
    "revolute about a slanted axis": {"axis": (2 / 3, -1 / 3, 2 / 3)},
    "prismatic": {"axis": "x"},
    "cylindrical": {"axis": "z"},
    "universal": {"axes": "XZ"},
    "spherical": {},
    "planar": {"normal": "y"},
    "point": {},
    "distance": {"length": 0.7},
}


def closed(kind: str, options: dict, shared: bool) -> lw.Mechanism:
    """Two loose chains, or one that branches, whose tips are joined."""
    m = lw.Mechanism("loose", gravity=(0.3, -9.0, 2.0))
    trunk = m.body("trunk", mass=1.2, com=(0.1, 0.2, 0.3), inertia=(0.1, 0.12, 0.15))
    left = m.body("left", mass=0.8, inertia=(0.1, 0.1, 0.1))
    right = m.body("right", mass=0.5, inertia=(0.1, 0.1, 0.1))
    m.spherical("s", m.ground.at(0.2, 0.1, 0.0), trunk) if shared else m.floating("s", trunk)
    m.floating("l", left, parent=trunk.at(0.3, 0.0, 0.0, rotation=TURNED))
    m.universal("r", trunk.at(0.0, 0.2, 0.1) if shared else m.ground, right.at(0.1, 0.0, 0.0), axes="ZX")
    word = kind.split()[0]
    m.close("C", left.at(0.2, -0.1, 0.3, rotation=TURNED), right.at(0.4, 0.1, 0.0), kind=word, **options)
    return m


@pytest.mark.parametrize("shared", [False, True], ids=["two branches", "one trunk"])
@pytest.mark.parametrize("kind", KINDS)
def test_rows_of_every_joint_are_the_gradient_of_its_gaps(kind: str, shared: bool, check_rows: Callable) -> None:
    plan = lay_out(closed(kind, KINDS[kind], shared).freeze())
    found = check_rows(plan, seed=len(kind))
    assert [row.component for row in found] == [row.name for row in plan.cuts[0].kind.rows]


def test_what_carries_both_frames_of_a_cut_does_not_feel_it() -> None:
    plan = lay_out(closed("revolute", {}, shared=True).freeze())
    trunk = plan.joints["s"].v
    for row in rows(Motion(plan, [0.1] * plan.n_q, [0.2] * plan.n_v)):
        assert not set(range(trunk.start, trunk.stop)) & set(row.J)


def test_a_threaded_closure_turns_as_it_advances(check_rows: Callable) -> None:
    """On the thread its rows agree with the gaps; off it, only the parallel and level ones are gradients."""
    m = lw.Mechanism("jack")
    nut, screw = m.body("nut", mass=1.0), m.body("screw", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.revolute("turn", m.ground, nut)
    m.cylindrical("lift", m.ground, screw)
    m.close("thread", nut, screw, kind="helical", pitch=0.05)
    plan = lay_out(m.freeze())
    (row,) = check_rows(plan)
    turn, angle, slide = plan.joints["turn"].v.start, *(plan.joints["lift"].indices(k)[1] for k in (0, 1))
    assert pytest.approx({turn: 0.05, angle: -0.05, slide: 1.0}) == row.J


def four_bar(closure: str = "revolute", seat: dict | None = None, arm: bool = False) -> lw.Mechanism:
    """A planar four-bar, on ground or on the tip of an arm that moves it through space; `seat` is its frame there."""
    m = lw.Mechanism("four-bar", gravity=(0, -9.81, 0))
    base = m.ground
    if arm:
        base = m.body("arm", mass=1.0, com=(0.1, 0.2, 0.3), inertia=(0.1, 0.1, 0.1))
        m.floating("shoulder", base)
    seat = seat or {}
    crank, coupler, rocker = (m.body(n, mass=1.0, com=(0.1, 0, 0)) for n in ("crank", "coupler", "rocker"))
    m.revolute("O1", base.at(**seat), crank)
    m.revolute("A", crank.at(0.1, 0, 0), coupler)
    m.revolute("O2", base.at(**seat).at(0.3, 0, 0), rocker)
    m.close("B", coupler.at(0.3, 0, 0), rocker.at(0.2, 0, 0), kind=closure)
    return m


def symbolic(law: Callable, plan: Plan) -> list[Row]:
    kept: list = []

    def write(q: np.ndarray, v: np.ndarray) -> dict:
        kept.extend(law(Motion(plan, list(q), list(v))))
        return {"gap": [0.0]}

    trace(write, {"q": (plan.n_q,), "v": (plan.n_v,)})
    return kept


ASKEW = {"x": 1.0, "y": 2.0, "z": 3.0, "rotation": ("XYZ", (0.7, 0.3, -0.8))}


@pytest.mark.parametrize("arm", [False, True], ids=["on ground", "on an arm"])
@pytest.mark.parametrize("seat", [{}, {"rotation": ("y", pi / 2)}, ASKEW], ids=["flat", "upright", "askew"])
@pytest.mark.parametrize(("closure", "rows_of_it"), [("revolute", 5), ("spherical", 3), ("point", 3)])
def test_a_planar_machine_keeps_two_rows_wherever_its_plane_lies(
    closure: str, rows_of_it: int, seat: dict, arm: bool
) -> None:
    plan = lay_out(four_bar(closure, seat, arm).freeze())
    kept, gone = symbolic(rows, plan), symbolic(vanished_rows, plan)
    assert len(kept) == 2
    assert len(gone) == rows_of_it - 2
    assert not {row.component for row in kept} & {row.component for row in gone}


def test_the_rows_that_vanish_are_named() -> None:
    gone = symbolic(vanished_rows, lay_out(four_bar().freeze()))
    assert [(row.name, row.component) for row in gone] == [("B", "moment x"), ("B", "moment y"), ("B", "force z")]


@pytest.mark.parametrize("seat", [{}, ASKEW], ids=["flat", "askew"])
def test_a_loop_on_a_moving_arm_does_not_feel_the_arm(seat: dict, check_rows: Callable) -> None:
    plan = lay_out(four_bar("revolute", seat, arm=True).freeze())
    arm = plan.joints["shoulder"].v
    for row in check_rows(plan):
        assert not set(range(arm.start, arm.stop)) & set(row.J)


def test_positions_alone_give_gaps_and_jacobian(random_state: Callable) -> None:
    plan = lay_out(four_bar().freeze())
    q, v = random_state(plan)
    still, moving = rows(Motion(plan, list(q))), rows(Motion(plan, list(q), list(v)))
    assert [(r.component, r.gap, r.J) for r in still] == [(r.component, r.gap, r.J) for r in moving]
    assert all(row.bias == 0.0 for row in still)


def test_a_gap_that_no_joint_can_close_is_an_error() -> None:
    m = four_bar("revolute")
    m.body("tail", mass=1.0)
    m.revolute("T", m.ground.at(0, 0, 0.02), "tail")
    m.close("E", "tail", m.ground.at(0, 0, 0), kind="point")
    plan = lay_out(m.freeze())
    with pytest.raises(lw.AssemblyError, match=r"closure 'E'.*misses by 0\.02 m \(force z\), and no joint of its loop"):
        symbolic(lambda motion: [check_closable(motion)], plan)


def test_dimensions_that_are_rounded_leave_no_row_behind() -> None:
    m = lw.Mechanism("rounded")
    tail = m.body("tail", mass=1.0)
    m.revolute("T", m.ground.at(0, 0, 0.1).at(0, 0, 0.2), tail)
    m.close("E", tail.at(0.1, 0, 0), m.ground.at(0.1, 0, 0.3), kind="point")
    assert [row.component for row in symbolic(rows, lay_out(m.freeze()))] == ["force x", "force y"]
