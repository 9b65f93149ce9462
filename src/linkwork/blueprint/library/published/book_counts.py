"""Operation counts of Shah, Saha and Dutt (2013), with the totals that their own per-joint counts give."""

from __future__ import annotations

from collections.abc import Callable

from ...builder import Mechanism
from ..book.gripper import gripper
from ..book.kuka import kuka_kr5
from ..book.spatial_biped import spatial_biped, spatial_biped_on_foot
from ..book.walkers import hexapod, quadruped
from ..experiment import Experiment, Number

Pair = tuple[int, int]
BIAS = "φ is given there; its own count of the inverse dynamics is added for the bias"


def _fixed(name: str, machine: Callable[..., Mechanism], inverse: Pair, forward: Pair, note: str) -> Experiment:
    both = (inverse[0] + forward[0], inverse[1] + forward[1])
    return Experiment(
        f"book/counts {name}", machine, "counts", "tables 6.10 to 6.12",
        numbers=(
            Number("inverse dynamics M, A", inverse, 0.0, "table 6.11", note=note),
            Number("forward dynamics M, A", both, 0.0, "table 6.12", note=BIAS),
        ),
    )  # fmt: skip


def _floating(name: str, machine: Callable[..., Mechanism], inverse: Pair, forward: Pair, printed: str) -> Experiment:
    return Experiment(
        f"book/counts floating {name}", machine, "counts", "tables 7.5 to 7.7",
        numbers=(
            Number("inverse dynamics with a free base M, A", inverse, 0.0, "table 7.6"),
            Number("forward dynamics M, A", forward, 0.0, "table 7.7"),
        ),
        note=f"Totals from the counts of each joint; printed {printed}.",
    )  # fmt: skip


EXPERIMENTS = (
    _fixed("gripper", gripper, (295, 253), (424, 401), "table 6.12 prints 444M, its formula gives 424M"),
    _fixed("KUKA", kuka_kr5, (483, 417), (694, 663), "by the formulas for n = 6: the printed column repeats the biped"),
    _fixed("biped", spatial_biped_on_foot, (615, 501), (1072, 981), "printed 615M497A: 36⅔ taken as 36"),
    _floating("biped", spatial_biped, (1416, 1278), (1734, 1632), "1416M1322A and 1430M1624A"),
    _floating("quadruped", quadruped, (1620, 1498), (2012, 1916), "1620M1594A and 2008M1910A"),
    _floating("hexapod", hexapod, (2028, 1938), (2568, 2484), "2028M1938A and 2568M2478A"),
)
