"""Experiments of Koul, Shah, Saha and Manivannan."""

from __future__ import annotations

from collections.abc import Callable
from math import pi

from ...builder import Mechanism
from ..experiment import RECOMPUTED, Course, Experiment, Number, Table
from ..families.rows import four_bar_row, legged_platform
from ..papers.excavator import excavator
from ..papers.koul import carpet_scraper, koul_three_rrr

CUTS = tuple(f"joint_{k} {axis}" for k in (8, 9, 10) for axis in "xy")
LOOPS = {  # second point of each loop's way, then the first: body, place along its x axis
    "scraper": (
        ("coupler", -0.1152, "crank", 0.038), ("coupler", 0.1152, "guide", 0.239), ("brace", 0.239, "guide", 0.239),
    ),
    "3-RRR": (("coupler_2", 0.6, "crank_2", 0.4), ("coupler_3", 0.6, "crank_3", 0.4)),
}  # fmt: skip
LINKS = ("crank", "rocker", "coupler", "arm", "guide", "beam", "brace")
JOINTS = ("base_1", "elbow_1", "corner_1", "corner_2", "corner_3", "base_2", "base_3")
CRANKS = ("base_1", "base_2", "base_3")
TABLE_2 = (1.04, 4.1883, 5.7637)


def _blocks(what: str, *rows: tuple[float, ...]) -> tuple[Number, ...]:
    """Rows of a matrix, one number each."""
    return tuple(
        Number(f"{what}, row {k}", row, 5e-7, RECOMPUTED, "derived") for k, row in enumerate(rows, 1)
    )  # fmt: skip


def _times(run: str, system: float, subsystem: float) -> tuple[Number, ...]:
    where = f"table 3, run {run}"
    return (
        Number("computing time with system-level multipliers in s", system, 0.0, where),
        Number("computing time with subsystem-level multipliers in s", subsystem, 0.0, where),
    )


SCRAPER = (
    Experiment(
        "koul/scraper at the start",
        carpet_scraper,
        "statics",
        "section 4.1, tables 1 and 2",
        rates={"crank": (4.7124,)},
        tables=(
            Table(
                "acceleration", LINKS,
                ((0.0, 17.494180, 8.300636, -6.173368, -6.465940, 3.010043, 3.010043, -3.010043),), 5e-7, RECOMPUTED,
            ),
            Table("rate", LINKS, ((0.0, 4.7124, 1.40448, 0.0, -1.04430216, 0.0, 0.0, 0.0),),
                  (5e-5, 5e-6, 5e-9, 5e-9, 5e-9, 5e-9, 5e-9), RECOMPUTED),
            Table(
                "force", CUTS, ((0.0, -307.061166, -7.689889, 29.980720, 425.474215, -109.624988, 57.987269),),
                5e-7, RECOMPUTED,
            ),
            Table(
                "force at constant speed", CUTS,
                ((0.0, -332.732551, -107.167006, 93.307771, 466.465084, -69.694047, 42.818933),), 5e-7, RECOMPUTED,
            ),
        ),
        numbers=(
            Number("torque for constant speed in Nm", -3.792761, 5e-7, RECOMPUTED, "derived"),
            Number("condition number of the constraint inertia matrix", 496.0, 0.5, RECOMPUTED, "derived"),
            Number("block of loops 1 and 3 in the constraint inertia matrix", 0.0, 1e-12, "equation 30"),
            Number("angles at the start",
                   (0.0, 0.98437306, -5.11033878, -0.38714248, -1.56308988, -1.56308988, 4.70468253), 5e-9, RECOMPUTED,
                   "derived", "whole turns apart"),
            *_blocks("inertia matrix of subsystem I", (0.000722,)),
            *_blocks("inertia matrix of subsystem II", (0.101745, 0.022118), (0.022118, 0.022118)),
            *_blocks(
                "inertia matrix of subsystem III", (4.215893, 0.057385, 2.569445, -0.063493),
                (0.057385, 0.057121, 0.0, 0.0), (2.569445, 0.0, 2.676226, 0.056461),
                (-0.063493, 0.0, 0.056461, 0.057121),
            ),
            *_blocks(
                "constraint Jacobian", (0.0, 0.0, 0.095953, 0.0, 0.0, 0.0, 0.0),
                (-0.038, 0.1275, 0.06375, 0.0, 0.0, 0.0, 0.0),
                (0.0, -0.191906, -0.095953, -0.258094, -0.222001, 0.0, 0.0),
                (0.0, 0.0, -0.06375, 0.0, 0.088525, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0, -0.222001, 0.131768, -0.090233),
                (0.0, 0.0, 0.0, 0.0, 0.088525, -0.309837, -0.221312),
            ),
            Number("φ", (-0.279585, -4.065019, 0.0, -26.899568, 1.340018, 23.683363, 3.350045), 5e-7, RECOMPUTED,
                   "derived"),
            Number("Ψ", (-0.592353, 0.0, 0.0, 0.660016, 0.0, 0.0), 5e-7, RECOMPUTED, "derived"),
            Number("rate at which loop 2 opens by J₂₂ as printed, in m/s", 0.179, 5e-4, RECOMPUTED, "derived",
                   "the print has −a₂c₂ for +a₂c₂"),
        ),
        note="Joint 4 is put at (−0.0895, 0.45) m: where it is, is not said. Forces on the second body of a cut.",
    ),
    Experiment(
        "koul/scraper's coupler curve", carpet_scraper, "statics", "section 4.1, table 1",
        course=Course("Uniform", {"start": (0.0,), "rate": (4.7124,)}, ("crank",)), duration=4 / 3,
        numbers=(
            Number("x of joint 9, smallest and largest, in m", (-0.1813, 0.0023), 5e-5, RECOMPUTED, "derived"),
            Number("y of joint 9, smallest and largest, in m", (0.1919, 0.2246), 5e-5, RECOMPUTED, "derived"),
            Number("stroke of the part that is straight within 0.5 mm, in m", 0.1666, 5e-5, RECOMPUTED, "derived"),
            Number("turn of the crank on it in degrees", 186.0, 0.5, RECOMPUTED, "derived"),
            Number("ratio of the pantograph", 3.5, 1e-9, "table 1: 0.8365 to 0.239 and 0.3346 to 0.0956"),
        ),
        note="The paper says that the four-bar's tip goes straight; its base length is that of ReDySim.",
    ),
    Experiment(
        "koul/scraper free, loose", carpet_scraper, "free motion", "section 5.1, figure 7a, tables 3 and 4",
        rates={"crank": (4.7124,)}, duration=15.0, tolerances=(1e-3, 1e-3),
        numbers=(
            *_times("a", 2.80, 2.72),
            Number("time for the multipliers, system level, in s", 0.3045, 0.0, "table 4"),
            Number("time for the multipliers, subsystem level, in s", 0.2205, 0.0, "table 4"),
            Number("saving on the multipliers", 0.276, 0.0, "table 4"),
            Number("operations for the multipliers, both levels", (1530, 580), 0.0, "dense blocks", "derived"),
            Number("loop error in m at 3, 6 s", (2e-2, 6e-2), 0.0, RECOMPUTED, "derived"),
        ),
        note="Start moving or at rest: not said. Without projection the loops open by centimetres.",
    ),
    Experiment(
        "koul/scraper free, tight", carpet_scraper, "free motion", "section 5.1, table 3",
        rates={"crank": (4.7124,)}, duration=5.0, tolerances=(1e-8, 1e-8),
        numbers=(
            *_times("b", 6.51, 6.41),
            Number("loop error in m and energy error in J", (3e-7, 1e-4), 0.0, RECOMPUTED, "derived"),
        ),
    ),
    Experiment(
        "koul/scraper forced", carpet_scraper, "forced motion", "section 5.1, figures 7b and 7c, table 3",
        rates={"crank": (4.7124,)}, duration=5.0, tolerances=(1e-8, 1e-8),
        course=Course("Uniform", {"start": (0.0,), "rate": (4.7124,)}, ("crank",)),
        numbers=_times("c", 9.33, 9.25),
        note="The desired motion is not given; constant speed fits table 2.",
    ),
)  # fmt: skip

THREE_RRR = (
    Experiment(
        "koul/3-RRR at the start",
        koul_three_rrr,
        "statics",
        "section 4.2, tables 1 and 2",
        tables=(
            Table(
                "acceleration", JOINTS,
                ((0.0, -1.714742, -14.329076, 9.172505, 19.577417, 16.845332, 20.523375, -31.468662),),
                5e-7, RECOMPUTED,
            ),
            Table(
                "force", ("elbow_2 x", "elbow_2 y", "elbow_3 x", "elbow_3 y"),
                ((0.0, 7.020484, 13.835853, -9.025837, 4.947121),), 5e-7, RECOMPUTED,
            ),
        ),
        numbers=(
            Number("potential energy in J", 67.774056, 5e-7, RECOMPUTED, "derived"),
            *_blocks("inertia matrix of subsystem II", (0.16,)),
            *_blocks("inertia matrix of subsystem III", (0.16,)),
            *_blocks(
                "constraint Jacobian", (0.346312, 0.691274, 0.802872, 0.523169, 0.0, -0.346312, 0.0),
                (0.79983, 0.597342, 0.007812, 0.293759, 0.0, 0.20017, 0.0),
                (-0.667452, -0.32249, -0.210892, 0.0, -0.598381, 0.0, -0.198573),
                (0.84723, 0.644742, 0.055212, 0.0, -0.044045, 0.0, -0.34723),
            ),
            Number("φ", (-139.496843, -96.789065, 7.310161, -5.763557, 0.864166, 2.945498, -5.109488), 5e-7, RECOMPUTED,
                   "derived"),
            Number("Ψ", (0.0, 0.0, 0.0, 0.0), 5e-7, RECOMPUTED, "derived"),
        ),
    ),
    Experiment(
        "koul/3-RRR at the start, heavier platform",
        koul_three_rrr,
        "statics",
        "platform inertia of ReDySim",
        arguments={"platform_moment": 0.16},
        tables=(
            Table(
                "acceleration", JOINTS,
                ((0.0, -1.494588, -14.578244, 9.587141, 19.296591, 16.527953, 20.783196, -31.287962),),
                5e-7, RECOMPUTED,
            ),
            Table(
                "force", ("elbow_2 x", "elbow_2 y", "elbow_3 x", "elbow_3 y"),
                ((0.0, 6.998604, 14.005680, -8.906304, 4.795498),), 5e-7, RECOMPUTED,
            ),
        ),
        numbers=(
            *_blocks(
                "inertia matrix of subsystem I", (12.309821, 7.741531, -0.421229, 0.592274, 0.484149),
                (7.741531, 6.533242, 1.212143, 0.834255, 0.089149), (-0.421229, 1.212143, 2.131044, 0.604665, 0.007524),
                (0.592274, 0.834255, 0.604665, 0.48, 0.0), (0.484149, 0.089149, 0.007524, 0.0, 0.48),
            ),
        ),
    ),
    Experiment(
        "koul/3-RRR assembly modes",
        koul_three_rrr,
        "statics",
        "table 2",
        numbers=(
            Number("ways to close with the cranks of table 2", 2, 0.5, RECOMPUTED, "derived"),
            Number(
                "angles 2 … 5 of the first", (-0.85291280, 3.72886621, 1.30806513, 2.96430536), 5e-9, RECOMPUTED,
                "derived",
            ),
            Number(
                "angles 2 … 5 of the second", (-1.85784, 1.86492, -2.63951, -1.33312), 5e-6, RECOMPUTED, "derived",
            ),
            *(
                number
                for which, angle, middle in (
                    ("first", 224.37, (0.72979, 0.23416)), ("second", 59.99, (0.61280, 0.13810)),
                )
                for number in (
                    Number(f"platform angle in degrees of the {which}", angle, 5e-3, RECOMPUTED, "derived"),
                    Number(f"place of the platform's middle in m of the {which}", middle, 5e-6, RECOMPUTED, "derived"),
                )
            ),
        ),
        note="Which of the two the paper means it does not say; the book's start is the first.",
    ),
    Experiment(
        "koul/3-RRR assembly modes, first crank of the program",
        koul_three_rrr,
        "statics",
        "table 2",
        arguments={"angle": 1.0467},
        numbers=(
            Number(
                "angles 2 … 5 of the first", (-0.86237980, 3.73354833, 1.30896786, 2.96027248), 5e-9, RECOMPUTED,
                "derived",
            ),
            Number("platform angle in degrees of the first", 224.48, 5e-3, RECOMPUTED, "derived"),
            Number("place of the platform's middle in m of the first", (0.72820, 0.23376), 5e-6, RECOMPUTED, "derived"),
        ),
        note="Table 2 prints 1.04 rad, the program's example has 1.0467.",
    ),
    Experiment(
        "koul/3-RRR free, loose", koul_three_rrr, "free motion", "section 5.2, figure 8a, tables 3 and 4",
        duration=15.0, tolerances=(1e-3, 1e-3),
        numbers=(
            *_times("a", 3.07, 2.96),
            Number("time for the multipliers, system level, in s", 0.2055, 0.0, "table 4"),
            Number("time for the multipliers, subsystem level, in s", 0.1575, 0.0, "table 4"),
            Number("saving on the multipliers", 0.234, 0.0, "table 4"),
            Number("operations for the multipliers, both levels", (940, 570), 0.0, "dense blocks", "derived"),
            Number("loop error in m at 0.5, 1, 2 s", (1.2e-2, 8e-2, 0.28), 0.0, RECOMPUTED, "derived"),
        ),
        note="The fall is chaotic: curves can be compared for a second at most.",
    ),
    Experiment(
        "koul/3-RRR free, tight",
        koul_three_rrr,
        "free motion",
        "section 5.2, figure 8a, table 3",
        duration=5.0,
        tolerances=(1e-8, 1e-8),
        tables=(
            Table(
                "coordinate", CRANKS,
                (
                    (0.1, 1.029476, 4.291557, 5.598787), (0.2, 1.107644, 4.544243, 4.900464),
                    (0.3, 1.536626, 4.680990, 4.509053), (0.4, 1.915691, 4.916217, 4.272565),
                    (0.5, 2.149397, 5.133203, 4.087007), (0.6, 1.578931, 4.837141, 4.017418),
                    (0.7, 0.495041, 4.048111, 4.533429), (0.8, -0.763079, 3.755586, 4.748222),
                    (0.9, -1.205828, 3.157951, 4.177717), (1.0, -0.877378, 2.719371, 3.509378),
                ),
                5e-7, RECOMPUTED,
            ),
        ),
        numbers=(
            *_times("b", 10.25, 10.12),
            Number("loop error in m and energy error in J", (2.6e-6, 5e-4), 0.0, RECOMPUTED, "derived"),
        ),
    ),
    Experiment(
        "koul/3-RRR free, heavier platform",
        koul_three_rrr,
        "free motion",
        "platform inertia of ReDySim",
        arguments={"platform_moment": 0.16},
        tables=(
            Table(
                "coordinate", CRANKS,
                (
                    (0.1, 1.030393, 4.292640, 5.599567), (0.2, 1.104047, 4.538672, 4.900989),
                    (0.3, 1.520008, 4.647818, 4.512184), (0.4, 1.896656, 4.863279, 4.287444),
                    (0.5, 2.164440, 5.080614, 4.125418), (0.6, 1.676289, 4.832503, 4.044207),
                    (0.7, 0.651090, 4.003760, 4.464761), (0.8, -0.668246, 3.395246, 4.831370),
                    (0.9, -1.300342, 3.316854, 4.418373), (1.0, -0.985253, 3.032339, 3.916115),
                ),
                5e-7, RECOMPUTED,
            ),
        ),
    ),
    Experiment(
        "koul/3-RRR forced", koul_three_rrr, "forced motion", "section 5.2, figures 8b and 8c, table 3",
        duration=5.0, tolerances=(1e-8, 1e-8), numbers=_times("c", 12.91, 12.81),
        course=Course(
            "Cycloid",
            {
                "start": TABLE_2, "end": tuple(q + turn for q, turn in zip(TABLE_2, (pi / 3, pi / 3, pi / 6))),
                "duration": 5.0,
            },
            CRANKS,
        ),
        note=(
            "The desired motion is not given and matches no public file. Assumed: the cranks turn by π/3, π/3 and π/6 "
            "from rest to rest, as in Khan's thesis, which has the same machine."
        ),
    ),
)  # fmt: skip


def _structure(name: str, machine: Callable[..., Mechanism], where: str, *numbers: tuple[str, object]) -> Experiment:
    return Experiment(
        f"koul/structure of {name}", machine, "counts", where,
        numbers=tuple(Number(quantity, value, 0.5, where) for quantity, value in numbers),
    )  # fmt: skip


BLOCKS, ZEROS, ORDER = "subsystems of each loop", "blocks of the GICM that are zero", "order of inverse dynamics"
SIZES = "sizes of the matrices to invert, subsystem by subsystem and loop by loop"
STRUCTURE = (
    _structure(
        "excavator", excavator, "section 2.3, equation 13",
        (BLOCKS, "L1: I II, L2: II, L3: I II, L4: I III"), (ZEROS, "(4,2)"),
    ),
    _structure(
        "scraper", carpet_scraper, "section 4.1, equations 25 to 35",
        (BLOCKS, "L1: I II, L2: II III, L3: III"), (ZEROS, "(3,1)"), (ORDER, "III, II, I"),
        (SIZES, (1, 2, 4, 2, 2, 2)),
    ),
    _structure(
        "3-RRR", koul_three_rrr, "section 4.2, equations 36 to 45",
        (BLOCKS, "L1: I II, L2: I III"), (ZEROS, "none"), (ORDER, "I, II, III"), (SIZES, (5, 1, 1, 2, 2)),
    ),
)  # fmt: skip

FAMILIES = tuple(
    Experiment(
        f"koul/{name}",
        machine,
        "timing",
        "section 6, larger systems",
        arguments={"k": 5 if machine is four_bar_row else 6},
        control={"k": sizes},
        numbers=(
            Number(
                "savings on the multipliers of scraper and 3-RRR", (0.276, 0.234), 0.0, "table 4",
                note="the paper expects more of larger systems and shows none",
            ),
            Number("the same in time", (0.276, 0.234), 0.0, "table 4"),
            Number("savings on whole runs, scraper and 3-RRR", (0.029, 0.036), 0.0, "table 3, run a"),
        ),
    )
    for name, machine, sizes in (
        ("row of four-bars", four_bar_row, (1, 2, 5, 10, 20, 50)),
        ("platform on legs", legged_platform, (6, 8, 10)),
    )
)  # fmt: skip

EXPERIMENTS = (*SCRAPER, *THREE_RRR, *STRUCTURE, *FAMILIES)
