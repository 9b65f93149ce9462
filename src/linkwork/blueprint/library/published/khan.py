"""Experiments of Khan's thesis."""

from __future__ import annotations

from math import pi

from ..experiment import RECOMPUTED, Course, Experiment, Number, Table
from ..papers.khan import khan_three_rrr

CRANKS = ("base_1", "base_2", "base_3")
CORNERS = tuple(f"corner_{k} {axis}" for k in (1, 2, 3) for axis in "xy")
MOTION = Course(
    "Cycloid",
    {
        "start": (pi / 3, 4 * pi / 3, 11 * pi / 6),
        "end": (2 * pi / 3, 5 * pi / 3, 2 * pi),
        "duration": 3.0,
    },
    CRANKS,
)
OWN_BASE = "leg 3 counted from its own base hinge"
TIMES = (0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 2.75, 3.0)
HEAVY = (
    (-1.4186, -20.7072, 44.2762), (-1.3186, -20.3462, 44.5028), (-2.0240, -19.8777, 44.8328),
    (-4.1032, -19.2364, 45.3935), (-7.7772, -18.3836, 46.4438), (-12.8297, -17.3773, 48.2776),
    (-18.4426, -16.4789, 50.9683), (-23.2400, -15.9972, 54.2141), (-25.8989, -15.8452, 57.3442),
    (-25.9861, -15.4291, 59.5095), (-24.3863, -14.4059, 60.3704), (-22.5860, -13.2861, 60.5138),
    (-21.3159, -12.5447, 60.5090),
)  # fmt: skip
WEIGHTLESS = (
    (0.0, 0.0, 0.0), (0.2368, 0.3217, 0.1925), (0.4472, 0.5286, 0.2850), (0.6447, 0.5365, 0.1882),
    (0.8058, 0.3837, -0.0561), (0.7812, 0.1943, -0.2647), (0.4279, 0.0078, -0.2725), (-0.1727, -0.2308, -0.0777),
    (-0.7962, -0.5116, 0.1702), (-1.2657, -0.7391, 0.2636), (-1.4459, -0.8190, 0.1505), (-1.0138, -0.5725, 0.0337),
    (0.0, 0.0, 0.0),
)  # fmt: skip
PLATFORM = (
    (0.7278, 0.2327, 3.9155), (0.7277, 0.2325, 3.9210), (0.7274, 0.2313, 3.9573), (0.7259, 0.2279, 4.0452),
    (0.7212, 0.2205, 4.1890), (0.7104, 0.2077, 4.3796), (0.6926, 0.1892, 4.6013), (0.6698, 0.1674, 4.8357),
    (0.6456, 0.1472, 5.0616), (0.6240, 0.1329, 5.2547), (0.6086, 0.1257, 5.3897), (0.6014, 0.1234, 5.4522),
    (0.6003, 0.1231, 5.4621),
)  # fmt: skip


def _against_time(rows: tuple[tuple[float, ...], ...]) -> tuple[tuple[float, ...], ...]:
    return tuple((t, *row) for t, row in zip(TIMES, rows))


INVERSE = (
    Experiment(
        "khan/inverse",
        khan_three_rrr,
        "inverse dynamics",
        "section 4.1, figure 4.2",
        course=MOTION,
        duration=3.0,
        tables=(
            Table("torque", CRANKS, _against_time(HEAVY), 5e-5, RECOMPUTED),
            Table("platform", ("x", "y", "angle"), _against_time(PLATFORM), 5e-5, RECOMPUTED),
        ),
        numbers=(
            Number("work of the motors in J", -8.191868, 5e-7, RECOMPUTED, "derived"),
            Number("energy at the start in J", 8.102133, 5e-7, RECOMPUTED, "derived", OWN_BASE),
            Number("energy at the end in J", -0.089735, 5e-7, RECOMPUTED, "derived", OWN_BASE),
            Number("smallest torques in Nm", (-26.239, -20.707, 44.276), 5e-4, RECOMPUTED, "derived"),
            Number("largest torques in Nm", (-1.297, -12.545, 60.518), 5e-4, RECOMPUTED, "derived"),
        ),
        note="The amount of gravity is not given: 9.81 m/s².",
    ),
    Experiment(
        "khan/inverse without gravity",
        khan_three_rrr,
        "inverse dynamics",
        "section 4.1, figure 4.2",
        arguments={"gravity": 0.0},
        course=MOTION,
        duration=3.0,
        tables=(Table("torque", CRANKS, _against_time(WEIGHTLESS), 5e-5, RECOMPUTED),),
        numbers=(
            Number("smallest torques in Nm", (-1.449, -0.822, -0.298), 5e-4, RECOMPUTED, "derived"),
            Number("largest torques in Nm", (0.830, 0.559, 0.285), 5e-4, RECOMPUTED, "derived"),
        ),
    ),
    Experiment(
        "khan/inverse, instants",
        khan_three_rrr,
        "inverse dynamics",
        "section 4.1",
        course=MOTION,
        duration=3.0,
        tables=(
            Table(
                "platform rate", ("x", "y", "angle"), ((1.5, -0.08328980, -0.08321114, 0.92527868),), 5e-9, RECOMPUTED,
            ),
            Table(
                "platform acceleration", ("x", "y", "angle"), ((1.5, -0.08294855, -0.05498908, 0.20695144),),
                5e-9, RECOMPUTED,
            ),
            Table("torque", CRANKS, ((1.5, -18.44262021, -16.47887192, 50.96834355),), 5e-9, RECOMPUTED),
            Table(
                "force", CORNERS,
                ((1.5, 46.20147559, -19.09370293, -41.34271329, 17.57523501, -5.52235074, 79.55855531),),
                5e-9, RECOMPUTED,
            ),
            Table(
                "force at the start", CORNERS, ((0.0, 26.764, -14.691, -19.798, 15.290, -6.966, 77.881),),
                5e-4, RECOMPUTED,
            ),
        ),
        numbers=(
            Number("unstable pole at the start in 1/s", 5.19, 5e-3, RECOMPUTED, "derived"),
            Number("unstable pole at the end in 1/s", 4.8, 0.05, RECOMPUTED, "derived"),
        ),
        note="Forces on the platform in ground axes, the multipliers of equation 2.5.",
    ),
)  # fmt: skip


def _forward(
    name: str, figure: str, method: str, numbers: tuple[Number, ...], note: str = "", **control: object
) -> Experiment:
    return Experiment(
        f"khan/{name}", khan_three_rrr, "forced motion", figure, course=MOTION, duration=3.0,
        control={"formulation": method, **control}, numbers=numbers, note=note,
    )  # fmt: skip


def _evaluations(tolerance: str, counts: tuple[int, ...], of: str = "k = 1e3 … 1e6") -> Number:
    return Number(f"evaluations for {of}, tolerance {tolerance}", counts, 0.0, RECOMPUTED, "derived")


PENALTY = tuple(
    _forward(
        f"penalty k = 1e{p}, step {h} s",
        "figures 4.5 and 4.6",
        "penalty",
        (Number("survives", p == 3 or (p < 6 and h == 0.001), 0.0, "section 4.2"),),
        stiffness=10.0**p,
        damping=2 * 10.0 ** (p / 2),
        step=h,
    )
    for h in (0.01, 0.001)
    for p in (3, 4, 5, 6)
)
GRADED = ("penalty", "singular values", "Gauss", "QR", "DeNOC")
WORDS_ONLY = (
    ("modularity", ("high", "high", "high", "high", "medium")),
    ("distribution", ("high", "high", "high", "high", "medium")),
)
GRADES = (
    ("accuracy", ("medium", "medium", "medium", "medium", "high")),
    ("cost of an evaluation", ("low", "medium", "medium", "medium", "high")),
    ("stiffness", ("high", "low", "low", "low", "low")),
    ("cost of preparation", ("low", "medium", "medium", "medium", "high")),
    ("efficiency", ("low", "medium", "medium", "medium", "medium")),
)
METHODS = (
    _forward(
        "penalty, adaptive", "figures 4.3 and 4.4", "penalty",
        (
            _evaluations("1e-3", (1154, 2924, 7898, 25538)),
            _evaluations("1e-6", (3482, 7538, 14312, 32534)),
            Number("without gravity, evaluations at tolerance 1e-6", (1484, 3542, 9524, 26684), 0.0, RECOMPUTED,
                   "derived"),
            Number("without gravity, largest joint error in rad", (1.05e-2, 1.0e-3, 1.0e-4, 1e-5),
                   (5e-5, 5e-5, 5e-6, 5e-6), RECOMPUTED, "derived"),
            Number("error hardly depends on k", True, 0.0, "section 4.2"),
            Number("largest eigenvalue at the start in 1/s", (128, 405, 1281, 4050), 0.5, RECOMPUTED, "derived"),
        ),
        "The thesis shows the counts in a figure only.",
    ),
    _forward(
        "projection by singular values", "figure 4.8", "projection",
        (Number("evaluations at tolerance 1e-3", 166132, 0.0, "section 4.2"),),
        "The basis of the thesis jumps from call to call; with a frozen or aligned basis the method works.",
        complement="svd", sigma=10.0, rtol=1e-3,
    ),
    _forward(
        "projection by Gauss elimination", "figures 4.9 and 4.10", "projection",
        (
            _evaluations("1e-6", (350, 542, 746, 944), "σ = 10, 20, 30, 40"),
            _evaluations("1e-6", (344, 476, 638, 812), "the QR complement, σ = 10, 20, 30, 40"),
            Number("evaluations rise with σ", True, 0.0, "section 4.2, figure 4.9e"),
            Number("instant at which the printed recipe breaks down, in s", 1.96, 0.005, RECOMPUTED, "derived"),
        ),
        "The thesis reports breakdowns; with a consistent particular acceleration and a closed start none.",
        complement="gauss", rtol=1e-6,
    ),
    _forward(
        "DeNOC", "figures 4.12 and 4.13", "minimal",
        (
            Number("steps or evaluations at tolerance 1e-3", 301, 0.0, "section 4.2"),
            Number("steps or evaluations at tolerance 1e-6", 319, 0.0, "section 4.2"),
        ),
        "Probably evaluations of a 5(4) pair whose step is held below 3 s / 50.",
    ),
    _forward(
        "feedback corrections", "figures 4.7, 4.11 and 4.14", "minimal",
        (
            Number("correction with penalty, k = 1e5, in percent", 15.0, 0.0, "section 4.2"),
            Number("correction with projection, σ = 10, in percent", 15.0, 0.0, "section 4.2"),
            Number("accuracy of DeNOC in percent", 99.0, 0.0, "section 4.2"),
            *(
                Number(f"penalty, kp, kd = {gains}: corrections in percent", shares, 0.05, RECOMPUTED, "derived")
                for gains, shares in (
                    ("100, 20", (2.8, 1.8, 3.7)), ("1000, 100", (9.4, 6.9, 13.5)), ("10000, 300", (15.5, 15.8, 24.7)),
                )
            ),
        ),
        "Controller and gains are not given.", step=0.001,
    ),
    _forward(
        "fixed steps", "figures 4.10 and 4.13", "minimal",
        (
            Number("Gauss elimination at 0.01 s, σ = 10, 20, 30, 40", "breaks down", 0.0, "section 4.2"),
            Number("from the printed pose, instants of breakdown in s", (2.15, 2.09, 2.01, 2.12), 0.005, RECOMPUTED,
                   "derived", "its loops are open by 0.4 mm"),
            Number("largest error of DeNOC at 0.01 s in rad", 2.3e-4, 5e-6, RECOMPUTED, "derived"),
            Number("largest error of DeNOC at 0.001 s in rad", 2.4e-8, 5e-10, RECOMPUTED, "derived"),
            Number("the same with torques held over each step of 0.01 s", 0.59, 5e-3, RECOMPUTED, "derived"),
            Number("the same with torques held over each step of 0.001 s", 0.0049, 5e-5, RECOMPUTED, "derived"),
        ),
        steps=(0.01, 0.001),
    ),
    Experiment(
        "khan/grades", khan_three_rrr, "timing", "table 5.1", arguments={"gravity": 0.0}, course=MOTION, duration=3.0,
        numbers=tuple(
            Number(f"{criterion}: {', '.join(GRADED)}", grades, 0.0, "table 5.1")
            for criterion, grades in (*GRADES, *WORDS_ONLY)
        ),
        note="Without gravity, because with it every error grows by e¹³ and says nothing about a method.",
    ),
)  # fmt: skip

EXPERIMENTS = (*INVERSE, *PENALTY, *METHODS)
