"""Experiments of Amirouche's report: through the singular pose of the two-arm robot."""

from __future__ import annotations

from math import pi

from ..experiment import RECOMPUTED, Experiment, Number, Table, half_a_unit
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

START = Experiment(
    "amirouche/start",
    two_arm_robot,
    "statics",
    "section 4.1",
    numbers=(
        Number("angles at the start", (1.047198, 4.41466), (5e-7, 5e-6), "section 4.1"),
        Number("rates at the start", (1.4252, -3.51724), (5e-5, 5e-6), "section 4.1"),
        Number("moments of inertia of the links in kg m²", (0.167, 0.0208), (5e-4, 5e-5), "section 4.1"),
        Number("speed of the tip in m/s from the printed rates", 2.0, 5e-6, RECOMPUTED, "derived"),
        Number("x of the tip at the start in m", 0.840625, 5e-7, RECOMPUTED, "derived"),
        Number("singular instant in s", 0.42031251, 5e-9, RECOMPUTED, "derived"),
        Number("instant at which the arm is straight in s", 1.12742, 5e-6, RECOMPUTED, "derived"),
        Number("gap and its rate that the printed digits leave", (2.8e-7, -1.84e-6), (5e-9, 5e-9), RECOMPUTED,
               "derived"),
        Number("determinant of the regularised rows at the singular instant", -4.2426, 5e-5, RECOMPUTED, "derived"),
        Number("rates through the singular pose", (1.171573, -2.828427), 5e-7, RECOMPUTED, "derived"),
        Number("rates of the branch that turns back there", (6.828427, 2.828427), 5e-7, RECOMPUTED, "derived"),
        Number("angles at twice the singular instant", (2.0943951, 1.8685250), 5e-8, RECOMPUTED, "derived"),
        Number("torques at the singular instant by equation 76 as printed, in Nm", (-19.620, -2.4525), (5e-4, 5e-5),
               RECOMPUTED, "derived", "the right equations give none"),
        Number("range of the first by equation 76, in Nm", (-19.665, -15.699), 5e-4, RECOMPUTED, "derived"),
        Number("range of the second by equation 76, in Nm", (-2.4525, -1.7784), 5e-5, RECOMPUTED, "derived"),
    ),
    note="Equation 76 lacks terms of the inertia and has gravity of no potential.",
)  # fmt: skip

Case = tuple[str, float, float, str, tuple[float, float, float], tuple[float, float] | float]
CASES: tuple[Case, ...] = (
    # step in s; γ of Baumgarte; threshold; added to the row; gap in m, its rate in per cent, error of q; smallest and
    # largest first torque in Nm, or the largest of both signs
    ("0.01", 10.0, 0.0, "", (5.6e-4, 0.66, 3.7e-3), (-46.6, 50.0)),
    ("0.005", 10.0, 0.0, "", (2.6e-4, 0.32, 1.9e-3), (-85.6, 85.0)),
    ("0.002", 10.0, 0.0, "", (1.5e-4, 0.19, 1.2e-3), (-474.0, 153.0)),
    ("0.001", 10.0, 0.0, "", (3.0e-4, 0.40, 2.8e-3), (-1e4, 202.0)),
    ("0.001", 50.0, 0.0, "", (2.8e-7, 2.6e-4, 4.5e-7), 9.41),
    ("0.001", 0.0, 0.02, "", (9.2e-5, 1.1e-2, 9.6e-5), 9.42),
    ("0.001", 0.0, 0.05, "", (3.4e-5, 4.1e-3, 3.5e-5), 9.42),
    ("0.001", 0.0, 0.1, "", (1.25e-5, 1.6e-3, 1.3e-5), 9.42),
    ("0.001", 0.0, 0.2, "", (2.9e-5, 4.5e-3, 3.1e-5), 9.42),
    ("0.001", 10.0, 0.1, "(41)", (3.4e-7, 4.7e-4, 1.1e-6), 9.42),
    ("0.001", 10.0, 0.1, "(78)", (8.2e-7, 6.7e-4, 3.9e-6), 9.42),
)
DELETED = {0.0: (1.6e-6, 2.9e-5, 2.2e-4, 1.8e-3), 9.81: (1.7e-5, 3.0e-4, 2.4e-3, 2.2e-2)}  # by gravity
NEAR = (0.02, 0.05, 0.1, 0.2)


def name_of(case: Case) -> str:
    """What a case does, in a few words."""
    step, gamma, near, added, *_ = case
    row = f"regularised below {near:g}{', ' + added if added else ''}" if near else "unmodified"
    return f"{row}{f', γ = {gamma:g}' if gamma else ''}, step {step} s"


SETTINGS = Experiment(
    "amirouche/settings",
    two_arm_robot,
    "forced motion",
    "figures 2 to 7",
    duration=0.84,
    numbers=(
        *(
            Number(f"{name_of(case)}: gap in m, its rate in per cent, error in rad", case[4],
                   tuple(half_a_unit(x, 3 if x == 1.25e-5 else 2) for x in case[4]), RECOMPUTED, "derived")
            for case in CASES
        ),
        *(
            Number(f"{name_of(case)}: range of the first torque in Nm", case[5],
                   tuple(5e3 if x == -1e4 else 0.05 if x in (-46.6, -85.6) else 0.5 for x in case[5]), RECOMPUTED,
                   "derived")
            if isinstance(case[5], tuple)
            else Number(f"{name_of(case)}: largest first torque in Nm", case[5], 5e-3, RECOMPUTED, "derived")
            for case in CASES
        ),
        Number("unmodified and without Baumgarte: instant of the breakdown in s", 0.42, 5e-3, RECOMPUTED, "derived"),
        Number("γ = 10, step 0.0005 s: breaks down", True, 0.0, RECOMPUTED, "derived"),
        Number("exact start, regularised below 0.1 and 0.01: error in rad", (4.5e-6, 4.2e-9), (5e-8, 5e-11), RECOMPUTED,
               "derived"),
        *(
            Number(f"row deleted below 0.02, 0.05, 0.1, 0.2, gravity {g:g}: error in rad", errors,
                   tuple(half_a_unit(x, 2) for x in errors), RECOMPUTED, "derived")
            for g, errors in DELETED.items()
        ),
        Number("deleting is worse than replacing", True, 0.0, "section 3.3"),
        Number("the regularised row is not changed by Baumgarte", True, 0.0, "figures 5 to 7"),
    ),
    note="From the printed, rounded start but where said otherwise; thresholds on the size of the first row.",
)  # fmt: skip

EXPERIMENTS = (START, EXACT, WEIGHTLESS, *PASSAGES, SETTINGS)
