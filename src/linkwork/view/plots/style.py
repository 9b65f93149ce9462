"""Style: how every figure looks, on light and on dark ground."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from linkwork.errors import MissingExtra, UnknownName
from linkwork.view.curves import Group

LIGHT = {
    "curves": ("#2f6db5", "#d98200", "#158a63", "#9c2c74", "#4db3e6", "#6b4a12", "#3a2785", "#949ca8"),
    "ground": "#ffffff",
    "text": "#1d2430",
    "faint": "#677184",
    "hair": "#e3e7ee",
    "cut": "#d1392b",
    "shades": (0.0, 0.9),
}
DARK = {
    "curves": ("#5aa2f0", "#f5b440", "#46d3a2", "#c94d95", "#b4e6fc", "#a07c36", "#7a58e0", "#a4adba"),
    "ground": "#171b22",
    "text": "#e6e9ef",
    "faint": "#98a2b3",
    "hair": "#2a313c",
    "cut": "#ff7466",
    "shades": (0.3, 1.0),
}
STYLES: dict[str, dict[str, Any]] = {"light": LIGHT, "dark": DARK}
MOST_ABOVE = 7  # names above the axes
LETTERS = 10.5  # of a legend in an inch of a figure, margins counted
LINES = 5.4  # of a legend in an inch
INTERACTIVE = ("qt", "tk", "gtk", "wx", "macosx", "nbagg", "ipympl", "widget", "webagg")


def colors(style: str) -> dict[str, Any]:
    """The colours of a style by what they are for."""
    if style not in STYLES:
        raise UnknownName("style", style, STYLES, "plots")
    return STYLES[style]


def shades(style: str) -> Any:
    """A colour map for what has an order, such as time: the part of viridis that can be seen on the ground."""
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

    first, last = colors(style)["shades"]
    return ListedColormap(colormaps["viridis"](np.linspace(first, last, 256)))


@contextmanager
def figure(
    style: str, rows: int = 1, columns: int = 1, *, size: tuple[float, float] | None = None, **grid: Any
) -> Generator[Any, None, None]:
    """(figure, axes (rows, columns)) in a style; given back to the user as it is.

    A figure that no window could show is not kept by pyplot, so that many can be made.
    """
    try:
        from matplotlib import pyplot
    except ImportError:
        raise MissingExtra("matplotlib", "plot", "figures") from None
    settings: Any = rc_settings(style)
    with pyplot.rc_context(settings):
        made, axes = pyplot.subplots(
            rows,
            columns,
            squeeze=False,
            figsize=size or (4.6 * columns + 1.0, 2.5 * rows + 0.6),
            layout="constrained",
            **grid,
        )
        yield made, axes
        if not any(name in pyplot.get_backend().lower() for name in INTERACTIVE):
            made.canvas.draw_idle()
            pyplot.close(made)


def rc_settings(style: str) -> dict[str, Any]:
    """The style as settings of matplotlib, for figures of your own: `pyplot.rcParams.update(rc_settings("dark"))`."""
    from cycler import cycler

    c = colors(style)
    return {
        "figure.facecolor": c["ground"],
        "savefig.facecolor": c["ground"],
        "figure.dpi": 110,
        "savefig.dpi": 150,
        "axes.facecolor": c["ground"],
        "axes.edgecolor": c["faint"],
        "axes.labelcolor": c["text"],
        "axes.titlecolor": c["text"],
        "axes.titlesize": 10.5,
        "axes.titleweight": "bold",
        "axes.titlelocation": "left",
        "axes.labelsize": 9.5,
        "axes.grid": True,
        "axes.axisbelow": True,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.linewidth": 0.8,
        "axes.prop_cycle": cycler(color=c["curves"]),
        "axes.xmargin": 0.0,
        "grid.color": c["hair"],
        "grid.linewidth": 0.8,
        "lines.linewidth": 1.6,
        "text.color": c["text"],
        "xtick.color": c["faint"],
        "ytick.color": c["faint"],
        "xtick.labelsize": 8.5,
        "ytick.labelsize": 8.5,
        "legend.fontsize": 8.5,
        "legend.frameon": False,
        "legend.handlelength": 1.4,
        "legend.labelcolor": c["text"],
        "image.cmap": "viridis",
        "font.size": 9.5,
    }


def draw_group(ax: Any, t: np.ndarray, group: Group, *, title: bool = True, time: bool = True) -> None:
    """Curves over time with title, unit and names."""
    for k, curve in enumerate(group.curves):
        values = np.where(curve.values != 0.0, np.abs(curve.values), np.nan) if group.log else curve.values
        ax.plot(t, values, label=curve.name, linestyle="-" if k < 8 else "--" if k < 16 else ":")
    if group.log:
        ax.set_yscale("log")
    else:
        _room(ax, group)
    if title:
        ax.set_title(group.title)
    ax.set_ylabel(group.unit)
    if time:
        ax.set_xlabel("t / s")
    name_curves(ax, [curve.name for curve in group.curves])


def name_curves(ax: Any, names: Sequence[str]) -> None:
    """A legend: above the axes where the names have room beside the title, else to the right."""
    if not names:
        return
    grid = ax.get_subplotspec().get_gridspec()
    room = LETTERS * ax.figure.get_figwidth() / grid.ncols - 1.4 * len(ax.get_title(loc="left"))
    if len(names) <= MOST_ABOVE and sum(len(name) + 5 for name in names) < room:
        ax.legend(ncols=len(names), loc="lower right", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.2, columnspacing=1.2)
    else:
        high = ax.figure.get_figheight() / grid.nrows - 0.35
        several = -(-len(names) // int(LINES * high)) if grid.ncols == 1 else 1 + (len(names) > 16)
        ax.legend(loc="center left", bbox_to_anchor=(1.0, 0.5), ncols=min(several, 3))


def _room(ax: Any, group: Group) -> None:
    """Constant curves do not fill the axes with rounding errors."""
    low = min((float(np.nanmin(c.values)) for c in group.curves if np.isfinite(c.values).any()), default=0.0)
    high = max((float(np.nanmax(c.values)) for c in group.curves if np.isfinite(c.values).any()), default=1.0)
    least = max(1e-9 * max(abs(low), abs(high)), 1e-12)
    if high - low < least:
        middle, half = 0.5 * (low + high), 0.5 * max(abs(low), abs(high)) or 1.0
        ax.set_ylim(middle - half, middle + half)
