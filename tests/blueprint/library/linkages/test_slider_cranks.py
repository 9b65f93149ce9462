"""Slider-crank and quick return."""

from __future__ import annotations

from math import cos, pi, sin, sqrt

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import quick_return, slider_crank


@pytest.mark.parametrize("angle", [0.3, 2.0, 4.0])
def test_the_sliders_place_is_the_textbooks(angle) -> None:
    posed = PosedMachine(slider_crank(0.1, 0.3, angle=angle, offset=0.02))
    expected = 0.1 * cos(angle) + sqrt(0.3**2 - (0.1 * sin(angle) - 0.02) ** 2)
    assert posed.angle("slider") == pytest.approx(expected)
    assert np.abs(posed.gap()).max() < 1e-14


def test_the_quick_returns_lever_goes_all_the_way_round_and_comes_back_faster() -> None:
    n = 720
    poses = [PosedMachine(quick_return(angle=2 * pi * k / n)) for k in range(n)]
    lever = np.unwrap([p.angle("lever") for p in poses])
    assert lever[-1] - lever[0] == pytest.approx(2 * pi * (n - 1) / n, abs=0.02)
    ram = np.array([p.angle("ram") for p in poses])
    forward = np.count_nonzero(np.diff(ram, append=ram[:1]) > 0) / n
    # the lever is across its guide when the crank is at ∓asin(base / crank): strokes of π ∓ 2 asin(0.4)
    assert min(forward, 1 - forward) == pytest.approx(0.5 - np.arcsin(0.4) / pi, abs=0.02)
