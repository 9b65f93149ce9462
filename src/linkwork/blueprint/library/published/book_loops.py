"""Experiments with loops of Shah, Saha and Dutt (2013) and of the input files of its program."""

from __future__ import annotations

from math import pi

from ..book.four_bars import hoeken_four_bar
from ..book.leg import robotic_leg
from ..book.three_rrr import book_three_rrr
from ..experiment import RECOMPUTED, Course, Experiment, Number, Table

OMEGA = 45 * 2 * pi / 60
LINKS = ("base_1", "elbow_1", "corner_1", "corner_2", "corner_3", "base_2", "base_3")


def _extremes(of: str, unit: str, smallest: float, largest: float, tolerance: float) -> tuple[Number, Number]:
    """Two numbers over the course."""
    return (
        Number(f"largest {of} in {unit}", largest, tolerance, RECOMPUTED, "derived"),
        Number(f"smallest {of} in {unit}", smallest, tolerance, RECOMPUTED, "derived"),
    )


def _four_bar(
    model: str,
    rows: tuple[tuple[float, ...], ...],
    torque: tuple[float, float],
    instants: dict[str, float],
    *forces: tuple[float, float],
) -> Experiment:
    return Experiment(
        f"book/four-bar inverse ({model})",
        hoeken_four_bar,
        "inverse dynamics",
        "section 8.3, figures 8.4 and 8.5",
        arguments={"model": model},
        course=Course("Uniform", {"start": (0.0,), "rate": (OMEGA,)}, ("crank",)),
        duration=4 / 3,
        tables=(
            Table(
                "coordinate", ("rocker", "coupler"), tuple((k / 9, *angles) for k, angles in enumerate(ANGLES)),
                5e-7, RECOMPUTED,
            ),
            Table(
                "rate", ("rocker", "coupler"), tuple((k / 9, *rates) for k, rates in enumerate(RATES)), 5e-7, RECOMPUTED
            ),
            Table(
                "force and torque", ("pin x", "pin y", "crank"), tuple((k / 9, *row) for k, row in enumerate(rows)),
                (5e-6, 5e-6, 5e-7), RECOMPUTED,
            ),
        ),
        numbers=(
            *_extremes("torque", "Nm", *torque, 5e-7),
            *_extremes("pin x", "N", *forces[0], 5e-4),
            *_extremes("pin y", "N", *forces[1], 5e-4),
            Number("mean torque over a turn in Nm", 0.0, 1e-10, "energy of a closed cycle", "derived"),
            *(
                Number(f"instant of the {which} torque in s", t, 5e-5, RECOMPUTED, "derived")
                for which, t in instants.items()
            ),
            *_extremes("rocker", "rad", 0.733241, 1.677149, 5e-7),
            *_extremes("coupler", "rad", 3.592450, 4.314439, 5e-7),
            Number("angles of rocker and coupler at the start", (0.9844, 4.3144), 5e-5, "table 10.8"),
            Number("rates at the start", (4.7124, 1.4045, 0.0), 5e-5, "table 10.8"),
        ),
        note="Force of the crank on the coupler, in ground axes. The book prints two couplers: listing and table.",
    )  # fmt: skip


def _four_bar_forced(
    model: str, source: str, errors: tuple[float, float, float], rounded: float, straight: float
) -> Experiment:
    error = "error of the crank's angle in rad"
    return Experiment(
        f"book/four-bar forced ({model})",
        hoeken_four_bar,
        "forced motion",
        f"section 8.3, {source}",
        arguments={"model": model},
        rates={"crank": (OMEGA,)},
        course=Course("Uniform", {"start": (0.0,), "rate": (OMEGA,)}, ("crank",)),
        duration=1.33,
        tolerances=(1e-5, 1e-7),
        numbers=(
            *((Number(error, 0.0, 0.0, "figure 8.6b, called negligible"),) if model == "listing" else ()),
            Number(f"{error}, tolerances 1e-5 and 1e-7, 1e-8 and 1e-10, 1e-12", errors, 0.0, RECOMPUTED, "derived"),
            Number(f"{error}, from the four digits of table 10.8", rounded, 0.0, RECOMPUTED, "derived"),
            Number(f"{error}, the same and torques of each 0.01 s, straight between", straight, 0.0, RECOMPUTED,
                   "derived"),
        ),
        note="The torque-driven crank is unstable: what is lost at the start grows.",
    )  # fmt: skip


ANGLES = (
    (0.984373, 4.314439), (1.157136, 4.276890), (1.350779, 4.170605), (1.536642, 4.012933), (1.663072, 3.830505),
    (1.632628, 3.665762), (1.345368, 3.592450), (0.984794, 3.665762), (0.789608, 3.830505), (0.733610, 4.012933),
    (0.761801, 4.170605), (0.849159, 4.276890),
)  # fmt: skip
RATES = (
    (1.404477, 0.0), (1.680952, -0.665991), (1.763025, -1.220672), (1.508867, -1.578236), (0.622925, -1.645214),
    (-1.382139, -1.206462), (-3.477103, 0.0), (-2.588601, 1.206462), (-1.022289, 1.645214), (-0.069369, 1.578236),
    (0.542353, 1.220672), (1.014961, 0.665991),
)  # fmt: skip
FOUR_BAR = (
    _four_bar(
        "listing",
        (
            (-15.71413, 45.53722, 2.009999), (-13.67416, 37.49635, 1.735903), (-8.00551, 29.95275, 0.972348),
            (0.48893, 22.82715, -0.018579), (10.40503, 14.78567, -0.763139), (14.65034, 6.90483, -0.747715),
            (-1.36068, 36.85296, -1.679998), (2.83584, 77.90356, -2.751972), (4.40046, 75.33709, -1.426383),
            (-1.83874, 67.79770, -0.069872), (-8.81067, 60.81704, 1.005366), (-13.88848, 53.47765, 1.738141),
        ),
        (-2.836314, 2.010018), {"largest": 0.0009, "smallest": 0.7533}, (-15.715, 15.221), (6.895, 79.195),
    ),
    _four_bar(
        "table",
        (
            (-22.81883, 33.27472, 1.544024), (-19.89575, 21.48363, 1.327151), (-11.69730, 9.90871, 0.713004),
            (0.84934, -2.47067, -0.032275), (16.24642, -19.41769, -0.305509), (22.44193, -39.31588, 0.625321),
            (-4.35290, 24.59046, -1.214023), (10.62743, 99.59928, -3.317916), (10.24184, 85.01545, -1.418038),
            (-1.47833, 68.57052, -0.056177), (-12.50246, 56.33609, 0.798735), (-20.11007, 44.96537, 1.339800),
        ),
        (-3.491843, 1.544046), {"smallest": 0.7512}, (-22.819, 23.783), (-39.467, 99.815),
    ),
    _four_bar_forced("listing", "figure 8.6, table 10.8", (1.6e-3, 6.8e-6, 2.9e-10), 9.9e-2, 20.0),
    _four_bar_forced("table", "the same with the coupler of table 8.1", (1.7e-4, 2.9e-7, 1e-11), 6.1e-3, 3.3e-2),
)  # fmt: skip

LEG = (
    Experiment(
        "book/leg inverse",
        robotic_leg,
        "inverse dynamics",
        "section 8.4, figures 8.9 and 8.10",
        course=Course("Uniform", {"start": (0.0,), "rate": (OMEGA,)}, ("crank",)),
        duration=4 / 3,
        tables=(
            Table(
                "coordinate", ("rocker", "coupler", "thigh", "guide", "shank", "brace"),
                (
                    (0.0, 4.511031, -2.738877, -0.876435, -1.460368, -1.460368, -1.681225),
                    (1 / 9, 4.046632, -2.640646, -1.580343, -1.137940, -1.137940, -2.003652),
                    (3 / 9, 3.785094, -2.214297, -1.525383, -1.345563, -1.345563, -1.796029),
                    (6 / 9, 4.068888, -1.854590, -0.581692, -1.956992, -1.956992, -1.184601),
                    (9 / 9, 4.712389, -2.214297, 0.045992, -1.885989, -1.885989, -1.255603),
                    (11 / 9, 4.877199, -2.640646, -0.173501, -1.672653, -1.672653, -1.468939),
                ),
                5e-7, RECOMPUTED,
            ),
            Table(
                "force and torque",
                ("crank", "joint_8 x", "joint_8 y", "joint_9 x", "joint_9 y", "joint_10 x", "joint_10 y"),
                (
                    (0.0, -0.211231, -1.91702, -8.49829, 1.80635, 8.99326, -2.91741, 3.88275),
                    (1 / 9, -0.275508, -10.79586, -19.00722, 8.43722, 5.03145, 0.19552, 1.19673),
                    (3 / 9, 0.036078, -1.44311, 1.78502, 1.43894, 3.38745, -0.08782, 2.81828),
                    (6 / 9, 0.102778, -4.34860, -4.16019, 3.33508, 5.51797, -2.06933, 1.64879),
                    (9 / 9, 0.021082, 0.84329, -8.48146, 0.85745, 7.21458, -1.02475, 0.23068),
                    (11 / 9, 0.037531, -2.52529, 3.14239, -2.54130, 3.34944, -3.19787, 0.74975),
                ),
                (5e-7, *(5e-6,) * 6), RECOMPUTED,
            ),
        ),
        numbers=(
            *_extremes("torque", "Nm", -0.601537, 0.200933, 5e-7),
            *_extremes("foot x", "m", -0.2452, 0.2252, 5e-5),
            *_extremes("foot y", "m", -0.3999, -0.3100, 5e-5),
            Number("instant of the largest torque in s", 1.2777, 5e-5, RECOMPUTED, "derived"),
            Number("instant of the smallest torque in s", 0.0503, 5e-5, RECOMPUTED, "derived"),
            *_extremes("tip x", "m", -0.0088, 0.1088, 5e-5),
            *_extremes("tip y", "m", -0.1225, -0.1000, 5e-5),
            Number("way of the foot over that of the coupler's tip", 4.0, 1e-9, RECOMPUTED, "derived"),
            Number("angles of rocker, coupler, thigh, guide, shank, brace at the start",
                   (4.5110, -2.7389, -0.8764, -1.4604, -1.4604, -1.6812), 5e-5, "input file of the program", "program"),
        ),
        note="Forces of crank on coupler, coupler on guide, guide on brace, in ground axes.",
    ),
    Experiment(
        "book/leg inverse (program's masses)",
        robotic_leg,
        "inverse dynamics",
        "masses of the program's file",
        arguments={"masses": "program"},
        course=Course("Uniform", {"start": (0.0,), "rate": (OMEGA,)}, ("crank",)),
        duration=4 / 3,
        numbers=_extremes("torque", "Nm", -0.281389, 0.094197, 5e-7),
    ),
    Experiment(
        "book/leg forced",
        robotic_leg,
        "forced motion",
        "section 8.4, figure 8.11",
        rates={"crank": (OMEGA,)},
        course=Course("Uniform", {"start": (0.0,), "rate": (OMEGA,)}, ("crank",)),
        duration=4 / 3,
        tolerances=(1e-5, 1e-7),
        numbers=(Number("error of the crank's angle in rad", 0.0, 0.0, "figure 8.11b, called small"),),
        note="Start and tolerances are not given: those of the four-bar.",
    ),
)  # fmt: skip

THREE_RRR = (
    Experiment(
        "book/3-RRR inverse",
        book_three_rrr,
        "inverse dynamics",
        "section 8.5, figure 8.15; circle from the program's file",
        arguments={"start": "circle"},
        course=Course(
            "Circle",
            {
                "centre": (0.5, 0.75**0.5 / 3, 0.0), "radius": 0.75**0.5 / 8, "omega": 4.0,
                "u": (1.0, 0.0, 0.0), "v": (0.0, 1.0, 0.0),
            },
            ("x", "y", "angle"),
            body="middle",
        ),
        duration=2.0,
        tables=(
            Table(
                "force and torque", ("base_1", "base_2", "base_3", "elbow_2 x", "elbow_2 y", "elbow_3 x", "elbow_3 y"),
                (
                    (0.0, 4.536153, -9.605624, 27.522363, -21.290817, 94.499409, 23.287482, 79.463242),
                    (0.3, -0.308144, -15.840662, 10.760370, 0.722490, 59.017645, 31.538813, 83.132892),
                    (0.5, -6.113481, -26.430776, 18.644477, -9.593820, 85.119487, 37.857018, 65.045645),
                    (1.0, -18.192722, -32.417684, 40.412154, -72.554029, 126.652465, 67.601752, 76.484710),
                    (1.5, 2.494985, -11.438729, 30.998891, -45.309136, 97.570345, 27.470708, 82.109810),
                ),
                5e-7, RECOMPUTED,
            ),
        ),
        numbers=(
            Number("angles at the start", (1.981424, -2.309869, 0.328445, -1.269496, 0.121569, -1.605026, 0.540282),
                   5e-7, RECOMPUTED, "derived"),
            Number("cranks and first leg at the start", (1.9814, -1.605, 0.5403, -2.3099, 0.3284), 5e-5,
                   "input file of the program", "program"),
        ),
        note="Forces of the cranks on the couplers 2 and 3, in ground axes. The circle's third value is the angle.",
    ),
    Experiment(
        "book/3-RRR free (table as printed)",
        book_three_rrr,
        "free motion",
        "section 8.5, table 8.4, figure 8.16",
        arguments={"start": "printed"},
        duration=0.5,
        tables=(
            Table(
                "coordinate", LINKS,
                (
                    (0.1, 1.036183, -0.938659, 3.802042, 1.403785, 3.020847, 4.291870, 5.596124),
                    (0.2, 1.106845, -1.129267, 4.062109, 1.439637, 3.357591, 4.556538, 4.899813),
                    (0.3, 1.544183, -1.571550, 4.615204, 0.983495, 3.205101, 4.729813, 4.491559),
                    (0.5, 2.054124, -2.654945, 6.146238, 0.562574, 2.058793, 5.201074, 4.018306),
                ),
                5e-7, RECOMPUTED,
            ),
            Table(
                "acceleration", LINKS,
                ((0.0, -1.813439, -14.202681, 9.396013, 19.468711, 16.615479, 20.496978, -31.251768),),
                5e-7, RECOMPUTED,
            ),
            Table(
                "force", ("elbow_2 x", "elbow_2 y", "elbow_3 x", "elbow_3 y"),
                ((0.0, 6.944285, 13.710987, -8.856928, 4.832852),), 5e-7, RECOMPUTED,
            ),
        ),
        numbers=(
            Number("energy in J", 66.45997919, 5e-9, RECOMPUTED, "derived"),
            Number("places of the second and third base hinge in m", (1.00805, -0.00547, 0.51657, 0.86338), 5e-6,
                   RECOMPUTED, "derived"),
        ),
        note="Base hinges put where the rounded table makes the loops close. Chaotic after half a second.",
    ),
    Experiment(
        "book/3-RRR free",
        book_three_rrr,
        "free motion",
        "section 8.5, table 8.4, figure 8.16",
        arguments={"start": "nearest"},
        duration=0.5,
        tables=(
            Table(
                "coordinate", LINKS,
                (
                    (0.1, 1.047613, -0.943527, 3.796572, 1.398688, 3.037774, 4.297365, 5.603733),
                    (0.5, 2.144790, -2.690584, 6.061366, 0.588475, 2.089667, 5.162037, 4.038327),
                ),
                5e-7, RECOMPUTED,
            ),
        ),
        numbers=(
            Number("energy in J", 67.81573577, 5e-9, RECOMPUTED, "derived"),
            Number("angles at the start", (1.057478, -0.876099, 3.747120, 1.303141, 2.949369, 4.194288, 5.768009), 5e-7,
                   RECOMPUTED, "derived"),
        ),
        note=(
            "Table 8.4 is rounded to whole degrees and misses its base by 8 and 17 mm; this is the nearest "
            "pose that closes. The motion is chaotic: only the first half second can be compared."
        ),
    ),
)  # fmt: skip

EXPERIMENTS = (*FOUR_BAR, *LEG, *THREE_RRR)
