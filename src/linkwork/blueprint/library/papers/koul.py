"""Carpet scraper, 3-RRR and excavator of Koul, Shah, Saha and Manivannan, Reduced-order forward dynamics of
multi-closed-loop systems.
"""

from __future__ import annotations

from math import pi
from typing import Any

from ...builder import Mechanism
from ..planar import heading, meet, near, point, polar
from ..rows import Row, add_rows, rod
from ..three_rrr import three_rrr

MASSES = (1.5, 3.0, 5.0, 4.2, 3.0, 10.5, 3.0)  # table 1
HOEKEN_BASE = point(-0.0895)  # ReDySim, "Hoken_Fourbar": the same four-bar


def carpet_scraper(pivot: Any = (-0.0895, 0.45), *, angle: float = 0.0) -> Mechanism:
    """Seven links, ten hinges, three loops, one freedom: a Hoeken four-bar drives a pantograph of ratio 3.5 (table 1).

    The paper gives lengths and masses. Assumed: uniform slender bars, gravity along −y, the coupler (link 3) hinged at
    its middle, joint 2 at (−0.0895, 0) as in the program's four-bar, and `pivot`, the place of joint 4, which must keep
    the pantograph's input 0.1434 … 0.3346 m away. Links 1 … 7 are crank, rocker, coupler, arm, guide, beam, brace;
    joints 8, 9, 10 are the cuts; the scraper sits at the end of the beam (frame "scraper").
    """
    m = Mechanism("carpet scraper", gravity=(0.0, -9.81, 0.0))
    q = _scraper_pose(angle, point(*pivot))
    m1, m2, m3, m4, m5, m6, m7 = MASSES
    across = m3 * 0.2304**2 / 12
    rows = [
        rod("crank", "", 0.038, m1, start=q[0]),
        rod("rocker", "", 0.1152, m2, at=(-0.0895, 0.0, 0.0), start=q[1]),
        Row("coupler", "rocker", m3, moments=(0.0, across, across), a=0.1152, start=q[2]),
        rod("arm", "", 0.3346, m4, at=(pivot[0], pivot[1], 0.0), start=q[3]),
        rod("guide", "arm", 0.239, m5, a=0.0956, start=q[4]),
        rod("beam", "arm", 0.8365, m6, a=0.3346, start=q[5]),
        rod("brace", "beam", 0.239, m7, a=0.239, start=q[6]),
    ]
    body = add_rows(m, rows, size=0.007, actuated=False)
    m.close("joint_8", body["crank"].at(0.038), body["coupler"].at(-0.1152))
    m.close("joint_9", body["coupler"].at(0.1152), body["guide"].at(0.239))
    m.close("joint_10", body["guide"].at(0.239), body["brace"].at(0.239))
    body["beam"].at(0.8365, name="scraper")
    m.actuate("crank")
    return m


def _scraper_pose(angle: float, pivot: complex) -> tuple[float, ...]:
    """θ₁ … θ₇ of the paper (its α₃ is turned by π from ours), θ₅ … θ₇ without its whole turns."""
    pin = polar(0.038, angle)
    middle = meet(pin, 0.1152, HOEKEN_BASE, 0.1152, left=False)
    tip = 2 * middle - pin
    elbow = meet(pivot, 0.0956, tip, 0.239)
    rocker, coupler, arm, guide = (
        heading(HOEKEN_BASE, middle),
        heading(middle, tip),
        heading(pivot, elbow),
        heading(elbow, tip),
    )
    q = (angle, rocker, coupler - rocker, arm, guide - arm, guide - arm, arm + pi - guide)
    return tuple(near(x, to) for x, to in zip(q, (angle, 1.0, 1.2, -0.4, -1.6, -1.6, -1.6)))


def koul_three_rrr(angle: float = 1.04, *, platform_moment: Any = 8.0 * 0.4**2 / 12) -> Mechanism:
    """Planar 3-RRR of tables 1 and 2, cut at the elbows of legs 2 and 3 (joints 6 and 7), cranks at 1.04, 4.1883,
    5.7637.

    Assumed, because the paper does not say: base triangle of 1 m, uniform slender bars, gravity along −y, the platform
    a uniform plate (ReDySim has 0.16 kg m²), the assembly mode of the book's start. `angle` is that of crank 1.
    """
    printed = (1.04, -0.8529, 3.7289, 4.1883, 5.7637, 1.3081, 2.9643)
    return three_rrr(
        "3-RRR of Koul et al.", (angle, 4.1883, 5.7637), (3.916, 0.7298, 0.2342),
        tree="elbows", platform_moment=platform_moment, near_to=printed,
    )  # fmt: skip
