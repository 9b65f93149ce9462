from __future__ import annotations

import numpy as np
import pytest

from linkwork.errors import DescriptionError
from linkwork.motion import Rectangle, sample


def test_it_runs_round_its_centre_and_comes_back() -> None:
    """The rectangle of 0.5 m by 1 m in 4 s of the parallel-control digest."""
    rows = sample(Rectangle((0, 0, 1), 0.5, 1.0, 4.0, corner_time=0.2), np.linspace(0, 4, 401))
    np.testing.assert_allclose(rows.position[0], rows.position[-1], atol=1e-15)
    np.testing.assert_allclose(rows.position.min(axis=0), (-0.25, -0.5, 1), atol=1e-12)
    np.testing.assert_allclose(rows.position.max(axis=0), (0.25, 0.5, 1), atol=1e-12)
    assert np.abs(np.diff(rows.velocity, axis=0)).max() < 0.05 * np.abs(rows.velocity).max() + 0.05  # no jump


def test_a_corner_time_that_does_not_fit_is_told_when_it_is_written() -> None:
    with pytest.raises(DescriptionError, match="no longer than the shortest side takes"):
        Rectangle((0, 0), 0.1, 1.0, 1.0, corner_time=0.5, u=(1, 0), v=(0, 1))
