"""What joints carry: hand-made statics, fixed joints, and the sum over a branch."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.connectivity.layout import lay_out
from linkwork.dynamics.catalogue import TREES

ROD = [[0.01, 0.0, 0.0], [0.0, 0.2, 0.0], [0.0, 0.0, 0.2]]
G = 10.0


def crane(*, merged: bool = False) -> tuple[lw.Mechanism, object]:
    """A mast on a hinge, a jib fixed to it, a load fixed to the jib's end, a bob that swings from there."""
    m = lw.Mechanism("crane", gravity=(0.0, 0.0, -G))
    mast = m.body("mast", mass=3.0, com=(0.0, 0.0, 1.0), inertia=ROD)
    jib = m.body("jib", mass=2.0, com=(0.5, 0.0, 0.0), inertia=ROD)
    load = m.body("load", mass=1.0, inertia=ROD)
    bob = m.body("bob", mass=0.5, com=(0.0, 0.0, -1.0), inertia=ROD)
    m.revolute("turn", m.ground, mast, axis="z")
    m.fixed("weld", mast.at(0.0, 0.0, 2.0), jib)
    m.fixed("hook", jib.at(1.0, 0.0, 0.0), load)
    m.revolute("swing", jib.at(1.0, 0.0, 0.0), bob, axis="y")
    return m, lay_out(m.freeze(), merged=merged)


def reactions(
    m: lw.Mechanism, q: list[float], v: list[float], a: list[float], axes: str = "world"
) -> dict[str, np.ndarray]:
    plan = lay_out(m.freeze(), merged=False)
    found = TREES["reactions"].build(plan, q, v, a, axes=axes)["reactions"]
    return dict(zip((n for n, j in plan.joints.items() if j.nodes), np.array(found)))


def test_at_rest_every_joint_carries_the_weight_beyond_it() -> None:
    m, _ = crane()
    found = reactions(m, [0.0, 0.0], [0.0, 0.0], [0.0, 0.0])
    assert found["hook"] == pytest.approx([0, 0, 0, 0, 0, 1.0 * G])
    assert found["swing"] == pytest.approx([0, 0, 0, 0, 0, 0.5 * G])
    assert found["weld"] == pytest.approx([0, -(2.0 * 0.5 + 1.5 * 1.0) * G, 0, 0, 0, 3.5 * G])
    assert found["turn"] == pytest.approx([0, -(2.0 * 0.5 + 1.5 * 1.0) * G, 0, 0, 0, 6.5 * G])


def test_turning_the_jib_is_pulled_inwards() -> None:
    """m ω² r of load and jib at ω = 2, the bob held upright beside them."""
    m, _ = crane()
    found = reactions(m, [0.0, 0.0], [2.0, 0.0], [0.0, 0.0])
    assert found["hook"][3:] == pytest.approx([-1.0 * 4.0 * 1.0, 0.0, 1.0 * G])
    assert found["weld"][3:] == pytest.approx([-4.0 * (2.0 * 0.5 + 1.0 + 0.5), 0.0, 3.5 * G])


def test_axes_of_the_body_turn_with_it() -> None:
    m, _ = crane()
    q, v, a = [0.7, 0.2], [1.0, -0.5], [0.3, 0.4]
    world, body = reactions(m, q, v, a), reactions(m, q, v, a, axes="body")
    c, s = np.cos(0.7), np.sin(0.7)
    R = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    for name in ("turn", "weld", "hook"):
        np.testing.assert_allclose(np.kron(np.eye(2), R) @ body[name], world[name], atol=1e-12)


def test_fixed_joints_kept_apart_change_no_torque() -> None:
    _, merged = crane(merged=True)
    _, apart = crane()
    assert len(merged.nodes) == 2
    assert len(apart.nodes) == 4
    rng = np.random.default_rng(0)
    q, v, a = rng.normal(size=(3, 2)).tolist()
    for name in ("inverse_dynamics", "recursive_forward_dynamics", "factorised_forward_dynamics"):
        one, other = (list(TREES[name].build(plan, q, v, a).values())[0] for plan in (merged, apart))
        assert one == pytest.approx(other)


def chain_of_two(*, through_loop: bool) -> lw.Mechanism:
    """b on ground, a on b; either said so, or as the rest of a loop whose first joint is cut."""
    m = lw.Mechanism("two", gravity=(0.0, -3.0, -G))
    a, b = (m.body(n, mass=1.0, com=(0.2, 0.1, 0.3), inertia=ROD) for n in "ab")
    if through_loop:
        m.revolute("first", m.ground, a, axis="y")
        m.revolute("second", a.at(0.5, 0.0, 0.0), b, axis="x")
        m.close("third", m.ground.at(1.0, 0.0, 0.0), b.at(0.0, 0.3, 0.0), kind="revolute", axis="y")
    else:
        m.revolute("third", m.ground.at(1.0, 0.0, 0.0), b.at(0.0, 0.3, 0.0), axis="y")
        m.revolute("second", b, a.at(0.5, 0.0, 0.0), axis="x")
    return m


def test_a_joint_that_the_tree_passes_backwards_carries_the_opposite() -> None:
    found = []
    for through_loop in (True, False):
        plan = lay_out(chain_of_two(through_loop=through_loop).freeze(), ("first",) if through_loop else None)
        sign = 1.0 if through_loop else -1.0  # its angle is that of b in a, or of a in b
        state = np.array([[0.3, sign * 0.2], [1.0, sign * 2.0], [0.5, -sign * 0.5]])
        rows = TREES["reactions"].build(plan, *state.tolist(), axes="world")["reactions"]
        found.append(dict(zip(plan.joints, np.array(rows))))
    np.testing.assert_allclose(found[0]["second"], -found[1]["second"], atol=1e-12)
    np.testing.assert_allclose(found[0]["third"], found[1]["third"], atol=1e-12)


def test_a_compiled_machine_tells_fixed_joints_too() -> None:
    m, _ = crane()
    system = m.compile()
    found = system.reactions(np.zeros(2), np.zeros(2), np.zeros(2), axes="world")
    assert dict(zip(system.reaction_names, found[:, 5])) == pytest.approx(
        {"turn": 65, "weld": 35, "hook": 10, "swing": 5}
    )


def test_fixed_joints_of_closed_machines_are_told_too() -> None:
    """A rod welded to a crank, and a prop under the crank's end that takes its share of the weight."""
    m = lw.Mechanism("propped", gravity=(0.0, -G, 0.0))
    crank = m.body("crank", mass=1.0, com=(0.5, 0.0, 0.0), inertia=ROD)
    rod = m.body("rod", mass=2.0, com=(0.0, 0.5, 0.0), inertia=ROD)
    prop = m.body("prop", mass=1.0, com=(0.0, 0.5, 0.0), inertia=ROD)
    m.revolute("pin", m.ground, crank)
    m.fixed("weld", crank.at(1.0, 0.0, 0.0), rod)
    m.revolute("foot", m.ground.at(1.0, -1.0, 0.0), prop)
    m.close("top", prop.at(0.0, 1.0, 0.0), crank.at(1.0, 0.0, 0.0), kind="revolute")
    system = m.compile()
    q, zero = np.zeros(2), np.zeros(2)
    qdd, lam = system.forward_dynamics(q, zero, zero)
    found = dict(zip(system.reaction_names, system.reactions(q, zero, qdd, lam, axes="world")))
    assert set(found) == {"pin", "weld", "foot", "top"}
    assert found["weld"] == pytest.approx([0, 0, 0, 0, 2.0 * G, 0])
    assert found["pin"][4] + found["top"][4] == pytest.approx(3.0 * G)
    assert found["foot"][4] - found["top"][4] == pytest.approx(1.0 * G)
