"""Operation counts of Shah, Saha and Dutt (2013), beside those of the traced laws."""

from __future__ import annotations

from collections.abc import Iterator

from linkwork.blueprint.library.experiment import Experiment
from linkwork.expression.counts import Counts

from ..findings import Piece, beside
from ..runs import compiled
from ..study import study

FEWER = "fewer, because zeros, ones and constants of the machine fold"
NAMES = ("gripper", "KUKA", "biped", "floating biped", "floating quadruped", "floating hexapod")
LAWS = {
    "inverse dynamics M, A": "inverse_dynamics",
    "inverse dynamics with a free base M, A": "free_base_inverse_dynamics",
    "forward dynamics M, A": "forward_dynamics",
}


@study(*(f"book/counts {name}" for name in NAMES))
def operations(run: Experiment) -> Iterator[Piece]:
    """Multiplications and additions of inverse and forward dynamics."""
    system = compiled(run)
    for theirs in run.numbers:
        ours = system.counts(LAWS[theirs.quantity])
        found = (ours.multiplications, ours.additions)
        more = [a > b for a, b in zip(found, theirs.value)]
        yield beside(run, theirs, found, f"{'more' if any(more) else FEWER}; {_rest(ours)}")


def _rest(ours: Counts) -> str:
    return f"besides {ours.trigonometric_pairs} pairs of sine and cosine"
