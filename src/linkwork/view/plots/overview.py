"""Overview of a run: what drives it, how it moves, its energies, and how far its loops opened."""

from __future__ import annotations

from typing import Any

from linkwork.record import Record
from linkwork.view.curves import Group, groups
from linkwork.view.plots.style import draw_group, figure

ORDER = ("q", "tau", "v", "energy", "loop_error", "balance", "lam")
MOST = 4


def overview(run: Record, *, style: str = "light") -> Any:
    """Up to four panels: those of the usual quantities that the run has and that are not zero all the time."""
    found = _chosen(groups(run))
    across = 2 if len(found) > 1 else 1
    rows = -(-len(found) // across)
    with figure(style, rows, across, sharex=True, size=(5.3 * across, 2.7 * rows + 0.5)) as (made, axes):
        for ax in axes.ravel()[len(found) :]:
            ax.set_axis_off()
        for k, (ax, group) in enumerate(zip(axes.ravel(), found)):
            draw_group(ax, run.t, group, time=k >= len(found) - across)
        made.suptitle(str(run.about.get("mechanism", "")), x=0.01, ha="left", fontsize=12, fontweight="bold")
    return made


def _chosen(found: tuple[Group, ...]) -> list[Group]:
    """The first group of each kind, in the order of interest."""
    by_key: dict[str, Group] = {}
    for group in found:
        if any(curve.values.any() for curve in group.curves) or group.key == "q":
            by_key.setdefault(group.key, group)
    return [by_key[key] for key in ORDER if key in by_key][:MOST]
