from __future__ import annotations

import math

import pytest

from linkwork.motion import Lissajous


def test_the_curve_of_the_parallel_control_thesis() -> None:
    """Table A.2; the digest gives the start point, the start velocity and the period π."""
    curve = Lissajous((0, 0, 1), (0.4, 0.2, 0.133), (2, 8, 4), (math.pi / 2, 0, math.pi / 2))
    assert curve.position(0.0) == pytest.approx((-0.4, 0, 0.867))
    assert curve.velocity(0.0) == pytest.approx((0, 1.6, 0), abs=1e-15)
    assert curve.position(math.pi) == pytest.approx(curve.position(0.0), abs=1e-14)
