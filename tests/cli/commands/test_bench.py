"""`linkwork bench`."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize("machine", ["two_link_arm", "four_bar"])
def test_times_are_measured(linkwork: Any, machine: str) -> None:
    (row,) = linkwork("bench", machine, "--json").json
    assert 0.0 < row["batch"] < row["call"] < row["ready"]


def test_the_table_says_what_was_measured(linkwork: Any) -> None:
    assert "one thread" in linkwork("bench", "two_link_arm").out
