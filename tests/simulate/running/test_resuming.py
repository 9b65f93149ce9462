"""Going on from an earlier run: as it was told to run, from memory, from a file, from what a killed process left."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import OptionError, SimulationError
from linkwork.record import Outcome, load
from linkwork.simulate.control import PD, Gains, Sampled, Table
from linkwork.simulate.control.told import told

Machine = Callable[[str], Any]


def test_a_run_goes_on_as_it_was_told_to_run(machine: Machine) -> None:
    system = machine("four_bar")
    options: dict[str, Any] = {
        "method": "heun", "step": 1e-3, "projection": "velocity", "channels": ("pose",), "record_every": 5,
    }  # fmt: skip
    whole = system.simulate(duration=0.2, **options)
    both = system.simulate(continue_from=system.simulate(duration=0.1, **options), duration=0.1)
    assert np.allclose(both.t, whole.t, rtol=0, atol=1e-15) and np.array_equal(both.q, whole.q)
    assert both.about["method"] == "Heun" and both.about["projection"] == "velocity"
    assert both.about["start"] == 0.0
    fine = system.simulate(continue_from=whole, duration=0.1, method="dopri5", tolerance=1e-10)
    assert fine.about["method"] == "Dormand-Prince 5(4)" and fine.about["tolerance"] == [1e-10, 1e-10]


@pytest.mark.parametrize("ending", ["npz", "nc", "parquet"])
def test_a_run_goes_on_from_a_file(machine: Machine, tmp_path: Path, ending: str) -> None:
    system, file = machine("four_bar"), tmp_path / f"run.{ending}"
    system.simulate(duration=0.1, method="rk4", step=1e-3).save(file)
    both = system.simulate(continue_from=file, duration=0.1)
    assert np.array_equal(both.q, system.simulate(duration=0.2, method="rk4", step=1e-3).q)


def test_a_run_goes_on_from_what_a_killed_process_left(machine: Machine, tmp_path: Path) -> None:
    """Killed without a word, as by a power cut: what is on disk is whole, and is continued."""
    script = (
        "import os, sys\n"
        "from linkwork.blueprint.library import four_bar\n"
        "s = four_bar().compile()\n"
        "kill = lambda share: os._exit(9) if os.path.exists(sys.argv[1] + '/rows-00000001.npy') else None\n"
        "s.simulate(duration=1e6, method='rk4', step=1e-4, file=sys.argv[1], progress=kill, time_limit=60.0)\n"
    )
    folder = tmp_path / "run"
    assert subprocess.run([sys.executable, "-c", script, str(folder)], check=False).returncode == 9
    left = load(folder)
    assert left.outcome is Outcome.INTERRUPTED and len(left) > 1000
    assert left.machine.name == "four-bar"  # its description lies in the folder
    end = float(left.t[-1])
    machine("four_bar").simulate(continue_from=folder, duration=0.01)
    kept = load(folder, every=7)
    assert kept.outcome is Outcome.FINISHED and kept.t[-1] == pytest.approx(end + 0.01)
    assert kept.machine.name == "four-bar"
    assert np.abs(np.diff(kept.t[:-1]) - 7e-4).max() < 1e-9
    assert kept.e1.max() < 1e-12


def test_what_cannot_be_continued_is_told(machine: Machine) -> None:
    run = machine("four_bar").simulate(duration=0.1)
    with pytest.raises(OptionError, match=r"has come to its end at t = 0.1 s\. Give duration"):
        machine("four_bar").simulate(continue_from=run)
    with pytest.raises(SimulationError, match=r"has other columns: .*pose.* control and channels of the first run"):
        machine("four_bar").simulate(continue_from=run, duration=0.1, channels=("pose",))
    with pytest.raises(SimulationError, match="has other columns"):
        machine("chain_of_two").simulate(continue_from=run, duration=0.1)


def test_a_law_that_drove_is_not_forgotten_without_a_word(machine: Machine) -> None:
    system = machine("driven_pendulum")
    law = PD([0.2], Gains(kp=3.0, kd=0.5))
    first = system.simulate([0.5], duration=0.2, control=law, events={"up": lambda t, q, v: q[0] - 2.0})
    assert first.about["control"] == "PD(desired=(0.2), gains=Gains(kp=3.0, kd=0.5, ki=0.0, damping=1.0))"
    assert first.about["watched"] == ["up"]
    with pytest.raises(OptionError, match=r"control: is not given, but PD\(.*\) drove .* control='none' to let go"):
        system.simulate(continue_from=first, duration=0.1)
    both = system.simulate(continue_from=first, duration=0.1, control=law)
    assert np.abs(both.q[-1] - system.simulate([0.5], duration=0.3, control=law).q[-1]).max() < 1e-8
    free = system.simulate(continue_from=first, duration=0.1, control="none")
    assert free.tau[-1] == 0.0 and free.about["control"] == "none"
    again = system.simulate(continue_from=free, duration=0.1)  # nothing drove: nothing to forget
    assert again.outcome is Outcome.FINISHED


def test_values_of_parameters_are_those_of_the_first_run() -> None:
    system = _pendulum().compile()
    whole = system.simulate([0.5], duration=0.4, p={"mass": 2.0}, method="rk4", step=1e-3)
    half = system.simulate([0.5], duration=0.2, p={"mass": 2.0}, method="rk4", step=1e-3)
    both = system.simulate(continue_from=half, duration=0.2)
    assert both.about["parameters"] == {"mass": 2.0}
    assert np.allclose(both.q, whole.q, rtol=0, atol=1e-14)


def _pendulum() -> lw.Mechanism:
    """A pendulum of open mass on a spring."""
    m = lw.Mechanism("pendulum", gravity=(0, -9.81, 0))
    m.revolute("hinge", m.ground, m.body("bob", mass=lw.Parameter("mass", 1.0), com=(0.5, 0, 0)), axis="z")
    m.spring("return", "hinge", stiffness=3.0)
    return m


def test_laws_in_words() -> None:
    def push(t: float) -> list[float]:
        return [t]

    assert told(None) == told("none") == "none"
    assert told(push) == "function 'push'"
    assert told([1.0, 2.0]) == "Given(torques=(1.0, 2.0))"
    assert told({"hip": 1.0}) == "Given(torques={hip: 1.0})"
    assert told(Sampled(push, rate=100.0)) == "Sampled(function=function 'push', rate=100.0)"
    assert told(Table([0.0, 1.0], [1.0, 2.0])) == "Table"


def test_a_law_that_is_text_is_told(machine: Machine) -> None:
    with pytest.raises(OptionError, match=r"control: is the text 'PD'\. Give a law, .*, or 'none'"):
        machine("driven_pendulum").simulate(duration=0.1, control="PD")
