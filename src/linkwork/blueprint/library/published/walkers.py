"""Walking on the ground in Shah, Saha and Dutt (2013), chapters 7 and 9: numbers without a model of the ground here."""

from __future__ import annotations

from collections.abc import Callable

from ...builder import Mechanism
from ..book.planar_biped import planar_biped
from ..book.spatial_biped import spatial_biped
from ..book.walkers import hexapod, quadruped
from ..experiment import Experiment, Number


def _walk(
    name: str, machine: Callable[..., Mechanism], section: str, advance: tuple[float, float], touch: float | None,
    degrees: float, error: float,
) -> Experiment:  # fmt: skip
    way, time = advance
    numbers = [
        Number(f"advance in {time:g} s, in m", way, 0.0, section),
        Number("largest angle of the trunk in degrees", degrees, 0.0, section),
        Number("largest error of the total energy", error, 0.0, "appendix C", note="unit not said, perhaps per cent"),
    ]
    if touch is not None:
        numbers.insert(1, Number("touch-down in s", touch, 0.0, section))
    return Experiment(
        f"book/{name} walking", machine, "forced motion", f"{section} and chapter 9", duration=time,
        numbers=tuple(numbers), note="The feet push on the ground: contact is not part of the package yet.",
    )  # fmt: skip


EXPERIMENTS = (
    _walk("planar biped", planar_biped, "section 7.2.1", (0.3, 1.0), 0.83, 3.0, 8.48e-4),
    _walk("spatial biped", spatial_biped, "section 7.2.2", (0.3, 0.5), None, 2.0, 3.6e-3),
    _walk("quadruped", quadruped, "section 7.3", (0.3, 1.0), 0.8, 2.0, 6.28e-5),
    _walk("hexapod", hexapod, "section 7.4", (0.4, 0.5), 0.45, 0.3, 3.31e-2),
)
