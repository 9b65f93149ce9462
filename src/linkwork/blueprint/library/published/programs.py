"""Runs of the book's program (ReDySim) with machines that the book does not treat: its input files, without output."""

from __future__ import annotations

from math import pi

from ..book.arms import pppr_robot, rp_robot, three_link_arm, two_link_arm
from ..book.chain import chain
from ..book.four_bars import redysim_four_bar
from ..experiment import Course, Experiment, Number

BALANCE = Number("change of total energy over what is exchanged", 0.0, 1e-9, "a law: nothing drives it", "derived")
LOOSE = (1e-4, 1e-6)


def _static(*torques: float) -> Number:
    return Number("driving forces at the start", torques, 5e-6, "statics, by hand", "derived")


EXPERIMENTS = (
    Experiment(
        "book/two-link arm of the program", two_link_arm, "inverse dynamics", "ReDySim, 2-Link Robot",
        course=Course(
            "Cycloid", {"start": (0.0, 0.0), "end": (pi / 3, pi / 2), "duration": 10.0}, ("upper_arm", "forearm")
        ),
        duration=10.0, step=0.05, numbers=(_static(2.40345, 0.4905),),
    ),
    Experiment(
        "book/three-link arm of the program", three_link_arm, "inverse dynamics", "ReDySim, 3-Link Robot",
        course=Course(
            "Cycloid", {"start": (0.0,) * 3, "end": (pi,) * 3, "duration": 10.0}, ("upper_arm", "forearm", "hand")
        ),
        duration=10.0, step=0.05, numbers=(_static(4.34583, 1.54998, 0.32373),),
    ),
    Experiment(
        "book/RP robot of the program", rp_robot, "inverse dynamics", "ReDySim, RP Robot",
        course=Course("Cycloid", {"start": (0.0, 0.15), "end": (pi / 2, 0.3), "duration": 10.0}, ("arm", "slider")),
        duration=10.0, step=0.05, numbers=(_static(2.20725, 4.905),),
    ),
    Experiment(
        "book/PPPR robot of the program", pppr_robot, "inverse dynamics", "ReDySim, PPPR robot",
        course=Course(
            "Cycloid", {"start": (0.05, 0.05, 0.05, 0.0), "end": (0.1, 0.1, 0.1, pi / 2), "duration": 1.0},
            ("lift", "carriage", "ram", "hand"),
        ),
        numbers=(Number("work of the drives less the energy gained, in J", 0.0, 1e-9, "a law", "derived"),),
    ),
    Experiment(
        "book/chain of the program", chain, "free motion", "ReDySim, Large-DOF Chain", tolerances=LOOSE,
        numbers=(BALANCE,),
    ),
    Experiment(
        "book/four-bar of the program", redysim_four_bar, "free motion", "ReDySim, Fourbar Mechanism", duration=1.33,
        tolerances=LOOSE, numbers=(BALANCE,),
        note="The program's start misses its loop by 26 mm; this is the pose that closes at crank angle 0.",
    ),
)  # fmt: skip
