"""A record to look at: one turning joint with a motor and one ball joint, one loop, 1 s of made-up motion."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from linkwork.record import Channel, Ending, Layout, Outcome, Record


def channels() -> tuple[Channel, ...]:
    return (
        Channel.scalar("t", "s"),
        Channel.owned("q", {"O1": ("angle",), "hip": ("w", "x", "y", "z")}),
        Channel.owned("v", {"O1": ("",), "hip": ("x", "y", "z")}),
        Channel.owned("qdd", {"O1": ("",), "hip": ("x", "y", "z")}),
        Channel.owned("tau", {"O1": ("",)}, "N m"),
        Channel.owned("lam", {"B": ("force.x", "force.y")}),
        Channel.owned("loop_error", {"B": ("e1", "e2", "e3")}),
        Channel.parts("energy", ("kinetic", "potential", "actuator_work", "dissipation"), "J"),
        Channel.scalar("evaluations"),
    )


def samples(t: np.ndarray) -> dict[str, np.ndarray]:
    """The ball joint turns about z with angle 0.5 t²; the motor's energy goes to motion and a little is lost."""
    half, zero, one = 0.25 * t**2, 0 * t, 0 * t + 1
    return {
        "t": t,
        "q": np.stack([np.sin(3 * t), np.cos(half), zero, zero, np.sin(half)], axis=1),
        "v": np.stack([3 * np.cos(3 * t), zero, zero, t], axis=1),
        "qdd": np.stack([-9 * np.sin(3 * t), zero, zero, one], axis=1),
        "tau": 2 * np.cos(t),
        "lam": np.stack([t, -t], axis=1),
        "loop_error": np.stack([1e-13 * one, -2e-13 * t, 1e-12 * t], axis=1),
        "energy": np.stack([2 + t, 3 - t, 4 * t, 4 * t + 1e-9 * t], axis=1),
        "evaluations": 4 * np.arange(len(t)),
    }


def record(n: int = 101) -> Record:
    layout = Layout(channels())
    rows = layout.rows(**samples(np.linspace(0, 1, n)))
    about = {"mechanism": "leg", "method": "rk4", "wall_time": 0.0012, "step": 0.01}
    return Record(layout, rows, Ending(Outcome.FINISHED, 1.0), about)


@pytest.fixture
def run() -> Record:
    return record()


@pytest.fixture
def recorded() -> Callable[[int], Record]:
    """The record in any number of samples."""
    return record
