"""Experiments of Shah, Saha and Dutt (2013) and of the input files of its program."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, pi, radians

from ..book.four_bars import hoeken_four_bar
from ..book.gripper import gripper
from ..book.kuka import kuka_kr5
from ..book.leg import robotic_leg
from ..book.spatial_biped import spatial_biped_on_foot
from ..book.three_rrr import book_three_rrr
from ..experiment import RECOMPUTED, Course, Experiment, Number, Table

OMEGA = 45 * 2 * pi / 60
FINGERS = ("palm", "finger", "fingertip", "thumb")
ARM = ("shoulder", "upper_arm", "forearm", "wrist", "hand", "flange")
BARS = ("crank", "rocker", "coupler")
LINKS = ("base_1", "elbow_1", "corner_1", "corner_2", "corner_3", "base_2", "base_3")
GRASP = {"start": (0.0, 0.0, 0.0, pi / 2), "end": (pi / 3, radians(80), radians(80), 2 * pi / 3)}


def _gripper_off_its_path(law: str, kp: float, kd: float, share: Callable[[float], float]) -> Experiment:
    return Experiment(
        f"book/gripper {law}",
        gripper,
        "controlled motion",
        "section 9.1.1, gains of section 9.2",
        start={"palm": (0.2,), "finger": (-0.1,), "fingertip": (0.1,), "thumb": (1.5,)},
        course=Course("Cycloid", {**GRASP, "duration": 1.0}, FINGERS),
        control={"law": law, "kp": kp, "kd": kd},
        tables=(
            Table(
                "error as a share of the first one", FINGERS, tuple((t, *[share(t)] * 4) for t in (0.1, 0.2, 0.5, 1.0)),
                1e-6, "equation 9.6", "derived",
            ),
        ),
        note="The book controls its walkers with these gains; here they control the gripper. The start is assumed.",
    )  # fmt: skip


GRIPPER = (
    Experiment(
        "book/gripper inverse",
        gripper,
        "inverse dynamics",
        "section 6.2.1, table 6.5, figure 6.2",
        course=Course(
            "Cycloid",
            {**GRASP, "duration": 1.0},
            FINGERS,
        ),
        tables=(
            Table(
                "torque", FINGERS,
                (
                    (0.0, 0.882900, 0.196200, 0.049050, 0.0), (0.1, 0.948393, 0.218082, 0.055589, 0.000477),
                    (0.2, 0.982037, 0.229715, 0.058847, -0.002088), (0.3, 0.941708, 0.213805, 0.052441, -0.009437),
                    (0.4, 0.784990, 0.147437, 0.027900, -0.021012), (0.5, 0.540929, 0.034302, -0.010778, -0.033624),
                    (0.6, 0.318624, -0.075785, -0.040789, -0.043261), (0.75, 0.148820, -0.152840, -0.046802, -0.049199),
                    (0.9, 0.121438, -0.158267, -0.039253, -0.049525), (1.0, 0.144002, -0.150298, -0.037574, -0.049050),
                ),
                5e-7, RECOMPUTED,
            ),
        ),
        numbers=(
            Number("computing time in s", 0.025, 0.0, "section 6.2.1", note="Intel T2300 at 1.66 GHz; ADAMS 1.95 s"),
        ),
    ),
    Experiment(
        "book/gripper free",
        gripper,
        "free motion",
        "section 6.2.1, figures 6.3 and 6.4",
        start={"palm": (-pi / 3,), "finger": (0.0,), "fingertip": (0.0,), "thumb": (0.0,)},
        step=0.001,
        tables=(
            Table(
                "coordinate", FINGERS,
                (
                    (0.1, -1.299184, 0.217756, 0.097430, -0.048383), (0.2, -1.669483, 0.096276, 0.012924, -0.308722),
                    (0.3, -1.914214, -0.315907, -0.087035, 0.123491), (0.5, -1.754437, -0.118921, -0.085793, 0.001338),
                    (0.8, -1.147197, 0.048362, 0.099600, 0.156285), (1.0, -1.901100, 0.022599, -0.100098, -0.125119),
                ),
                5e-7, RECOMPUTED,
            ),
            Table(
                "acceleration", FINGERS, ((0.0, -68.1809384, 117.3747801, -65.5917889, 23.3023460),),
                5e-8, RECOMPUTED,
            ),
        ),
        numbers=(
            Number("energy in J", -0.8070923751, 5e-11, RECOMPUTED, "derived"),
            Number("computing time in s", 0.29, 0.0, "section 6.2.1", note="Intel T2300 at 1.66 GHz; ADAMS 39 s"),
        ),
        note="The printed list of starting angles is garbled; read as −60° for the palm and zero for the others.",
    ),
    Experiment(
        "book/gripper with feedback",
        gripper,
        "controlled motion",
        "table 10.7",
        duration=3.0,
        course=Course(
            "Cycloid",
            {**GRASP, "duration": 3.0},
            FINGERS,
        ),
        control={"law": "pd", "kp": 49.0, "kd": 14.0},
        tables=(
            Table(
                "coordinate", FINGERS,
                ((1.5, 0.508812, 0.695892, 0.697871, 1.833072), (3.0, 1.043844, 1.399225, 1.397056, 2.095390)),
                5e-7, RECOMPUTED,
            ),
        ),
    ),
    _gripper_off_its_path("computed torque", 49.0, 14.0, lambda t: (1 + 7 * t) * exp(-7 * t)),
    Experiment(
        "book/gripper feedforward",
        gripper,
        "controlled motion",
        "section 9.1.2, gains of section 9.2",
        course=Course("Cycloid", {**GRASP, "duration": 1.0}, FINGERS),
        control={"law": "feedforward", "kp": 49.0, "kd": 7.0},
        numbers=(Number("largest error in rad", 0.0, 1e-6, "equation 9.12, started on the path", "derived"),),
        note="The book controls its walkers with these gains; here they control the gripper.",
    ),
)  # fmt: skip

KUKA = (
    Experiment(
        "book/KUKA inverse",
        kuka_kr5,
        "inverse dynamics",
        "section 6.2.2, figure 6.6; T = 1 s from the program's file",
        course=Course("Cycloid", {"start": (0.0,) * 6, "end": (pi / 3,) * 6, "duration": 1.0}, ARM),
        tables=(
            Table(
                "torque", ARM,
                (
                    (0.0, 0.0, 128.7117, 14.53612, 0.0, 0.0, 0.0),
                    (0.25, 106.0031, 209.5310, 35.72768, -0.00086, -0.17532, 0.00001),
                    (0.50, -39.53028, 150.3598, 21.46336, 0.19676, -0.32364, 0.00001),
                    (0.75, -74.10312, 2.82747, -8.69974, -0.29154, -0.06237, -0.00004),
                    (1.00, 0.0, 66.78584, 9.69806, 0.13056, 0.05428, 0.0),
                ),
                1e-4, "torque file of the program", "program",
            ),
        ),
        note="Mass centres and full digits of the inertias are the program's; the book leaves them out.",
    ),
    Experiment(
        "book/KUKA free",
        kuka_kr5,
        "free motion",
        "section 6.2.2, figures 6.7 and 6.8",
        tolerances=(1e-4, 1e-6),
        numbers=(Number("change of total energy over what is exchanged", 0.0, 1e-3, "figure 6.8: constant"),),
        note="The figures carry no numbers.",
    ),
)  # fmt: skip

BIPED = (
    Experiment(
        "book/biped on its foot free",
        spatial_biped_on_foot,
        "free motion",
        "section 6.2.3, figure 6.14",
        duration=0.5,
        tolerances=(1e-3, 1e-6),
        numbers=(Number("energy error", 0.0058, 0.0, "section 6.2.3", note="of the run driven by its torques"),),
    ),
    Experiment(
        "book/biped on its foot walking",
        spatial_biped_on_foot,
        "forced motion",
        "section 6.2.3, figures 6.10 to 6.14",
        duration=0.5,
        tolerances=(1e-3, 1e-6),
        control={"gait": "spatial biped"},
        numbers=(
            Number("instant up to which the angles follow, in s", 0.1, 0.0, "section 6.2.3"),
            Number("energy error", 0.0058, 0.0, "section 6.2.3"),
        ),
        note="The sideways sway of the gait is contradictory in the source and left out.",
    ),
)  # fmt: skip


def _four_bar(model: str, rows: tuple[tuple[float, ...], ...], extremes: tuple[float, float]) -> Experiment:
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
                "force and torque", ("pin x", "pin y", "crank"), tuple((k / 9, *row) for k, row in enumerate(rows)),
                6e-6, RECOMPUTED,
            ),
        ),
        numbers=(
            Number("largest torque in Nm", extremes[0], 1e-6, RECOMPUTED, "derived"),
            Number("smallest torque in Nm", extremes[1], 1e-6, RECOMPUTED, "derived"),
            Number("mean torque over a turn in Nm", 0.0, 1e-10, "energy of a closed cycle", "derived"),
        ),
        note="Force of the crank on the coupler, in ground axes. The book prints two couplers: listing and table.",
    )  # fmt: skip


ANGLES = (
    (0.984373, 4.314439), (1.157136, 4.276890), (1.350779, 4.170605), (1.536642, 4.012933), (1.663072, 3.830505),
    (1.632628, 3.665762), (1.345368, 3.592450), (0.984794, 3.665762), (0.789608, 3.830505), (0.733610, 4.012933),
    (0.761801, 4.170605), (0.849159, 4.276890),
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
        (2.010018, -2.836314),
    ),
    _four_bar(
        "table",
        (
            (-22.81883, 33.27472, 1.544024), (-19.89575, 21.48363, 1.327151), (-11.69730, 9.90871, 0.713004),
            (0.84934, -2.47067, -0.032275), (16.24642, -19.41769, -0.305509), (22.44193, -39.31588, 0.625321),
            (-4.35290, 24.59046, -1.214023), (10.62743, 99.59928, -3.317916), (10.24184, 85.01545, -1.418038),
            (-1.47833, 68.57052, -0.056177), (-12.50246, 56.33609, 0.798735), (-20.11007, 44.96537, 1.339800),
        ),
        (1.544046, -3.491843),
    ),
    Experiment(
        "book/four-bar forced",
        hoeken_four_bar,
        "forced motion",
        "section 8.3, figure 8.6, table 10.8",
        rates={"crank": (OMEGA,)},
        course=Course("Uniform", {"start": (0.0,), "rate": (OMEGA,)}, ("crank",)),
        duration=1.33,
        tolerances=(1e-5, 1e-7),
        numbers=(
            Number(
                "error of the crank's angle in rad", 0.0, 0.0, "figure 8.6b, called negligible",
                note="The torque-driven crank is unstable: the 4-digit start of table 10.8 alone gives 0.099 rad.",
            ),
        ),
    ),
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
                6e-6, RECOMPUTED,
            ),
        ),
        numbers=(
            Number("largest torque in Nm", 0.200933, 1e-6, RECOMPUTED, "derived"),
            Number("smallest torque in Nm", -0.601537, 1e-6, RECOMPUTED, "derived"),
        ),
        note="Forces of crank on coupler, coupler on guide, guide on brace, in ground axes.",
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
                6e-7, RECOMPUTED,
            ),
        ),
        note="Forces of the cranks on the couplers 2 and 3, in ground axes. The circle's third value is the angle.",
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
                2e-5, RECOMPUTED,
            ),
        ),
        numbers=(Number("energy in J", 67.81573577, 2e-5, RECOMPUTED, "derived"),),
        note=(
            "Table 8.4 is rounded to whole degrees and misses its base by 8 and 17 mm; this is the nearest "
            "pose that closes. The motion is chaotic: only the first half second can be compared."
        ),
    ),
)  # fmt: skip

EXPERIMENTS = (*GRIPPER, *KUKA, *BIPED, *FOUR_BAR, *LEG, *THREE_RRR)
