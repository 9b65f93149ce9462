"""Random trees of all joints, fixed and floating, give the numbers of Pinocchio to ten digits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
from hypothesis import HealthCheck, given, settings
from random_trees import Tree, random_state, random_tree, seeds, trees

from linkwork.connectivity.layout import lay_out
from linkwork.dynamics.catalogue import TREES
from linkwork.dynamics.regressor import carriers

DIGITS = 1e-10
LWA = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED

many = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def ours(tree: Tree, name: str, *inputs: Any, **options: Any) -> dict[str, np.ndarray]:
    """A law of the catalogue, run on floats."""
    found = TREES[name].build(tree.plan, *(list(map(float, x)) for x in inputs), **options)
    return {key: np.array(value, dtype=float) for key, value in found.items()}


def agree(mine: np.ndarray, theirs: np.ndarray) -> None:
    """Equal to ten digits of the largest entry."""
    mine, theirs = np.asarray(mine, dtype=float), np.asarray(theirs, dtype=float)
    assert mine.shape == theirs.shape
    if theirs.size:
        assert np.abs(mine - theirs).max() <= DIGITS * max(1.0, np.abs(theirs).max())


def symmetric(M: np.ndarray) -> np.ndarray:
    return np.triu(M) + np.triu(M, 1).T


@many
@given(tree=trees, seed=seeds)
def test_inverse_dynamics(tree: Tree, seed: int) -> None:
    q, v, a = random_state(tree.plan, seed)
    tau = pin.rnea(tree.model, tree.model.createData(), *tree.pin_state(q, v, a))
    agree(ours(tree, "inverse_dynamics", q, v, a)["tau"], tree.back(tau))


@many
@given(tree=trees, seed=seeds)
def test_forward_dynamics_of_both_kinds(tree: Tree, seed: int) -> None:
    q, v, tau = random_state(tree.plan, seed)
    qdd = tree.back(pin.aba(tree.model, tree.model.createData(), *tree.pin_state(q, v, tau)))
    agree(ours(tree, "recursive_forward_dynamics", q, v, tau)["qdd"], qdd)
    agree(ours(tree, "factorised_forward_dynamics", q, v, tau)["qdd"], qdd)


@many
@given(tree=trees, seed=seeds)
def test_inertia_matrix_and_its_inverse(tree: Tree, seed: int) -> None:
    q, _, _ = random_state(tree.plan, seed)
    data = tree.model.createData()
    agree(ours(tree, "mass_matrix", q)["M"], tree.back(symmetric(pin.crba(tree.model, data, *tree.pin_state(q)))))
    inverse = symmetric(pin.computeMinverse(tree.model, data, *tree.pin_state(q)))
    agree(ours(tree, "mass_matrix_inverse", q)["M_inverse"], tree.back(inverse))


@many
@given(tree=trees, seed=seeds)
def test_bias_and_gravity(tree: Tree, seed: int) -> None:
    q, v, _ = random_state(tree.plan, seed)
    data = tree.model.createData()
    agree(ours(tree, "bias", q, v)["h"], tree.back(pin.nonLinearEffects(tree.model, data, *tree.pin_state(q, v))))
    g = pin.computeGeneralizedGravity(tree.model, data, *tree.pin_state(q))
    agree(ours(tree, "gravity_forces", q)["g"], tree.back(g))


@many
@given(tree=trees, seed=seeds)
def test_poses_twists_and_accelerations_of_bodies(tree: Tree, seed: int) -> None:
    q, v, a = random_state(tree.plan, seed)
    data = tree.model.createData()
    pin.forwardKinematics(tree.model, data, *tree.pin_state(q, v, a))
    pin.updateFramePlacements(tree.model, data)
    names = list(tree.plan.bodies)
    poses, twists = ours(tree, "poses", q), ours(tree, "twists", q, v)["twists"]
    accelerations = ours(tree, "accelerations", q, v, a)["accelerations"]
    for row, name in enumerate(names):
        if name == "ground":
            continue
        frame = tree.model.getFrameId(name)
        agree(poses["rotations"][row], data.oMf[frame].rotation)
        agree(poses["positions"][row], data.oMf[frame].translation)
        moving = pin.getFrameVelocity(tree.model, data, frame, LWA)
        agree(twists[row], np.concatenate([moving.angular, moving.linear]))
        rate = pin.getFrameClassicalAcceleration(tree.model, data, frame, LWA)
        agree(accelerations[row], np.concatenate([rate.angular, rate.linear]))


@many
@given(tree=trees, seed=seeds)
@pytest.mark.parametrize(("axes", "frame"), [("world", LWA), ("body", pin.ReferenceFrame.LOCAL)])
def test_jacobians_and_their_rates(axes: str, frame: Any, tree: Tree, seed: int) -> None:
    q, v, _ = random_state(tree.plan, seed)
    data = tree.model.createData()
    pin.computeJointJacobiansTimeVariation(tree.model, data, *tree.pin_state(q, v))
    pin.updateFramePlacements(tree.model, data)
    name = list(tree.plan.bodies)[-1]
    number = tree.model.getFrameId(name)
    J = pin.getFrameJacobian(tree.model, data, number, frame)
    rate = pin.getFrameJacobianTimeVariation(tree.model, data, number, frame)
    flip = [3, 4, 5, 0, 1, 2]
    agree(ours(tree, "jacobian", q, body=name, axes=axes)["J"], tree.columns(J)[flip])
    agree(ours(tree, "jacobian_rate", q, v, body=name, axes=axes)["J_dot"], tree.columns(rate)[flip])


@many
@given(tree=trees, seed=seeds)
def test_energies(tree: Tree, seed: int) -> None:
    q, v, _ = random_state(tree.plan, seed)
    data, state = tree.model.createData(), tree.pin_state(q, v)
    found = ours(tree, "energies", q, v)
    agree(found["kinetic"], np.float64(pin.computeKineticEnergy(tree.model, data, *state)))
    agree(found["potential"], np.float64(pin.computePotentialEnergy(tree.model, data, state[0])))


@many
@given(tree=trees, seed=seeds)
def test_centre_of_mass_and_centroidal_momentum(tree: Tree, seed: int) -> None:
    q, v, _ = random_state(tree.plan, seed)
    tree.model.inertias[0] = pin.Inertia.Zero()  # what is welded to ground has no part in the momentum
    data, state = tree.model.createData(), tree.pin_state(q, v)
    pin.dccrba(tree.model, data, *state)
    flip = [3, 4, 5, 0, 1, 2]
    agree(ours(tree, "centroidal_momentum_matrix", q)["A"], tree.columns(data.Ag)[flip])
    agree(ours(tree, "centroidal_momentum", q, v)["momentum"], (wide(data.Ag) @ state[1])[flip])
    agree(ours(tree, "centroidal_momentum_bias", q, v)["bias"], (wide(data.dAg) @ state[1])[flip])
    agree(ours(tree, "centre_of_mass", q)["position"], pin.centerOfMass(tree.model, data, *state).copy())
    agree(ours(tree, "centre_of_mass_velocity", q, v)["velocity"], data.vcom[0])
    J = pin.jacobianCenterOfMass(tree.model, data, state[0])
    agree(ours(tree, "centre_of_mass_jacobian", q)["J"], tree.columns(J))


def wide(M: np.ndarray) -> np.ndarray:
    """A matrix of one column comes without its second dimension."""
    return M.reshape(len(M), -1)


@many
@given(tree=trees, seed=seeds)
def test_derivatives_of_inverse_and_forward_dynamics(tree: Tree, seed: int) -> None:
    q, v, a = random_state(tree.plan, seed)
    data = tree.model.createData()
    tau_q, tau_v, _ = pin.computeRNEADerivatives(tree.model, data, *tree.pin_state(q, v, a))
    mine = ours(tree, "inverse_dynamics_derivatives", q, v, a)
    agree(mine["tau_q"], tree.back(tau_q))
    agree(mine["tau_v"], tree.back(tau_v))
    qdd_q, qdd_v, qdd_tau = pin.computeABADerivatives(tree.model, data, *tree.pin_state(q, v, a))
    mine = ours(tree, "forward_dynamics_derivatives", q, v, a)
    agree(mine["qdd_q"], tree.back(qdd_q))
    agree(mine["qdd_v"], tree.back(qdd_v))
    agree(mine["qdd_tau"], tree.back(symmetric(qdd_tau)))


@settings(many, max_examples=8)
@given(tree=trees, seed=seeds)
def test_rotors_of_motors(tree: Tree, seed: int) -> None:
    """Inertia felt at the joint: Pinocchio's armature."""
    rng = np.random.default_rng(seed)
    for name, place in tree.plan.joints.items():
        if place.nodes and place.v.stop == place.v.start + 1:
            inertia, ratio = rng.uniform(0.01, 0.1), rng.uniform(1.0, 3.0)
            tree.mechanism.rotor(name, inertia=inertia, ratio=ratio)
            tree.model.armature[int(np.flatnonzero(tree.v == place.v.start)[0])] = inertia * ratio**2
    tree = replace(tree, plan=lay_out(tree.mechanism.freeze()))
    q, v, x = random_state(tree.plan, seed)
    data, state = tree.model.createData(), tree.pin_state(q, v, x)
    agree(ours(tree, "inverse_dynamics", q, v, x)["tau"], tree.back(pin.rnea(tree.model, data, *state)))
    M = tree.back(symmetric(pin.crba(tree.model, data, state[0])))
    agree(ours(tree, "mass_matrix", q)["M"], M)
    U, D = ours(tree, "mass_matrix_factors", q).values()
    agree(U @ D @ U.T, M)
    qdd = tree.back(pin.aba(tree.model, data, *state))
    for law in ("recursive_forward_dynamics", "factorised_forward_dynamics"):
        agree(ours(tree, law, q, v, x)["qdd"], qdd)
    qdd_q, _, qdd_tau = pin.computeABADerivatives(tree.model, data, *state)
    mine = ours(tree, "forward_dynamics_derivatives", q, v, x)
    agree(mine["qdd_q"], tree.back(qdd_q))
    agree(mine["qdd_tau"], tree.back(symmetric(qdd_tau)))


@many
@given(tree=trees, seed=seeds)
def test_reactions(tree: Tree, seed: int) -> None:
    q, v, a = random_state(tree.plan, seed)
    data = tree.model.createData()
    pin.rnea(tree.model, data, *tree.pin_state(q, v, a))
    moving = [name for name, place in tree.plan.joints.items() if place.nodes]
    for row, name in zip(ours(tree, "reactions", q, v, a)["reactions"], moving):
        f = data.f[tree.last_joint[name]]
        agree(row, np.concatenate([f.angular, f.linear]))


@many
@given(tree=trees, seed=seeds)
def test_regressor(tree: Tree, seed: int) -> None:
    """Ours has a block for every body, Pinocchio's one for every joint: compared through the torques that they give."""
    q, v, a = random_state(tree.plan, seed)
    Y = ours(tree, "regressor", q, v, a)["Y"]
    blueprint = tree.mechanism.freeze()
    parameters = []
    for name in carriers(tree.plan):
        rigid = blueprint.body(name).rigid
        parameters += [rigid.mass, *rigid.h, *rigid.I.e]
    tau = pin.rnea(tree.model, tree.model.createData(), *tree.pin_state(q, v, a))
    agree(Y @ np.array(parameters), tree.back(tau))


def test_a_tree_of_twenty_bodies_has_all_kinds_of_joints() -> None:
    """The strategy reaches what it promises."""
    seen = {type(j.kind).__name__ for seed in range(5) for j in random_tree(seed, 20).plan.joints.values()}
    assert len(seen) >= 8
