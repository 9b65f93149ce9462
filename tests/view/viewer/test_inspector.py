"""The inspector tells mass, inertia and pose in words and numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.view.viewer.inspector import inspected


def test_a_body_is_told_with_its_units(four_bar: Any) -> None:
    turned = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    text = inspected(four_bar.blueprint, "crank", turned, np.array([0.1, 0.2, 0.0]))
    assert "| mass | 1.5 kg |" in text
    assert "| centre of mass | (0.019, 0, 0) m |" in text
    assert "| moments about the centre of mass | 0, 1.80·10⁻⁴, 1.80·10⁻⁴ kg m² |" in text
    assert "| position | (0.1000, 0.2000, 0.0000) m |" in text
    assert "| turned about z, y, x | 90.0°, 0.0°, 0.0° |" in text
