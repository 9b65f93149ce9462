"""Named columns and channels of a run over time, one panel for each unit."""

from __future__ import annotations

from typing import Any

from linkwork.record import Record
from linkwork.view.curves import Group, groups
from linkwork.view.plots.style import draw_group, figure


def columns(run: Record, *names: str, style: str = "light") -> Any:
    """One panel under the other, with one time."""
    return panels(run, groups(run, names), style)


def panels(run: Record, found: tuple[Group, ...], style: str) -> Any:
    """A figure of groups, one under the other."""
    with figure(style, len(found), sharex=True, size=(7.2, 2.2 * len(found) + 0.7)) as (made, axes):
        for ax, group in zip(axes[:, 0], found):
            draw_group(ax, run.t, group, time=group is found[-1])
    return made


def motion(run: Record, *, style: str = "light") -> Any:
    """Joint coordinates, rates and, where recorded, accelerations."""
    return panels(run, _of(run, "q", "v", "qdd"), style)


def torques(run: Record, *, style: str = "light") -> Any:
    """Torques and forces of the actuators, and feedback torques where recorded."""
    return panels(run, _of(run, "tau", "correction"), style)


def reactions(run: Record, *, style: str = "light") -> Any:
    """Sizes of joint reactions where recorded, and forces of the cut joints."""
    return panels(run, _of(run, "reaction", "lam"), style)


def _of(run: Record, *channels: str) -> tuple[Group, ...]:
    found = groups(run, [name for name in channels if name in run.layout.slices and run.layout.channel(name).columns])
    return found if found else groups(run, channels[:1])
