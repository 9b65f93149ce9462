"""`linkwork inverse`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.cli.commands.inverse import needed
from linkwork.cli.machines import compiled
from linkwork.record import load


@pytest.mark.parametrize("motion", ["cycloid", "quintic", "trapezoidal"])
def test_the_torques_of_a_closed_machine_make_its_motion(motion: str) -> None:
    system = compiled("book_three_rrr")
    record = needed(system, {"base_1": 1.2}, motion, 0.5, 21, {})
    tau = np.zeros((len(record), system.n_v))
    tau[:, list(system.plan.actuated)] = record.tau
    qdd, lam = system.forward_dynamics(record.q, record.v, tau)
    assert np.allclose(qdd, record.qdd, atol=1e-8 * np.abs(record.qdd).max())
    assert np.allclose(lam, record.lam, atol=1e-8 * np.abs(record.lam).max())


def test_the_motion_begins_and_ends_where_it_should() -> None:
    record = needed(compiled("kuka_kr5"), {"wrist": 1.0}, "cycloid", 1.0, 11, {"wrist": 0.25})
    assert record["wrist.q"][[0, -1]] == pytest.approx([0.25, 1.0])
    assert np.abs(record.v[[0, -1]]).max() < 1e-12


def test_the_record_is_saved(linkwork: Any, tmp_path: Path) -> None:
    said = linkwork("inverse", "four_bar", "--to", "crank=6.28", "--out", tmp_path / "turn.npz")
    assert said.code == 0
    assert "pin.force x" in said.out
    assert len(load(tmp_path / "turn.npz")) == 201


def test_a_joint_that_nobody_drives_may_lead_and_the_drive_follows(linkwork: Any) -> None:
    found = linkwork("inverse", "four_bar", "--to", "rocker=2.1", "--samples", 5, "--json").json
    assert found["final"]["q"][2] == pytest.approx(2.1)
    assert found["ending"] == "finished at t = 1 s."


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--to", "crank=1", "--to", "rocker=2"], "--to rocker=...: follows from the other joints: 'four-bar' has 1 "),
        (["--to", "crank=1", "--duration", "0"], "--duration 0: is no time"),
        (["--to", "crank=1", "--samples", "1"], "Give 2 or more"),
        (["--to", "crank=1", "--out", "nowhere/a.npz"], "Make 'nowhere' first"),
    ],
)
def test_what_cannot_be_asked_is_told(linkwork: Any, words: list[str], told: str) -> None:
    said = linkwork("inverse", "four_bar", *words)
    assert said.code == 2
    assert told in said.err


def test_unknown_motions_and_joints_are_named(linkwork: Any) -> None:
    said = linkwork("inverse", "four_bar", "--to", "crank=1", "--motion", "jump")
    assert said.code == 2
    assert "cycloid" in said.err
    assert "crank" in linkwork("inverse", "four_bar", "--to", "shaft=1").err
