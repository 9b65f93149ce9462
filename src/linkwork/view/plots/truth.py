"""How far a run can be trusted: energies and their balance, loop errors."""

from __future__ import annotations

from typing import Any

from linkwork.record import Record
from linkwork.record.balance import energy_scale
from linkwork.view.curves import channel_groups
from linkwork.view.numbers import scientific
from linkwork.view.plots.style import colors, draw_group, figure


def energies(run: Record, *, style: str = "light") -> Any:
    """Energies over time, and the energy that appeared from nowhere on a logarithmic axis."""
    parts, balance = channel_groups(run, "energy")
    with figure(style, 2, sharex=True, size=(7.2, 5.0)) as (made, axes):
        draw_group(axes[0, 0], run.t, parts, time=False)
        draw_group(axes[1, 0], run.t, balance)
        ax, scale = axes[1, 0], energy_scale(run)
        if (legend := ax.get_legend()) is not None:
            legend.remove()
        if scale > 0.0:
            ax.axhline(scale, color=colors(style)["faint"], linewidth=1.0, linestyle="--")
            ax.annotate(
                f"energy exchanged: {scientific(scale, 3)} J",
                (1.0, scale),
                xycoords=("axes fraction", "data"),
                xytext=(-4, -4),
                textcoords="offset points",
                ha="right",
                va="top",
                color=colors(style)["faint"],
                fontsize=8.5,
            )
    return made


def loop_error(run: Record, *, style: str = "light") -> Any:
    """Largest error of all loops in position, velocity and acceleration, on a logarithmic axis."""
    (group,) = channel_groups(run, "loop_error")
    with figure(style, size=(7.2, 3.2)) as (made, axes):
        draw_group(axes[0, 0], run.t, group)
        axes[0, 0].set_ylabel("largest of all loops (SI units)")
    return made
