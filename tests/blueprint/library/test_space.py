"""Rotations of starting poses, against SciPy's."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from linkwork.blueprint.library import space

numbers = st.floats(-2.0, 2.0)
triples = st.tuples(numbers, numbers, numbers)


@given(triples)
def test_rodrigues_parameters_are_tangents_of_half_the_angle(c) -> None:
    R = np.array(space.of_rodrigues(c))
    n = float(np.linalg.norm(c))
    axis = np.array(c) / n if n else np.zeros(3)
    expected = Rotation.from_rotvec(2 * np.arctan(n) * axis).as_matrix()
    assert np.allclose(R, expected, atol=1e-12)


@given(triples)
def test_the_quaternion_gives_the_rotation_back(rotvec) -> None:
    R = Rotation.from_rotvec(rotvec)
    w, x, y, z = space.quaternion(tuple(map(tuple, R.as_matrix())))
    assert w >= 0
    assert np.allclose(Rotation.from_quat([x, y, z, w]).as_matrix(), R.as_matrix(), atol=1e-12)


@given(triples.filter(lambda d: abs(d[0]) + abs(d[2]) > 1e-3))
def test_the_universal_joint_swings_z_to_the_direction(d) -> None:
    phi, psi = space.swing_yx(d)
    found = space.apply(space.times(space.about("y", phi), space.about("x", psi)), (0.0, 0.0, space.size(d)))
    assert np.allclose(found, d, atol=1e-12)


def test_sums_and_transposes() -> None:
    R = space.about("z", 0.3)
    assert np.allclose(space.times(space.transposed(R), R), space.IDENTITY)
    assert space.add((1, 2, 3), (1, 1, 1)) == (2, 3, 4)
    assert space.less((1, 2, 3), (1, 1, 1)) == (0, 1, 2)
