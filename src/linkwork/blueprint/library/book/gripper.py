"""Robotic gripper: a palm with a finger of two links and a finger of one."""

from __future__ import annotations

from ...builder import Mechanism
from ..rows import RIGHT, add_rows, rod


def gripper() -> Mechanism:
    """Planar tree of four links, all joints driven, from the book's sections 4.4.1 and 6.2.1; inputs in table 10.1.

    Starts as its inverse dynamics does (table 6.5): straight, the short finger upright.
    """
    m = Mechanism("gripper", gravity=(0.0, -9.81, 0.0))
    rows = [
        rod("palm", "", 0.10, 0.4),
        rod("finger", "palm", 0.05, 0.2, a=0.10),
        rod("fingertip", "finger", 0.05, 0.2, a=0.05),
        rod("thumb", "palm", 0.05, 0.2, a=0.05, start=RIGHT),
    ]
    add_rows(m, rows, size=0.004)
    return m
