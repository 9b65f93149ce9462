"""The page of published numbers."""

from __future__ import annotations

import numpy as np

from linkwork.cli.findings_page import brief


def test_values_of_all_kinds_are_read_easily() -> None:
    assert brief(None) == "–"
    assert brief(True) == "yes"
    assert brief(3) == "3"
    assert brief(0.123456789) == "0.1234568"
    assert brief(np.array([1.0, 2.5])) == "1, 2.5"
    assert brief("does not converge") == "does not converge"
