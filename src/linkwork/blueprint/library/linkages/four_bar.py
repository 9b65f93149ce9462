"""Four-bar linkage with any dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ....algebra.parameter import default
from ...builder import Mechanism
from ..looks import BLUE, GREEN, ORANGE, bar, bearings
from ..planar import heading, meet, near, point, polar


def four_bar(
    crank: Any = 0.038,
    coupler: Any = 0.1152,
    rocker: Any = 0.1152,
    base: Any = 0.0895,
    *,
    masses: Sequence[Any] = (1.5, 3.0, 5.0),
    angle: float = 0.0,
    crossed: bool = False,
    cut: str = "rocker",
    coupler_com: Any = None,
    coupler_moments: Any = None,
    near_to: Sequence[float] = (0.0, 0.0),
    name: str = "four-bar",
) -> Mechanism:
    """Crank, coupler and rocker as uniform bars (masses in this order), the crank hinged at the origin, the rocker at
    (base, 0).

    `angle` is the crank's in the starting pose; `crossed` takes the other of the two assemblies; of the angles of
    coupler and rocker, those nearest to `near_to` are chosen. `cut` says where the loop is closed: "rocker" (coupler
    carried by the crank) or "crank" (coupler carried by the rocker, as in the book's figure 8.2b). The coupler's mass
    centre (from its first pin) and moments may be given where it is not a uniform bar between its pins.
    """
    m = Mechanism(name, gravity=(0.0, -9.81, 0.0))
    size = 0.1 * default(crank)
    a = bar(m, "crank", crank, masses[0], paint=BLUE, level=1, size=size)
    b = bar(m, "coupler", coupler, masses[1], paint=ORANGE, size=size, com=coupler_com, moments=coupler_moments)
    c = bar(m, "rocker", rocker, masses[2], paint=GREEN, level=1, size=size)
    A, C = polar(crank, angle), point(base)
    B = meet(A, coupler, C, rocker, left=(default(base) > 0.0) != crossed)
    m.revolute("crank", m.ground, a)
    m.revolute("rocker", m.ground.at(base, 0.0), c)
    if cut == "crank":
        m.revolute("coupler", c.at(rocker, 0.0), b)
        m.close("pin", a.at(crank, 0.0), b.at(coupler, 0.0))
        relative = heading(B, A) - heading(C, B)
    else:
        m.revolute("coupler", a.at(crank, 0.0), b)
        m.close("pin", b.at(coupler, 0.0), c.at(rocker, 0.0))
        relative = heading(A, B) - angle
    m.pose(crank=angle, rocker=near(heading(C, B), near_to[1]), coupler=near(relative, near_to[0]))
    m.actuate("crank")
    bearings(m, size, (0.0, 0.0), (base, 0.0))
    return m
