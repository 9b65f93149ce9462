"""Curves: the columns of a run in groups that share a unit, with titles and labels for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from linkwork.record import Channel, Record
from linkwork.record.balance import energy_balance


@dataclass(frozen=True, eq=False)
class Curve:
    """One curve over the times of a run."""

    name: str
    values: np.ndarray


@dataclass(frozen=True, eq=False)
class Group:
    """Curves for one chart. `key` is the channel that they come from; `log` asks for a logarithmic axis of |values|."""

    key: str
    title: str
    unit: str
    curves: tuple[Curve, ...]
    log: bool = False

    @property
    def label(self) -> str:
        """Title and unit for an axis."""
        return f"{self.title} / {self.unit}" if self.unit else self.title


TITLES: dict[tuple[str, str], str] = {
    ("q", "rad"): "Joint angles",
    ("q", "m"): "Joint displacements",
    ("q", ""): "Quaternions",
    ("v", "rad/s"): "Joint rates",
    ("v", "m/s"): "Joint speeds",
    ("qdd", "rad/s²"): "Angular accelerations",
    ("qdd", "m/s²"): "Accelerations",
    ("tau", "N m"): "Actuator torques",
    ("tau", "N"): "Actuator forces",
    ("correction", "N m"): "Feedback torques",
    ("correction", "N"): "Feedback forces",
    ("lam", ""): "Cut-joint forces",
    ("pivot", ""): "Smallest pivot",
    ("step", "s"): "Step size",
    ("evaluations", ""): "Evaluations",
    ("pose", ""): "Body poses",
    ("twist", ""): "Body twists",
}
ROUNDING = 1e-12  # moments below this share of the forces are none
LOGARITHMIC = ("pivot", "step")
ERRORS = {"e1": "position", "e2": "velocity", "e3": "acceleration"}


def groups(run: Record, names: Sequence[str] = ()) -> tuple[Group, ...]:
    """Groups for the named channels and columns; without names, for everything that a person would look at."""
    if names:
        return tuple(group for name in names for group in _named(run, name))
    found: list[Group] = []
    for key in ("tau", "q", "v", "reaction", "lam", "energy", "loop_error", "pivot"):
        if key in run.layout.slices:
            found += [g for g in channel_groups(run, key) if g.title != "Quaternions"]
    return tuple(found)


def channel_groups(run: Record, key: str) -> list[Group]:
    """The groups of one channel."""
    if not run.layout.channel(key).columns:
        return []
    if key == "energy":
        return list(_energy(run))
    if key == "loop_error":
        return list(_loop_error(run))
    if key == "reaction":
        return list(_reactions(run))
    return _by_unit(run, run.layout.channel(key), list(range(len(run.layout.channel(key).columns))))


def _named(run: Record, name: str) -> list[Group]:
    if name in run.layout.slices:
        return channel_groups(run, name)
    where = np.atleast_1d(np.arange(run.layout.width)[run.layout.find(name)])
    for channel in run.layout.channels:
        start = run.layout.slices[channel.name].start
        inside = [int(k) - start for k in where if 0 <= k - start < len(channel.columns)]
        if inside:
            return _by_unit(run, channel, inside)
    return []


def _by_unit(run: Record, channel: Channel, which: Sequence[int]) -> list[Group]:
    data = run.data[:, run.layout.slices[channel.name]]
    units = dict.fromkeys(channel.columns[k].unit for k in which)
    several = {owner for owner in channel.owners if len(channel.of(owner)) > 1}
    found = []
    for unit in units:
        curves = []
        for k in which:
            column = channel.columns[k]
            if column.unit == unit:
                parts = [column.owner, column.component if column.owner in several or not column.owner else ""]
                curves.append(Curve(" ".join(p for p in parts if p) or channel.name, data[:, k]))
        title = TITLES.get((channel.name, unit), TITLES.get((channel.name, ""), channel.name))
        found.append(Group(channel.name, title, unit, tuple(curves), channel.name in LOGARITHMIC))
    return found


def _energy(run: Record) -> Iterator[Group]:
    """Potential energy from its start: where its zero lies says nothing, and would hide the others."""
    names = {"kinetic": "kinetic", "actuator_work": "actuator work", "dissipation": "lost"}
    curves = [Curve(label, run[f"energy.{name}"]) for name, label in names.items()]
    potential = run["energy.potential"]
    curves.insert(1, Curve("potential", potential - potential[:1]))
    told = tuple(c for c in curves if np.any(c.values != 0.0)) or tuple(curves[:2])
    yield Group("energy", "Energies", "J (potential from its start)", told)
    yield Group("balance", "Energy balance", "J", (Curve("error", energy_balance(run)),), log=True)


def _loop_error(run: Record) -> Iterator[Group]:
    channel = run.layout.channel("loop_error")
    data = np.abs(run.data[:, run.layout.slices["loop_error"]])
    curves = []
    for error, label in ERRORS.items():
        places = [k for k, column in enumerate(channel.columns) if column.component == error]
        if places:
            curves.append(Curve(label, data[:, places].max(axis=1)))
    yield Group("loop_error", "Loop error", "", tuple(curves), log=True)


def _reactions(run: Record) -> Iterator[Group]:
    """Sizes of forces and moments by joint; no moments where they are rounding errors, as in a planar machine."""
    largest = 0.0
    for part, title, unit in (("force", "Joint reactions", "N"), ("moment", "Joint moments", "N m")):
        curves = []
        for owner in run.layout.channel("reaction").owners:
            three = np.column_stack([run[f"{owner}.reaction.{part}.{axis}"] for axis in "xyz"])
            curves.append(Curve(owner, np.linalg.norm(three, axis=1)))
        size = max((float(c.values.max(initial=0.0)) for c in curves), default=0.0)
        if part == "force" or size > ROUNDING * largest:
            yield Group("reaction", title, unit, tuple(curves))
        largest = size
