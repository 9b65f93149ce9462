"""Hyper-degree-of-freedom chain."""

from __future__ import annotations

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import chain


@pytest.mark.parametrize("n", [1, 3, 20])
def test_it_has_n_equal_links_in_a_row(n) -> None:
    posed = PosedMachine(chain(n))
    assert posed.blueprint.body_names == tuple(f"link_{k + 1}" for k in range(n))
    assert posed.point(f"link_{n}") == pytest.approx((0.03 * n, 0, 0))


def test_the_spatial_one_has_hinges_at_right_angles() -> None:
    posed = PosedMachine(chain(5, spatial=True))
    z = [posed.frame(f"link_{k}")[:3, 2] for k in range(1, 6)]
    assert all(abs(a @ b) < 1e-15 for a, b in zip(z, z[1:]))
    assert np.allclose(posed.point("link_5"), (0.15, 0, 0))
