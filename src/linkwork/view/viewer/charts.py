"""Charts beside the machine: groups of columns, drawn up to the present time."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.record import Record
from linkwork.view import colours
from linkwork.view.curves import Group

SAMPLES = 300  # points of a curve in the browser


class Charts:
    """Up to two chosen groups as curves that grow with the time."""

    def __init__(self, gui: Any, run: Record, found: tuple[Group, ...], shown: int = 2) -> None:
        self.gui, self.t = gui, run.t
        self.pick = np.unique(np.linspace(0, len(run) - 1, SAMPLES).astype(int))
        self.groups = {group.label: group for group in found}
        self.charts: list[tuple[Any, Any]] = []
        names = list(self.groups)
        for k in range(min(shown, len(names))):
            choice = gui.add_dropdown(f"Chart {k + 1}", tuple(names), initial_value=names[k])
            self.charts.append((choice, self._chart(self.groups[names[k]])))
            choice.on_update(lambda _, k=k: self._change(k))

    def draw(self, t: float) -> None:
        """Show everything before t; what is still to come stays blank."""
        for choice, chart in self.charts:
            chart.data = self._data(self.groups[choice.value], t)

    def _data(self, group: Group, t: float) -> tuple[np.ndarray, ...]:
        times = self.t[self.pick].astype(float)
        later = times > t + 1e-12
        rows = [np.array(curve.values[self.pick], dtype=float) for curve in group.curves[:8]]
        if group.log:
            rows = [np.log10(np.maximum(np.abs(row), 1e-18)) for row in rows]
        return (times, *(np.where(later, np.nan, row) for row in rows))

    def _chart(self, group: Group) -> Any:
        label = f"log10 {group.label}" if group.log else group.label
        values = [x for row in self._data(group, np.inf)[1:] for x in row if np.isfinite(x)] or [0.0, 1.0]
        low, high = min(values), max(values)
        room = 0.06 * (high - low) or 0.1 * abs(high) or 1.0
        series = (
            {"label": "t / s"},
            *({"label": c.name, "stroke": colours.colour(k), "width": 1.6} for k, c in enumerate(group.curves[:8])),
        )
        return self.gui.add_uplot(
            self._data(group, float(self.t[0])),
            series,
            title=label,
            scales={"x": {"time": False}, "y": {"range": (low - room, high + room)}},
            axes=({}, {"size": 54}),
            height=190,
        )

    def _change(self, k: int) -> None:
        choice, old = self.charts[k]
        order = old.order
        old.remove()
        new = self._chart(self.groups[choice.value])
        new.order = order
        self.charts[k] = (choice, new)
