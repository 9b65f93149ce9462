"""Experiments of Amirouche's report: through the singular pose of the two-arm robot."""

from __future__ import annotations

from math import pi

from ..experiment import RECOMPUTED, Experiment, Number, Table
from ..papers.two_arm import SINGULAR, two_arm_robot

ARMS = ("shoulder", "elbow")
ROWS = (  # t; q; rates; accelerations; torques without and with gravity
    (0.0, 1.047198, 4.414660, 1.425201, -3.517240, -1.665746, 4.572128, -2.06447, -0.12110, 9.41630, 1.54967),
    (0.1, 1.182812, 4.081826, 1.299012, -3.172606, -0.941281, 2.557186, -1.16549, -0.06733, 7.54381, 1.21926),
    (0.2, 1.308760, 3.775280, 1.226624, -2.976591, -0.538248, 1.452569, -0.66605, -0.03810, 5.30710, 0.85254),
    (0.3, 1.429222, 3.483552, 1.187154, -2.870280, -0.264580, 0.711252, -0.32729, -0.01861, 2.92929, 0.46955),
    (0.4, 1.546996, 3.199053, 1.172008, -2.829595, -0.042863, 0.115047, -0.05301, -0.00301, 0.49644, 0.07953),
    (SINGULAR, pi / 2, pi, 1.171573, -2.828427, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0),
    (0.44, 1.593864, 3.085901, 1.171982, -2.829524, 0.041541, -0.111499, 0.05138, 0.00291, -0.48117, -0.07708),
    (0.5, 1.664335, 2.915723, 1.178327, -2.846561, 0.171086, -0.459506, 0.21162, 0.01202, -1.94453, -0.31158),
    (0.6, 1.783411, 2.627724, 1.207276, -2.924425, 0.417102, -1.123517, 0.51605, 0.02943, -4.35178, -0.69827),
    (0.8, 2.037765, 2.007936, 1.365143, -3.352773, 1.309516, -3.577494, 1.62227, 0.09450, -8.72689, -1.42209),
    (1.0, 2.353458, 1.219463, 1.935024, -4.939214, 6.178610, -17.462542, 7.67854, 0.47016, -8.38476, -1.75771),
)


def _columns(a: int, b: int) -> tuple[tuple[float, ...], ...]:
    return tuple((row[0], row[a], row[b]) for row in ROWS)


EXACT = Experiment(
    "amirouche/exact motion",
    two_arm_robot,
    "inverse dynamics",
    "section 4.1, figures 2 to 7",
    tables=(
        Table("coordinate", ARMS, _columns(1, 2), 5e-7, RECOMPUTED),
        Table("rate", ARMS, _columns(3, 4), 5e-7, RECOMPUTED),
        Table("acceleration", ARMS, _columns(5, 6), 5e-7, RECOMPUTED),
        Table("torque", ARMS, _columns(9, 10), 5e-6, RECOMPUTED),
    ),
    note="The report's curves carry no numbers, and its equations of motion contradict themselves; gravity is assumed.",
)
WEIGHTLESS = Experiment(
    "amirouche/exact motion without gravity",
    two_arm_robot,
    "inverse dynamics",
    "section 4.1, figures 2 to 7",
    arguments={"gravity": 0.0},
    tables=(Table("torque", ARMS, _columns(7, 8), 5e-6, RECOMPUTED),),
)


def _passage(name: str, figures: str, regularised: bool, baumgarte: float, passes: bool) -> Experiment:
    return Experiment(
        f"amirouche/{name}",
        two_arm_robot,
        "forced motion",
        figures,
        duration=0.84,
        step=0.001,
        control={"regularisation": regularised, "alpha": 2 * baumgarte, "beta": baumgarte**2},
        numbers=(
            Number("smooth through the singular pose", passes, 0.0, "section 4.1"),
            Number("largest torques in Nm", (9.4163, 1.5497), 0.0, RECOMPUTED, "derived"),
        ),
        note="Constants of the stabilisation, threshold, integrator and step are not given.",
    )


PASSAGES = (
    _passage("unmodified", "figures 2 to 4", False, 0.0, False),
    _passage("regularised", "figures 2 to 4", True, 0.0, True),
    _passage("unmodified with Baumgarte", "figures 5 to 7", False, 10.0, False),
    _passage("regularised with Baumgarte", "figures 5 to 7", True, 10.0, True),
)

EXPERIMENTS = (EXACT, WEIGHTLESS, *PASSAGES)
