"""Bodies: their inertia about the origin, however it was given."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.blueprint.bodies import Body

TENSOR = ((0.3, 0.01, 0.02), (0.01, 0.4, -0.03), (0.02, -0.03, 0.5))
COM = (0.1, -0.2, 0.3)


def test_inertia_about_the_com_and_about_the_origin_describe_the_same_body() -> None:
    c = np.array(COM)
    about_origin = np.array(TENSOR) + 2.0 * (c @ c * np.eye(3) - np.outer(c, c))
    one = Body("b", 2.0, COM, TENSOR)
    two = Body("b", 2.0, COM, tuple(map(tuple, about_origin.tolist())), "origin")
    for x, y in zip((*one.rigid.h, *one.rigid.I.e), (*two.rigid.h, *two.rigid.I.e)):
        assert x == pytest.approx(y, rel=1e-14)
    assert list(one.rigid.h) == pytest.approx([0.2, -0.4, 0.6])
