"""The stage has room for the whole motion, and is seen from where people expect."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.blueprint.library import stewart_platform
from linkwork.record import Record
from linkwork.view.stage import stage
from linkwork.view.subject import poses_of, resting, scene_of


def test_everything_is_in_the_room_at_all_times(four_bar: Any, run: Record) -> None:
    scene = scene_of(four_bar)
    rotations, positions = poses_of(four_bar, run.q)
    room = stage(scene, rotations, positions)
    frame = np.stack([room.side, room.up, room.front])
    for k in (0, len(run) // 2, -1):
        off = np.abs((scene.points(rotations[k], positions[k]) - room.middle) @ frame.T)
        assert (off <= room.half * 1.02).all()


def test_a_planar_machine_is_seen_face_on(four_bar: Any) -> None:
    room = stage(scene_of(four_bar), *(x[None] for x in poses_of(four_bar, four_bar.start)))
    assert room.flat
    assert (room.front, room.up, room.side) == (
        pytest.approx((0, 0, 1)),
        pytest.approx((0, 1, 0)),
        pytest.approx((1, 0, 0)),
    )
    assert room.floor @ room.front < 0.0  # the wall is behind


def test_a_machine_in_space_stands_on_its_floor() -> None:
    s = stewart_platform().compile()
    scene, (rotations, positions) = scene_of(s), poses_of(s, resting(s))
    room = stage(scene, rotations[None], positions[None])
    assert not room.flat
    assert room.floor[2] == pytest.approx(scene.points(rotations, positions)[:, 2].min())
    assert room.front @ room.up == pytest.approx(0.0)


def test_the_grid_has_round_steps(four_bar: Any) -> None:
    room = stage(scene_of(four_bar), *(x[None] for x in poses_of(four_bar, four_bar.start)))
    mantissa = room.step / 10.0 ** np.floor(np.log10(room.step))
    assert round(mantissa, 9) in (1.0, 2.0, 5.0)
