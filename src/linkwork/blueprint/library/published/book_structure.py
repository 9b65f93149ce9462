"""What Shah, Saha and Dutt (2013) say about structure: sizes of the DeNOC matrices, subsystems of inverse dynamics."""

from __future__ import annotations

from collections.abc import Callable

from ...builder import Mechanism
from ..book.four_bars import hoeken_four_bar
from ..book.gripper import gripper
from ..book.leg import robotic_leg
from ..book.planar_biped import planar_biped
from ..book.spatial_biped import spatial_biped
from ..book.three_rrr import book_three_rrr
from ..book.trees import double_pendulum
from ..experiment import Experiment, Number

BLOCK = "equations 5.47 and 5.55: a block is zero"
SPLIT = "the floating base is one module of six there, six nodes of one rate here"


def _complement(
    name: str,
    machine: Callable[..., Mechanism],
    where: str,
    rows: int,
    columns: int,
    note: str = "",
    apart: tuple[str, ...] = (),
) -> Experiment:
    return Experiment(
        f"book/complement of {name}", machine, "counts", where,
        numbers=(
            Number("rows of N_l, rows and columns of N_d", (rows, rows, columns), 0.5, where, note=note),
            *(Number(f"largest entry of the inertia matrix between {pair}", 0.0, 1e-14, BLOCK) for pair in apart),
        ),
    )  # fmt: skip


def _subsystems(
    name: str, machine: Callable[..., Mechanism], where: str, sizes: tuple[int, ...], unknowns: tuple[int, ...]
) -> Experiment:
    return Experiment(
        f"book/subsystems of {name}", machine, "counts", where,
        numbers=(
            Number("equations of inverse dynamics solved at once, in order", sizes, 0.5, where),
            Number("unknowns of each subsystem before anything is solved", unknowns, 0.5, where),
        ),
    )  # fmt: skip


EXPERIMENTS = (
    _complement("gripper", gripper, "section 4.4.1", 24, 4, apart=("finger fingertip and thumb",)),
    _complement("double pendulum", double_pendulum, "section 4.2.2", 24, 4),
    _complement(
        "planar biped",
        planar_biped,
        "section 4.4.2",
        42,
        12,
        SPLIT,
        ("support_thigh support_shank and swing_thigh swing_foot",),
    ),
    _complement("spatial biped", spatial_biped, "section 4.4.3", 78, 18, SPLIT),
    _subsystems("four-bar", hoeken_four_bar, "equations 8.8 to 8.10", (2, 1), (3, 2)),
    _subsystems("leg", robotic_leg, "equations 8.12 to 8.14", (4, 2, 1), (3, 4, 4)),
    _subsystems("3-RRR", book_three_rrr, "equations 8.16 and 8.17", (5, 1, 1), (5, 3, 3)),
)
