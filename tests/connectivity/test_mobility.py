"""Freedoms by count, each loop in its own group of motion."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import linkwork as lw
from linkwork.blueprint import library
from linkwork.blueprint.library.entries import Entry
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.loops import ties
from linkwork.connectivity.mobility import Mobility, mobility
from linkwork.dynamics.closure import Motion, rows, vanished_rows
from linkwork.expression.trace import trace


def count(m: lw.Mechanism, cuts: list[str] | None = None) -> Mobility:
    plan = lay_out(m.freeze().bind(), cuts)
    return mobility(plan, ties(plan))


KNOWN = [
    (library.four_bar, "planar", 1, "3·3 − 4·2 = 1"),
    (library.koul_three_rrr, "planar", 3, "3·7 − 9·2 = 3"),
    (library.khan_three_rrr, "planar", 3, "3·7 − 9·2 = 3"),
    (library.carpet_scraper, "planar", 1, "3·7 − 10·2 = 1"),
    (library.excavator, "planar", 3, "3·11 − 15·2 = 3"),
    (library.agile_eye, "spherical", 3, "3·7 − 9·2 = 3"),
    (library.cardan_joint, "spherical", 1, "3·2 − 2·2 − 1·1 = 1"),
    (library.rssr, "spatial", 1, "6·3 − 2·5 − 1·4 − 1·3 = 1"),
    (library.delta, "spatial", 3, "6·7 − 3·5 − 6·4 = 3"),
    (library.stewart_platform, "spatial", 6, "6·13 − 6·5 − 6·4 − 6·3 = 6"),
    (library.kuka_kr5, "spatial", 6, "6·6 − 6·5 = 6"),
]


@pytest.mark.parametrize(("make", "group", "freedoms", "formula"), KNOWN, ids=[k[0].__name__ for k in KNOWN])
def test_machines_of_the_textbooks(make: Callable, group: str, freedoms: int, formula: str) -> None:
    found = count(make())
    assert (found.group.name, found.freedoms, found.formula) == (group, freedoms, formula)
    assert found.kutzbach == freedoms


def test_a_planar_linkage_on_a_spatial_robot_counts_as_planar() -> None:
    """One dimension for the whole machine would take a freedom too many."""
    found = count(library.five_bar_scara())
    assert (found.group.name, found.kutzbach, found.freedoms) == ("turning about one direction", 3, 4)
    assert [(tie.group.name, tie.count) for tie in found.ties] == [("planar", 2)]


def test_special_dimensions_are_beyond_counting() -> None:
    """Bennett's linkage moves with one freedom; by count it has minus two."""
    assert count(library.bennett()).freedoms == -2


def test_relations_and_contacts_take_freedoms_too() -> None:
    assert count(library.planetary_gear()).freedoms == 1
    assert count(library.rolling_wheel()).freedoms == 3
    assert count(library.knife_edge()).freedoms == 2


def test_wheels_count_what_the_floor_and_other_wheels_leave_to_them() -> None:
    """A cart that cannot leave the floor, on an axle of two wheels: two rows and one more, not three and three."""
    m = lw.Mechanism("cart", gravity=(0, 0, -9.81))
    cart = m.body("cart", mass=8, inertia=(0.2, 0.3, 0.4))
    m.planar("floor", m.ground.at(0, 0, 0.1), cart)
    for side, y in (("left", 0.2), ("right", -0.2)):
        wheel = m.body(side, mass=1, inertia=(0.004, 0.004, 0.008))
        m.revolute(f"axle_{side}", cart.at(0, y, 0, rotation=("x", -np.pi / 2)), wheel)
        m.roll(f"rim_{side}", wheel, 0.1)
    found = count(m)
    assert [(tie.count, tie.vanished) for tie in found.ties] == [(2, ("force z",)), (1, ("force z",))]
    assert found.freedoms == m.compile().mobility.freedoms == 2
    words = str(m.explain())
    assert "1 row of 3; force z holds by itself; 1 of the others follows from the rest" in words
    assert "Grübler" not in words  # who knew of no wheels


def test_prescribed_motions_take_none_but_lead_some() -> None:
    m = library.four_bar()
    m.prescribe(m.freeze().joints[0].name, lambda t: t)
    found = count(m)
    assert (found.freedoms, found.led) == (1, 1)


@pytest.mark.parametrize(("kind", "options", "rows_left"), [
    ("revolute", {}, 2), ("spherical", {}, 2), ("point", {}, 2), ("fixed", {}, 3), ("prismatic", {"axis": "x"}, 2),
    ("planar", {}, 0), ("distance", {"length": 0.5}, 1), ("cylindrical", {"axis": "z"}, 2),
    ("universal", {"axes": "ZX"}, 2),
])  # fmt: skip
def test_in_the_plane_every_joint_keeps_the_rows_that_the_plane_needs(kind: str, options: dict, rows_left: int) -> None:
    m = lw.Mechanism("plane")
    a, b = (m.body(n, mass=1.0) for n in "ab")
    m.revolute("1", m.ground, a)
    m.revolute("2", a.at(0.3, 0, 0), b)
    m.body("c", mass=1.0)
    m.planar("3", m.ground.at(0.1, 0.2, 0), "c")
    m.close("cut", b.at(0.2, 0.1, 0), "c", kind=kind, **options)
    (tie,) = count(m).ties
    assert (tie.group.name, tie.count) == ("planar", rows_left)


BEYOND_COUNTING = {"bennett": -2}  # moves by its special dimensions


@pytest.mark.parametrize("entry", library.CATALOGUE, ids=lambda entry: entry.name)
def test_the_count_gives_what_is_known_of_every_machine(entry: Entry) -> None:
    found = count(entry.machine())
    assert found.freedoms - found.led == BEYOND_COUNTING.get(entry.name, entry.freedom)


@pytest.mark.parametrize("make", [entry.machine for entry in library.CATALOGUE], ids=lambda make: make.__name__)
def test_rows_that_vanish_by_geometry_are_those_that_fold_to_zero(make: Callable) -> None:
    """The group of a loop says what the traced equations say, name by name."""
    plan = lay_out(make().freeze().bind())
    found = mobility(plan, ties(plan))
    kept, gone = [], []

    def look(q: np.ndarray, v: np.ndarray) -> dict:
        motion = Motion(plan, list(q), list(v))
        kept.extend(rows(motion))
        gone.extend(vanished_rows(motion))
        return {"x": 0.0}

    trace(look, {"q": (plan.n_q,), "v": (plan.n_v,)})
    cuts = {cut.name for cut in plan.cuts}
    assert [(t.name, r) for t in found.ties for r in t.vanished] == [
        (r.name, r.component) for r in gone if r.name in cuts
    ]
    assert len(kept) == sum(len(tie.rows) - len(tie.vanished) for tie in found.ties)


def test_open_parameters_stand_at_their_own_values() -> None:
    m = lw.Mechanism("open")
    l = lw.Parameter("l", 0.4)
    a, b = m.body("a", mass=1.0), m.body("b", mass=1.0)
    m.revolute("1", m.ground, a)
    m.revolute("2", m.ground.at(l, 0, 0), b)
    m.close("3", a.at(l, 0, 0), b.at(0, l * 2, 0), kind="distance", length=l)
    plan = lay_out(m.freeze())
    assert mobility(plan, ties(plan)).freedoms == 1


def test_a_plan_with_open_symbols_is_an_error() -> None:
    m = lw.Mechanism("traced")
    m.body("a", mass=1.0)
    m.revolute("1", m.ground.at(lw.Parameter("l", 0.4), 0, 0), "a")
    blueprint = m.freeze()

    def look(p: object) -> dict:
        mobility(lay_out(blueprint.bind(l=p)), ())
        return {"x": 0.0}

    with pytest.raises(
        lw.OptionError, match="structure: was asked of a plan with open symbols. Ask it of the description"
    ):
        trace(look, {"p": ()})


def rssr(closing: str, **options: str) -> lw.Mechanism:
    """Crank, rod and rocker in space; the rod lies along its x axis."""
    m = lw.Mechanism("rssr")
    crank, rod, rocker = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in ("crank", "rod", "rocker"))
    m.revolute("motor", m.ground, crank, axis="z")
    m.spherical("near", crank.at(0.2, 0, 0), rod)
    m.revolute("output", m.ground.at(1, 0.3, 0.2), rocker, axis="x")
    m.close("far", rod.at(0.8, 0, 0), rocker.at(0, 0.3, 0), kind=closing, **options)
    return m


def test_a_rod_between_two_balls_spins_idly() -> None:
    found = count(rssr("spherical"))
    assert (found.freedoms, found.idle) == (2, (("near", 1),))
    found = count(rssr("universal", axes="YZ"))
    assert (found.freedoms, found.idle) == (1, ())
    found = count(rssr("universal", axes="XY"))  # it can still spin about the axis along itself
    assert (found.freedoms, found.idle) == (1, (("near", 1),))


def test_idle_freedoms_are_found_in_every_leg() -> None:
    m = lw.Mechanism("6-SPS")
    top = m.body("top", mass=1.0, inertia=(0.1, 0.1, 0.1))
    m.floating("free", top)
    for k in range(6):
        foot = m.ground.at(np.cos(k), np.sin(k), 0.0)
        low, high = (m.body(f"{n}{k}", mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in ("low", "high"))
        m.spherical(f"ball{k}", foot, low)
        m.prismatic(f"slide{k}", low, high, axis="z")
        m.close(f"tip{k}", high, top.at(0.5 * np.cos(k + 0.3), 0.5 * np.sin(k + 0.3), 0.0), kind="spherical")
    found = count(m)
    assert found.freedoms == 12
    assert found.idle == tuple((f"ball{k}", 1) for k in range(6))
    assert "Idle, moving nothing else: 6 freedoms, in ball0, ball1" in str(m.explain())


@pytest.mark.parametrize("entry", library.CATALOGUE, ids=lambda entry: entry.name)
def test_machines_of_the_library_have_no_idle_freedoms(entry: Entry) -> None:
    assert count(entry.machine()).idle == ()
