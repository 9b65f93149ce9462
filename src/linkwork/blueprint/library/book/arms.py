"""Small arms of ReDySim's examples: two and three hinges, a hinge with a slider, three sliders with a hinge."""

from __future__ import annotations

from math import pi

from ...builder import Mechanism
from ..rows import RIGHT, Row, add_rows, rod


def two_link_arm() -> Mechanism:
    """Two revolute links in the vertical plane (ReDySim, "2-Link Robot"); starts horizontal."""
    m = Mechanism("two-link arm", gravity=(0.0, -9.81, 0.0))
    rows = [
        rod("upper_arm", "", 0.3, 0.5, thickness=0.01),
        rod("forearm", "upper_arm", 0.25, 0.4, thickness=0.01, a=0.3),
    ]
    add_rows(m, rows, size=0.01)
    return m


def three_link_arm() -> Mechanism:
    """Three revolute links in the vertical plane (ReDySim, "3-Link Robot"); starts horizontal."""
    m = Mechanism("three-link arm", gravity=(0.0, -9.81, 0.0))
    rows = [
        rod("upper_arm", "", 0.3, 0.5, thickness=0.01),
        rod("forearm", "upper_arm", 0.25, 0.4, thickness=0.01, a=0.3),
        rod("hand", "forearm", 0.22, 0.3, thickness=0.01, a=0.25),
    ]
    add_rows(m, rows, size=0.01)
    return m


def rp_robot() -> Mechanism:
    """A revolute link that carries a slider (ReDySim, "RP Robot"); starts horizontal, 0.15 m out."""
    m = Mechanism("RP robot", gravity=(0.0, -9.81, 0.0))
    rows = [
        rod("arm", "", 0.3, 0.5),
        Row(
            "slider", "arm", 0.5, (0.0, 0.0, -0.15), (0.00375, 0.00375, 0.0), 0.3, -RIGHT, kind="prismatic", start=0.15
        ),
    ]
    add_rows(m, rows, size=0.01)
    return m


def pppr_robot() -> Mechanism:
    """Three sliders and a hinge (ReDySim, "PPPR robot"); gravity along −x."""
    m = Mechanism("PPPR robot", gravity=(-9.81, 0.0, 0.0))
    thin, box = 0.5 * 0.1**2 / 12, (0.0, 0.0, -0.05)
    along_z, along_x = (thin, thin, 0.0), (0.0, thin, thin)
    rows = [
        Row("lift", "", 0.5, box, along_z, kind="prismatic", start=0.05),
        Row("carriage", "lift", 0.5, box, along_z, 0.0, -RIGHT, kind="prismatic", start=0.05),
        Row("ram", "carriage", 0.5, box, along_z, 0.0, RIGHT, theta=pi / 2, kind="prismatic", start=0.05),
        Row("hand", "ram", 0.5, (0.0, 0.05, 0.0), along_x, 0.0, RIGHT),
    ]
    add_rows(m, rows, size=0.005)
    return m
