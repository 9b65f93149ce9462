"""The smallest group of motions that holds given screws."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.connectivity.motion_groups import group_of

Z, X = [0, 0, 1, 0, 0, 0], [1, 0, 0, 0, 0, 0]
BESIDE = [0, 0, 1, 0, -1, 0]  # about an axis parallel to z through (1, 0, 0)


@pytest.mark.parametrize(
    ("screws", "name", "dimension"),
    [
        ([], "rigid", 0),
        ([Z], "turning", 1),
        ([[0, 0, 0, 1, 0, 0]], "sliding", 1),
        ([Z, [0, 0, 0, 0, 0, 1]], "cylindrical", 2),
        ([Z, BESIDE], "planar", 3),
        ([[0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0]], "sliding in a plane", 2),
        ([[0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0], [0, 0, 0, 1, 1, 1]], "translational", 3),
        ([Z, X], "spherical", 3),
        ([Z, BESIDE, [0, 0, 0, 0, 0, 1]], "turning about one direction", 4),
        ([Z, [1, 0, 0, 0, 0, -1]], "spatial", 6),
    ],
)
def test_groups_of_motion(screws: list, name: str, dimension: int) -> None:
    group = group_of([np.array(s, dtype=float) for s in screws])
    assert (group.name, group.dimension) == (name, dimension)


def test_the_group_does_not_depend_on_where_it_is_seen_from() -> None:
    rng = np.random.default_rng(0)
    Q, _ = np.linalg.qr(rng.normal(size=(3, 3)))
    Q, t = Q * np.linalg.det(Q), rng.normal(size=3)
    for several in ([Z, BESIDE], [Z, X], [Z, [0, 0, 0, 0, 0, 1]]):
        moved = [
            np.concatenate([Q @ s[:3], Q @ s[3:] + np.cross(t, Q @ s[:3])]) for s in np.array(several, dtype=float)
        ]
        a, b = group_of([np.array(s, dtype=float) for s in several]), group_of(moved)
        assert (a.name, a.dimension) == (b.name, b.dimension)
