"""Assembly closes loops to rounding, keeps what is held, and says why it cannot."""

from __future__ import annotations

from math import asin, atan2, cos, pi, sin

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwork as lw
from linkwork.blueprint import library

ROUNDING = 1e-14  # of the machine's size, about one metre in most of them


def gap(s: object, q: np.ndarray, t: float = 0.0) -> float:
    return float(np.abs(s.loops().gaps(q, t)[0]).max(initial=0.0))  # type: ignore[attr-defined]


def four_bar(distance: float = 0.3, rocker: float = 0.2) -> lw.Mechanism:
    m = lw.Mechanism("four-bar", gravity=(0, -9.81, 0))
    a, b, c = (m.body(n, mass=1.0) for n in ("crank", "coupler", "follower"))
    m.revolute("O1", m.ground, a)
    m.revolute("A", a.at(0.05, 0, 0), b)
    m.revolute("O2", m.ground.at(distance, 0, 0), c)
    m.close("B", b.at(0.25, 0, 0), c.at(rocker, 0, 0), kind="revolute")
    return m


@pytest.mark.parametrize("name", [e.name for e in library.CATALOGUE if e.name != "scissor_grid"])
def test_every_machine_of_the_library_closes_from_a_guess_a_little_off(name: str) -> None:
    s = library.find(name).machine().compile()
    if not s.closed:
        return
    random = np.random.default_rng(3)
    guess = s.closed_start + 0.01 * random.normal(size=s.n_q)
    q = s.assemble(guess)
    assert gap(s, q) < ROUNDING * 10
    assert np.abs(q - guess).max() < 0.3
    assert s.mobility.freedoms == library.find(name).freedom


def test_a_held_joint_stays_exactly_where_it_was_put() -> None:
    s = four_bar().compile()
    for angle in np.linspace(-3.0, 3.0, 7):
        q = s.assemble(O1=angle)
        assert q[0] == angle
        assert gap(s, q) < ROUNDING


def test_a_flat_guess_from_which_no_first_step_leads_still_closes() -> None:
    s = four_bar().compile()
    assert gap(s, s.assemble(np.zeros(3))) < ROUNDING


def test_held_values_go_on_along_the_branch_of_a_closed_guess() -> None:
    s = four_bar().compile()
    up = s.assemble([0.1, 0.8, 1.6])
    far = s.assemble(up, O1=2 * pi + up[0] - 1e-3)
    assert far[1:] == pytest.approx(up[1:] - [2 * pi, 0.0], abs=0.01)


def test_a_body_goes_to_a_place_and_attitude() -> None:
    s = library.stewart_platform().compile()
    turn = Rotation.from_euler("ZYX", [0.2, -0.1, 0.15])
    q = s.assemble(poses={"platform": (0.1, -0.05, 1.2, ("ZYX", (0.2, -0.1, 0.15)))})
    R, x = s.poses(q)
    k = list(s.plan.bodies).index("platform")
    np.testing.assert_allclose(x[k], [0.1, -0.05, 1.2], atol=1e-14)
    np.testing.assert_allclose(R[k], turn.as_matrix(), atol=1e-14)
    assert gap(s, q) < ROUNDING


def test_an_arm_without_loops_reaches_a_point() -> None:
    """Inverse kinematics of two links in closed form: cos q₂ = (x² + y² − 2)/2 for lengths 1."""
    m = lw.Mechanism("arm")
    a, b = m.body("a", mass=1.0), m.body("b", mass=1.0)
    m.revolute("q1", m.ground, a)
    m.revolute("q2", a.at(1.0, 0, 0), b)
    m.frame("tip", b.at(1.0, 0, 0))
    s = m.compile()
    q = s.assemble([0.1, 0.5], poses={"tip": (1.2, 0.9, None)})
    c = (1.2**2 + 0.9**2 - 2) / 2
    s2 = (1 - c * c) ** 0.5
    assert q == pytest.approx([atan2(0.9, 1.2) - atan2(s2, 1 + c), atan2(s2, c)], abs=1e-12)


def test_one_coordinate_of_a_floating_body_can_be_held() -> None:
    s = library.stewart_platform().compile()
    q = s.assemble(hold={"platform.z": 1.05, "platform.x": 0.02})
    assert q[s.q_names.index("platform.z")] == pytest.approx(1.05, abs=1e-14)
    assert q[s.q_names.index("platform.x")] == pytest.approx(0.02, abs=1e-14)
    assert gap(s, q) < ROUNDING


def test_a_batch_of_held_values_gives_one_assembly_each() -> None:
    s = four_bar().compile()
    q = s.assemble(O1=np.linspace(0.0, 1.0, 6).reshape(2, 3))
    assert q.shape == (2, 3, 3)
    assert gap(s, q) < ROUNDING


def test_parameters_and_time_enter_the_closures() -> None:
    reach = lw.Parameter("reach", 0.25)
    m = lw.Mechanism("slider-crank")
    a, b, c = (m.body(n, mass=1.0) for n in ("crank", "rod", "slider"))
    m.revolute("O", m.ground, a)
    m.revolute("A", a.at(0.1, 0, 0), b)
    m.prismatic("S", m.ground, c, axis="x")
    m.close("B", b.at(reach, 0, 0), c, kind="revolute")
    m.prescribe("O", lambda t: 0.5 + 2.0 * t, name="spin")
    m.pose(S=0.3)
    s = m.compile()
    for length in (0.25, 0.4):
        for t in (0.0, 0.3):
            q = s.assemble(t=t, p={"reach": length})
            angle = 0.5 + 2.0 * t
            assert q[s.q_names.index("O")] == pytest.approx(angle, abs=1e-14)
            expected = 0.1 * cos(angle) + length * cos(asin(0.1 * sin(angle) / length))
            assert q[s.q_names.index("S")] == pytest.approx(expected, abs=1e-13)


def test_bars_that_cannot_meet_are_named_with_their_lengths() -> None:
    s = four_bar(distance=0.6).compile()
    with pytest.raises(lw.AssemblyError) as fault:
        s.assemble()
    words = str(fault.value)
    assert "mechanism 'four-bar': loop 'B' stays open by 0.1 m (force x)" in words
    assert "0.6 m between 'O1' and 'O2' must be bridged, its other sides reach 0.5 m" in words


def test_a_held_joint_out_of_reach_is_named() -> None:
    s = four_bar(distance=0.42).compile()
    with pytest.raises(lw.AssemblyError, match="with 'O1' held: 0.47 m between 'A' and 'O2'.*reach 0.45 m"):
        s.assemble(O1=pi)


def slider_crank(offset: float) -> lw.Mechanism:
    m = lw.Mechanism("slider-crank", gravity=(0, -9.81, 0))
    crank, rod, slider = (m.body(n, mass=1.0, inertia=(0.01,) * 3) for n in ("crank", "rod", "slider"))
    m.revolute("O", m.ground, crank)
    m.revolute("K", crank.at(0.1, 0, 0), rod)
    m.prismatic("S", m.ground.at(0, offset, 0), slider, axis="x")
    m.close("P", rod.at(0.3, 0, 0), slider)
    m.pose(S=0.2)
    return m


def test_a_loop_with_a_slide_is_told_by_its_sides() -> None:
    with pytest.raises(lw.AssemblyError) as fault:
        slider_crank(0.5).compile().assemble()
    words = str(fault.value)
    assert "loop 'P' stays open by 0.1 m (force y); its sides are 0.3 m between 'P' and 'K'" in words
    assert "0.1 m between 'K' and 'O', 0.5 m between 'O' and 'S', and what 'S' can slide" in words


def test_a_rod_that_is_too_short_is_missed_by_metres() -> None:
    m = lw.Mechanism("thin rod")
    a, b = (m.body(n, mass=1.0, inertia=(0.01,) * 3) for n in "ab")
    m.revolute("left", m.ground, a)
    m.revolute("right", m.ground.at(1, 0, 0), b)
    m.distance("rod", a.at(0.1, 0, 0), b.at(0.2, 0, 0), length=0.3)
    told = (
        r"'rod' stays open by 0\.4 m .*: 1 m between 'left' and 'right' must be bridged, its other sides reach 0\.6 m"
    )
    with pytest.raises(lw.AssemblyError, match=told):
        m.compile().assemble()


def test_the_gap_that_is_told_is_the_smallest_that_can_be_reached() -> None:
    """In space: the ends of crank and rocker come no nearer to each other than 0.9 m along x, the rod has 0.2 m."""
    m = lw.Mechanism("short rod in space")
    a, b, c = (m.body(n, mass=1.0, inertia=(0.01,) * 3) for n in "abc")
    m.revolute("crank", m.ground, a)
    m.spherical("ball", a.at(0.1, 0, 0), b)
    m.revolute("rocker", m.ground.at(1, 0, 0.2), c, axis="x")
    m.close("tip", b.at(0.2, 0, 0), c.at(0, 0, 0.2), kind="spherical")
    with pytest.raises(lw.AssemblyError, match=r"'tip' stays open by 0\.7 m"):
        m.compile().assemble()


def test_relations_that_contradict_each_other_are_named() -> None:
    m = four_bar(distance=0.42)
    m.linear("first", {"O1": 1.0}, offset=0.5)
    m.linear("second", {"O1": 1.0}, offset=0.9)
    with pytest.raises(lw.AssemblyError, match="condition '(first|second)' is missed by 0.2.*It contradicts"):
        m.compile().assemble()


def test_a_place_out_of_reach_is_named() -> None:
    s = library.two_link_arm().compile()
    name = list(s.plan.bodies)[-1]
    with pytest.raises(lw.AssemblyError, match=rf"body '{name}' is missed by .* m"):
        s.assemble(poses={name: (50.0, 0.0)})


def test_an_entry_of_a_batch_that_cannot_close_is_named() -> None:
    s = four_bar(distance=0.42).compile()
    with pytest.raises(lw.AssemblyError, match=r"entry \(1,\) of the batch"):
        s.assemble(O1=[0.5, pi])


def test_unknown_joints_and_bodies_get_the_nearest_names() -> None:
    s = four_bar().compile()
    with pytest.raises(lw.LinkworkError, match="'O1'"):
        s.assemble(o1=0.3)
    with pytest.raises(lw.LinkworkError, match="'crank'"):
        s.assemble(poses={"crankk": (0, 0)})


# ---- modes


def test_a_four_bar_has_two_modes_for_each_crank_angle() -> None:
    """Circle meets circle: the elbow up and the elbow down, mirrored about the line from A to O2."""
    s = four_bar().compile()
    modes = s.assembly_modes(O1=0.6)
    assert len(modes) == 2
    A = 0.05 * np.array([cos(0.6), sin(0.6)])
    line = np.arctan2(-A[1], 0.3 - A[0])
    tips = modes[:, 0] + modes[:, 1]
    assert (tips - line).sum() == pytest.approx(0.0, abs=1e-12)


def test_a_platform_on_six_legs_has_an_even_number_of_modes_mirrored_in_its_base() -> None:
    s = library.stewart_platform().compile()
    legs = {f"leg_{i}": 1.2 + 0.02 * i for i in range(1, 7)}
    modes = s.assembly_modes(of="platform", starts=150, hold=legs)  # a hundred find all
    assert len(modes) % 2 == 0
    heights = np.sort(modes[:, s.q_names.index("platform.z")])
    np.testing.assert_allclose(heights, -heights[::-1], atol=1e-9)


def test_modes_are_asked_only_of_machines_that_stand_still() -> None:
    with pytest.raises(lw.OptionError, match="can still move in 1 way .* Hold 1 more joint"):
        four_bar().compile().assembly_modes()


# ---- rates


@pytest.mark.parametrize("name", ["koul_three_rrr", "rssr", "delta", "six_rss", "bennett", "planetary_gear"])
def test_velocities_and_accelerations_keep_the_loops_closed(name: str) -> None:
    """Second differences of assembled poses along the motion."""
    s = library.find(name).machine().compile()
    q = s.closed_start
    random = np.random.default_rng(1)
    v = s.consistent_velocity(q, random.normal(size=s.n_v))
    J, _, psi = s.loops().rates(q, v)
    assert np.abs(J @ v).max() < 1e-13 * np.abs(v).max() + 1e-14
    a = s.acceleration(q, v)
    assert np.abs(J @ a - psi).max() < 1e-12 * (1.0 + np.abs(psi).max())


def test_independent_rates_by_name_and_their_contradiction() -> None:
    s = four_bar().compile()
    q = s.assemble(O1=0.7)
    h = 1e-6
    slope = (s.assemble(q, O1=0.7 + h) - s.assemble(q, O1=0.7 - h)) / (2 * h)
    assert s.velocity(q, O1=2.0) == pytest.approx(2.0 * slope, rel=1e-8)
    with pytest.raises(lw.SingularError, match="no velocity keeps 'B' closed with 'O1', 'O2' given"):
        s.velocity(q, O1=2.0, O2=5.0)


def test_twist_of_the_platform_gives_the_rates_of_the_legs() -> None:
    """l̇ = u · (v + ω × a): the rate of a leg is the velocity of its platform end along it."""
    s = library.stewart_platform().compile()
    q = s.closed_start
    twist = np.array([0.3, -0.2, 0.1, 0.5, 0.4, -0.6])
    v = s.velocity(q, twists={"platform": twist})
    X = dict(zip(s.plan.bodies, s.poses(q)[1]))
    for cut in s.plan.cuts:
        leg = s.v_names.index(f"leg_{cut.name[-1]}")
        end = s.point(
            q, body=cut.bodies[1], at=tuple(float(x) for x in s.blueprint.closure(cut.name).b.pose.translation)
        )
        foot = X[f"cylinder_{cut.name[-1]}"]
        along = (end - foot) / np.linalg.norm(end - foot)
        assert v[leg] == pytest.approx(along @ (twist[3:] + np.cross(twist[:3], end - X["platform"])), rel=1e-9)


def test_batches_of_states() -> None:
    s = four_bar().compile()
    q = s.assemble(O1=np.linspace(0, 1, 5))
    v = s.velocity(q, O1=np.arange(5.0))
    assert v.shape == (5, 3)
    for k in range(5):
        np.testing.assert_allclose(v[k], s.velocity(q[k], O1=float(k)), atol=1e-12)
    a = s.acceleration(q, v)
    np.testing.assert_allclose(a[3], s.acceleration(q[3], v[3]), atol=1e-9)
