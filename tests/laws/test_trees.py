"""The laws of mechanics on random trees of all joints."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from random_trees import Tree, random_rotation, random_state, random_tree, seeds, small_trees, trees

import linkwork as lw
from linkwork.algebra.euler_angles import TRIPLES
from linkwork.algebra.poses import Pose
from linkwork.algebra.vectors import Vec3
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import GROUND, Plan
from linkwork.connectivity.regrouping import regrouped
from linkwork.dynamics.catalogue import TREES
from linkwork.dynamics.complement import constraint_rows, link_complement, module_complement
from linkwork.dynamics.kinematics import node_poses, twists
from linkwork.dynamics.momentum import momentum
from linkwork.dynamics.motion import coordinate_rates

EXACT = 1e-9  # relative to the largest entry; sums of some hundred terms lose three or four digits

some = settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def law(plan: Plan, name: str, *inputs: Any, **options: Any) -> list[np.ndarray]:
    """Outputs of a law of the catalogue on floats, in the order of `gives`."""
    found = TREES[name].build(plan, *(list(x) for x in inputs), **options)
    return [np.array(found[key]) for key in TREES[name].gives]


def close(a: Any, b: Any, tolerance: float = EXACT, size: float = 1.0) -> None:
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    assert np.abs(a - b).max(initial=0.0) <= tolerance * max(size, np.abs(b).max(initial=0.0))


def rate_along(plan: Plan, q: np.ndarray, v: np.ndarray, vd: np.ndarray, name: str, *takes: str) -> list[np.ndarray]:
    """Time derivatives of a law's outputs along a motion, exact by a complex step."""
    h = 1e-30
    q_dot = np.array(coordinate_rates(plan, list(q), list(v)), dtype=float)
    moving = {"q": q + 1j * h * q_dot, "v": v + 1j * h * vd}
    found = TREES[name].build(plan, *([np.array([x]) for x in moving[name]] for name in takes))
    return [np.imag(plain(found[key])) / h for key in TREES[name].gives]


def plain(values: Any) -> np.ndarray:
    """Nested results with batches of one as an array of numbers."""
    if isinstance(values, (list, tuple)):
        return np.array([plain(x) for x in values])
    return np.array(np.ravel(values)[0])


@some
@given(tree=trees, seed=seeds)
def test_inverse_dynamics_undoes_forward_dynamics(tree: Tree, seed: int) -> None:
    q, v, tau = random_state(tree.plan, seed)
    for name in ("recursive_forward_dynamics", "factorised_forward_dynamics"):
        (qdd,) = law(tree.plan, name, q, v, tau)
        close(law(tree.plan, "inverse_dynamics", q, v, qdd)[0], tau, size=np.abs(qdd).max())


@some
@given(tree=small_trees, seed=seeds)
def test_power_of_joint_forces_is_the_rate_of_energy(tree: Tree, seed: int) -> None:
    q, v, vd = random_state(tree.plan, seed)
    (tau,) = law(tree.plan, "inverse_dynamics", q, v, vd)
    kinetic, potential = rate_along(tree.plan, q, v, vd, "energies", "q", "v")
    close(kinetic + potential, law(tree.plan, "power", v, tau)[0], size=np.abs(tau).max())


@some
@given(tree=trees, seed=seeds)
def test_inertia_matrix_is_symmetric_and_positive_definite(tree: Tree, seed: int) -> None:
    q, v, _ = random_state(tree.plan, seed)
    (M,) = law(tree.plan, "mass_matrix", q)
    assert np.array_equal(M, M.T)
    assert np.linalg.eigvalsh(M).min() > 0.0
    close(v @ M @ v / 2, law(tree.plan, "energies", q, v)[0])


@some
@given(tree=trees, seed=seeds)
def test_coriolis_matrix_gives_the_velocity_forces_and_leaves_a_skew_rest(tree: Tree, seed: int) -> None:
    q, v, _ = random_state(tree.plan, seed)
    (C,) = law(tree.plan, "coriolis_matrix", q, v)
    (h,), (g,) = law(tree.plan, "bias", q, v), law(tree.plan, "gravity_forces", q)
    close(C @ v + g, h)
    (rate,) = rate_along(tree.plan, q, v, 0 * v, "mass_matrix", "q")
    close(rate, C + C.T)


@some
@given(tree=trees, seed=seeds)
def test_factors_give_the_inertia_matrix_and_its_inverse(tree: Tree, seed: int) -> None:
    q, _, b = random_state(tree.plan, seed)
    one = np.eye(tree.plan.n_v)
    (M,) = law(tree.plan, "mass_matrix", q)
    for plan in (tree.plan, by_links(tree.plan)):
        U, D = law(plan, "mass_matrix_factors", q)
        close(U @ D @ U.T, M)
        U_inverse, D_inverse, M_inverse = law(plan, "analytic_inverse", q)
        close(U_inverse @ U, one)
        close(D_inverse @ D, one)
        close(M_inverse @ M, one, 1e-7)  # as the condition of M allows
    close(law(tree.plan, "mass_matrix_inverse", q)[0] @ M, one, 1e-7)
    close(M @ law(tree.plan, "mass_matrix_solve", q, b)[0], b, 1e-8)


def by_links(plan: Plan) -> Plan:
    """The plan with every node a module."""
    return replace(plan, modules=tuple((i,) for i in range(len(plan.nodes))))


@some
@given(tree=trees, seed=seeds)
def test_module_factors_are_unit_upper_triangular_by_blocks_and_keep_the_zeros(tree: Tree, seed: int) -> None:
    q, _, _ = random_state(tree.plan, seed)
    node = [i for i, each in enumerate(tree.plan.nodes) for _ in each.columns]
    apart = np.array([[i not in tree.plan.branch(j) for j in node] for i in node])
    U, D = law(by_links(tree.plan), "mass_matrix_factors", q)
    assert np.array_equal(U[apart], np.zeros(apart.sum()))
    U, D = law(tree.plan, "mass_matrix_factors", q)
    module = {i: k for k, part in enumerate(tree.plan.modules) for i in part}
    of_rate = [module[i] for i, node in enumerate(tree.plan.nodes) for _ in node.columns]
    for j, a in enumerate(of_rate):
        for k, b in enumerate(of_rate):
            if a == b:
                assert U[j, k] == float(j == k)
            else:
                assert D[j, k] == 0.0


@some
@given(tree=trees, seed=seeds)
def test_complement_gives_all_twists_and_annihilates_the_joint_constraints(tree: Tree, seed: int) -> None:
    q, v, _ = random_state(tree.plan, seed)
    K = np.array(constraint_rows(tree.plan, list(q))).reshape(-1, 6 * len(tree.plan.nodes))
    (M,) = law(tree.plan, "mass_matrix", q)
    for decoupled in (link_complement(tree.plan, list(q)), module_complement(tree.plan, list(q))):
        N = np.array(decoupled.N)
        close(K @ N, 0.0 * (K @ N))
        inertia = np.zeros((len(N), len(N)))
        for i, node in enumerate(tree.plan.nodes):
            inertia[6 * i : 6 * i + 6, 6 * i : 6 * i + 6] = np.array(node.inertia.articulated().rows())
        close(N.T @ inertia @ N, M)
        assert np.array_equal(np.diag(np.array(decoupled.N_l)), np.ones(len(N)))
    assert len(K) + tree.plan.n_v == 6 * len(tree.plan.nodes)


@some
@given(seed=seeds, n=st.integers(1, 12), sequence=st.sampled_from(["quaternion", "ZYX"]))
def test_momentum_of_a_free_tree_is_conserved(seed: int, n: int, sequence: str) -> None:
    tree = random_tree(seed, n, floating=sequence, gravity=False)
    q, v, tau = random_state(tree.plan, seed)
    tau[list(range(6))] = 0.0  # forces in the joints, none on the base
    (qdd,) = law(tree.plan, "recursive_forward_dynamics", q, v, tau)
    h = 1e-30
    q_dot = np.array(coordinate_rates(tree.plan, list(q), list(v)), dtype=float)
    moving_q, moving_v = [np.array([x]) for x in q + 1j * h * q_dot], [np.array([x]) for x in v + 1j * h * qdd]
    X = node_poses(tree.plan, moving_q)
    total = momentum(tree.plan, X, twists(tree.plan, X, moving_v)).six()
    close(np.imag(plain(total)) / h, np.zeros(6), size=np.abs(qdd).max())


@some
@given(tree=small_trees, seed=seeds)
def test_another_world_frame_changes_no_joint_force(tree: Tree, seed: int) -> None:
    """Only trees on ground: coordinates of a floating joint tell its pose in the world."""
    q, v, vd = random_state(tree.plan, seed)
    R = random_rotation(np.random.default_rng(seed))
    shift = Pose.of_rows(R.tolist(), (0.3, -1.0, 2.0))
    nodes = tuple(replace(n, placement=shift @ n.placement) if n.parent == GROUND else n for n in tree.plan.nodes)
    turned = replace(tree.plan, nodes=nodes, gravity=shift.rotate_out(tree.plan.gravity))
    close(law(turned, "inverse_dynamics", q, v, vd)[0], law(tree.plan, "inverse_dynamics", q, v, vd)[0])


@some
@given(tree=trees, seed=seeds)
def test_the_choice_of_node_frames_and_regrouping_change_nothing(tree: Tree, seed: int) -> None:
    q, v, vd = random_state(tree.plan, seed)
    (tau,) = law(tree.plan, "inverse_dynamics", q, v, vd)
    for plan in (lay_out(tree.mechanism.freeze(), reframed=False), regrouped(tree.plan)):
        close(law(plan, "inverse_dynamics", q, v, vd)[0], tau)
        close(law(plan, "mass_matrix", q)[0], law(tree.plan, "mass_matrix", q)[0])
        close(law(plan, "recursive_forward_dynamics", q, v, tau)[0], vd, 1e-7)
        close(law(plan, "factorised_forward_dynamics", q, v, tau)[0], vd, 1e-7)


@some
@given(tree=small_trees, seed=seeds)
def test_the_order_of_bodies_changes_nothing(tree: Tree, seed: int) -> None:
    """The same machine, its bodies and joints declared backwards."""
    blueprint = tree.mechanism.freeze()
    backwards = lay_out(replace(blueprint, bodies=blueprint.bodies[::-1], joints=blueprint.joints[::-1]))
    q, v, vd = random_state(tree.plan, seed)
    q_order, v_order = np.zeros(tree.plan.n_q, int), np.zeros(tree.plan.n_v, int)
    for name, joint in tree.plan.joints.items():
        q_order[backwards.joints[name].q] = np.arange(tree.plan.n_q)[joint.q]
        v_order[backwards.joints[name].v] = np.arange(tree.plan.n_v)[joint.v]
    (tau,) = law(tree.plan, "inverse_dynamics", q, v, vd)
    close(law(backwards, "inverse_dynamics", q[q_order], v[v_order], vd[v_order])[0], tau[v_order])


def ball_arm(coordinates: str) -> Plan:
    """A ball joint between two bodies, a hinge beyond."""
    m = lw.Mechanism("ball arm", gravity=(1.0, -2.0, -9.0))
    tensor = [[0.3, 0.02, 0.01], [0.02, 0.4, 0.03], [0.01, 0.03, 0.25]]
    a, b, c = (m.body(name, mass=1.0 + k, com=(0.1, 0.05 * k, 0.2), inertia=tensor) for k, name in enumerate("abc"))
    m.revolute("first", m.ground, a, axis="y")
    m.spherical("ball", a.at(0.3, 0.1, 0.0), b, coordinates=coordinates)
    m.revolute("last", b.at(0.0, 0.4, 0.1), c, axis="x")
    return lay_out(m.freeze())


@pytest.mark.parametrize("sequence", TRIPLES)
def test_the_coordinates_of_a_ball_joint_change_no_motion(sequence: str) -> None:
    """Falling freely, the bodies of a machine accelerate alike in quaternions and in any Euler sequence."""
    euler, quaternion = ball_arm(sequence), ball_arm("quaternion")
    angles, rates = np.array([0.4, 0.7, -0.5]), np.array([0.3, -0.8, 0.6])
    q, v = np.array([0.2, *angles, 0.5]), np.array([0.1, *rates, -0.4])
    turn = euler.joints["ball"].kind
    R = turn.pose(list(angles)).rotation
    w = sum((s.angular * float(x) for s, x in zip(turn.motion(list(angles)), rates)), Vec3(0.0, 0.0, 0.0))
    q_ball = np.array([0.2, *from_rotation(np.array([list(r) for r in R])), 0.5])
    v_ball = np.array([0.1, *w, -0.4])
    zero = np.zeros(5)
    bodies = []
    for plan, q_, v_ in ((euler, q, v), (quaternion, q_ball, v_ball)):
        (qdd,) = law(plan, "recursive_forward_dynamics", q_, v_, zero)
        close(law(plan, "energies", q_, v_)[0], law(euler, "energies", q, v)[0])
        bodies.append(law(plan, "accelerations", q_, v_, qdd)[0])
    close(bodies[0], bodies[1])


def from_rotation(R: np.ndarray) -> np.ndarray:
    """Unit quaternion of a rotation matrix, scalar part first."""
    w = np.sqrt(1.0 + np.trace(R)) / 2.0
    return np.array([w, *((R[k, j] - R[j, k]) / (4.0 * w) for j, k in ((1, 2), (2, 0), (0, 1)))])


@some
@given(seed=seeds, n=st.integers(2, 10), coordinates=st.sampled_from(["quaternion", "ZYX"]))
def test_a_free_base_needs_no_wrench(seed: int, n: int, coordinates: str) -> None:
    tree = random_tree(seed, n, floating=coordinates)
    q, v, vd = random_state(tree.plan, seed)
    tau, qdd = law(tree.plan, "free_base_inverse_dynamics", q, v, vd)
    assert np.array_equal(tau[:6], np.zeros(6))
    assert np.array_equal(qdd[6:], vd[6:])
    close(law(tree.plan, "inverse_dynamics", q, v, qdd)[0], tau, 1e-8)


@some
@given(tree=small_trees, seed=seeds)
def test_reactions_do_on_the_joints_freedom_what_the_joint_forces_do(tree: Tree, seed: int) -> None:
    """Power of the wrench in a joint on the relative twist of its bodies is τ · q̇ of that joint."""
    q, v, vd = random_state(tree.plan, seed)
    (tau,), (reactions,) = law(tree.plan, "inverse_dynamics", q, v, vd), law(tree.plan, "reactions", q, v, vd)
    moving = [joint for joint in tree.plan.joints.values() if joint.nodes]
    for joint, wrench in zip(moving, reactions):
        S = joint.kind.motion(list(q[joint.q]))
        work = [float(np.dot(s.six(), wrench)) for s in S]
        close(work, tau[joint.v], size=np.abs(wrench).max())
