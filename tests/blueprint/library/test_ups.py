"""Platforms on telescoping legs, in both openings."""

from __future__ import annotations

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library.families.rows import legged_platform
from linkwork.errors import OptionError


def test_both_openings_put_the_platform_in_the_same_place() -> None:
    poses = [PosedMachine(legged_platform(6, tree=tree)).bodies["platform"] for tree in ("extended", "legs")]
    assert np.allclose(*poses, atol=1e-14)


def test_an_unknown_opening_is_named() -> None:
    with pytest.raises(OptionError, match="Use 'extended' or 'legs'"):
        legged_platform(6, tree="star")
