"""6-RSS."""

from __future__ import annotations

from math import degrees

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import six_rss
from linkwork.errors import OptionError


@pytest.mark.parametrize(
    ("z", "branch", "beta"),
    [(0.3, "upper", 68.77), (0.3, "lower", 223.65), (0.4, "upper", 64.43), (0.4, "lower", 212.09)],
)
def test_crank_angles_are_those_of_the_digest(z, branch, beta) -> None:  # [D]
    posed = PosedMachine(six_rss(pose=(0, 0, z, 0, 0, 0), branch=branch))
    angles = [degrees(posed.angle(f"crank_{k}")) % 360 for k in range(1, 7)]
    assert angles == pytest.approx([beta] * 6, abs=0.006)


@pytest.mark.parametrize(("ball", "freedom"), [("universal", 6), ("spherical", 12)])
def test_balls_at_both_ends_let_the_couplers_spin(ball, freedom) -> None:
    posed = PosedMachine(six_rss(pose=(0.05, 0.02, 0.35, 0.02, -0.03, 0.05), ball=ball))
    assert np.abs(posed.gap()).max() < 1e-14
    assert posed.freedom() == freedom


def test_sets_of_masses() -> None:
    assert six_rss("printed").freeze().body("crank_1").inertia[1][1] == 0.1764
    assert six_rss().freeze().body("crank_1").inertia[1][1] == pytest.approx(0.432 * 0.7**2 / 12, rel=1e-3)
    with pytest.raises(OptionError, match="Use 'printed', 'corrected', 'light'"):
        six_rss("heavy")
