"""Experiments as data: they can be built, asked for by name, and are complete."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import Decimal

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library.experiment import KINDS, ORIGINS, Experiment
from linkwork.blueprint.library.published import SOURCES, experiments, find_experiment
from linkwork.errors import UnknownName
from linkwork.motion import TRAJECTORIES

each_experiment = pytest.mark.parametrize("run", experiments(), ids=[e.name for e in experiments()])


@each_experiment
def test_its_machine_checks_and_starts_closed(run: Experiment) -> None:
    assert np.abs(PosedMachine(run.build()).gap()).max(initial=0.0) < 1e-12


@each_experiment
def test_its_words_are_those_that_a_runner_knows(run: Experiment) -> None:
    assert run.kind in KINDS
    for item in (*run.tables, *run.numbers):
        assert item.origin in ORIGINS
        assert item.source
        assert np.min(item.tolerance) >= 0.0


WIDER = {  # numbers that are judged more widely than their digits, with the reason
    "singular instant in s": "the source's samples are 0.01 s apart",
    "end of the run in actuator space in s": "the same",
    "mean speed of the gait in m/s": "one digit, in words",
}


@each_experiment
def test_what_is_allowed_is_half_a_unit_of_the_last_digit_written(run: Experiment) -> None:
    for table in run.tables:
        for column, allowed in zip(zip(*(row[1:] for row in table.rows)), zip(*table.allowed)):
            if table.quantity != "error as a share of the first one":  # a formula, not digits
                assert table.digits or max(allowed) <= half_a_unit_of(column)
            assert min(allowed) > 0.0
    for number in run.numbers:
        if isinstance(number.value, (bool, str)) or number.quantity in WIDER or not np.any(number.value):
            continue  # claims, and laws that say that something is zero
        values = np.atleast_1d(number.value)
        if values.dtype.kind in "if" and np.any(number.tolerance):
            allowed = np.broadcast_to(number.tolerance, values.shape)
            assert np.max(allowed) <= half_a_unit_of(values[allowed == np.max(allowed)])


def half_a_unit_of(values: Iterable[float]) -> float:
    """Half a unit of the last decimal that the longest of some numbers is written with; π/2 is not one."""
    decimals = [-int(Decimal(repr(float(x))).normalize().as_tuple().exponent) for x in values]
    return 0.50001 * 10.0 ** -max(d for d in decimals if d < 15)


@each_experiment
def test_joints_and_bodies_that_it_names_exist(run: Experiment) -> None:
    blueprint = run.build().freeze()
    named = {*run.start, *run.rates, *(run.course.of if run.course and not run.course.body else ())}
    assert named <= set(blueprint.joint_names)
    if run.course and run.course.body:
        assert run.course.body in (*blueprint.body_names, *(f.name for f in blueprint.frames))
        assert set(run.course.of) <= {"x", "y", "z", "angle"}
    for table in run.tables:
        if table.quantity in ("torque", "coordinate", "rate", "acceleration"):
            assert set(table.of) <= set(blueprint.joint_names)


@each_experiment
def test_its_course_is_a_trajectory_that_starts_in_the_starting_pose(run: Experiment) -> None:
    if run.course is None:
        return
    trajectory = TRAJECTORIES[run.course.kind](**run.course.arguments)
    assert trajectory.size >= len(run.course.of)
    if run.course.body or run.start:
        return
    posed = PosedMachine(run.build())
    here = [posed.angle(joint) for joint in run.course.of]
    assert trajectory.position(0.0) == pytest.approx(here, abs=1e-12)


@each_experiment
def test_its_tables_have_a_column_for_every_name_and_times_in_order(run: Experiment) -> None:
    for table in run.tables:
        assert all(len(row) == 1 + len(table.of) for row in table.rows)
        assert all(math.isfinite(x) for row in table.rows for x in row)
        assert list(table.times) == sorted(table.times)
        assert table.times[-1] <= run.duration + 1e-12


def test_they_are_found_by_source_and_by_name() -> None:
    assert sum(len(experiments(source)) for source in SOURCES) == len(experiments())
    for run in experiments():
        assert find_experiment(run.name) is run
    with pytest.raises(UnknownName, match="source 'kou': does not exist in the library"):
        experiments("kou")
    with pytest.raises(UnknownName, match="Nearest names: 'khan/inverse'"):
        find_experiment("khan/invers")
