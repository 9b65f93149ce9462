"""Modules by the book's rule, and subsystems that hang from ground."""

from __future__ import annotations

from linkwork.blueprint import library
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.modules import GROUND, serial_modules, subsystems


def test_a_module_ends_where_the_tree_branches() -> None:
    #  ground - 0 - 1 - 2      (1 branches into 2 - 3 and 4 - 5)
    parents = [GROUND, 0, 1, 2, 1, 4]
    assert serial_modules(parents) == ((0, 1), (2, 3), (4, 5))


def test_each_branch_at_ground_begins_a_module() -> None:
    assert serial_modules([GROUND, GROUND, 1]) == ((0,), (1, 2))


def test_the_gripper_of_the_book_has_three_modules() -> None:
    """Table 10.1: n_s = [1, 2, 1]."""
    assert [len(module) for module in lay_out(library.gripper().freeze()).modules] == [1, 2, 1]


def test_a_joint_of_several_variables_stays_in_its_body_s_module() -> None:
    plan = lay_out(library.spatial_biped().freeze())
    for joint in plan.joints.values():
        assert len({k for k, module in enumerate(plan.modules) for i in joint.nodes if i in module}) <= 1


def test_subsystems_are_the_trees_on_ground() -> None:
    assert subsystems([GROUND, 0, GROUND, 2, 2, GROUND]) == ((0, 1), (2, 3, 4), (5,))
    assert subsystems([]) == ()
