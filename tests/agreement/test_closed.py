"""Closed machines: every formulation gives the accelerations and the forces of Pinocchio."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from closed_referee import Referee
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st
from pinocchio_model import constrained_acceleration, twin
from random_trees import random_state, random_tree

import linkwork as lw
from linkwork.blueprint import library
from linkwork.blueprint.frames import Frame
from linkwork.dynamics.formulations import FORMULATIONS
from linkwork.dynamics.kinematics import node_poses, place_pose, world_poses
from linkwork.system import System

DIGITS = 1e-9
EXACT = [name for name in FORMULATIONS if name != "penalty"]


def three_loops() -> lw.Mechanism:
    """A trunk that turns, with three four-bars on it: loops of their own on one tree."""
    m = lw.Mechanism("three loops", gravity=(0.5, -9.81, 1.0))
    trunk = m.body("trunk", mass=3.0, com=(0.0, 0.1, 0.0), inertia=(0.1, 0.05, 0.1))
    m.revolute("waist", m.ground, trunk, axis="y")
    for k in range(3):
        seat = trunk.at(0.2 * k, 0.1, 0.05 * k, rotation=("XYZ", (0.3 * k, 0.2, 0.1 * k)))
        four_bar(m, seat, f"_{k}")
    return m


def four_bar(m: lw.Mechanism, seat: Any, tag: str, size: float = 1.0) -> Any:
    """A four-bar on a frame; returns its coupler."""
    names = ("crank", "coupler", "rocker")
    a, b, c = (m.body(n + tag, mass=1.0, com=(0.05, 0.01, 0), inertia=(0.01, 0.02, 0.025)) for n in names)
    m.revolute("O1" + tag, seat, a)
    m.revolute("A" + tag, a.at(0.1 * size, 0, 0), b)
    m.revolute("O2" + tag, seat.at(0.3 * size, 0, 0), c)
    m.close("B" + tag, b.at(0.3 * size, 0, 0), c.at(0.25 * size, 0, 0), kind="revolute")
    m.pose({f"A{tag}": 1.0, f"O2{tag}": 1.5})
    return b


def nested_loops() -> lw.Mechanism:
    """A four-bar whose coupler carries another one, whose coupler carries a third."""
    m = lw.Mechanism("nested loops", gravity=(0, -9.81, 0))
    seat: Any = m.ground
    for k in range(3):
        seat = four_bar(m, seat, f"_{k}", 1.0 - 0.2 * k).at(0.05, 0.02, 0.0)
    return m


MACHINES = {
    **{
        name: library.find(name).machine
        for name in (
            "four_bar", "five_bar", "slider_crank", "carpet_scraper", "robotic_leg", "koul_three_rrr", "rssr", "delta",
            "stewart_platform", "six_rss", "excavator", "quick_return", "bennett", "agile_eye", "cardan_shaft",
            "scissor_lift", "khan_three_rrr",
        )
    },
    "three loops": three_loops,
    "nested loops": nested_loops,
}  # fmt: skip


@cache
def compiled(name: str, formulation: str = "auto") -> System:
    return MACHINES[name]().compile() if formulation == "auto" else compiled(name).reformulated(formulation)


@cache
def state(name: str) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A closed pose away from the start, rates that keep it closed, and forces."""
    s, random = compiled(name), np.random.default_rng(len(name))
    q = s.general_poses[-1]
    return q, s.consistent_velocity(q, random.normal(size=s.n_v)), random.normal(size=s.n_v)


@cache
def reference(name: str) -> Any:
    return Referee(compiled(name).plan)(*state(name))


def near(found: np.ndarray, expected: np.ndarray, digits: float = DIGITS) -> None:
    """Equal to nine digits of the largest entry."""
    assert np.abs(found - expected).max() <= digits * np.abs(expected).max()


@pytest.mark.parametrize("name", MACHINES)
@pytest.mark.parametrize("formulation", ["auto", *EXACT])
def test_every_formulation_gives_the_same_accelerations_and_forces(name: str, formulation: str) -> None:
    large = compiled(name).n_v + compiled(name).n_lam > 36
    try:
        s = compiled(name, "multipliers" if formulation == "augmented" and large else formulation)
        qdd, lam = s.forward_dynamics(*state(name))
    except lw.OptionError as refused:  # no single body of this one moves in all four ways of the machine
        assert formulation == "extended" and name == "three loops", refused
        return
    expected = reference(name)
    near(qdd, expected.qdd)
    q, v, _ = state(name)
    told = s.reactions(q, v, qdd, lam, axes="world")[-len(s.plan.cuts) :]
    if not s.redundant_rows:
        near(told, np.array([expected.wrenches[cut.name] for cut in s.plan.cuts]))


@pytest.mark.parametrize("complement", ["svd", "qr", "gauss"])
@pytest.mark.parametrize("name", ["four_bar", "koul_three_rrr", "rssr", "stewart_platform"])
def test_every_complement_gives_the_same(name: str, complement: str) -> None:
    s = MACHINES[name]().compile(formulation="projection", complement=complement)
    near(s.forward_dynamics(*state(name))[0], reference(name).qdd)


@pytest.mark.parametrize("name", ["four_bar", "five_bar", "koul_three_rrr", "delta", "stewart_platform", "six_rss"])
def test_platform_and_joints_together_are_mapped_to_either_space(name: str) -> None:
    """Sathuluri, sections 5.2 and 5.3: the platform's velocity, or the drives, with the same result."""
    for space in ("task", "actuator"):
        s = MACHINES[name]().compile(formulation="extended", space=space)
        qdd, lam = s.forward_dynamics(*state(name))
        near(qdd, reference(name).qdd)
        near(lam, compiled(name).forward_dynamics(*state(name))[1])


@pytest.mark.parametrize("name", ["stewart_platform", "six_rss"])
def test_the_way_over_the_platform_to_the_drives_is_shorter_than_the_direct_one(name: str) -> None:
    """Sathuluri's claim, counted: legs solved one by one for the platform's velocity, then six unknowns."""
    direct = compiled(name, "embedding")
    over = MACHINES[name]().compile(formulation="extended", space="actuator")
    assert over.counts("forward_dynamics").total < 0.5 * direct.counts("forward_dynamics").total


@pytest.mark.parametrize("name", ["five_bar", "koul_three_rrr", "robotic_leg"])
def test_any_independent_rates_give_the_same(name: str) -> None:
    free = compiled(name).mobility.freedoms
    rates = compiled(name).v_names
    for chosen in (rates[:free], rates[-free:]):
        try:
            s = MACHINES[name]().compile(formulation="embedding", independent=chosen)
            found = s.forward_dynamics(*state(name))[0]
        except lw.OptionError as refused:  # these do not fix the others
            assert "do not fix" in str(refused)
            continue
        near(found, reference(name).qdd)


@pytest.mark.parametrize("name", [n for n in MACHINES if n not in ("delta", "agile_eye", "cardan_shaft", "excavator")])
def test_pinocchios_own_constrained_dynamics_agrees(name: str) -> None:
    """Those whose cuts it knows: points that meet, which is all that planar loops need."""
    s = compiled(name)
    near(s.forward_dynamics(*state(name))[0], constrained_acceleration(twin(s.plan), *state(name)))


# ---- random machines

CUTS = {"spherical": 3, "revolute": 5, "universal": 4, "cylindrical": 4, "prismatic": 5, "distance": 1, "fixed": 6}
JOINTS = ("revolute", "prismatic", "universal", "cylindrical", "ball", "euler", "planar", "helical")


def random_machine(seed: int, bodies: int, loops: int) -> tuple[lw.Mechanism, np.ndarray]:
    """A random tree whose bodies are tied together where they happen to be, and that pose of the tree."""
    rng = np.random.default_rng(seed)
    tree = random_tree(seed, bodies, kinds=JOINTS)
    m, plan = tree.mechanism, tree.plan
    q = random_state(plan, seed)[0]
    world = world_poses(plan, node_poses(plan, q.tolist()))
    left = plan.n_v - 1
    for k in range(loops):
        a, b = (str(x) for x in rng.choice(["ground", *(f"b{i}" for i in range(bodies))], 2, replace=False))
        fitting = [kind for kind, rows in CUTS.items() if rows <= left]
        if not fitting:
            break
        kind = str(rng.choice(fitting))
        left -= CUTS[kind]
        turn = rng.normal(size=4)
        here = Frame(a).at(*rng.uniform(-0.3, 0.3, 3), rotation=tuple(turn / np.linalg.norm(turn)))
        there = place_pose(world, plan.bodies[b]).inverse @ place_pose(world, plan.bodies[a]) @ here.pose
        R = np.array([[float(x) for x in row] for row in there.rotation])
        t = np.array([float(x) for x in there.translation])
        options: dict[str, Any] = {"distance": {"length": 0.4}, "universal": {"axes": "XY"}}.get(kind, {})
        if kind == "distance":
            t = t + R @ np.array([0.24, 0.0, 0.32])
        m.close(f"cut {k}", here, Frame(b).at(*t, rotation=R), kind=kind, **options)
    m.pose({name: tuple(q[joint.q][:: joint.order]) for name, joint in plan.joints.items() if joint.nodes})
    return m, q


SEEDS, BODIES, LOOPS = st.integers(0, 10**6), st.integers(3, 6), st.integers(1, 3)


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@example(seed=1000000, bodies=4, loops=2)  # one loop is locked: its bodies move by rounding alone
@example(seed=159, bodies=4, loops=1)  # the only loop is locked, and rides on a body that moves
@given(seed=SEEDS, bodies=BODIES, loops=LOOPS)
def test_random_closed_machines(seed: int, bodies: int, loops: int) -> None:
    agrees(seed, bodies, loops)


@pytest.mark.slow
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(seed=SEEDS, bodies=BODIES, loops=LOOPS)
def test_many_random_closed_machines(seed: int, bodies: int, loops: int) -> None:
    agrees(seed, bodies, loops)


def agrees(seed: int, bodies: int, loops: int) -> None:
    """Six formulations and the rank-revealing solver on one random machine against the referee."""
    m, q = random_machine(seed, bodies, loops)
    s = m.compile()
    assume(s.closed and s.mobility.freedoms > 0 and s.n_lam > 0)
    assert np.abs(s.loops().gaps(s.start)[0]).max() < 1e-12
    assert np.abs(s.start - q).max() == 0.0
    random = np.random.default_rng(seed)
    v, tau = s.consistent_velocity(q, random.normal(size=s.n_v)), random.normal(size=s.n_v)
    expected = Referee(s.plan)(q, v, tau)
    assume(expected.condition < 1e4)
    near(s.singular_dynamics(q, v, tau).qdd, expected.qdd, 1e-8)
    for formulation in ("reduced", "interleaved", "task", "recursive", "embedding", "projection"):
        found = s.reformulated(formulation)
        qdd, lam = found.forward_dynamics(q, v, tau)
        near(qdd, expected.qdd, 1e-8)
        if not s.redundant_rows:
            told = s.reactions(q, v, qdd, lam, axes="world")[-len(s.plan.cuts) :]
            near(told, np.array([expected.wrenches[cut.name] for cut in s.plan.cuts]), 1e-8)
