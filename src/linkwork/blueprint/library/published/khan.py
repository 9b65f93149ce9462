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
            Number("instants of the first one's smallest and largest torque in s", (2.130, 0.188), 5e-4, RECOMPUTED,
                   "derived"),
            Number("elbow angles at the end", (-2.3568, -2.5140, -1.7904), 5e-5, RECOMPUTED, "derived"),
            Number("determinant of the passive Jacobian, smallest and largest", (0.0459, 0.1160), 5e-5, RECOMPUTED,
                   "derived"),
            Number("condition of the passive Jacobian stays below 15.4", True, 0.0, RECOMPUTED, "derived"),
            Number("sine of the elbow angles, smallest and largest", (-1.0, -0.587), 5e-4, RECOMPUTED, "derived"),
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
            Number("unstable pole half way in 1/s", 3.5, 0.05, RECOMPUTED, "derived"),
            Number("unstable pole at the end in 1/s", 4.8, 0.05, RECOMPUTED, "derived"),
        ),
        note="Forces on the platform in ground axes, the multipliers of equation 2.5.",
    ),
    Experiment(
        "khan/starting pose",
        khan_three_rrr,
        "statics",
        "section 4.1",
        numbers=(
            Number("elbow angles", (-0.865, -2.102, -0.976), 5e-4, "section 4.1"),
            Number("platform x, y in m, angle", (0.728, 0.233, 3.916), 5e-4, "section 4.1"),
            Number("elbow angles, closed", (-0.86507187, -2.10209656, -0.97587229), 5e-9, RECOMPUTED, "derived"),
            Number("platform x, y in m, angle, closed", (0.72775208, 0.23271116, 3.91552922), 5e-9, RECOMPUTED,
                   "derived"),
            Number("gap of the printed pose in m", 4.0e-4, 5e-6, RECOMPUTED, "derived"),
        ),
        note="That these six numbers come out means that the base triangle, which is not printed, has sides of 1 m.",
    ),
    Experiment(
        "khan/cut platform",
        khan_three_rrr,
        "inverse dynamics",
        "section 3.2, equations 3.10, 3.37 and 3.41",
        course=MOTION,
        duration=3.0,
        numbers=(
            Number("coordinates: base and elbow of each leg from the x axis, platform angle, x, y",
                   (1.57079633, 0.00121270, 4.71238898, 2.40470350, 6.02138592, 4.77198465, 4.60131797, 0.69258953,
                    0.18916101), 5e-9, RECOMPUTED, "derived"),
            Number("their rates", (0.69813170, -0.28147131, 0.69813170, 0.47240402, 0.34906585, -0.15985451, 0.92527868,
                   -0.08328980, -0.08321114), 5e-9, RECOMPUTED, "derived"),
            Number("their accelerations", (0.0, -0.10044788, 0.0, 0.06546277, 0.0, -0.37760141, 0.20695144, -0.08294855,
                   -0.05498908), 5e-9, RECOMPUTED, "derived"),
            Number("K, upper triangle",
                   (0.14226268, -0.05388427, 0.06910842, 1.48142393, -0.52806670, 1.37631339), 5e-9, RECOMPUTED,
                   "derived"),
            *(
                Number(f"J, rows of elbow and corner {k}", rows, 5e-9, RECOMPUTED, "derived")
                for k, rows in enumerate(
                    (
                        (-1.31035951, -0.28609388, 0.38655086, 0.83758538, 0.84353868, 0.09483597),
                        (0.47169373, -0.55805740, -0.47393483, 0.05553214, 0.11550220, 0.95532166),
                        (-0.45870573, 0.22108311, -0.98270419, 0.98593160, 0.33636170, 0.46409102),
                    ), 1,
                )
            ),
            *(
                Number(f"torques of leg {k} alone, a third of the platform at its end", torques, 5e-9, RECOMPUTED,
                       "derived")
                for k, torques in enumerate(
                    (
                        (29.59186042, 29.46541194, 2.36741463), (-16.75082144, -16.72055638, 3.60870519),
                        (26.13121595, -4.69766965, -5.95921190),
                    ), 1,
                )
            ),
            Number("JᵀIJ, upper triangle", (1.89202389, -0.17477131, -0.75541219, 0.92373384, -0.11301033, 1.69800714),
                   5e-9, RECOMPUTED, "derived"),
            Number("motor torques by equation 3.37 in Nm", (-18.44262021, -16.47887192, 50.96834355), 5e-9, RECOMPUTED,
                   "derived"),
            Number("largest torques that the misprint of equation 2.1 leaves, in Nm", (0.0506, 0.0481, 0.0450), 5e-5,
                   RECOMPUTED, "derived", "m₁c₂² is printed for m₂c₂²"),
        ),
        note="At t = 1.5 s; the platform cut into three equal parts, one for each leg.",
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
            Number("without gravity, evaluations at tolerance 1e-3", (806, 2672, 8060, 26144), 0.0, RECOMPUTED,
                   "derived"),
            Number("largest gap in m", (0.29, 0.088, 0.023, 9e-4), 0.0, RECOMPUTED, "derived"),
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
            Number("the same with the QR complement, in s", 2.6, 0.05, RECOMPUTED, "derived"),
            Number("evaluations of the printed recipe until then, σ = 10, 20, 30, 40", (932, 1034, 1076, 1250), 0.0,
                   RECOMPUTED, "derived"),
            Number("largest joint errors in rad, σ = 10, 20, 30, 40", (1.9e-3, 1.2e-3, 6.0e-4, 2.7e-4),
                   (5e-5, 5e-5, 5e-6, 5e-6), RECOMPUTED, "derived"),
        ),
        "The thesis reports breakdowns; with a consistent particular acceleration and a closed start none.",
        complement="gauss", rtol=1e-6,
    ),
    _forward(
        "DeNOC", "figures 4.12 and 4.13", "minimal",
        (
            Number("steps or evaluations at tolerance 1e-3", 301, 0.0, "section 4.2"),
            Number("steps or evaluations at tolerance 1e-6", 319, 0.0, "section 4.2"),
            Number("without gravity, evaluations at 1e-3 and 1e-6, steps free", (68, 176), 0.5, RECOMPUTED, "derived"),
            Number("without gravity, largest joint errors of these in rad", (5.8e-3, 2.2e-6), (5e-5, 5e-8), RECOMPUTED,
                   "derived"),
            Number("without gravity, evaluations at 1e-3 and 1e-6, steps below 0.06 s", (301, 313), 0.5, RECOMPUTED,
                   "derived"),
            Number("evaluations at 1e-6, steps below 0.06 s", 331, 0.5, RECOMPUTED, "derived"),
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
            Number("errors of the three cranks by DeNOC at 0.01 s in rad", (6e-5, 1.2e-4, 2.3e-4), (5e-6, 5e-6, 5e-6),
                   RECOMPUTED, "derived"),
            Number("gap of DeNOC at 0.01 s in m", 8e-11, 5e-12, RECOMPUTED, "derived"),
            Number("error of DeNOC from the printed pose in rad", 1.9, 0.0, RECOMPUTED, "derived"),
            Number("without gravity, error of DeNOC at 0.01 s in rad", 5e-10, 5e-11, RECOMPUTED, "derived"),
            Number("without gravity, error of DeNOC at 0.001 s in rad", 6e-14, 0.0, RECOMPUTED, "derived"),
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
