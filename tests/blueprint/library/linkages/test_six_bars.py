"""Watt's and Stephenson's six-bars."""

from __future__ import annotations

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import stephenson_six_bar, watt_six_bar


@pytest.mark.parametrize("machine", [watt_six_bar, stephenson_six_bar])
def test_the_crank_turns_all_the_way_round(machine) -> None:
    for k in range(12):
        assert np.abs(PosedMachine(machine(2 * np.pi * k / 12)).gap()).max() < 1e-13


def ternary(machine) -> set[frozenset[str]]:
    """Pairs of links with three neighbours or more that touch each other."""
    b = machine().freeze()
    pairs = [{j.parent.body, j.child.body} for j in b.joints] + [{c.a.body, c.b.body} for c in b.closures]
    degree = {name: sum(name in pair for pair in pairs) for pair in pairs for name in pair}
    return {frozenset(pair) for pair in pairs if all(degree[name] == 3 for name in pair)}


def test_the_triangles_touch_in_watts_and_not_in_stephensons() -> None:
    assert ternary(watt_six_bar) == {frozenset({"coupler", "rocker"})}
    assert not ternary(stephenson_six_bar)
