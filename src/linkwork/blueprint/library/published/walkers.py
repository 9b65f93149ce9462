"""Walking in Shah, Saha and Dutt (2013), chapters 7 and 9: the gait's own numbers; those of the ground without a model.

What a gait makes of tables B.1 and B.2 is judged; what the ground does to the feet cannot be had yet.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ...builder import Mechanism
from ..book.planar_biped import planar_biped
from ..book.spatial_biped import spatial_biped
from ..book.walkers import hexapod, quadruped
from ..experiment import RECOMPUTED, Experiment, Number

CONTACT = "The feet push on the ground: contact is not part of the package yet."
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
    more: tuple[Number, ...] = ()
    leg: tuple[Number, ...] = ()

    def experiment(self) -> Experiment:
        """Its numbers."""
        way, time = self.advance
        speed, note = self.speed
        numbers = [
            Number(f"advance in {time:g} s, in m", way, 0.0, self.section),
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
        return Experiment(
            f"book/{self.name} walking", self.machine, "forced motion", f"{self.section} and chapter 9", duration=time,
            control={"gait": self.name}, numbers=tuple(numbers), note=CONTACT,
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
SWAY = (
    Number("sideways speed of the hip at the start in m/s", -0.175832, 5e-7, RECOMPUTED, "derived", "for y = 0.08 m"),
    Number("y of the hip in mid-step in m", 0.059165, 5e-7, RECOMPUTED, "derived"),
)
SLOW = "section 7.3 says 0.4, its own data give 0.3"
EXPERIMENTS = tuple(
    walk.experiment()
    for walk in (
        _Walk("planar biped", planar_biped, "section 7.2.1", (0.3, 1.0), (0.3, ""), 0.83, 3.0, 1.0, 4.0, 8.48e-4,
              3.196678, 0.520395, 0.202211, FORCES, LEG),
        _Walk("spatial biped", spatial_biped, "section 7.2.2", (0.3, 0.5), (0.6, ""), None, 2.0, 0.1, 2.0, 3.6e-3,
              3.265432, 0.727719, 0.538197, leg=SWAY),
        _Walk("quadruped", quadruped, "section 7.3", (0.3, 1.0), (0.4, SLOW), 0.8, 2.0, 0.8, 4.0, 6.28e-5,
              4.429447, 0.680449, 0.146837),
        _Walk("hexapod", hexapod, "section 7.4", (0.4, 0.5), (0.8, ""), 0.45, 0.3, 0.9, 2.0, 3.31e-2,
              4.223312, 1.077291, 0.668656),
    )
)  # fmt: skip
