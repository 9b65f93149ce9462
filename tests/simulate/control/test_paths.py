"""Paths of platforms: as motions of all joints by inverse kinematics of the loops, and as tasks of a controller."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy.interpolate import CubicSpline
from scipy.spatial.transform import Rotation

from linkwork import motion
from linkwork.errors import OptionError, ShapeError, UnknownName
from linkwork.simulate.control import Feedforward, Gains, TaskComputedTorque, joint_table

Machine = Callable[[str], Any]


def paths(system: Any) -> dict[str, Any]:
    """Paths of several kinds through the platform's place or round it."""
    x, y, z = system.point(system.closed_start, body="platform")
    return {
        "circle": motion.Circle((x - 0.05, y, z), 0.05, omega=3.0),
        "rectangle": motion.Rectangle((x + 0.04, y + 0.03, z), 0.08, 0.06, 1.0, corner_time=0.05),
        "lissajous": motion.Lissajous((x, y, z), (0.05, 0.04, 0.03), (2.0, 3.0, 4.0)),
        "quintic": motion.Quintic((x, y, z), (x + 0.05, y - 0.02, z + 0.04), 0.8),
        "spline": motion.CubicSpline([0.0, 0.4, 0.8], [(x, y, z), (x + 0.03, y, z + 0.02), (x, y + 0.03, z)]),
    }


@pytest.mark.parametrize("kind", ["circle", "rectangle", "lissajous", "quintic", "spline"])
def test_a_platform_is_where_its_path_is_and_rates_are_those_of_positions(machine: Machine, kind: str) -> None:
    system = machine("stewart_platform")
    path, tilt = paths(system)[kind], motion.Cycloid((0.0, 0.0, 0.0), (0.2, -0.1, 0.15), 0.8)
    table = joint_table(system, {"platform": path}, attitude=tilt, duration=0.8, samples=161)
    assert np.abs(system.closure_gap(table.q)).max() < 1e-12
    R, r = system.poses(table.q)
    which = list(system.plan.bodies).index("platform")
    told = motion.sample(path, table.t)
    assert np.abs(r[:, which] - told.position).max() < 1e-10
    wanted = Rotation.from_euler("ZYX", motion.sample(tilt, table.t).position).as_matrix()
    assert np.abs(R[:, which] - wanted).max() < 1e-10
    legs = [system.plan.joints[leg] for leg in system.driven]
    at, rates = [leg.q.start for leg in legs], [leg.v.start for leg in legs]
    smooth = slice(8, -8)  # splines know nothing beyond the ends
    if kind != "rectangle":  # whose accelerations jump
        slope = CubicSpline(table.t, table.q[:, at])(table.t, 1)
        assert np.abs(slope - table.v[:, rates])[smooth].max() < 1e-5 * np.abs(table.v).max()
        slope = CubicSpline(table.t, table.v[:, rates])(table.t, 1)
        assert np.abs(slope - table.vd[:, rates])[smooth].max() < 1e-2 * np.abs(table.vd).max()


def test_a_planar_platform_turns_as_told_while_it_goes_round(machine: Machine) -> None:
    robot = machine("koul_three_rrr")
    x, y, _ = robot.point(robot.closed_start, body="platform")
    which = list(robot.plan.bodies).index("platform")
    R = robot.poses(robot.closed_start)[0][which]
    angle = float(np.arctan2(R[1, 0], R[0, 0]))
    path, turn = (
        motion.Circle((x - 0.03, y), 0.03, omega=3.0, u=(1, 0), v=(0, 1)),
        motion.Cycloid(angle, angle + 0.2, 0.5),
    )
    table = joint_table(robot, {"platform": path}, axes="xy", turn=turn, duration=0.5)
    run = robot.simulate(
        table.q[0], table.v[0], duration=0.5, control=Feedforward(table, Gains(frequency=30.0)), channels=("pose",)
    )
    place = np.stack([run["platform.pose.x"], run["platform.pose.y"]], axis=1)
    assert np.abs(place - motion.sample(path, run.t).position).max() < 1e-7
    assert max(run.torque_correction.values()) < 1e-2


@pytest.mark.parametrize("name", ["koul_three_rrr", "stewart_platform"])
def test_a_task_is_followed_to_the_tolerance_once_the_first_error_is_gone(machine: Machine, name: str) -> None:
    system = machine(name)
    x, y, z = system.point(system.closed_start, body="platform")
    R = system.poses(system.closed_start)[0][list(system.plan.bodies).index("platform")]
    if name == "koul_three_rrr":
        path = motion.Circle((x - 0.03, y), 0.03, omega=4.0, u=(1, 0), v=(0, 1))
        turned: dict[str, Any] = {"axes": "xy", "turn": motion.Constant(float(np.arctan2(R[1, 0], R[0, 0])))}
    else:
        path = motion.Circle((x - 0.05, y, z), 0.05, omega=4.0)
        turned = {"attitude": motion.Cycloid((0.0, 0.0, 0.0), (0.2, 0.1, -0.1), 0.5)}
    law = TaskComputedTorque("platform", path, gains=Gains(frequency=40.0), **turned)
    run = system.simulate(duration=1.0, control=law, channels=("pose",))
    place = run["platform.pose"][:, : path.size]
    error = np.abs(place - motion.sample(path, run.t).position).max(axis=1)
    assert error[run.t > 0.7].max() < 1e-7 < error.max()
    if name == "stewart_platform":
        w, *xyz = run["platform.pose"][-1, 3:]
        wanted = Rotation.from_euler("ZYX", (0.2, 0.1, -0.1)).as_matrix()
        assert np.abs(Rotation.from_quat([*xyz, w]).as_matrix() - wanted).max() < 1e-6


@pytest.mark.parametrize(
    ("ask", "error", "told"),
    [
        (lambda s, c: joint_table(s, {"platform": c}, axes="xy"), OptionError, "has 2 values.*3 freedoms. Give 3"),
        (lambda s, c: joint_table(s, {"platform": c}, axes="xy", turn=0.0), OptionError, "never ends. Give duration"),
        (
            lambda s, c: joint_table(s, {"platform": c}, axes="xy", turn=0.0, attitude=(0, 0, 0)),
            OptionError, "has a turn and an attitude. Give one",
        ),
        (lambda s, c: joint_table(s, {"base_1": 0.0}, turn=0.0), OptionError, "the path names 0. Name one body"),
        (lambda s, c: joint_table(s, {"platform": c}, axes="xy", attitude=0.0), OptionError, "has 1 angles.*Give 3"),
        (lambda s, c: TaskComputedTorque("platfrom", c, axes="xy").ready(s), UnknownName, "'platfrom'.*'platform'"),
        (lambda s, c: TaskComputedTorque("platform", c, axes="xw").ready(s), OptionError, "axes.*Use some of 'xyz'"),
        (lambda s, c: TaskComputedTorque("platform", c, axes="x").ready(s), ShapeError, "has 2 values.*Give 1"),
        (lambda s, c: TaskComputedTorque("platform", c, axes="xy").ready(s), OptionError, "has 2 values.*Give 3"),
        (
            lambda s, c: TaskComputedTorque("platform", c, axes="xy", turn=motion.Constant(0.0), attitude=0).ready(s),
            OptionError, "has a turn and an attitude",
        ),
    ],
)  # fmt: skip
def test_what_does_not_fix_the_motion_is_told(machine: Machine, ask: Any, error: type, told: str) -> None:
    with pytest.raises(error, match=told):
        ask(machine("koul_three_rrr"), motion.Circle((0.5, 0.5), 0.05, omega=3.0, u=(1, 0), v=(0, 1)))
