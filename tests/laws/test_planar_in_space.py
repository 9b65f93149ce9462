"""A planar machine described in space costs what one described in the plane costs: the third dimension folds away."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw

LAWS = ("forward_dynamics", "inverse_dynamics", "mass_matrix", "bias", "closure", "closure_rates")
PLANE = (0.0125, 0.0125, 0.025)  # a planar description knows the last of them
SPACE = ((0.01, 0.001, 0.002), (0.001, 0.02, 0.003), (0.002, 0.003, 0.025))


def four_bar(
    closure: str = "revolute",
    *,
    inertia: Any = PLANE,
    above: float = 0.0,
    height: float = 0.0,
    gravity: Any = (0.0, -9.81, 0.0),
    turned: Any = None,
) -> Any:
    """A four-bar: links stacked `above` each other, centres of mass at some `height`, in the xy plane or another."""
    m = lw.Mechanism("four-bar", gravity=gravity)
    seat = m.ground.at(0.1, 0.2, 0.3) if turned is None else m.ground.at(0.1, 0.2, 0.3, rotation=turned)
    a, b, c = (m.body(n, mass=1.0, com=(0.05, 0.01, height), inertia=inertia) for n in "abc")
    m.revolute("O1", seat, a)
    m.revolute("A", a.at(0.1, 0.0, above), b)
    m.revolute("O2", seat.at(0.3, 0.0, 2.0 * above), c)
    m.close("B", b.at(0.3, 0.0, above), c.at(0.25, 0.0, 0.0), kind=closure)
    m.pose(A=1.0, O2=1.5)
    m.actuate("O1")
    return m.compile()


def slider_crank(*, inertia: Any = PLANE, closure: str = "revolute") -> Any:
    m = lw.Mechanism("slider-crank", gravity=(0.0, -9.81, 0.0))
    a, b, c = (m.body(n, mass=1.0, com=(0.05, 0.01, 0.0), inertia=inertia) for n in "abc")
    m.revolute("O", m.ground, a)
    m.revolute("K", a.at(0.1, 0.0, 0.0), b)
    m.prismatic("S", m.ground.at(0.0, 0.02, 0.0), c, axis="x")
    m.close("P", b.at(0.3, 0.0, 0.0), c, kind=closure)
    m.pose(S=0.38)
    m.actuate("O")
    return m.compile()


def costs(s: Any) -> dict[str, int]:
    return {law: s.counts(law).total for law in LAWS}


@pytest.mark.parametrize(
    "described",
    [
        {"inertia": SPACE},
        {"inertia": SPACE, "above": 0.02, "height": 0.03},
        {"inertia": SPACE, "closure": "spherical"},
        {"inertia": SPACE, "gravity": (0.0, -9.81, 3.0)},
        {"inertia": SPACE, "turned": ("x", np.pi / 2), "gravity": (0.0, 0.0, -9.81)},
    ],
    ids=["inertia", "stacked", "spherical", "gravity across", "another plane"],
)
def test_a_four_bar_in_space_costs_what_one_in_the_plane_costs(described: dict[str, Any]) -> None:
    space, plane = four_bar(**described), four_bar("point")
    assert space.n_lam == plane.n_lam == 2
    assert costs(space) == costs(plane)


def test_a_plane_that_is_askew_costs_what_a_turned_machine_in_the_plane_costs() -> None:
    still = (0.0, 0.0, 0.0)  # gravity has three components across an askew plane, two in the plane
    askew = four_bar(inertia=SPACE, turned=("XYZ", (0.3, 0.4, -0.2)), gravity=still)
    plane = four_bar("point", turned=("z", 0.2), gravity=still)
    assert askew.n_lam == 2
    assert costs(askew) == costs(plane)


def test_a_slider_crank_in_space_costs_what_one_in_the_plane_costs() -> None:
    assert costs(slider_crank(inertia=SPACE)) == costs(slider_crank(closure="point"))
