"""Phase plots: rate over coordinate of joints with one variable, time as the curve's lightness."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.errors import OptionError
from linkwork.record import Record
from linkwork.view.plots.style import figure, shades

MOST = 9  # joints in one figure unless they are named


def phase(run: Record, *joints: str, style: str = "light") -> Any:
    """One panel a joint; all joints with one variable if none is named."""
    known = _joints(run)
    chosen = joints or tuple(known)[:MOST]
    for name in chosen:
        if name not in known:
            told = "has several variables" if name in run.layout.channel("q").owners else "is not in the run"
            raise OptionError(f"joint {name!r}", f"{told}, so it has no phase plot", f"There are: {', '.join(known)}")
    from matplotlib.cm import ScalarMappable
    from matplotlib.collections import LineCollection
    from matplotlib.colors import Normalize

    time, shade = Normalize(run.t[0], run.t[-1]), shades(style)
    across = min(len(chosen), 3)
    rows = -(-len(chosen) // across)
    with figure(style, rows, across, size=(3.1 * across + 0.8, 2.8 * rows + 0.4)) as (made, axes):
        for ax in axes.ravel()[len(chosen) :]:
            ax.set_axis_off()
        for ax, name in zip(axes.ravel(), chosen):
            q, v = run[f"{name}.q"], run[f"{name}.v"]
            points = np.column_stack([q, v])[:, None]
            lines = LineCollection(list(np.concatenate([points[:-1], points[1:]], axis=1)), norm=time, cmap=shade)
            lines.set_array(run.t[:-1])
            ax.add_collection(lines)
            ax.autoscale()
            ax.margins(0.06)
            ax.set_title(name)
            ax.set_xlabel(known[name][0])
            ax.set_ylabel(known[name][1])
        bar = made.colorbar(ScalarMappable(time, shade), ax=axes, pad=0.02, aspect=30)
        bar.set_label("t / s")
        bar.outline.set_visible(False)
    return made


def _joints(run: Record) -> dict[str, tuple[str, str]]:
    """(unit of the coordinate, unit of the rate) of the joints with one variable."""
    q, v = run.layout.channel("q"), run.layout.channel("v")
    return {
        owner: (q.columns[q.of(owner)[0]].unit, v.columns[v.of(owner)[0]].unit)
        for owner in q.owners
        if len(q.of(owner)) == 1
    }
