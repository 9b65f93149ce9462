"""Every machine of the catalogue: it checks, closes, has the freedom it says, and looks like something."""

from __future__ import annotations

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint import library
from linkwork.blueprint.library.entries import CATALOGUE, Entry
from linkwork.errors import UnknownName

each_machine = pytest.mark.parametrize("entry", CATALOGUE, ids=[entry.name for entry in CATALOGUE])


@each_machine
def test_the_description_has_no_fault(entry: Entry) -> None:
    entry.machine().check()


@each_machine
def test_the_starting_pose_closes_all_loops(entry: Entry) -> None:
    gap = PosedMachine(entry.machine()).gap()
    assert np.abs(gap).max(initial=0.0) < 1e-12


@each_machine
def test_the_starting_pose_of_a_machine_with_loops_names_every_joint(entry: Entry) -> None:
    blueprint = entry.machine().freeze()
    named = {placed.joint for placed in blueprint.start}
    assert named <= set(blueprint.joint_names)
    if blueprint.closures and entry.name not in ("agile_eye", "planetary_gear"):
        assert named == set(blueprint.joint_names)


@each_machine
def test_the_freedom_is_the_rank_that_the_conditions_leave(entry: Entry) -> None:
    assert PosedMachine(entry.machine()).freedom() == entry.freedom


@each_machine
def test_the_freedom_is_what_the_count_of_bodies_and_joints_says(entry: Entry) -> None:
    machine = PosedMachine(entry.machine())
    assert 6 * len(machine.blueprint.bodies) - machine.conditions() + entry.redundant == entry.freedom


@each_machine
def test_every_body_can_be_seen(entry: Entry) -> None:
    blueprint = entry.machine().freeze()
    unseen = [body.name for body in blueprint.bodies if body.mass and not (body.shapes and body.color)]
    assert not unseen


@each_machine
def test_the_machine_is_found_by_its_name_and_explains_itself(entry: Entry) -> None:
    assert entry.machine.__doc__
    assert library.find(entry.name).machine is getattr(library, entry.name) is entry.machine


def test_a_machine_that_does_not_exist_is_answered_with_the_nearest_names() -> None:
    with pytest.raises(UnknownName, match="Nearest names: 'jansen_leg'"):
        library.find("janssen_leg")


def test_names_are_unique() -> None:
    names = [entry.name for entry in library.catalogue()]
    assert len(set(names)) == len(names)
