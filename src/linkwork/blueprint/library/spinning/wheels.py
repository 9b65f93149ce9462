"""Rolling wheel and knife edge: velocities that no position law forbids."""

from __future__ import annotations

from math import cos, pi, sin

from ... import inertia, shapes
from ...builder import Mechanism
from .. import space
from ..looks import BLUE, DARK, GOLD, GREY, ORANGE


def rolling_wheel(
    radius: float = 0.3, mass: float = 2.0, *, tilt: float = 0.2, place: tuple[float, float] = (0.0, 0.0)
) -> Mechanism:
    """A thin disc that rolls without slip on the floor z = 0; six coordinates, three rates free.

    Starts `tilt` from upright, heading along x, its axle (z of the disc) along −y.
    """
    m = Mechanism("rolling wheel", gravity=(0.0, 0.0, -9.81))
    spokes = [
        shapes.box(1.9 * radius, 0.06 * radius, 0.05 * radius, color=GOLD),
        shapes.cylinder(radius, 0.04 * radius),
    ]
    disc = m.body("wheel", mass=mass, inertia=inertia.disc(mass, radius), shapes=spokes, color=BLUE)
    m.floating("wheel", disc)
    m.pose(wheel=(*place, radius * cos(tilt), *space.quaternion(space.about("x", pi / 2 - tilt))))
    m.roll("contact", disc, radius)
    m.draw_ground(shapes.box(2.4, 2.4, 0.01, (0, 0, -0.005), GREY))
    return m


def knife_edge(
    mass: float = 1.0, ahead: float = 0.2, *, moment: float = 0.02, slope: float = 0.0, across: str = "y"
) -> Mechanism:
    """Chaplygin's sleigh: a board on a plane, its blade at the origin moves only along the blade; mass centre `ahead`
    of it.

    Three coordinates, two rates free. `slope` tilts gravity: the classical knife edge on an inclined plane has ahead =
    0.
    """
    m = Mechanism("knife edge", gravity=(9.81 * sin(slope), 0.0, -9.81 * cos(slope)))
    board = m.body(
        "sleigh", mass=mass, com=(ahead, 0.0, 0.0), inertia=inertia.tensor(moment / 2, moment / 2, moment),
        shapes=[shapes.box(0.6, 0.3, 0.03, (0.1, 0.0, 0.05), ORANGE), shapes.box(0.2, 0.01, 0.06, color=DARK)],
        color=BLUE,
    )  # fmt: skip
    m.planar("plane", m.ground, board)
    m.edge("blade", board, across=across)
    m.pose(plane=(0.0, 0.0, 0.0))
    m.draw_ground(shapes.box(2.4, 2.4, 0.01, (0, 0, -0.04), GREY))
    return m
