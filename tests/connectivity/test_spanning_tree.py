"""Which connections carry the tree: the user's, those of least freedom, or those that are not named as cuts."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw
from linkwork.blueprint import library
from linkwork.connectivity.spanning_tree import edges, spanning_tree


def ring(kinds: str, closing: str = "revolute") -> lw.Mechanism:
    """Ground and one body more than joints, in a ring; the last connection closes it."""
    words = {"r": "revolute", "s": "spherical", "f": "fixed", "c": "cylindrical"}
    m = lw.Mechanism("ring")
    last: Any = m.ground
    for k, letter in enumerate(kinds):
        body = m.body(f"b{k}", mass=1.0, inertia=(0.1, 0.1, 0.1))
        m.joint(f"j{k}", last, body, kind=words[letter])
        last = body
    m.close("last", last, m.ground.at(1, 0, 0), kind=closing, **({"length": 1.0} if closing == "distance" else {}))
    return m


def cut_names(m: lw.Mechanism, cuts: Any) -> list[str]:
    return [edge.name for edge in spanning_tree(m.freeze(), cuts)[1]]


def test_what_the_user_closed_is_cut() -> None:
    assert cut_names(ring("rrr"), None) == ["last"]


def test_the_connection_of_most_freedom_is_cut() -> None:
    assert cut_names(ring("rsr"), "auto") == ["j1"]
    assert cut_names(ring("crr", "spherical"), "auto") == ["last"]


def test_of_equal_freedom_the_last_declared_is_cut() -> None:
    assert cut_names(ring("rrr"), "auto") == ["last"]
    assert cut_names(ring("srs"), "auto") == ["j2"]


def test_mere_conditions_never_carry_a_body() -> None:
    assert cut_names(ring("sss", "point"), "auto") == ["last"]
    assert cut_names(ring("sss", "distance"), "auto") == ["last"]


def test_the_tree_of_least_freedom_is_least() -> None:
    """Against all trees of the machine: no other set of cuts leaves less freedom in the tree."""
    m = library.delta()
    blueprint = m.freeze()
    every = edges(blueprint)
    branches, cut = spanning_tree(blueprint, "auto")
    total = sum(branch.edge.kind.n_v for branch in branches)
    for names in _pairs([e.name for e in every], len(cut)):
        try:
            other, _ = spanning_tree(blueprint, names)
        except lw.OptionError:
            continue
        assert total <= sum(branch.edge.kind.n_v for branch in other)


def _pairs(names: list[str], size: int) -> list[list[str]]:
    if size == 0:
        return [[]]
    return [[n, *rest] for k, n in enumerate(names) for rest in _pairs(names[k + 1 :], size - 1)]


@pytest.mark.parametrize("cut", ["j0", "j1", "j2"])
def test_named_joints_are_cut_and_the_rest_is_passed_as_needed(cut: str) -> None:
    branches, cuts = spanning_tree(ring("rrr").freeze(), cut)
    assert [edge.name for edge in cuts] == [cut]
    passed = {branch.edge.name: branch.reversed for branch in branches}
    assert passed == {"last": True, **{f"j{k}": k > int(cut[1]) for k in range(3) if f"j{k}" != cut}}


def test_branches_lead_outward_in_the_order_of_declaration() -> None:
    branches, _ = spanning_tree(library.koul_three_rrr().freeze())
    reached = {"ground"}
    for branch in branches:
        assert branch.parent in reached
        reached.add(branch.child)
    assert [b.edge.name for b in branches][:3] == ["base_1", "elbow_1", "corner_1"]


def test_a_cut_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(
        lw.OptionError, match=r"cut 'j7' of mechanism 'ring': names no joint or closure. There are: 'j0', 'j1'"
    ):
        spanning_tree(ring("rr").freeze(), ["j7"])


def test_cuts_that_are_no_names_are_an_error() -> None:
    with pytest.raises(
        lw.OptionError, match=r"cuts of mechanism 'ring': are 3. Give names of joints, 'auto' or nothing"
    ):
        spanning_tree(ring("rr").freeze(), 3)  # type: ignore[arg-type]


def test_too_few_cuts_are_an_error() -> None:
    m = ring("rrr")
    m.body("extra", mass=1.0)
    m.revolute("e", "b2", "extra")
    m.close("second", m.ground, "extra", kind="revolute")
    with pytest.raises(
        lw.OptionError, match=r"still has a loop through '\w+' when the named joints are cut. Name one cut"
    ):
        spanning_tree(m.freeze(), ["j0"])


def test_cuts_that_let_the_machine_fall_apart_are_an_error() -> None:
    with pytest.raises(lw.OptionError, match="mechanism 'ring': falls apart: 'b1' would hang from nothing. Cut other"):
        spanning_tree(ring("rrr").freeze(), ["j1", "j2"])
