"""Where the tool of a five-bar can go is known in closed form."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from linkwork.blueprint.library import book_three_rrr, five_bar, four_bar, stewart_platform
from linkwork.errors import OptionError, UnknownName
from linkwork.view.reach import Reach, reach

CRANK, COUPLER, BASE = 0.2, 0.35, 0.25


@pytest.fixture(scope="module")
def s() -> Any:
    return five_bar(CRANK, COUPLER, BASE).compile()


@pytest.fixture(scope="module")
def found(s: Any) -> Reach:
    return reach(s, q=s.closed_start, cells=61)


def legs(found: Reach) -> np.ndarray:
    """Distances of every cell from both motors."""
    x, y = np.meshgrid(found.x, found.y)
    return np.stack([np.hypot(x + BASE / 2, y), np.hypot(x - BASE / 2, y)])


def test_no_cell_is_out_of_the_links_reach(found: Reach) -> None:
    inside = np.isfinite(found.gain)
    assert inside.sum() > 500
    assert (legs(found)[:, inside] <= CRANK + COUPLER).all()
    assert (legs(found)[:, inside] >= COUPLER - CRANK).all()


def test_every_cell_above_the_motors_that_the_links_reach_is_found(found: Reach) -> None:
    d = legs(found)
    margin = 2.0 * (found.x[1] - found.x[0])
    above = np.meshgrid(found.x, found.y)[1] > margin
    can = ((d < CRANK + COUPLER - margin) & (d > COUPLER - CRANK + margin)).all(axis=0) & above
    assert np.isfinite(found.gain[can]).all()


def test_the_map_has_room_for_all_that_is_reached(found: Reach) -> None:
    inside = np.isfinite(found.gain)
    assert not (inside[0].any() or inside[-1].any() or inside[:, 0].any() or inside[:, -1].any())


def test_loops_are_closed_and_the_tool_is_in_its_cell(s: Any, found: Reach) -> None:
    rows, columns = np.nonzero(np.isfinite(found.gain))
    q = found.q[rows, columns]
    assert np.abs(s.closure_gap(q)).max() < 1e-9
    place = s.point(q, body="left_coupler", at=(COUPLER, 0.0, 0.0))
    assert place[:, 0] == pytest.approx(found.x[columns], abs=1e-8)
    assert place[:, 1] == pytest.approx(found.y[rows], abs=1e-8)


def test_the_drives_hold_least_where_the_couplers_lie_in_one_line(s: Any, found: Reach) -> None:
    names = list(s.q_names)
    angle = {
        side: found.q[..., names.index(f"{side}_crank")] + found.q[..., names.index(f"{side}_coupler")]
        for side in ("left", "right")
    }
    sine = np.abs(np.sin(angle["left"] - angle["right"]))
    inside = np.isfinite(found.gain)
    worst = np.unravel_index(np.nanargmin(found.gain), found.gain.shape)
    assert sine[worst] < 0.25
    assert found.gain[inside & (sine < 0.1)].max(initial=0.0) < 0.2


def test_with_three_freedoms_the_attitude_stays() -> None:
    s = book_three_rrr().compile()
    found = reach(s, q=s.closed_start, cells=31)
    q = found.q[np.isfinite(found.gain)]
    k = tuple(s.plan.bodies).index("platform")
    rotations = s.poses(q)[0][:, k]
    assert len(q) > 50
    assert rotations == pytest.approx(np.broadcast_to(s.poses(s.closed_start)[0][k], rotations.shape), abs=1e-8)


def test_a_map_needs_a_plane_and_two_or_three_freedoms(s: Any) -> None:
    one, space = four_bar().compile(), stewart_platform().compile()
    with pytest.raises(OptionError, match="has 1 freedom"):
        reach(one, q=one.closed_start)
    with pytest.raises(OptionError, match="is not planar"):
        reach(space, q=space.closed_start)
    with pytest.raises(UnknownName, match="'too'"):
        reach(s, "too", q=s.closed_start)
