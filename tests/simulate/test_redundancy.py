"""Over-constrained machines: which rows follow from the others, and that the machines move as they should."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.blueprint import library

RODS = (0.01, 0.01, 0.01)


def parallelogram(cranks: int = 3, **tilt: Any) -> lw.Mechanism:
    """Equal cranks under one coupler: each beyond the second is one condition too many."""
    m = lw.Mechanism("parallelogram", gravity=(0, -9.81, 0))
    beam = m.body("beam", mass=2.0, com=(0.15, 0, 0), inertia=RODS)
    for k in range(cranks):
        crank = m.body(f"crank_{k}", mass=1.0, com=(0.05, 0, 0), inertia=RODS)
        m.revolute(f"foot_{k}", m.ground.at(0.15 * k, 0, 0, **tilt), crank)
        if k == 0:
            m.revolute("head_0", crank.at(0.1, 0, 0), beam)
        else:
            m.close(f"head_{k}", beam.at(0.15 * k, 0, 0), crank.at(0.1, 0, 0), kind="revolute")
        m.pose({f"foot_{k}": 1.0})
    m.pose(head_0=-1.0)
    m.actuate("foot_0")
    return m


def slanted_four_bar(degrees: float) -> lw.Mechanism:
    """A planar four-bar whose plane is not a coordinate plane, in dimensions rounded as in a drawing."""
    m = lw.Mechanism("slanted", gravity=(0.3, -9.81, 2.0))
    a, b, c = (m.body(n, mass=1.0, com=(0.1, 0, 0), inertia=(0.01, 0.02, 0.02)) for n in ("a", "b", "c"))
    turn = ("XYZ", (0.3, np.radians(degrees), -0.4))
    seat = m.ground.at(0.1, 0.2, 0.3, rotation=turn)
    m.revolute("O1", seat, a)
    m.revolute("A", a.at(0.1, 0, 0), b)
    m.revolute("O2", seat.at(0.3, 0, 0), c)
    m.close("B", b.at(0.3, 0, 0), c.at(0.25, 0, 0), kind="revolute")
    m.pose(A=1.0, O2=1.5)
    m.actuate("O1")
    return m


def swings(s: Any, other: Any, names: tuple[str, ...], states: int = 3) -> None:
    """Both give the same accelerations of the named joints."""
    random = np.random.default_rng(0)
    for _ in range(states):
        q = s.assemble(s.closed_start + 0.2 * random.normal(size=s.n_q))
        p = other.assemble(other.closed_start, **{n: q[s.q_names.index(n)] for n in names[:1]})
        rate = random.normal()
        first = {names[0]: rate}
        a = s.forward_dynamics(q, s.velocity(q, **first), s.tau(**{names[0]: 1.0}))[0]
        b = other.forward_dynamics(p, other.velocity(p, **first), other.tau(**{names[0]: 1.0}))[0]
        for name in names:
            x, y = a[s.v_names.index(name)], b[other.v_names.index(name)]
            assert x == pytest.approx(y, rel=1e-8, abs=1e-9)


def test_a_third_crank_adds_one_row_that_follows() -> None:
    s = parallelogram().compile()
    assert s.mobility.freedoms == 1
    assert s.redundant_rows == ("head_2.force y",)
    assert s.n_lam == 3


@pytest.mark.parametrize("cranks", [2, 3, 5])
def test_cranks_that_add_nothing_but_mass_do_not_hinder(cranks: int) -> None:
    """One freedom: the reduced inertia of n cranks and a beam that only shifts, in closed form."""
    s = parallelogram(cranks).compile()
    q = s.assemble(foot_0=0.6)
    v = s.velocity(q, foot_0=1.5)
    qdd, lam = s.forward_dynamics(q, v, s.tau(foot_0=2.0))
    inertia = cranks * (0.01 + 0.05**2) + 2.0 * 0.1**2
    weight = -9.81 * np.cos(0.6) * (cranks * 0.05 + 2.0 * 0.1)
    assert qdd[s.v_names.index("foot_0")] == pytest.approx((2.0 + weight) / inertia, rel=1e-12)
    assert np.isfinite(lam).all()


def test_bearings_of_an_over_constrained_machine_share_the_load() -> None:
    """A beam on four upright cranks, all of its bearings cut: of all ways to carry it, the even one."""
    m = lw.Mechanism("four cranks", gravity=(0, -9.81, 0))
    beam = m.body("beam", mass=4.0, com=(0.225, 0, 0), inertia=RODS)
    m.planar("free", m.ground.at(0, 0.1, 0), beam)
    for k in range(4):
        crank = m.body(f"crank_{k}", mass=1.0, com=(0.05, 0, 0), inertia=RODS)
        m.revolute(f"foot_{k}", m.ground.at(0.15 * k, 0, 0), crank)
        m.close(f"head_{k}", crank.at(0.1, 0, 0), beam.at(0.15 * k, 0, 0))
        m.pose({f"foot_{k}": np.pi / 2})
    s = m.compile()
    told = s.singular_dynamics(s.closed_start, s.v(), s.tau())
    assert len(s.row_names) == len(told.shared) == s.n_lam + 2
    np.testing.assert_allclose(told.qdd, 0.0, atol=1e-12)
    carried = {}
    for rows, lam in (("all", told.shared), ("independent", told.lam)):
        wrenches = s.reactions(s.closed_start, s.v(), told.qdd, lam, axes="world", rows=rows)
        upward = dict(zip(s.reaction_names, wrenches[:, 4]))
        carried[rows] = [upward[f"head_{k}"] for k in range(4)]
        assert sum(carried[rows]) == pytest.approx(4.0 * 9.81, rel=1e-12)
        feet = [upward[f"foot_{k}"] for k in range(4)]  # each carries its crank beside its share of the beam
        assert feet == pytest.approx([x + 9.81 for x in carried[rows]], rel=1e-10, abs=1e-10)
    assert carried["all"] == pytest.approx([9.81] * 4, rel=1e-9)
    assert carried["independent"].count(pytest.approx(0.0, abs=1e-9)) == 2  # redundant rows carry nothing


def test_reactions_know_two_kinds_of_multipliers() -> None:
    s = parallelogram().compile()
    with pytest.raises(lw.OptionError, match="rows 'some': do not exist. Use 'independent' or 'all'"):
        s.reactions(s.closed_start, s.v(), s.v(), np.zeros(s.n_lam), rows="some")


def test_bennett_linkage_moves_with_three_rows_too_many() -> None:
    s = library.bennett().compile()
    assert s.mobility.freedoms == 1
    assert len(s.redundant_rows) == 3
    assert all(name.startswith("hinge_4.") for name in s.redundant_rows)
    first = s.q_names[0]
    for angle in np.linspace(-1.0, 1.0, 5):
        q = s.assemble(**{first: s.closed_start[0] + angle})
        assert np.abs(s.loops().gaps(q)[0]).max() < 1e-14  # all five rows, not only the two that are kept


@pytest.mark.parametrize("degrees", [0.0, 17.0])
def test_a_planar_four_bar_in_any_plane_needs_two_rows(degrees: float) -> None:
    s = slanted_four_bar(degrees).compile()
    assert s.n_lam == 2
    assert s.mobility.freedoms == 1


def test_spatial_rows_kept_on_purpose_are_found_redundant() -> None:
    """A floating coupler tied at both ends: rows across the plane are not zero; the rank tells that they follow."""
    m = lw.Mechanism("loose coupler", gravity=(0, -9.81, 0))
    a, b, c = (m.body(n, mass=1.0, com=(0.1, 0, 0), inertia=(0.01, 0.02, 0.02)) for n in ("a", "b", "c"))
    m.revolute("O1", m.ground, a)
    m.floating("free", b)
    m.revolute("O2", m.ground.at(0.3, 0, 0), c)
    m.close("A", a.at(0.1, 0, 0), b, kind="revolute")
    m.close("B", b.at(0.3, 0, 0), c.at(0.25, 0, 0), kind="revolute")
    m.pose(O2=1.5, free=(0.1, 0, 0, np.cos(0.5), 0, 0, np.sin(0.5)))
    m.actuate("O1")
    s = m.compile()
    assert s.mobility.freedoms == 1
    assert len(s.redundant_rows) == 3  # ten rows on eight freedoms and one that is left
    flat = lw.Mechanism("flat", gravity=(0, -9.81, 0))
    a, b, c = (flat.body(n, mass=1.0, com=(0.1, 0, 0), inertia=(0.01, 0.02, 0.02)) for n in ("a", "b", "c"))
    flat.revolute("O1", flat.ground, a)
    flat.revolute("A", a.at(0.1, 0, 0), b)
    flat.revolute("O2", flat.ground.at(0.3, 0, 0), c)
    flat.close("B", b.at(0.3, 0, 0), c.at(0.25, 0, 0), kind="revolute")
    flat.pose(A=1.0, O2=1.5)
    flat.actuate("O1")
    swings(s, flat.compile(), ("O1", "O2"))


def test_rank_is_told_although_the_starting_pose_does_not_close() -> None:
    m = parallelogram()
    m.pose(foot_0=0.9, foot_1=1.2, foot_2=0.7, head_0=-0.8)
    s = m.compile()
    assert s.mobility.closed
    assert s.redundant_rows == ("head_2.force y",)


def test_rank_is_told_although_the_starting_pose_is_singular() -> None:
    m = parallelogram()
    m.pose(foot_0=0.0, foot_1=0.0, foot_2=0.0, head_0=0.0)
    s = m.compile()
    assert s.mobility.freedoms == 1


def test_a_machine_that_cannot_close_keeps_its_rows_and_says_so_when_asked() -> None:
    m = lw.Mechanism("gap")
    a, b = (m.body(n, mass=1.0, com=(0.1, 0, 0), inertia=RODS) for n in ("a", "b"))
    m.revolute("O1", m.ground, a)
    m.revolute("O2", m.ground.at(1.0, 0, 0), b)
    m.close("B", a.at(0.1, 0, 0), b.at(0.1, 0, 0), kind="revolute")
    s = m.compile()
    assert not s.mobility.closed
    assert s.n_lam == 2
    with pytest.raises(lw.AssemblyError, match="loop 'B' stays open"):
        s.assemble()


@pytest.mark.parametrize("entry", [e for e in library.CATALOGUE if e.name != "scissor_grid"], ids=lambda e: e.name)
def test_freedoms_of_the_library(entry: Any) -> None:
    s = entry.machine().compile()
    freedoms = s.mobility.freedoms if s.closed else s.n_v
    assert freedoms == entry.freedom


def test_a_condition_without_meaning_in_the_starting_pose_is_named() -> None:
    m = lw.Mechanism("wheel")
    wheel = m.body("wheel", mass=1.0, inertia=(0.1, 0.1, 0.2))
    m.floating("free", wheel)
    m.roll("tread", wheel, 0.3)
    with pytest.raises(lw.SingularError) as caught:
        m.compile()
    assert str(caught.value) == (
        "condition 'tread' of mechanism 'wheel': has no meaning in the starting pose. Start elsewhere, m.pose(...). "
        "A rolling wheel must not lie flat: its axle is the z axis of its frame."
    )
