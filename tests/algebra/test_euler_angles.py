"""The twelve sequences of three turns and the six of two, against the book's table 3.6 and SciPy."""

from __future__ import annotations

from functools import reduce

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from linkwork.algebra.euler_angles import PAIRS, TRIPLES, singular_middle_angle, turns

ANGLES = (0.4, -0.7, 1.1)


@pytest.mark.parametrize("sequence", [*TRIPLES, *PAIRS])
def test_turns_multiply_to_the_intrinsic_rotation(sequence: str) -> None:
    poses = [turn.pose([angle]) for turn, angle in zip(turns(sequence), ANGLES)]
    found = [list(row) for row in reduce(lambda a, b: a @ b, poses).rotation]
    expected = Rotation.from_euler(sequence, ANGLES[: len(sequence)]).as_matrix()
    np.testing.assert_allclose(found, expected, atol=1e-12)


def test_there_are_twelve_and_six() -> None:
    assert (len(set(TRIPLES)), len(set(PAIRS))) == (12, 6)


def test_a_corrected_entry_of_the_books_table() -> None:
    """XZX, entry (3, 3): −S1C2S3 + C1C3; the table prints S1S2C3 + C1C3."""
    (c1, c2, c3), (s1, s2, s3) = np.cos(ANGLES), np.sin(ANGLES)
    R = reduce(lambda a, b: a @ b, [t.pose([x]) for t, x in zip(turns("XZX"), ANGLES)]).rotation
    assert R[2].z == pytest.approx(-s1 * c2 * s3 + c1 * c3)
    assert R[2].z != pytest.approx(s1 * s2 * c3 + c1 * c3)


@pytest.mark.parametrize("sequence", TRIPLES)
def test_two_axes_are_parallel_at_the_singular_middle_angle(sequence: str) -> None:
    for middle in singular_middle_angle(sequence):
        first, second, last = turns(sequence)
        axis = second.pose([middle]).rotate_into(first.motion()[0].angular)
        cross = axis.cross(last.motion()[0].angular)
        assert cross.norm() == pytest.approx(0.0, abs=1e-12)
