"""KUKA KR5 arc: an industrial arm of six revolute joints."""

from __future__ import annotations

from ...builder import Mechanism
from ..rows import RIGHT, Row, add_rows

ROWS = (
    Row("shoulder", "", 16.038, (0.104667, 0.005077, 0.059035), (0.176938765, 0.266532371, 0.262222375), b=0.4),
    Row("upper_arm", "shoulder", 7.988, (0.267012, 0.0, 0.0), (0.271640468, 0.276878849, 0.021894253), 0.18, RIGHT),
    Row("forearm", "upper_arm", 12.973, (0.087677, -0.034263, 0.007779), (0.388988085, 0.376583684, 0.10414629), 0.6),
    Row(
        "wrist",
        "forearm",
        2.051,
        (-3.3e-5, 0.007634, -0.109372),
        (0.004767354, 0.010122217, 0.01210886),
        0.12,
        RIGHT,
        0.62,
    ),
    Row("hand", "wrist", 0.811, (0.0, 0.032618, -0.009789), (0.000760688, 0.001783961, 0.001801078), 0.0, -RIGHT),
    Row("flange", "hand", 0.008, (0.0, 0.0, 0.111885), (3.113e-6, 1.512e-6, 1.652e-6), 0.0, RIGHT),
)


def kuka_kr5() -> Mechanism:
    """Kinematics, masses and inertias of the book's table 6.6; mass centres and full digits from ReDySim's input file.

    Starts stretched out, all angles zero. Gravity along −z.
    """
    m = Mechanism("KUKA KR5", gravity=(0.0, 0.0, -9.81))
    add_rows(m, ROWS, size=(0.085, 0.07, 0.055, 0.045, 0.04, 0.03))
    return m
