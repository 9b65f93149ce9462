"""Row: what vanishes and what does not."""

from __future__ import annotations

import pytest

from linkwork.dynamics.rows import ROUNDING, Row


@pytest.mark.parametrize(
    ("row", "vanishes"),
    [
        (Row("c", "force z", 0.0, {0: 0.0, 1: 0.0}), True),
        (Row("c", "force z", ROUNDING / 2, {0: 0.0}), True),
        (Row("c", "force z", 0.02, {0: 0.0}), False),
        (Row("c", "force z", 0.0, {0: 1.0}), False),
        (Row("c", "force z", 0.0, {}, drift=1.0), False),
        (Row("c", "velocity", None, {0: 0.0}), True),
        (Row("c", "velocity", None, {0: 0.5}), False),
    ],
)
def test_a_row_vanishes_when_nothing_can_open_its_gap(row: Row, vanishes: bool) -> None:
    assert row.vanishes == vanishes
