"""The book's trees without dimensions."""

from __future__ import annotations

from posed_machine import PosedMachine

from linkwork.blueprint.library import abstract_tree, double_pendulum


def test_a_tree_hangs_as_its_parent_numbers_say() -> None:
    b = abstract_tree((0, 1, 1, 3)).freeze()
    assert [j.parent.body for j in b.joints] == ["ground", "link_1", "link_1", "link_3"]


def test_the_double_pendulum_has_four_joint_variables() -> None:
    assert PosedMachine(double_pendulum()).freedom() == 4
    assert PosedMachine(double_pendulum(coordinates="quaternion")).freedom() == 4


def test_the_double_pendulum_hangs_down() -> None:
    posed = PosedMachine(double_pendulum())
    assert posed.point("lower")[2] < -0.8
