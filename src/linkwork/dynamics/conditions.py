"""Which law writes the rows of which condition; a new kind is a record, a law and a line here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from linkwork.connectivity.conditions import (
    Condition,
    Edge,
    GeneralRelation,
    GeneralVelocityRelation,
    JointMotion,
    LinearRelation,
    PointMotion,
    Roll,
)
from linkwork.dynamics.motion import Motion
from linkwork.dynamics.prescribed_motion import joint_motion_rows, point_motion_rows
from linkwork.dynamics.relations import general_rows, linear_rows, velocity_rows
from linkwork.dynamics.rolling import edge_rows, roll_rows
from linkwork.dynamics.rows import Row

LAWS: dict[type, Callable[[Any, Motion], list[Row]]] = {
    LinearRelation: linear_rows,
    GeneralRelation: general_rows,
    GeneralVelocityRelation: velocity_rows,
    JointMotion: joint_motion_rows,
    PointMotion: point_motion_rows,
    Roll: roll_rows,
    Edge: edge_rows,
}


def condition_rows(condition: Condition, motion: Motion) -> list[Row]:
    """The rows of a relation, a prescribed motion or a rolling contact."""
    return LAWS[type(condition)](condition, motion)
