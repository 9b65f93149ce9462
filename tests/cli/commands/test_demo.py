"""`linkwork demo`."""

from __future__ import annotations

from typing import Any

import pytest


@pytest.mark.parametrize("machine", ["four_bar", "two_link_arm"])
def test_the_equations_hold(linkwork: Any, machine: str) -> None:
    found = linkwork("demo", "--machine", machine, "--json").json
    assert found["residual"] < 1e-9
    assert found["closing"] < 1e-9
