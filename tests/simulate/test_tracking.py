"""A branch of closed poses followed by the three methods of root tracking."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest

import linkwork as lw
from linkwork.blueprint import library

TURN = {"O1": np.linspace(0.0, 2 * pi, 73)}


@pytest.fixture(name="crank_rocker")
def _crank_rocker() -> object:
    m = lw.Mechanism("crank-rocker")
    a, b, c = (m.body(n, mass=1.0) for n in ("crank", "coupler", "rocker"))
    m.revolute("O1", m.ground, a)
    m.revolute("A", a.at(0.1, 0, 0), b)
    m.revolute("O2", m.ground.at(0.3, 0, 0), c)
    m.close("B", b.at(0.3, 0, 0), c.at(0.25, 0, 0), kind="revolute")
    m.pose(A=1.0, O2=1.5)
    return m.compile()


@pytest.mark.parametrize(("method", "left"), [("newton", 1e-14), ("nearest", 1e-14), ("rates", 1e-6)])
def test_a_whole_turn_of_the_crank_comes_back_to_its_start(crank_rocker: object, method: str, left: float) -> None:
    """`rates` leaves what its integration drifts by: fourth order in the step."""
    s = crank_rocker
    q = s.follow(TURN, method=method)  # type: ignore[attr-defined]
    np.testing.assert_allclose(q[:, 0], TURN["O1"], atol=1e-12)
    np.testing.assert_allclose(q[-1] - q[0], [2 * pi, -2 * pi, 0.0], atol=10 * left)
    assert np.abs(s.loops().gaps(q)[0]).max() < left  # type: ignore[attr-defined]


def test_all_methods_follow_the_same_branch(crank_rocker: object) -> None:
    ways = [crank_rocker.follow(TURN, method=m) for m in ("newton", "rates", "nearest")]  # type: ignore[attr-defined]
    np.testing.assert_allclose(ways[0], ways[1], atol=1e-5)
    np.testing.assert_allclose(np.cos(ways[0]), np.cos(ways[2]), atol=1e-9)


def test_finer_steps_of_the_rates_drift_less(crank_rocker: object) -> None:
    coarse, fine = (crank_rocker.follow(TURN, method="rates", substeps=n) for n in (1, 2))  # type: ignore[attr-defined]
    drift = [np.abs(crank_rocker.loops().gaps(q)[0]).max() for q in (coarse, fine)]  # type: ignore[attr-defined]
    assert drift[1] < drift[0] / 10  # fourth order: a sixteenth


def test_forward_kinematics_of_a_platform_along_a_path_of_its_legs() -> None:
    s = library.stewart_platform().compile()
    heights = np.linspace(1.1, 1.3, 9)
    poses = np.array([s.assemble(poses={"platform": (0.05 * np.sin(9 * z), 0.0, z, ("z", z - 1.1))}) for z in heights])
    legs = {f"leg_{i}": poses[:, s.q_names.index(f"leg_{i}")] for i in range(1, 7)}
    found = s.follow(legs, poses[0])
    np.testing.assert_allclose(found, poses, atol=1e-10)


def test_time_dependent_conditions_are_followed_in_time() -> None:
    s = library.two_arm_robot().compile()
    times = np.linspace(0.0, 0.3, 31)
    q = s.follow({}, t=times)
    from linkwork.blueprint.library.papers.two_arm import exact_motion

    np.testing.assert_allclose(q, [exact_motion(t) for t in times], atol=1e-12)


def test_a_path_beyond_the_reach_of_the_machine_ends_with_an_error(crank_rocker: object) -> None:
    s = crank_rocker
    with pytest.raises((lw.AssemblyError, lw.SingularError), match="before sample .*O2"):
        s.follow({"O2": np.linspace(2.0, 1.0, 40)})  # type: ignore[attr-defined]


def test_samples_of_different_number_and_unknown_methods_are_refused(crank_rocker: object) -> None:
    s = crank_rocker
    with pytest.raises(lw.ShapeError, match="different number"):
        s.follow({"O1": np.zeros(3), "A": np.zeros(4)})  # type: ignore[attr-defined]
    with pytest.raises(lw.OptionError, match="'newton', 'rates', 'nearest'"):
        s.follow(TURN, method="secant")  # type: ignore[attr-defined]
