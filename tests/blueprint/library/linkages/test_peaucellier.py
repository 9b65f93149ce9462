"""Peaucellier's inversor."""

from __future__ import annotations

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import peaucellier


def test_the_pen_draws_a_straight_line() -> None:
    pen = np.array([PosedMachine(peaucellier(angle=a)).point("pen") for a in np.linspace(0.4, 1.2, 9)])
    assert pen[:, 0] == pytest.approx([(0.5**2 - 0.2**2) / (2 * 0.2)] * 9)
    assert np.ptp(pen[:, 1]) > 0.1
