"""A record's file tells which machine was run."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from linkwork.blueprint.library import pendulum
from linkwork.errors import OptionError
from linkwork.record import Record, load
from linkwork.view.subject import machine


@pytest.fixture(scope="module")
def run() -> Record:
    return pendulum().compile().simulate(duration=0.1, record_every=0.05)


@pytest.mark.parametrize("ending", ["npz", "nc", "parquet"])
def test_a_record_keeps_its_machine(run: Record, tmp_path: Path, ending: str) -> None:
    run.save(tmp_path / f"run.{ending}")
    again = load(tmp_path / f"run.{ending}")
    assert again.machine == run.machine.blueprint
    assert again.about == run.about
    assert np.array_equal(again.data, run.data)


def test_it_is_kept_when_the_file_is_written_again(run: Record, tmp_path: Path) -> None:
    run.save(tmp_path / "a.npz")
    load(tmp_path / "a.npz").save(tmp_path / "b.npz")
    assert load(tmp_path / "b.npz").machine == run.machine.blueprint


def test_another_machine_is_not_drawn(run: Record) -> None:
    other = pendulum().freeze()
    (hinge,) = other.joints
    renamed = replace(other, joints=(replace(hinge, name="elsewhere"),), actuators=(), start=())
    with pytest.raises(OptionError, match="has other coordinates than its description"):
        machine(replace(run, machine=renamed))
