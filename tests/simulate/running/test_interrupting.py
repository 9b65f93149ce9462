"""Ctrl-C, with real signals: everything up to then is kept, once, and the run can be continued."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.record import Outcome, load
from linkwork.simulate.control import Sampled

Machine = Callable[[str], Any]


@contextmanager
def signals(*seconds: float) -> Generator[None]:
    """An interrupt so many seconds from now, to this thread."""
    here = threading.get_ident()

    def send() -> None:
        if hasattr(signal, "pthread_kill"):
            signal.pthread_kill(here, signal.SIGINT)
        else:
            signal.raise_signal(signal.SIGINT)

    timers = [threading.Timer(x, send) for x in seconds]
    for timer in timers:
        timer.start()
    try:
        yield
    finally:
        for timer in timers:
            timer.cancel()


@pytest.mark.parametrize(
    "options",
    [
        {"method": "rk4", "step": 1e-4}, {"record_every": 0.01}, {"method": "rattle", "step": 1e-4},
        {"method": "radau", "record_every": 0.01},
        {"method": "rk4", "step": 1e-4, "control": Sampled(lambda t, q, v: [0.0], rate=1000.0)},
    ],
    ids=["rk4", "dop853", "rattle", "radau", "sampled"],
)  # fmt: skip
def test_a_signal_in_the_midst_of_machine_code_ends_the_run_and_keeps_it(machine: Machine, options: Any) -> None:
    system = machine("four_bar")
    system.simulate(duration=0.01, **options)  # compiled before the signal comes
    handler = signal.getsignal(signal.SIGINT)
    with signals(0.3):
        run = system.simulate(duration=1e7, time_limit=30.0, **options)
    assert run.outcome is Outcome.INTERRUPTED and run.about["wall_time"] < 10.0
    assert len(run) > 10 and run.t[-1] == run.ending.t
    assert (np.diff(run.t) > 0).all()
    assert signal.getsignal(signal.SIGINT) is handler
    more = system.simulate(continue_from=run, duration=0.1, control=options.get("control"))
    assert more.outcome is Outcome.FINISHED and (np.diff(more.t) > 0).all()


def test_a_signal_while_samples_go_to_disk_leaves_each_of_them_once(machine: Machine, tmp_path: Path) -> None:
    system = machine("koul_three_rrr")
    with signals(0.5):
        run = system.simulate(duration=1e7, method="rk4", step=1e-4, file=tmp_path / "run", time_limit=30.0)
    kept = load(tmp_path / "run")
    assert run.outcome is kept.outcome is Outcome.INTERRUPTED
    assert np.abs(np.diff(kept.t) - 1e-4).max() < 1e-9


def test_a_second_signal_gets_out_of_a_controller_that_hangs(machine: Machine) -> None:
    def hangs(t: float, q: Any, v: Any) -> list[float]:
        if t > 0.05:
            time.sleep(5.0)
        return [0.0]

    with signals(0.6, 0.9):
        run = machine("driven_pendulum").simulate([0.5], duration=1.0, control=Sampled(hangs, rate=100.0))
    assert run.outcome is Outcome.INTERRUPTED
    assert run.t[-1] == pytest.approx(0.06) and run.about["wall_time"] < 4.0


def test_a_handler_of_somebody_else_is_left_alone(machine: Machine) -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: heard.append(number))
    try:
        with signals(0.1):
            run = machine("chain_of_two").simulate(duration=1e6, record_every=1.0, time_limit=0.5)
    finally:
        signal.signal(signal.SIGINT, before)
    assert heard == [signal.SIGINT] and run.outcome is Outcome.TIME_LIMIT
