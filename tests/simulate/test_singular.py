"""Poses in which rows are lost: the right answer, smooth motion through them, their kind and distance."""

from __future__ import annotations

from math import pi, sqrt
from typing import Any

import numpy as np
import pytest
from five_bars import five_bar

import linkwork as lw
from linkwork.blueprint import library
from linkwork.blueprint.library.papers.two_arm import SINGULAR, SPEED, START
from linkwork.dynamics.equations import Stabilisation
from linkwork.dynamics.formulations import FORMULATIONS
from linkwork.simulate.coordinates import advance
from linkwork.simulate.singularity import Kind

RODS = (0.01, 0.01, 0.01)


def bars(*lengths: float, distance: float, driven: str = "O1", **pose: float) -> lw.Mechanism:
    """A four-bar of crank, coupler, rocker on pivots `distance` apart."""
    m = lw.Mechanism("four-bar", gravity=(0, -9.81, 0))
    a, b, c = (m.body(n, mass=1.0, inertia=RODS) for n in ("crank", "coupler", "rocker"))
    m.revolute("O1", m.ground, a)
    m.revolute("A", a.at(lengths[0], 0, 0), b)
    m.revolute("O2", m.ground.at(distance, 0, 0), c)
    m.close("B", b.at(lengths[1], 0, 0), c.at(lengths[2], 0, 0), kind="revolute")
    m.actuate(driven)
    m.pose(pose)
    return m


def crank_rocker(driven: str = "O1") -> Any:
    return bars(0.1, 0.3, 0.25, distance=0.3, driven=driven, A=1.0, O2=1.5).compile()


def parallelogram() -> Any:
    return bars(0.1, 0.3, 0.1, distance=0.3, O1=1.0, A=-1.0, O2=1.0).compile()


# ---- the two-arm robot: closed-form motion of the digest, section 3.1


def exact(t: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """q, q̇, q̈ of the motion with x = x₀ − v t through the singular pose; q₁ from its closed form by differences."""
    x, v = START - SPEED * t, SPEED
    root = sqrt(2 - x * x)
    q2, q2d, q2dd = pi + 2 * np.arcsin(x / sqrt(2)), -2 * v / root, 2 * v * v * x / root**3

    def first(x: float) -> float:
        return pi / 2 - np.arctan(2 * x) + np.arctan(x * sqrt(2 - x * x) / (1 + x * x))

    h = 1e-3
    f = [first(x + k * h) for k in (-2, -1, 0, 1, 2)]
    d1 = (f[0] - 8 * f[1] + 8 * f[3] - f[4]) / (12 * h)
    d2 = (-f[0] + 16 * f[1] - 30 * f[2] + 16 * f[3] - f[4]) / (12 * h * h)
    return np.array([f[2], q2]), np.array([-v * d1, q2d]), np.array([v * v * d2, q2dd])


def run(s: Any, step: float, duration: float = 0.8) -> tuple[float, np.ndarray]:
    """Largest error of q, and the torques of all steps, by Runge and Kutta at a fixed step."""
    q, v, _ = exact(0.0)
    error, torques = 0.0, []

    def f(t: float, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        return s.forward_dynamics(q, v, np.zeros(2), t=t)[0]

    for i in range(round(duration / step)):
        t, h = i * step, step
        a = f(t, q, v)
        torques.append(s.mass_matrix(q) @ a + s.bias(q, v))
        b = f(t + h / 2, q + h / 2 * v, v + h / 2 * a)
        c = f(t + h / 2, q + h / 2 * v + h * h / 4 * a, v + h / 2 * b)
        d = f(t + h, q + h * v + h * h / 2 * b, v + h * c)
        q, v = q + h * v + h * h / 6 * (a + b + c), v + h / 6 * (a + 2 * b + 2 * c + d)
        error = max(error, float(np.abs(q - exact(t + h)[0]).max()))
    return error, np.array(torques)


def test_the_closed_form_motion_has_the_values_of_the_digest() -> None:
    """Section 3.1.1, with gravity 9.81 along −y and the corrected equations of motion."""
    s = library.two_arm_robot().compile()
    for t, q, v, tau in (
        (0.0, (1.047198, 4.414660), (1.425201, -3.517240), (9.41630, 1.54967)),
        (0.2, (1.308760, 3.775280), (1.226624, -2.976591), (5.30710, 0.85254)),
        (0.5, (1.664335, 2.915723), (1.178327, -2.846561), (-1.94453, -0.31158)),
        (0.8, (2.037765, 2.007936), (1.365143, -3.352773), (-8.72689, -1.42209)),
    ):
        x = exact(t)
        assert x[0] == pytest.approx(q, abs=6e-7)
        assert x[1] == pytest.approx(v, abs=6e-7)
        assert s.mass_matrix(x[0]) @ x[2] + s.bias(x[0], x[1]) == pytest.approx(tau, abs=6e-6)
        assert s.forward_dynamics(x[0], x[1], np.zeros(2), t=t)[0] == pytest.approx(x[2], abs=1e-7)


def test_in_the_singular_pose_itself_the_third_derivative_gives_the_acceleration() -> None:
    """q = (π/2, π), q̇ = (4 − 2√2, −2√2): q̈ is exactly zero and no torque is needed."""
    s = library.two_arm_robot().compile()
    q, v = np.array([pi / 2, pi]), np.array([4 - 2 * sqrt(2), -2 * sqrt(2)])
    found = s.singular_dynamics(q, v, np.zeros(2), t=SINGULAR)
    assert found.dependent == ("line.force y",)
    assert found.regularised == 1
    np.testing.assert_allclose(found.qdd, 0.0, atol=1e-9)
    np.testing.assert_allclose(found.forces, 0.0, atol=1e-9)
    qdd, lam = s.forward_dynamics(q, v, np.zeros(2))
    np.testing.assert_allclose(qdd, 0.0, atol=1e-9)
    assert np.isfinite(lam).all()


@pytest.mark.parametrize("gains", [None, Stabilisation(10.0, 10.0)], ids=["plain", "Baumgarte"])
@pytest.mark.parametrize("neighbourhood", [0.05, 0.1])
def test_prescribed_motion_goes_through_the_singular_pose_with_smooth_torques(
    gains: Stabilisation | None, neighbourhood: float
) -> None:
    """A step falls exactly on the singular instant. The error of the regularised rows grows as ε³ (digest, 3.1.2)."""
    s = library.two_arm_robot().compile(neighbourhood=neighbourhood, stabilisation=gains)
    error, torques = run(s, SINGULAR / 200)
    assert error < 0.5 * neighbourhood**3
    assert np.abs(torques).max() < 9.42
    assert np.abs(np.diff(torques, axis=0)).max() < 0.3  # of ±9.4; the exact ones change by 0.05 in a step


def test_without_a_neighbourhood_only_the_lost_instant_is_replaced() -> None:
    s = library.two_arm_robot().compile()
    error, torques = run(s, SINGULAR / 100)
    assert error < 1e-6
    assert np.abs(torques).max() < 9.42


def test_dependent_rows_are_replaced_as_vanishing_ones_are() -> None:
    """h_a = h₁ + h₂, h_b = h₂: rows of the same tip that become dependent instead of zero (digest, 2.5 step 6)."""
    plain = library.two_arm_robot().compile(neighbourhood=0.05)
    m = library.two_arm_robot(guided=False)

    def along(q: Any, t: Any) -> Any:
        return lw.cos(q[0]) + 0.5 * lw.cos(q[0] + q[1]) - (START - SPEED * t)

    def across(q: Any, t: Any) -> Any:
        return lw.sin(q[0]) + 0.5 * lw.sin(q[0] + q[1]) - 0.5

    m.relate("sum", lambda q, t: along(q, t) + across(q, t), ["shoulder", "elbow"])
    m.relate("along", along, ["shoulder", "elbow"])
    mixed = m.compile()
    for t, error in ((0.415, 0.02), (SINGULAR, 1e-8), (0.425, 0.02)):
        q, v, a = exact(t)
        for s in (plain, mixed):
            found = s.singular_dynamics(q, v, np.zeros(2), t=t, lost=0.05)
            assert found.regularised == 1
            np.testing.assert_allclose(found.qdd, a, atol=error)


# ---- the general law behind it


@pytest.mark.parametrize("name", ["four_bar", "rssr", "stewart_platform", "rolling_wheel", "two_arm_robot"])
def test_third_derivatives_are_those_of_the_conditions(name: str) -> None:
    """d/dt (J q̈ + bias) along a motion of constant acceleration, by differences."""
    s = library.find(name).machine().compile()
    loops, random = s.loops(), np.random.default_rng(2)
    q, v, a = s.closed_start, random.normal(size=s.n_v), random.normal(size=s.n_v)

    def second(x: float, steps: int = 8) -> np.ndarray:
        there, h = q, x / steps
        for i in range(steps):
            there = advance(s.plan, there, h * (v + a * (i + 0.5) * h))
        J, _, psi = loops.rates(there, v + a * x, x)
        return J @ a - psi

    h = 1e-4
    G, rest = loops.thirds(q, v)
    np.testing.assert_allclose(G @ a + rest, (second(h) - second(-h)) / (2 * h), atol=1e-5)


@pytest.mark.parametrize(
    "name", ["koul_three_rrr", "stewart_platform", "bennett", "planetary_gear", "rolling_wheel", "rssr"]
)
def test_in_regular_poses_the_rank_revealing_solver_agrees_with_the_kernel(name: str) -> None:
    s = library.find(name).machine().compile()
    random = np.random.default_rng(1)
    q = s.closed_start
    v, tau = s.consistent_velocity(q, random.normal(size=s.n_v)), random.normal(size=s.n_v)
    qdd, lam = s.forward_dynamics(q, v, tau)
    found = s.singular_dynamics(q, v, tau)
    np.testing.assert_allclose(found.qdd, qdd, rtol=1e-9, atol=1e-9 * np.abs(qdd).max())
    np.testing.assert_allclose(found.lam, lam, rtol=1e-9, atol=1e-9 * np.abs(lam).max())
    assert found.missed < 1e-9
    assert found.dependent == s.redundant_rows


@pytest.mark.parametrize("rates", [(1.0, -1.0, 1.0), (1.0, -2.0, -2.0)], ids=["parallel", "crossed"])
def test_a_flat_parallelogram_moves_on_along_the_branch_of_its_speeds(rates: tuple[float, float, float]) -> None:
    """At q = 0 two branches meet: 0.4 a + 0.3 b − 0.1 c = 0 and 0.1 a² + 0.3 (a + b)² = 0.1 c² have two solutions."""
    s = parallelogram()
    v = 2.0 * np.array(rates)
    qdd, lam = s.forward_dynamics(np.zeros(3), v, np.zeros(3))
    assert np.isfinite(lam).all()
    h = 1e-2
    path = h * v + h * h / 2 * qdd
    np.testing.assert_allclose(s.assemble(path, hold=["O1"]), path, atol=20 * h**3)


def test_batches_mend_their_singular_entries() -> None:
    s = parallelogram()
    q = np.array([[1.0, -1.0, 1.0], [0.0, 0.0, 0.0], [0.5, -0.5, 0.5]])
    v = np.array([[1.0, -1.0, 1.0]] * 3)
    qdd, lam = s.forward_dynamics(q, v, np.zeros(3))
    assert np.isfinite(qdd).all() and np.isfinite(lam).all()
    for k in range(3):
        one = s.forward_dynamics(q[k], v[k], np.zeros(3))
        np.testing.assert_allclose(qdd[k], one[0], atol=1e-9)
        np.testing.assert_allclose(lam[k], one[1], atol=1e-9)


def test_results_of_singular_poses_go_into_given_arrays() -> None:
    s = parallelogram()
    out = (np.empty(3), np.empty(2))
    s.forward_dynamics(np.zeros(3), np.zeros(3), np.zeros(3), out=out)
    assert np.isfinite(out[0]).all() and np.isfinite(out[1]).all()


@pytest.mark.parametrize("port", ["q", "v", "tau"])
@pytest.mark.parametrize("formulation", ["reduced", "augmented", "embedding", "penalty"])
def test_numbers_that_are_not_finite_are_named(port: str, formulation: str) -> None:
    s = bars(0.1, 0.3, 0.25, distance=0.3, A=1.0, O2=1.5).compile(formulation=formulation)
    given = {"q": s.closed_start.copy(), "v": np.zeros(3), "tau": np.zeros(3)}
    given[port][1] = np.nan
    with pytest.raises(lw.ShapeError, match=f"input '{port}' of mechanism 'four-bar': holds nan of 'A'"):
        s.forward_dynamics(**given)


def test_a_leg_that_is_singular_alone_does_not_disturb_the_machine() -> None:
    """The order "task" eliminates a leg before the platform: its pivot is zero where the leg is stretched."""
    m = library.koul_three_rrr().compile(formulation="task")
    other = library.koul_three_rrr().compile(formulation="augmented")
    random = np.random.default_rng(0)
    q = m.assemble(elbow_1=0.0)
    v, tau = m.consistent_velocity(q, random.normal(size=m.n_v)), random.normal(size=m.n_v)
    a, b = m.forward_dynamics(q, v, tau), other.forward_dynamics(q, v, tau)
    np.testing.assert_allclose(a[0], b[0], rtol=1e-9, atol=1e-9 * np.abs(b[0]).max())
    np.testing.assert_allclose(a[1], b[1], rtol=1e-9, atol=1e-9 * np.abs(b[1]).max())


# ---- kinds


def test_dead_centres_of_a_crank_rocker() -> None:
    """Crank and coupler in line: the rocker stands still as the crank turns, and cannot drive it."""
    q = crank_rocker().assemble(A=0.0)
    loss = crank_rocker("O1").singularity(q, platform="rocker")
    assert loss.kind is Kind.LOSS
    assert loss.distance < 1e-9
    motion = loss.motions["lost"]
    assert motion[2] == pytest.approx(0.0, abs=1e-12) and motion[0] == pytest.approx(-0.75 * motion[1])
    gain = crank_rocker("O2").singularity(q, platform="crank")
    assert gain.kind is Kind.GAIN
    assert gain.motions["gained"][2] == pytest.approx(0.0, abs=1e-12)
    assert str(gain) == ("Singular pose: something moves although the drives are locked; gained motion: O1, A.")


def test_distance_shrinks_to_zero_towards_the_singular_pose() -> None:
    s = crank_rocker("O2")
    distances = [s.singularity(s.assemble(A=a), platform="crank").distance for a in (0.2, 0.1, 0.01, 0.001)]
    assert all(later < 0.6 * sooner for sooner, later in zip(distances, distances[1:]))
    assert distances[-1] == pytest.approx(distances[-2] / 10, rel=0.05)


def test_a_platform_in_the_plane_of_its_base_moves_with_locked_legs() -> None:
    """Six legs in one plane bear no force across it: heave and two tilts are free (Sathuluri, section 3.1.3)."""
    s = library.stewart_platform().compile()
    flat = s.singularity(s.assemble(poses={"platform": (0, 0, 0, ("z", 0.0))}), platform="platform")
    assert flat.kind is Kind.GAIN
    high = s.singularity(s.assemble(poses={"platform": (0, 0, 0.05, ("z", 0.0))}), platform="platform")
    assert high.kind is Kind.REGULAR and 0.0 < high.distance < 0.1


def test_branches_of_a_parallelogram_meet_where_it_is_flat() -> None:
    flat = parallelogram().singularity(np.zeros(3))
    assert flat.kind is Kind.BRANCHING
    assert flat.freedoms == (2, 1)
    assert flat.motions["new"].shape == (3, 1)


def test_a_stretched_leg_stops_the_platform_along_itself() -> None:
    """Crank and coupler in line: the platform bears a force along them without any drive."""
    s = library.koul_three_rrr().compile()
    q = s.assemble(elbow_1=0.0)
    pose = s.singularity(q, platform="platform")
    assert pose.kind is Kind.LOSS
    assert pose.wrench is not None
    X = dict(zip(s.plan.bodies, s.poses(q)[1]))
    line = X["coupler_1"] - X["crank_1"]
    assert np.cross(line / np.linalg.norm(line), pose.wrench[3:]) == pytest.approx(np.zeros(3), abs=1e-9)
    assert s.loops().jacobian(q) @ pose.motions["lost"] == pytest.approx(np.zeros(4), abs=1e-9)


def test_an_unknown_platform_gets_the_nearest_names() -> None:
    s = crank_rocker()
    with pytest.raises(lw.LinkworkError, match="'rocker'"):
        s.singularity(s.closed_start, platform="rockr")


# ---- poses in which only a formulation is singular


def stretched_five_bar() -> tuple[Any, np.ndarray]:
    """Couplers in one line: the cranks do not fix them there, although the rows are independent."""
    tilt = np.arctan2(0.02, 0.36)
    open_by = np.arccos((0.4 - np.hypot(0.36, 0.02)) / 0.2)  # both cranks lean outward by as much
    left = np.pi - open_by + tilt
    right = open_by + tilt
    pose = {"left": left, "right": right, "left_elbow": tilt - left, "right_elbow": tilt + np.pi - right}
    s = five_bar((0.36, 0.02), pose).compile()
    return s, s.start


@pytest.mark.parametrize("formulation", [name for name in FORMULATIONS if name != "penalty"])
@pytest.mark.parametrize("away", [0.0, 1e-12, 1e-9, 1e-6])
def test_a_formulation_that_is_singular_by_itself_says_so_and_is_not_believed(formulation: str, away: float) -> None:
    base, start = stretched_five_bar()
    assert np.abs(base.loops().gaps(start)[0]).max() < 1e-15
    q = base.assemble(start + away * np.array([0.0, 1.0, 0.0, -1.0]), hold=["left_elbow"]) if away else start
    v = base.consistent_velocity(q, np.array([0.3, -1.0, 0.5, 2.0]))
    tau = np.array([0.5, 0.0, -0.3, 0.0])
    M, phi, J, psi = base.block_equations(q, v, tau)
    expected = np.linalg.solve(np.block([[M, J.T], [J, np.zeros((2, 2))]]), [*phi, *psi])[:4]
    s = base.reformulated(formulation)
    found, _ = s.forward_dynamics(q, v, tau)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())
    pivot = float(s.kernel("forward_dynamics")(q, v, tau)[-1])
    if formulation in ("embedding", "minimal"):
        assert pivot < 1e-9  # the rates of the cranks, which it keeps, do not fix the others
    else:
        assert pivot > 1e-3


@pytest.mark.parametrize("formulation", [name for name in FORMULATIONS if name != "penalty"])
def test_every_formulation_measures_how_far_its_rows_are_from_dependent(formulation: str) -> None:
    """The pivot falls with the square of the distance from the flat pose of a parallelogram."""
    s = parallelogram().reformulated(formulation)
    call = s.kernel("forward_dynamics")
    pivots = []
    for turn in (1e-2, 1e-3):
        way = np.array([1.0, -1.0, 1.0])
        pivots.append(float(call(turn * way, way, np.zeros(3))[-1]))
    assert pivots[0] / pivots[1] == pytest.approx(100.0, rel=0.02)


def test_one_state_at_a_time() -> None:
    s = parallelogram()
    q, v = np.array([1.0, -1.0, 1.0]), np.zeros(3)
    with pytest.raises(lw.ShapeError, match=r"'q' of mechanism .* has shape \(2, 3\), expected \(3,\). Give one state"):
        s.singularity([q, q])
    with pytest.raises(lw.ShapeError, match=r"'tau' .* has shape \(1,\), expected \(3,\)"):
        s.singular_dynamics(q, v, [0.0])
    with pytest.raises(lw.ShapeError, match="holds nan"):
        s.singularity(q * np.nan)
    with pytest.raises(lw.ShapeError, match="holds nan"):
        s.pose_derivatives(q * np.nan)
