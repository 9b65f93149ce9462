"""Four-bar of any dimensions."""

from __future__ import annotations

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.algebra.parameter import Parameter
from linkwork.blueprint.library import four_bar
from linkwork.errors import AssemblyError


@pytest.mark.parametrize("cut", ["rocker", "crank"])
@pytest.mark.parametrize("crossed", [False, True])
@pytest.mark.parametrize("base", [0.09, -0.09])
def test_both_assemblies_close_wherever_it_is_cut(cut, crossed, base) -> None:
    posed = PosedMachine(four_bar(base=base, cut=cut, crossed=crossed, angle=0.4))
    assert np.abs(posed.gap()).max() < 1e-14
    assert posed.freedom() == 1
    assert (np.sin(posed.angle("rocker")) > 0) != crossed


def test_lengths_may_be_parameters() -> None:
    b = four_bar(crank=Parameter("a", 0.03), coupler=Parameter("b", 0.1)).freeze()
    assert set(b.parameters) == {"a", "b"}
    assert np.abs(PosedMachine(b).gap()).max() < 1e-14


def test_bars_that_cannot_meet_say_so() -> None:
    with pytest.raises(AssemblyError, match="cannot meet over a distance"):
        four_bar(base=1.0)
