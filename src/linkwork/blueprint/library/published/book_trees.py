"""Experiments with trees of Shah, Saha and Dutt (2013) and of the input files of its program."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, pi, radians

from ..book.gripper import gripper
from ..book.kuka import kuka_kr5
from ..book.spatial_biped import spatial_biped_on_foot
from ..experiment import RECOMPUTED, Course, Experiment, Number, Table

FINGERS = ("palm", "finger", "fingertip", "thumb")
ARM = ("shoulder", "upper_arm", "forearm", "wrist", "hand", "flange")
GRASP = {"start": (0.0, 0.0, 0.0, pi / 2), "end": (pi / 3, radians(80), radians(80), 2 * pi / 3)}


def _extremes(
    nm: float, largest: tuple[float, ...], smallest: tuple[float, ...],
    s: float, first: tuple[float, ...], last: tuple[float, ...],
) -> tuple[Number, ...]:  # fmt: skip
    """Largest and smallest torque of each joint, and when."""
    return (
        Number("largest torques in Nm", largest, nm, RECOMPUTED, "derived"),
        Number("smallest torques in Nm", smallest, nm, RECOMPUTED, "derived"),
        Number("instants of the largest torques in s", first, s, RECOMPUTED, "derived"),
        Number("instants of the smallest torques in s", last, s, RECOMPUTED, "derived"),
    )


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
            *_extremes(
                5e-7, (0.982215, 0.229770, 0.058848, 0.000539), (0.119345, -0.160122, -0.048603, -0.049671),
                5e-5, (0.2069, 0.2063, 0.1989, 0.0787), (0.8654, 0.8405, 0.6915, 0.8342),
            ),
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
            Number("angles at 1 s by a 5(4) pair at 1e-3, 1e-6", (-1.901082, 0.022541, -0.100016, -0.125135), 5e-7,
                   RECOMPUTED, "derived", "SciPy's"),
            Number("steps of that pair", 44, 0.5, RECOMPUTED, "derived"),
            Number("computing time in s", 0.29, 0.0, "section 6.2.1", note="Intel T2300 at 1.66 GHz; ADAMS 39 s"),
        ),
        note="The printed list of starting angles is garbled; read as −60° for the palm and zero for the others.",
    ),
    Experiment(
        "book/gripper free (thumb upright)",
        gripper,
        "free motion",
        "section 6.2.1, figures 6.3 and 6.4, the other reading",
        start={"palm": (-pi / 3,), "finger": (0.0,), "fingertip": (0.0,), "thumb": (pi / 2,)},
        numbers=(
            Number("energy in J", -0.7400888290, 5e-11, RECOMPUTED, "derived"),
            Number("angles at 1 s in degrees", (-108.5329, -4.7940, 8.8609, -52.5202), 5e-5, RECOMPUTED, "derived"),
        ),
        note="The same list read with the thumb as in the inverse dynamics; the figure would be needed to decide.",
    ),
    Experiment(
        "book/gripper free (program's start)",
        gripper,
        "free motion",
        "table 10.6, with the start of the program's file",
        start={"palm": (0.0,), "finger": (0.0,), "fingertip": (0.0,), "thumb": (pi / 2,)},
        tables=(
            Table(
                "coordinate", FINGERS,
                (
                    (0.1, -0.624711, 0.731516, 0.026731, 1.886181), (0.2, -1.407435, -0.035886, -0.597783, 0.061969),
                    (0.3, -2.615141, 0.124723, -0.088639, -0.632687), (0.5, -2.458237, -2.044682, 1.554599, 1.516313),
                    (0.8, -0.323864, 3.793738, 4.871128, -1.254091),
                ),
                5e-7, RECOMPUTED,
            ),
        ),
        numbers=(Number("energy in J", 0.04905, 5e-6, RECOMPUTED, "derived"),),
        note="The printed list has three of the four angles. The motion is chaotic: not all of it can be compared.",
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
        numbers=(
            Number("errors at the end in rad", (0.003353, -0.002961, -0.000793, -0.000994), 5e-7, RECOMPUTED,
                   "derived"),
            Number("energy at the end less the work of the drives, in J", 0.04905, 5e-6, RECOMPUTED, "derived"),
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
                5e-6, "torque file of the program", "program", digits=7,
            ),
        ),
        numbers=(
            Number(
                "largest torques in Nm", (106.4343, 211.1061, 35.75627, 0.23883, 0.08328, 0.00001),
                (5e-5, 5e-5, 5e-6, 5e-6, 5e-6, 5e-6),
                "torque file of the program", "program",
            ),
            Number(
                "smallest torques in Nm", (-101.3101, -3.11222, -10.18452, -0.29236, -0.38041, -0.00004),
                (5e-5, 5e-6, 5e-6, 5e-6, 5e-6, 5e-6),
                "torque file of the program", "program",
            ),
            Number("torque of the first joint at start and end in Nm", (0.0, 0.0), 1e-9, "figure 6.6"),
            Number("joint of the largest torque", "upper_arm", 0.0, "figure 6.6"),
        ),
        note="Mass centres and full digits of the inertias are the program's; the book leaves them out.",
    ),
    Experiment(
        "book/KUKA free",
        kuka_kr5,
        "free motion",
        "section 6.2.2, figures 6.7 and 6.8",
        tolerances=(1e-4, 1e-6),
        numbers=(Number("change of total energy over what is exchanged", 0.0, 1e-9, "figure 6.8: constant"),),
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
            Number("angles of stance ankle, knee and hip at the start", (-0.2089, 0.7410, -0.5321), 5e-5,
                   "input file of the program", "program"),
        ),
        note="The sideways sway of the gait is contradictory in the source and left out.",
    ),
)  # fmt: skip

EXPERIMENTS = (*GRIPPER, *KUKA, *BIPED)
