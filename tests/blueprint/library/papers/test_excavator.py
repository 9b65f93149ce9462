"""Topology of the excavator."""

from __future__ import annotations

from posed_machine import PosedMachine

from linkwork.blueprint.library import excavator

NUMBERS = {  # bodies of the paper
    "link": 1, "triangle": 2, "bucket_cylinder": 3, "bucket_piston": 4, "stick": 5, "boom": 6, "bucket": 7,
    "stick_cylinder": 8, "stick_piston": 9, "boom_cylinder": 10, "boom_piston": 11, "ground": 0,
}  # fmt: skip


def edges() -> set[frozenset[int]]:
    b = excavator().freeze()
    pairs = [(j.parent.body, j.child.body) for j in b.joints] + [(c.a.body, c.b.body) for c in b.closures]
    return {frozenset(NUMBERS[name] for name in pair) for pair in pairs}


def test_the_loops_of_the_paper_are_there() -> None:
    loops = {  # as bodies, from the joints that the paper lists
        "1-2-15-6": [0, 1, 2, 6],
        "7-14-13-12": [6, 5, 9, 8],
        "3-4-5-8-7-15": [2, 3, 4, 7, 5, 6],
        "9-10-11-2-1": [0, 10, 11, 2, 1],
    }
    there = edges()
    for bodies in loops.values():
        assert all(frozenset(pair) in there for pair in zip(bodies, [*bodies[1:], bodies[0]]))


def test_it_has_fifteen_joints_of_which_three_are_driven_sliders() -> None:
    b = excavator().freeze()
    assert len(b.joints) + len(b.closures) == 15
    assert {a.joint for a in b.actuators} == {"bucket_piston", "stick_piston", "boom_piston"}


def test_the_subsystems_are_a_chain_a_tree_and_a_chain() -> None:
    parents = {NUMBERS[j.child.body]: NUMBERS[j.parent.body] for j in excavator().freeze().joints}
    assert parents == {1: 0, 2: 1, 3: 2, 4: 3, 6: 0, 5: 6, 7: 5, 8: 6, 9: 8, 10: 0, 11: 10}


def test_the_cylinders_can_move_on_their_own() -> None:
    assert PosedMachine(excavator()).freedom() == 3
