"""From a description to a plan: any choice of cuts and frames lays out the same machine."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import linkwork as lw
from linkwork.algebra.poses import Pose
from linkwork.blueprint.mechanism import Blueprint
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import GROUND, Place, Plan
from linkwork.dynamics.closure import Motion, dense, rows
from linkwork.dynamics.inverse_dynamics import inverse_dynamics
from linkwork.dynamics.kinematics import node_poses, twists, world_poses
from linkwork.dynamics.mass_matrix import mass_matrix
from linkwork.dynamics.relations import joint_coordinates

AXES = ["x", "y", "z", (0.6, 0.0, 0.8), (2 / 3, -1 / 3, 2 / 3)]
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "fixed": [{}],
    "revolute": [{"axis": a} for a in AXES],
    "prismatic": [{"axis": a} for a in AXES],
    "helical": [{"axis": a, "pitch": 0.05} for a in AXES],
    "cylindrical": [{"axis": a} for a in AXES],
    "universal": [{"axes": "XY"}, {"axes": "ZY"}],
    "spherical": [{"coordinates": "quaternion"}, {"coordinates": "ZYX"}, {"coordinates": "XYX"}],
    "planar": [{"normal": a} for a in AXES],
    "floating": [{"coordinates": "quaternion"}, {"coordinates": "ZXZ"}],
}
EVERY = [(kind, options) for kind, several in OPTIONS.items() for options in several]


def placed(rng: np.random.Generator) -> dict[str, Any]:
    """Somewhere on a body: anywhere, on an axis, or at its origin; turned by anything, by quarter turns, or not."""
    where = [0.0, 0.0, 0.0]
    for k in range(3):
        if rng.random() < 0.5:
            where[k] = float(rng.uniform(-0.5, 0.5))
    turn = [None, ("z", np.pi / 2), ("x", -np.pi / 2), ("ZYX", tuple(rng.uniform(-1.0, 1.0, 3)))][rng.integers(4)]
    return {"x": where[0], "y": where[1], "z": where[2], "rotation": turn}


def random_tree(seed: int, bodies: int, kinds: list[tuple[str, dict[str, Any]]] = EVERY) -> lw.Mechanism:
    """A tree of random joints; every body has a mass, a centre and an inertia of its own."""
    rng = np.random.default_rng(seed)
    m = lw.Mechanism(f"tree {seed}", gravity=tuple(rng.uniform(-9, 9, 3)))
    handles: list[Any] = [m.ground]
    for i in range(bodies):
        A = rng.uniform(-0.3, 0.3, (3, 3))
        inertia = (np.trace(A @ A.T) + 0.1) * np.eye(3) - A @ A.T  # that of some cloud of points
        body = m.body(f"b{i}", mass=rng.uniform(1, 3), com=tuple(rng.uniform(-0.2, 0.2, 3)), inertia=inertia)
        kind, options = kinds[rng.integers(len(kinds))]
        parent = handles[rng.integers(max(0, i - 2), i + 1)]
        m.joint(f"j{i}", parent.at(**placed(rng)), body.at(**placed(rng)), kind=kind, **options)
        handles.append(body)
    return m


def poses_by_description(blueprint: Blueprint, plan: Plan, q: np.ndarray) -> dict[str, Pose]:
    """Poses of the bodies by walking over the joints of the description."""
    found = {"ground": Pose()}
    waiting = list(blueprint.joints)
    while waiting:
        for joint in waiting:
            if joint.parent.body in found:
                own = joint_coordinates(plan.joints[joint.name], list(q))
                found[joint.child.body] = found[joint.parent.body] @ joint.pose(own)
                waiting.remove(joint)
                break
    return found


def numbers(X: Pose) -> np.ndarray:
    return np.array([*(x for row in X.rotation for x in row), *X.translation], dtype=float)


def assert_same_poses(a: dict[str, Pose], b: dict[str, Pose]) -> None:
    for name, X in a.items():
        np.testing.assert_allclose(numbers(X), numbers(b[name]), atol=1e-12, err_msg=name)


def poses(plan: Plan, q: np.ndarray) -> dict[str, Pose]:
    world = world_poses(plan, node_poses(plan, list(q)))
    return {name: world[place.node] @ place.pose for name, place in plan.bodies.items()}


def state(plan: Plan, seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    q = rng.uniform(-1.0, 1.0, plan.n_q)
    for node in plan.nodes:
        if node.step.n_q > node.step.n_v:
            end = node.q + node.step.n_q
            q[end - 4 : end] /= np.linalg.norm(q[end - 4 : end])
    return q, rng.normal(size=plan.n_v)


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), bodies=st.integers(1, 7), reframed=st.booleans())
def test_bodies_stand_where_the_description_puts_them(seed: int, bodies: int, reframed: bool) -> None:
    blueprint = random_tree(seed, bodies).freeze()
    plan = lay_out(blueprint, reframed=reframed)
    q, _ = state(plan, seed)
    assert_same_poses(poses_by_description(blueprint, plan, q), poses(plan, q))


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 10_000), bodies=st.integers(1, 6))
def test_frames_that_cost_less_change_neither_motion_nor_inertia(seed: int, bodies: int) -> None:
    blueprint = random_tree(seed, bodies).freeze()
    plain, cheap = lay_out(blueprint, reframed=False), lay_out(blueprint)
    q, v = state(plain, seed)
    assert (plain.n_q, plain.n_v) == (cheap.n_q, cheap.n_v)
    M = np.array(mass_matrix(plain, list(q)), dtype=float).reshape(plain.n_v, plain.n_v)
    np.testing.assert_allclose(np.reshape(mass_matrix(cheap, list(q)), M.shape), M, atol=1e-11)
    assert_same_poses(poses(plain, q), poses(cheap, q))
    for plan in (plain, cheap):
        t = twists(plan, node_poses(plan, list(q)), list(v))
        energy = 0.5 * sum(t[i].dot(n.inertia @ t[i]) for i, n, _ in plan.outward)
        assert energy == pytest.approx(0.5 * v @ M @ v, rel=1e-9)


def test_a_chain_of_any_hinges_is_laid_out_along_common_normals() -> None:
    """Denavit and Hartenberg: between two axes one turn and two shifts are left, wherever the user's frames lie."""
    rng = np.random.default_rng(4)
    m = lw.Mechanism("chain")
    last: Any = m.ground
    for i in range(6):
        body = m.body(f"b{i}", mass=1.0)
        at = {"x": rng.normal(), "y": rng.normal(), "z": rng.normal(), "rotation": ("ZYX", tuple(rng.normal(size=3)))}
        m.revolute(f"j{i}", last.at(**at), body.at(**at).at(0.1, 0.2, 0.3), axis=tuple(np.eye(3)[i % 3]))
        last = body
    for node in lay_out(m.freeze()).nodes[1:]:
        R = np.array([list(row) for row in node.placement.rotation])
        assert np.count_nonzero((np.abs(R) > 0) & (np.abs(R) < 1)) == 4
        assert len([move for move in node.placement.moves if type(move).__name__ == "Shift"]) <= 2


@pytest.mark.parametrize(("kind", "options"), EVERY, ids=[f"{k} {'-'.join(map(str, o.values()))}" for k, o in EVERY])
def test_a_joint_passed_backwards_leaves_the_bodies_where_they_were(kind: str, options: dict[str, Any]) -> None:
    """Ground – a – b – ground: with the far end cut, or the near one, the same coordinates give the same pose."""
    rng = np.random.default_rng(7)
    m = lw.Mechanism("ring")
    a, b = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in "ab")
    m.floating("near", a)
    m.joint("middle", a.at(**placed(rng)), b.at(**placed(rng)), kind=kind, **options)
    m.close("far", m.ground, b, kind="floating")
    blueprint = m.freeze()
    forth, back = lay_out(blueprint), lay_out(blueprint, ["near"])
    joint = back.joints["middle"]
    assert joint.reversed
    assert (joint.bodies, back.cuts[0].bodies) == (("a", "b"), ("ground", "a"))
    assert [node.step.n_v for node in back.nodes][:1] == [6]
    q, _ = state(back, 3)
    own = joint_coordinates(joint, list(q))
    at = poses(back, q)
    expected = numbers(at["a"].inverse @ at["b"])
    q = np.zeros(forth.n_q)
    q[forth.joints["near"].q] = [0, 0, 0, 1, 0, 0, 0]
    q[forth.joints["middle"].q] = own
    at = poses(forth, q)
    np.testing.assert_allclose(numbers(at["a"].inverse @ at["b"]), expected, atol=1e-12)


@pytest.mark.parametrize("cuts", [None, "auto", ["O1"], ["A"], ["O2"], "B"])
def test_any_cut_gives_the_same_motion(cuts: Any) -> None:
    """One pose, one velocity, one torque on the frame of the machine: the accelerations of all bodies agree."""
    reference, other = four_bar_motion(None), four_bar_motion(cuts)
    for name, (pose, acceleration) in reference.items():
        np.testing.assert_allclose(other[name][0], pose, atol=1e-9, err_msg=name)
        np.testing.assert_allclose(other[name][1], acceleration, atol=1e-8, err_msg=name)


def four_bar() -> lw.Mechanism:
    m = lw.Mechanism("four-bar", gravity=(0, -9.81, 0))
    crank, coupler, rocker = (m.body(n, mass=k, com=(0.2, 0.05 * k, 0), inertia=(0.1, 0.1, 0.1 * k)) for n, k in BARS)
    m.revolute("O1", m.ground, crank)
    m.revolute("A", crank.at(0.3, 0, 0), coupler)
    m.revolute("O2", m.ground.at(1.0, 0, 0), rocker)
    m.close("B", coupler.at(0.9, 0, 0), rocker.at(0.6, 0, 0), kind="revolute")
    return m


BARS = (("crank", 1.0), ("coupler", 1.5), ("rocker", 1.2))


def four_bar_motion(cuts: Any) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Poses and velocities' rates of the bodies for the crank at 0.8 rad and 2 rad/s."""
    blueprint = four_bar().freeze()
    plan = lay_out(blueprint, cuts)
    q = np.array([0.0] * plan.n_q)
    known = closed_angles(0.8)
    for name in plan.joints:
        q[plan.joints[name].q] = known[name]
    J = np.array(dense(plan, rows(Motion(plan, list(q)))))
    assert np.abs([row.gap for row in rows(Motion(plan, list(q)))]).max() < 1e-12
    _, _, V = np.linalg.svd(J)
    v = V[-1]
    crank = poses_and_velocity(plan, q, v)["crank"][1]
    v = v * 2.0 / crank[2]
    found = rows(Motion(plan, list(q), list(v)))
    M = np.array(mass_matrix(plan, list(q)))
    h = 1e-5
    bias = np.array([row.bias for row in found])
    phi = -np.array(inverse_dynamics(plan, list(q), list(v), None))
    K = np.block([[M, J.T], [J, np.zeros((len(J), len(J)))]])
    vd = np.linalg.solve(K, [*phi, *-bias])[: plan.n_v]
    ahead, behind = (poses_and_velocity(plan, q + s * h * v + h * h / 2 * vd, v + s * h * vd) for s in (1.0, -1.0))
    here = poses_and_velocity(plan, q, v)
    return {n: (here[n][0], (ahead[n][1] - behind[n][1]) / (2 * h)) for n in here}


def closed_angles(crank: float) -> dict[str, float]:
    """Angles of the joints of the four-bar: B is where the two circles meet."""
    A = 0.3 * np.exp(1j * crank)
    O2 = 1.0 + 0j
    d = abs(O2 - A)
    along = (0.9**2 - 0.6**2 + d * d) / (2 * d)
    B = A + (O2 - A) / d * (along + 1j * np.sqrt(0.9**2 - along**2))
    coupler, rocker = np.angle(B - A), np.angle(B - O2)
    return {"O1": crank, "A": coupler - crank, "O2": rocker, "B": rocker - coupler}


def poses_and_velocity(plan: Plan, q: np.ndarray, v: np.ndarray) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    X = node_poses(plan, list(q))
    world, t = world_poses(plan, X), twists(plan, X, list(v))
    found = {}
    for name, place in plan.bodies.items():
        if place.node == GROUND:
            continue
        pose = world[place.node] @ place.pose
        twist = place.pose.to_child(t[place.node])
        world_twist = np.array([*pose.rotate_out(twist.angular), *pose.rotate_out(twist.linear)], dtype=float)
        found[name] = (numbers(pose), world_twist)
    return found


def test_welded_bodies_share_a_node_and_add_up() -> None:
    m = lw.Mechanism("welded")
    a = m.body("a", mass=1.0, inertia=(0.1, 0.1, 0.1))
    b = m.body("b", mass=2.0, com=(0.1, 0, 0))
    c = m.body("c", mass=4.0)
    m.revolute("hinge", m.ground, a)
    m.fixed("weld", a.at(0.5, 0, 0), b)
    m.fixed("plate", m.ground.at(0, 0, 1), c)
    plan = lay_out(m.freeze())
    assert [node.name for node in plan.nodes] == ["a"]
    assert plan.nodes[0].inertia.mass == 3.0
    assert (plan.bodies["b"].node, plan.bodies["c"].node) == (0, GROUND)
    assert plan.joints["weld"].nodes == () and plan.joints["weld"].bodies == ("a", "b")


def test_joints_of_several_variables_are_chains_of_which_the_last_has_inertia() -> None:
    m = lw.Mechanism("chain")
    m.body("a", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.planar("p", m.ground, "a")
    plan = lay_out(m.freeze())
    assert [node.name for node in plan.nodes] == ["p.1", "p.2", "a"]
    assert [node.inertia.weightless for node in plan.nodes] == [True, True, False]
    assert plan.joints["p"].variables == ("x", "y", "angle")
    assert [plan.joints["p"].indices(k) for k in range(3)] == [(0, 0), (1, 1), (2, 2)]


def test_a_rotor_is_felt_at_its_own_variable_whichever_way_the_joint_is_passed() -> None:
    m = lw.Mechanism("rotor")
    a, b = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in "ab")
    m.revolute("near", m.ground, a)
    m.cylindrical("middle", a, b)
    m.close("far", m.ground, b, kind="floating")
    m.rotor("middle", inertia=0.5, ratio=2.0, variable="slide")
    for cuts in (None, ["near"]):
        plan = lay_out(m.freeze(), cuts)
        node = plan.nodes[plan.joints["middle"].nodes[1]]
        assert (node.rotor, type(node.step).__name__) == (2.0, "Slide")


def test_actuators_are_numbered_by_their_rates() -> None:
    m = four_bar()
    m.actuate("O2", "O1")
    plan = lay_out(m.freeze())
    assert plan.actuated == (plan.joints["O2"].v.start, plan.joints["O1"].v.start)


@pytest.mark.parametrize("act", ["actuate", "friction", "spring", "limit", "rotor", "prescribe"])
def test_what_needs_a_joint_that_is_cut_is_an_error(act: str) -> None:
    options = {"spring": {"stiffness": 1.0}, "limit": {"lower": 0.0}, "rotor": {"inertia": 1.0}}.get(act, {})
    m = four_bar()
    getattr(m, act)(*(["s", "O2"] if act == "spring" else ["O2"]), *([0.1] if act == "prescribe" else []), **options)
    with pytest.raises(
        lw.OptionError, match="acts on joint 'O2', which is cut and has no coordinates. Cut another joint"
    ):
        lay_out(m.freeze(), ["O2"])


@pytest.mark.parametrize("act", ["actuate", "friction"])
def test_single_rates_of_a_quaternion_joint_passed_backwards_are_an_error(act: str) -> None:
    m = lw.Mechanism("ball")
    a, b = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in "ab")
    m.revolute("near", m.ground, a)
    m.spherical("ball", a, b)
    m.close("far", m.ground, b, kind="spherical")
    getattr(m, act)("ball", **({"viscous": 1.0} if act == "friction" else {}))
    lay_out(m.freeze())
    with pytest.raises(lw.OptionError, match="acts on rates of joint 'ball', which these cuts let the tree pass"):
        lay_out(m.freeze(), ["near"])


def test_places_of_frames_on_bodies() -> None:
    m = four_bar()
    m.spring("s", m.ground.at(0.1, 0.2, 0.3), "rocker", stiffness=1.0)
    (spring,) = lay_out(m.freeze(), reframed=False).loads
    assert isinstance(spring.a, Place)
    assert (spring.a.node, list(spring.a.pose.translation)) == (GROUND, [0.1, 0.2, 0.3])


def test_modules_may_be_named_in_any_order() -> None:
    plan = lay_out(four_bar().freeze(), modules=[["rocker"], ["coupler", "crank"]])
    assert plan.modules == ((0, 1), (2,))


@pytest.mark.parametrize(
    ("modules", "message"),
    [
        ([["crank", "copler"]], "names body 'copler', which mechanism 'four-bar' has not. Nearest names: 'coupler'"),
        ([["crank"]], "modules of mechanism 'four-bar': leave out 'coupler', 'rocker'. Give each moving body a module"),
        (
            [["crank", "coupler"], ["crank"], ["rocker"]],
            "hold 'crank' more than once. Give each moving body one module",
        ),
        ([["ground", "crank", "coupler"], ["rocker"]], "holds 'ground', which does not move. Leave it out"),
        (
            ["crank", "coupler", "rocker"],
            r"have the text 'crank' as a module. Give lists of body names: \[\['crank'\]\]",
        ),
        (
            [["crank", "rocker"], ["coupler"]],
            "is no serial chain: 'rocker' hangs on ground, not on 'crank'. A branch begins a module of its own",
        ),
    ],
)
def test_modules_that_are_no_partition_are_an_error(modules: list[list[str]], message: str) -> None:
    with pytest.raises(lw.OptionError, match=message):
        lay_out(four_bar().freeze(), modules=modules)
