"""Numbers are written as people do."""

from __future__ import annotations

import pytest

from linkwork.view.numbers import scientific


@pytest.mark.parametrize(
    ("x", "digits", "text"),
    [(4.2e-12, 1, "4·10⁻¹²"), (0.0, 1, "0"), (-0.25, 1, "−0.25"), (1234.0, 4, "1234"), (-2.5e7, 2, "−2.5·10⁷")],
)
def test_scientific(x: float, digits: int, text: str) -> None:
    assert scientific(x, digits) == text
