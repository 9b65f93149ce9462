"""Formulations side by side: counted operations, and microseconds where they were measured."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.simulate.comparison import Comparison
from linkwork.view.plots.style import colors, figure


def formulations(comparison: Comparison, *, style: str = "light") -> Any:
    """Bars for the table of `System.compare_formulations`, those that serve the machine, the cheapest first."""
    rows = sorted((row for row in comparison.rows if not row.problem), key=lambda row: -row.counts.total)
    names, place = [row.formulation for row in rows], np.arange(len(rows))
    c = colors(style)["curves"]
    with figure(style, 1, 2, sharey=True, size=(9.0, 0.42 * len(rows) + 1.5)) as (made, axes):
        from matplotlib.ticker import LogLocator, NullLocator

        counted, timed = axes[0]
        multiplied = np.array([row.counts.multiplications for row in rows])
        added = np.array([row.counts.additions for row in rows])
        counted.barh(place, multiplied, 0.66, color=c[0], label="multiplications, divisions")
        counted.barh(place, added, 0.66, left=multiplied, color=c[1], label="additions, subtractions")
        for k, row in enumerate(rows):
            counted.annotate(f" {row.counts.total}", (multiplied[k] + added[k], k), va="center", fontsize=8.5)
        counted.set_yticks(place, names)
        counted.set_xlabel("operations of one evaluation")
        counted.margins(x=0.14)
        timed.barh(place + 0.17, [row.call for row in rows], 0.33, color=c[2], label="one call from Python")
        timed.barh(place - 0.17, [row.batch for row in rows], 0.33, color=c[4], label="a state in a batch, one core")
        timed.set_xscale("log")
        timed.set_xlim(left=0.6 * min(row.batch for row in rows))
        timed.set_xlabel("microseconds")
        timed.xaxis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
        timed.xaxis.set_major_formatter("{x:g}")
        timed.xaxis.set_minor_locator(NullLocator())
        made.suptitle(f"{comparison.mechanism}: forward dynamics", x=0.01, ha="left", fontsize=11, fontweight="bold")
        for ax in axes[0]:
            ax.legend(loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=2, borderaxespad=0.2)
            ax.grid(False, axis="y")
            ax.tick_params(axis="y", length=0)
    return made
