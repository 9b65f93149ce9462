"""Forces from the motion of closed machines: free bases, more drives than freedoms, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from five_bars import five_bar
from scipy.optimize import brentq

import linkwork as lw
from linkwork.blueprint.library import book_three_rrr
from linkwork.errors import ActuationError, OptionError, SingularError
from linkwork.system import System


def hopper(*, tied: bool = False) -> lw.Mechanism:
    """A free trunk with one leg: the knee is bent by a parallelogram from a second motor at the hip."""
    m = lw.Mechanism("hopper", gravity=(0.0, 0.0, -9.81))
    trunk = m.body("trunk", mass=6.0, com=(0.02, 0.0, 0.01), inertia=lw.inertia.box(6.0, 0.3, 0.2, 0.1))
    thigh, shank, bar = (
        m.body(name, mass=0.8, com=(0.0, 0.01, -0.1), inertia=lw.inertia.rod(0.8, 0.2, axis="z"))
        for name in ("thigh", "shank", "bar")
    )
    horn = m.body("horn", mass=0.1, com=(0.02, 0.0, 0.0), inertia=lw.inertia.rod(0.1, 0.04))
    m.floating("base", trunk)
    m.revolute("hip", trunk.at(0.0, 0.1, -0.05), thigh, axis="y")
    m.revolute("motor", trunk.at(0.0, 0.1, -0.05), horn, axis="y")
    m.revolute("knee", thigh.at(0.0, 0.0, -0.2), shank, axis="y")
    m.revolute("pull", horn.at(0.04, 0.0, 0.0), bar, axis="y")
    m.close("pin", bar.at(0.0, 0.0, -0.2), shank.at(0.04, 0.0, 0.0), kind="revolute", axis="y")
    if tied:
        m.distance("rope", trunk.at(0.0, 0.0, 0.1), m.ground.at(0.0, 0.0, 1.0), 0.9)
    m.actuate("hip")
    m.actuate("motor")
    return m


@pytest.fixture(scope="module")
def system() -> System:
    return hopper().compile()


def moving(system: System) -> tuple[np.ndarray, np.ndarray]:
    """A closed pose, turned and lifted, and rates that keep the loop closed."""
    q = system.assemble(system.q(base=(0.3, 0.1, 0.7, 0.5, 0.5, -0.5, 0.5)), hip=0.3, motor=-0.2)
    v = np.random.default_rng(3).normal(size=system.n_v)
    return q, system.consistent_velocity(q, v)


def test_a_free_base_moves_as_forward_dynamics_says(system: System) -> None:
    q, v = moving(system)
    tau = system.tau(hip=2.0, motor=-1.5)
    qdd, lam = system.forward_dynamics(q, v, tau)
    found, forces, acceleration = system.free_base_inverse_dynamics(q, v, np.where(np.arange(system.n_v) < 6, 0.0, qdd))
    assert found == pytest.approx(tau, abs=1e-10)  # rounding of forces of some newton metres
    assert forces == pytest.approx(lam, abs=1e-9)
    assert acceleration == pytest.approx(qdd, rel=1e-9, abs=1e-9)


def test_a_free_base_that_nobody_drives_is_named_with_what_would_help(system: System) -> None:
    q, v = moving(system)
    with pytest.raises(ActuationError, match=r"nothing drives or holds joint 'base'.*actuate\('base'\)"):
        system.inverse_dynamics(q, v, v)


def test_a_base_on_a_rope_is_not_free() -> None:
    tied = hopper(tied=True).compile()
    q = tied.assemble()
    with pytest.raises(OptionError, match="holds its base by 'rope'"):
        tied.free_base_inverse_dynamics(q, tied.v(), tied.v())


@pytest.mark.parametrize("weighted", [False, True])
def test_more_drives_than_freedoms_share_by_least_squares(weighted: bool) -> None:
    """Of all τ with S τ + Jᵀ λ = M q̈ − φ the shortest, against NumPy's least squares in the scaled unknowns √w τ."""
    m = book_three_rrr()
    extra = next(joint.name for joint in m.freeze().joints if joint.name not in ("base_1", "base_2", "base_3"))
    m.actuate(extra)
    weights = {"base_1": 3.0, extra: 0.5} if weighted else {}
    system = m.compile(weights=weights)
    q = system.closed_start
    v = system.consistent_velocity(q, np.random.default_rng(1).normal(size=system.n_v))
    qdd, _ = system.forward_dynamics(q, v, system.tau(base_1=5.0))
    M, phi, J, _ = system.block_equations(q, v, system.tau())
    need = M @ qdd - phi
    null = np.linalg.svd(J)[2][len(J) :]  # rows: motions that the loops allow; they feel no λ
    scale = np.array([weights.get(name, 1.0) ** -0.5 for name in system.driven])
    driven = [system.v_names.index(name) for name in system.driven]
    expected = np.zeros(system.n_v)
    expected[driven] = scale * np.linalg.lstsq(null[:, driven] * scale, null @ need, rcond=None)[0]
    tau, lam = system.inverse_dynamics(q, v, qdd)
    assert tau == pytest.approx(expected, abs=1e-9)
    assert tau + J.T @ lam == pytest.approx(need, abs=1e-9)


@pytest.mark.parametrize(("weights", "fault"), [({"base_1": 0.0}, "is 0.0"), ({"platform": 1.0}, "nothing drives")])
def test_weights_are_for_drives_and_above_zero(weights: dict[str, float], fault: str) -> None:
    m = book_three_rrr()
    passive = next(joint.name for joint in m.freeze().joints if not joint.name.startswith("base"))
    system = m.compile(weights={passive if name == "platform" else name: x for name, x in weights.items()})
    with pytest.raises(OptionError, match=fault):
        system.inverse_dynamics(system.closed_start, system.v(), system.v())


# ---- drives that do not hold the machine


def test_a_rod_that_spins_between_two_balls_is_named_however_its_ends_are_driven() -> None:
    """As many drives as freedoms, and as many unknowns as equations: only the rank tells that one is in vain."""
    m = lw.Mechanism("rod between balls", gravity=(0.0, 0.0, -9.81))
    crank, rod, rocker = (m.body(n, mass=1.0, com=(0.1, 0.0, 0.0), inertia=(0.01,) * 3) for n in ("a", "b", "c"))
    m.revolute("crank", m.ground, crank)
    m.spherical("ball", crank.at(0.1, 0.0, 0.02), rod, coordinates="quaternion")
    m.revolute("rocker", m.ground.at(0.3, 0.1, 0.0, rotation=("XYZ", (0.9, 0.4, 0.1))), rocker)
    m.close("tip", rod.at(0.4, 0.0, 0.0), rocker.at(0.25, 0.0, 0.0), kind="spherical")
    m.pose(rocker=1.2)
    m.actuate("crank")
    m.actuate("rocker")
    system = m.compile()
    with pytest.raises(ActuationError, match=r"nothing drives or holds joint 'ball'\. .*prescribe"):
        system.inverse_dynamics(system.closed_start, system.v(), system.v())


def usual_five_bar() -> lw.Mechanism:
    """Both elbows bent inwards."""
    return five_bar((0.3, 0.0), {"left": 2.0, "left_elbow": -1.5, "right": 1.0, "right_elbow": 1.5})


def stretched(system: System) -> np.ndarray:
    """The pose in which the tips of the cranks are as far apart as the couplers are long together."""
    far = lambda right: np.hypot(*_between(right)) - 0.4  # noqa: E731
    right = brentq(far, 0.0, 1.5, xtol=1e-15)
    along = np.arctan2(*_between(right)[::-1])
    return system.q(left=2.0, left_elbow=along - 2.0, right=right, right_elbow=along + np.pi - right)


def _between(right: float) -> np.ndarray:
    """From the tip of the left crank, at 2 rad, to that of the right one."""
    tip = lambda angle: 0.1 * np.array([np.cos(angle), np.sin(angle)])  # noqa: E731
    return np.array([0.3, 0.0]) + tip(right) - tip(2.0)


def test_stretched_couplers_are_not_moved_by_cranks() -> None:
    """The knee of the couplers feels no crank there: what it needs cannot be given, and nobody invents it."""
    system = usual_five_bar().compile()
    q = stretched(system)
    v = system.consistent_velocity(q, np.ones(4))
    with pytest.raises(SingularError, match="'left_elbow', 'right_elbow'"):
        system.inverse_dynamics(q, v, system.acceleration(q, v, np.ones(4)))


def test_a_motion_that_stretched_couplers_make_by_themselves_needs_the_least_torque() -> None:
    system = usual_five_bar().compile()
    q = stretched(system)
    v = system.consistent_velocity(q, np.ones(4))
    qdd, _ = system.forward_dynamics(q, v, system.tau(left=0.4, right=-0.2))
    tau, lam = system.inverse_dynamics(q, v, qdd)
    M, phi, J, _ = system.block_equations(q, v, system.tau())
    assert tau + J.T @ lam == pytest.approx(M @ qdd - phi, abs=1e-9)
    assert np.linalg.norm(tau) <= np.hypot(0.4, 0.2) + 1e-9
    assert tau[[1, 3]] == pytest.approx([0.0, 0.0], abs=0.0)


def test_a_flat_parallelogram_is_driven_through_on_the_branch_of_its_motion() -> None:
    """Torque and forces along the rates are continuous: the third derivative replaces the row that is lost."""
    m = lw.Mechanism("parallelogram", gravity=(0.0, -9.81, 0.0))
    a, b, c = (m.body(n, mass=1.0, com=(0.05, 0.003, 0.0), inertia=(0.01,) * 3) for n in "abc")
    m.revolute("foot", m.ground, a)
    m.revolute("head", a.at(0.1, 0.0, 0.0), b)
    m.revolute("other foot", m.ground.at(0.3, 0.0, 0.0), c)
    m.close("other head", b.at(0.3, 0.0, 0.0), c.at(0.1, 0.0, 0.0))
    m.pose({"foot": 1.0, "head": -1.0, "other foot": 1.0})
    m.actuate("foot")
    system = m.compile()
    way = np.array([1.0, -1.0, 1.0])
    turns = np.array([-1e-3, 0.0, 1e-3])
    tau, lam = system.inverse_dynamics(turns[:, None] * way, 2.0 * way, 0.5 * way)
    before, at, after = tau[:, 0]
    assert np.isfinite(lam).all()
    assert at == pytest.approx(0.5 * (before + after), rel=1e-5)  # what is left is of second order in the turns
    assert at == pytest.approx(system.inverse_dynamics(0.0 * way, 2.0 * way, 0.5 * way)[0][0], rel=1e-12)


def test_a_flat_knee_under_a_free_base_has_finite_forces() -> None:
    """Horn and shank in line with thigh and bar: the parallelogram's rows depend on each other."""
    system = hopper().compile()

    def forces(turn: float) -> np.ndarray:
        angle = np.pi / 2 + turn
        q = system.q(base=(0.3, 0.1, 0.7, 1.0, 0.0, 0.0, 0.0), motor=angle, knee=angle, pull=-angle)
        assert np.abs(system.loops().gaps(q)[0]).max() < 1e-15
        v = system.v(motor=2.0, knee=2.0, pull=-2.0)
        tau, lam, _ = system.free_base_inverse_dynamics(q, v, system.v())
        assert np.isfinite(lam).all()
        return tau

    assert forces(0.0) == pytest.approx(0.5 * (forces(-1e-3) + forces(1e-3)), rel=1e-4, abs=1e-6)  # second order
    assert np.abs(forces(0.0)).max() > 0.01
