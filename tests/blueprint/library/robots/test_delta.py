"""Delta robot."""

from __future__ import annotations

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import delta
from linkwork.errors import OptionError


@pytest.mark.parametrize("tree", ["legs", "extended"])
@pytest.mark.parametrize("place", [(0.0, 0.0, -0.4), (0.1, -0.05, -0.5)])
def test_the_platform_is_where_it_was_put_and_level(tree, place) -> None:
    posed = PosedMachine(delta(place=place, tree=tree))
    assert posed.point("platform") == pytest.approx(place, abs=1e-14)
    assert np.allclose(posed.frame("platform")[:3, :3], np.eye(3), atol=1e-14)
    assert posed.freedom() == 3


def test_the_platform_cannot_turn() -> None:
    machine = PosedMachine(delta(tree="extended"))
    rates = machine._rates()
    columns = []
    for joint, k in rates:
        ahead, behind = (PosedMachine(machine.blueprint, machine._moved(joint, k, s * 1e-6)).gap() for s in (1, -1))
        columns.append((ahead - behind) / 2e-6)
    _, _, vh = np.linalg.svd(np.column_stack(columns))
    free = vh[-3:]
    turns = [i for i, (joint, k) in enumerate(rates) if joint == "platform" and k < 3]
    assert np.abs(free[:, turns]).max() < 1e-7


def test_an_unknown_opening_is_named() -> None:
    with pytest.raises(OptionError, match="Use 'legs' or 'extended'"):
        delta(tree="arms")
