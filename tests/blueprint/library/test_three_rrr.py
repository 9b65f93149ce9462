"""The planar 3-RRR in its three openings."""

from __future__ import annotations

from math import pi

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library.three_rrr import TREES, three_rrr
from linkwork.errors import AssemblyError, OptionError

CRANKS, GUESS = (pi / 3, 4 * pi / 3, 11 * pi / 6), (3.916, 0.728, 0.233)


def machine(tree: str, **more: object):
    return three_rrr("3-RRR", CRANKS, GUESS, tree=tree, platform_moment=0.1, **more)


@pytest.mark.parametrize("tree", TREES)
def test_every_opening_closes_and_has_three_freedoms(tree) -> None:
    posed = PosedMachine(machine(tree))
    assert np.abs(posed.gap()).max() < 1e-14
    assert posed.freedom() == 3


def test_all_openings_put_the_platform_in_the_same_place() -> None:
    places = []
    for tree in TREES:
        posed = PosedMachine(machine(tree))
        body = posed.blueprint.body("platform")
        places.append((posed.bodies["platform"] @ [*body.com, 1.0])[:2])
    assert np.allclose(places, places[0], atol=1e-14)


def test_cut_joints_of_the_openings() -> None:
    cuts = {tree: [c.name for c in machine(tree).freeze().closures] for tree in TREES}
    assert cuts == {
        "elbows": ["elbow_2", "elbow_3"],
        "platform": ["corner_2", "corner_3"],
        "floating": ["corner_1", "corner_2", "corner_3"],
    }


def test_other_lengths_close_too() -> None:
    assert np.abs(PosedMachine(machine("platform", coupler=0.62, side=0.38)).gap()).max() < 1e-14


def test_cranks_that_cannot_reach_say_so() -> None:
    with pytest.raises(AssemblyError, match="does not close"):
        machine("platform", coupler=0.1)


def test_an_unknown_opening_is_named() -> None:
    with pytest.raises(OptionError, match="tree 'tip' of a 3-RRR"):
        machine("tip")
