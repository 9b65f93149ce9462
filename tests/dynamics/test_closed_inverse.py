"""Forces from the motion of closed machines: free bases, more drives than freedoms, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.blueprint.library import book_three_rrr
from linkwork.errors import ActuationError, OptionError
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
