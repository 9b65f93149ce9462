"""Walking in Shah, Saha and Dutt (2013), chapters 7 and 9: gaits, walks on the ground of the program, flights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...builder import Mechanism
from ..book.planar_biped import planar_biped
from ..book.spatial_biped import spatial_biped
from ..book.walkers import hexapod, quadruped
from ..experiment import RECOMPUTED, Experiment, Number

PUSHED = "Joints on their gait, a free trunk, feet pushed by the ground of the program's files."
UNKNOWN = "Neither the ground nor the feet of this machine are given."
UNIT = "unit not said, perhaps per cent"


@dataclass(frozen=True)
class _Walk:
    """What chapters 7 and 9, appendix C and tables B.1, B.2 say of a walker."""

    name: str
    machine: Callable[..., Mechanism]
    section: str
    advance: tuple[float, float]  # m, in s
    speed: tuple[float, str]
    touch: float | None
    degrees: float
    follows: float  # s, without control
    controlled: float  # s, with control
    error: float
    rate: float  # 1/s: w = √(g/z)
    start: float  # m/s: of the hip
    middle: float  # m/s: of the hip in the middle of a step
    ground: tuple[float, float, float] | None  # N/m; friction; N s/m of slip
    more: tuple[Number, ...] = ()
    leg: tuple[Number, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def experiment(self) -> Experiment:
        """Its numbers."""
        way, time = self.advance
        speed, note = self.speed
        numbers = [
            Number(f"advance in {time:g} s, in m", way, 0.05, self.section),
            Number("mean speed of the gait in m/s", speed, 0.05, self.section, note=note),
            Number("rate of the pendulum in 1/s", self.rate, 5e-7, RECOMPUTED, "derived"),
            Number("speed of the hip at the start in m/s", self.start, 5e-7, RECOMPUTED, "derived"),
            Number("speed of the hip in mid-step in m/s", self.middle, 5e-7, RECOMPUTED, "derived"),
            *self.leg,
            *((Number("touch-down in s", self.touch, 0.0, self.section),) if self.touch is not None else ()),
            *self.more,
            Number("largest angle of the trunk in degrees", self.degrees, 0.0, self.section),
            Number("follows without control until, in s", self.follows, 0.0, "chapter 9"),
            Number("follows with control for, in s", self.controlled, 0.0, "chapter 9"),
            Number("largest error of the total energy", self.error, 0.0, "appendix C", note=UNIT),
        ]
        control: dict[str, Any] = {"gait": self.name, **({"ground": self.ground} if self.ground else {})}
        return Experiment(
            f"book/{self.name} walking", self.machine, "forced motion", f"{self.section} and chapter 9",
            arguments=self.arguments, duration=self.controlled, control=control, numbers=tuple(numbers),
            note=PUSHED if self.ground else UNKNOWN,
        )  # fmt: skip

    def flight(self) -> Experiment:
        """The same joint motion without ground."""
        return Experiment(
            f"book/{self.name} in flight", self.machine, "free motion", "equations 7.1 and 7.2, tables 7.1 and 7.2",
            duration=0.3, control={"gait": self.name}, numbers=LAWS,
            note="The joint motion of the gait, the trunk free: what the recursions for a floating base are for.",
        )  # fmt: skip


FORCES = (
    Number("vertical force on the foot that touches down, before and after, in N", (0, 100), 0.0, "section 7.2.1"),
    Number("horizontal force, before and after, in N", (0, -50), 0.0, "section 7.2.1"),
)
LEG = tuple(
    Number(f"{which} in degrees: hip, knee, ankle", angles, 5e-5, RECOMPUTED, "derived")
    for which, angles in (
        ("support leg at the start", (22.5567, 27.3521, 4.7954)),
        ("swing leg at the start", (4.7954, 27.3521, 22.5567)),
        ("swing leg in mid-step", (30.6834, 61.3668, 30.6834)),
    )
)
LAWS = (
    Number("force on the free base, in N and Nm", 0.0, 1e-9, "equation 7.1", "derived"),
    Number("distance of the mass centre from its parabola in m", 0.0, 1e-6, "a law", "derived"),
    Number("change of the angular momentum about the mass centre in N m s", 0.0, 1e-5, "a law", "derived"),
    Number("change of energy less the work of the joints, in J", 0.0, 1e-4, "a law", "derived"),
    Number("accelerations by table 7.2 from these torques, off by", 0.0, 1e-6, "table 7.2", "derived"),
    Number("joint torques by table 7.1, off by, in Nm", 0.0, 1e-8, "table 7.1", "derived"),
)
REBUILT = (
    Number("touch-down in s, rebuilt", 0.849, 0.0, RECOMPUTED, "derived"),
    Number("range of the trunk's angle in the first second in degrees", (-2.99, 0.51), 0.0, RECOMPUTED, "derived"),
    Number("range of the trunk's angle in four steps in degrees", (-2.99, 2.56), 0.0, RECOMPUTED, "derived"),
    Number(
        "x and range of the height of the trunk after four steps in m",
        (0.974, 1.196, 1.216),
        0.0,
        RECOMPUTED,
        "derived",
    ),
)
TROT = (
    Number("energy at the start in J", 40.8685, 5e-5, "output file of the program", "program"),
    Number("place at 0.5, 1, 2 s in m", (-0.00755, 0.13967, 0.42720), 5e-6, "output file of the program", "program"),
    Number("height at 0.5, 1 s in m", (0.49239, 0.49848), 5e-6, "output file of the program", "program"),
    Number("angles of the trunk in 2 s in degrees", 2.2, 0.05, "output file of the program", "program"),
)
TRIPOD = (
    Number("energy at the start in J", 47.998, 5e-4, "output file of the program", "program"),
    Number("place at 0.5, 1, 2 s in m", (0.18975, 0.56783, 1.32577), 5e-6, "output file of the program", "program"),
    Number("angles of the trunk in 2 s in degrees", 0.44, 5e-3, "output file of the program", "program"),
)
SWAY = (
    Number("sideways speed of the hip at the start in m/s", -0.175832, 5e-7, RECOMPUTED, "derived", "for y = 0.08 m"),
    Number("y of the hip in mid-step in m", 0.059165, 5e-7, RECOMPUTED, "derived"),
)
SLOW = "section 7.3 says 0.4, its own data give 0.3"
WALKS = (
    _Walk(
        "planar biped",
        planar_biped,
        "section 7.2.1",
        (0.3, 1.0),
        (0.3, ""),
        0.83,
        3.0,
        1.0,
        4.0,
        8.48e-4,
        3.196678,
        0.520395,
        0.202211,
        (2000.0, 0.7, 1000.0),
        (*FORCES, *REBUILT),
        LEG,
        {"base": "planar"},
    ),
    _Walk(
        "spatial biped",
        spatial_biped,
        "section 7.2.2",
        (0.3, 0.5),
        (0.6, ""),
        None,
        2.0,
        0.1,
        2.0,
        3.6e-3,
        3.265432,
        0.727719,
        0.538197,
        None,
        leg=SWAY,
    ),
    _Walk(
        "quadruped",
        quadruped,
        "section 7.3",
        (0.3, 1.0),
        (0.4, SLOW),
        0.8,
        2.0,
        0.8,
        4.0,
        6.28e-5,
        4.429447,
        0.680449,
        0.146837,
        (2500.0, 0.7, 1500.0),
        TROT,
    ),
    _Walk(
        "hexapod",
        hexapod,
        "section 7.4",
        (0.4, 0.5),
        (0.8, ""),
        0.45,
        0.3,
        0.9,
        2.0,
        3.31e-2,
        4.223312,
        1.077291,
        0.668656,
        (3000.0, 0.7, 2000.0),
        TRIPOD,
    ),
)
EXPERIMENTS = (
    *(walk.experiment() for walk in WALKS),
    *(walk.flight() for walk in WALKS if walk.ground),
)  # fmt: skip
