"""What a record holds: channels (q, v, τ, …), each with named columns; and how a name finds its columns.

"q"                the whole channel               "O1.q"      all columns of joint O1 in channel q
"hip.q.w"          one column                      "O1.angle"  a coordinate of a joint by its own name
"energy.kinetic"   a column without an owner       "t"         a channel of one column
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from linkwork.errors import DescriptionError, ShapeError, UnknownName

# The channels that runs are recorded in; others may stand beside them.
MEANING = {
    "t": "time",
    "q": "joint coordinates",
    "v": "joint rates",
    "qdd": "joint accelerations",
    "tau": "actuator torques and forces",
    "correction": "feedback torques on top of given ones",
    "lam": "cut-joint forces",
    "reaction": "joint reactions: moment and force",
    "pose": "body poses: origin and quaternion (w, x, y, z)",
    "twist": "body twists: angular and linear velocity",
    "energy": "kinetic, potential, actuator_work, dissipation",
    "loop_error": "position (e1), velocity (e2) and acceleration (e3) error of each loop",
    "pivot": "smallest relative pivot of the solver",
    "step": "step size",
    "evaluations": "evaluations of the equations of motion so far",
}


@dataclass(frozen=True)
class Column:
    """One number a sample: `component` of the joint, body or loop `owner`; either may be empty."""

    owner: str = ""
    component: str = ""
    unit: str = ""


@dataclass(frozen=True)
class Channel:
    """One quantity and its columns."""

    name: str
    columns: tuple[Column, ...]

    @classmethod
    def scalar(cls, name: str, unit: str = "") -> Channel:
        """One column without an owner: time, step size, …"""
        return cls(name, (Column("", "", unit),))

    @classmethod
    def parts(cls, name: str, components: tuple[str, ...], unit: str = "") -> Channel:
        """Columns without an owner: energy.kinetic, energy.potential, …"""
        return cls(name, tuple(Column("", component, unit) for component in components))

    @classmethod
    def owned(cls, name: str, owners: Mapping[str, tuple[str, ...]], unit: str = "") -> Channel:
        """Columns by owner: {"hip": ("w", "x", "y", "z"), "knee": ("angle",)}; ("",) is one column without a name."""
        return cls(name, tuple(Column(owner, part, unit) for owner, parts in owners.items() for part in parts))

    def name_of(self, column: Column) -> str:
        """The full name of a column: owner.channel.component."""
        return ".".join(part for part in (column.owner, self.name, column.component) if part)

    @property
    def owners(self) -> tuple[str, ...]:
        """The owners of the columns, in order, once each."""
        return tuple(dict.fromkeys(column.owner for column in self.columns))

    def of(self, owner: str) -> list[int]:
        """The places of an owner's columns within the channel."""
        return [k for k, column in enumerate(self.columns) if column.owner == owner]


@dataclass(frozen=True)
class Layout:
    """The channels of a record, in the order of its columns; the first is the time."""

    channels: tuple[Channel, ...]

    def __post_init__(self) -> None:
        if not self.channels or self.channels[0] != Channel.scalar("t", "s"):
            raise DescriptionError(
                "layout of a record", "does not begin with the time", "Put Channel.scalar('t', 's') first."
            )
        names = self.names
        doubled = sorted({name for name in names if names.count(name) > 1})
        if doubled or len({channel.name for channel in self.channels}) < len(self.channels):
            told = f"has doubled names: {', '.join(doubled) or 'channels'}"
            raise DescriptionError("layout of a record", told, "Give every column its own name.")

    @cached_property
    def width(self) -> int:
        """Number of columns."""
        return sum(len(channel.columns) for channel in self.channels)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Full names of all columns."""
        return tuple(channel.name_of(column) for channel in self.channels for column in channel.columns)

    @cached_property
    def slices(self) -> dict[str, slice]:
        """Where each channel's columns stand."""
        found, start = {}, 0
        for channel in self.channels:
            found[channel.name] = slice(start, start + len(channel.columns))
            start += len(channel.columns)
        return found

    def channel(self, name: str) -> Channel:
        """The channel of that name."""
        for channel in self.channels:
            if channel.name == name:
                return channel
        raise UnknownName("channel", name, self.slices, where="the record")

    def find(self, key: str) -> int | slice | list[int]:
        """Where the columns of a name stand: a number for one column, else a slice or a list."""
        try:
            return self.places[key]
        except KeyError:
            raise UnknownName("quantity", key, self.places, where="the record") from None

    @cached_property
    def places(self) -> dict[str, int | slice | list[int]]:
        """Every name that finds columns, and where they stand."""
        places: dict[str, int | slice | list[int]] = {name: k for k, name in enumerate(self.names)}
        for channel in self.channels:
            where = self.slices[channel.name]
            places.setdefault(channel.name, where)
            for owner in channel.owners:
                columns = [where.start + k for k in channel.of(owner)]
                places.setdefault(f"{owner}.{channel.name}", columns if len(columns) > 1 else columns[0])
        for k, column in enumerate(self.channel("q").columns if "q" in self.slices else ()):
            if column.owner and column.component:
                places.setdefault(f"{column.owner}.{column.component}", self.slices["q"].start + k)
        return places

    def rows(self, **channels: Any) -> np.ndarray:
        """One matrix of samples from one array for each channel, (n,) or (n, …); every channel must be there."""
        for name in channels:
            self.channel(name)
        missing = [name for name in self.slices if name not in channels]
        if missing:
            raise ShapeError("samples of a record", f"lack {', '.join(missing)}", "Give one array for each channel.")
        n = len(np.atleast_1d(channels["t"]))
        matrix = np.empty((n, self.width))
        for name, where in self.slices.items():
            values = np.asarray(channels[name], dtype=float)
            wanted = where.stop - where.start
            if values.size != n * wanted or (n > 1 and len(values) != n):
                told, right = f"has shape {values.shape}", f"Give {n} samples of {wanted} columns."
                raise ShapeError(f"channel {name!r} of a record", told, right)
            matrix[:, where] = values.reshape(n, wanted)
        return matrix
