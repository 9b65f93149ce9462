"""Record: what happened in a run, as named columns over time."""

from __future__ import annotations

import importlib
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from linkwork.errors import OptionError, ShapeError

from . import balance
from .layout import Channel, Layout
from .outcome import Ending, Outcome


@dataclass(frozen=True, eq=False, repr=False)
class Record:
    """Samples of a run: `data` holds one row a sample and one column for each name of the `layout`.

    `run["O1.angle"]`, `run["hip.q.w"]`, `run["energy.kinetic"]`, `run["q"]`, `run.t`: see `layout`; `names` lists all.
    `about` says what was run, and how: the name of the mechanism, the method, its settings (plain JSON data).
    """

    layout: Layout
    data: np.ndarray
    ending: Ending = Ending(Outcome.FINISHED)
    about: Mapping[str, Any] = field(default_factory=dict)
    machine: Any = None  # what was run, for drawing it; its description from a file

    def __post_init__(self) -> None:
        data = np.asarray(self.data, dtype=float)
        if data.ndim != 2 or data.shape[1] != self.layout.width:
            told, right = f"has shape {data.shape}", f"Give (samples, {self.layout.width})."
            raise ShapeError("data of a record", told, right)
        data = data.view()
        data.flags.writeable = False
        object.__setattr__(self, "data", data)

    def __repr__(self) -> str:
        name = self.about.get("mechanism", "a machine")
        span = f"t = {self.t[0]:.6g} to {self.t[-1]:.6g} s" if len(self) and "t" in self else "empty"
        return f"<record of {name!r}: {len(self)} samples, {span}, {len(self.names)} columns; {self.ending}>"

    # -- reading -----------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, name: str) -> np.ndarray:
        return self.data[:, self.layout.find(name)]

    def __contains__(self, name: object) -> bool:
        return name in self.layout.places

    @property
    def names(self) -> tuple[str, ...]:
        """Full names of all columns."""
        return self.layout.names

    @property
    def outcome(self) -> Outcome:
        """How the run ended; `ending` says when and because of what."""
        return self.ending.outcome

    @property
    def t(self) -> np.ndarray:
        """Times of the samples."""
        return self["t"]

    @property
    def q(self) -> np.ndarray:
        """Joint coordinates (samples, n_q)."""
        return self._channel("q")

    @property
    def v(self) -> np.ndarray:
        """Joint rates (samples, n_v)."""
        return self._channel("v")

    @property
    def qdd(self) -> np.ndarray:
        """Joint accelerations (samples, n_v)."""
        return self._channel("qdd")

    @property
    def tau(self) -> np.ndarray:
        """Actuator torques and forces (samples, actuated joint variables)."""
        return self._channel("tau")

    @property
    def lam(self) -> np.ndarray:
        """Cut-joint forces (samples, constraint rows)."""
        return self._channel("lam")

    def _channel(self, name: str) -> np.ndarray:
        self.layout.channel(name)
        return self.data[:, self.layout.slices[name]]

    def state(self, k: int = -1) -> tuple[float, np.ndarray, np.ndarray]:
        """(t, q, v) of sample k, the last by default: where another run can start."""
        return float(self.t[k]), self.q[k].copy(), self.v[k].copy()

    # -- how far it can be trusted -----------------------------------------------------------------------------------

    @property
    def e1(self) -> np.ndarray:
        """Largest position error of all loops, at every sample."""
        return balance.loop_error(self, "e1")

    @property
    def e2(self) -> np.ndarray:
        """Largest velocity error of all loops, at every sample."""
        return balance.loop_error(self, "e2")

    @property
    def e3(self) -> np.ndarray:
        """Largest acceleration error of all loops, at every sample."""
        return balance.loop_error(self, "e3")

    @property
    def e4(self) -> np.ndarray:
        """Energy error in per cent of the energy at the start."""
        return balance.energy_error(self)

    @property
    def energy_balance(self) -> np.ndarray:
        """Energy that appeared from nowhere since the start, in joule."""
        return balance.energy_balance(self)

    @property
    def torque_correction(self) -> dict[str, float]:
        """Largest feedback torque of each actuator, in per cent of its largest given torque."""
        return balance.torque_correction(self)

    def report(self) -> str:
        """A short summary to read: outcome, effort, loop errors, energy balance, range of every joint."""
        from .report import report

        return report(self)

    def __str__(self) -> str:
        return self.report()

    # -- making another record ---------------------------------------------------------------------------------------

    def during(self, start: float, end: float) -> Record:
        """The samples with start <= t <= end."""
        return replace(self, data=self.data[(self.t >= start) & (self.t <= end)])

    def every(self, k: int) -> Record:
        """Each k-th sample, and the last."""
        if k < 1:
            raise OptionError("every", f"is {k}", "Give 1 or more.")
        keep = np.arange(0, len(self), k)
        if len(self) and keep[-1] != len(self) - 1:
            keep = np.append(keep, len(self) - 1)
        return replace(self, data=self.data[keep])

    def resample(self, t: Any) -> Record:
        """The record at other times (a row of times, or a step): q and v by their rates, the rest by straight lines."""
        from .resample import resample

        return resample(self, t)

    def joined(self, later: Record) -> Record:
        """This record and one that went on from it; a sample at the seam that both have is kept once."""
        if later.layout != self.layout:
            raise ShapeError(
                "joined records", "do not have the same columns", "Join records of one machine and setting."
            )
        rows = later.data
        if len(self) and len(rows) and rows[0, 0] == self.data[-1, 0]:
            rows = rows[1:]
        return replace(self, data=np.concatenate([self.data, rows]), ending=later.ending)

    def extended(self, channel: Channel, values: Any) -> Record:
        """The record with one more channel; `values` is (samples,) or (samples, columns)."""
        layout = Layout((*self.layout.channels, channel))
        wanted = (len(self), len(channel.columns))
        values = np.asarray(values, dtype=float)
        if values.size != wanted[0] * wanted[1]:
            raise ShapeError(f"channel {channel.name!r} of a record", f"has shape {values.shape}", f"Give {wanted}.")
        return replace(self, layout=layout, data=np.hstack([self.data, values.reshape(wanted)]))

    # -- to files and tables -----------------------------------------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write one file; its ending decides: .npz, .nc (netCDF) or .parquet."""
        from .files import save

        save(self, path)

    def to_pandas(self) -> Any:
        """A DataFrame with one column for each name, indexed by time."""
        from .tables import to_pandas

        return to_pandas(self)

    def to_xarray(self) -> Any:
        """A Dataset with one variable for each channel, over time and column names."""
        from .tables import to_xarray

        return to_xarray(self)

    # -- doors to `view` ---------------------------------------------------------------------------------------------

    def plot(self, *names: str, **options: Any) -> Any:
        """Figure of the named columns, or of an overview."""
        return importlib.import_module("linkwork.view").plot(self, *names, **options)

    def animate(self, *columns: str, **options: Any) -> Any:
        """Moving picture of the run beside charts of the named columns, shown in a notebook."""
        return importlib.import_module("linkwork.view").animate(self, *columns, **options)

    def save_html(self, path: str | os.PathLike[str], *columns: str, **options: Any) -> Any:
        """Write the moving picture to one file that opens in any browser without a network."""
        return importlib.import_module("linkwork.view").save_html(self, path, *columns, **options)

    def save_report(self, path: str | os.PathLike[str], **options: Any) -> Any:
        """Write one HTML file with the summary, the moving picture and the figures of the run."""
        return importlib.import_module("linkwork.view").report(self, **options).save(path)

    def view(self, *columns: str, **options: Any) -> Any:
        """The run in the web viewer."""
        return importlib.import_module("linkwork.view").view(self, *columns, **options)
