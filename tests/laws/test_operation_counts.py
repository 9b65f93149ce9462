"""Our operation counts are below every count that the book prints for trees."""

from __future__ import annotations

import pytest
from book_counts import (
    FORMULAS,
    OTHERS,
    ROBOTS,
    WALKERS,
    book,
    general_tree,
    left_out,
    operations,
    plan_of,
    variables,
)  # fmt: skip

from linkwork.blueprint import library
from linkwork.blueprint.library.published.count_formulas import LEFT_OUT

FIXED = ("inverse_dynamics", "eliminated")
FREE = ("free_base_inverse_dynamics", "recursive_forward_dynamics")


@pytest.mark.parametrize("law", FIXED)
@pytest.mark.parametrize("robot", ROBOTS)
def test_fixed_robots_of_general_geometry(robot: str, law: str) -> None:
    """Tables 6.11 and 6.12, with and without regrouping of inertial parameters."""
    freedoms, parents = ROBOTS[robot]
    plan = plan_of(general_tree(freedoms, parents))
    M, A = book(law, freedoms, floating=False)
    for regroup in (False, True):
        ours = operations(plan, law, regroup=regroup)
        assert ours.multiplications < M
        assert ours.additions < A


@pytest.mark.parametrize("law", FREE)
@pytest.mark.parametrize("robot", WALKERS)
def test_walking_robots_of_general_geometry(robot: str, law: str) -> None:
    """Tables 7.6 and 7.7; ours include the base's quaternion, gravity in its axes and its factors, left out there."""
    freedoms, parents = WALKERS[robot]
    plan = plan_of(general_tree(freedoms, parents, floating=True))
    M, A = book(law, freedoms, floating=True)
    for regroup in (False, True):
        ours = operations(plan, law, regroup=regroup)
        assert ours.multiplications < M
        assert ours.additions < A


def test_what_the_book_leaves_out_of_a_floating_base_is_counted() -> None:
    found = left_out()
    assert (found.multiplications, found.additions) == LEFT_OUT["table 7.6", "proposed"]
    assert LEFT_OUT["table 7.7", "proposed"] == LEFT_OUT["table 7.6", "proposed"]


@pytest.mark.parametrize(("law", "floating"), OTHERS)
def test_other_algorithms(law: str, floating: bool) -> None:
    """The competitors' rows; forward dynamics on a fixed base with the bias, by the cheaper of our two ways.

    The row of Lilly and Orin holds no bias: it is compared with ours for given φ. Those of table 7.6 leave out what the
    base costs; ours have it.
    """
    for freedoms, parents in (WALKERS if floating else ROBOTS).values():
        plan = plan_of(general_tree(freedoms, parents, floating=floating))
        names = (law, "factorised_forward_dynamics") if law.startswith("recursive") else (law,)
        ours = min((operations(plan, name, regroup=True) for name in names), key=lambda c: c.total)
        given_bias = operations(plan, "eliminated", regroup=True) if names[1:] and not floating else ours
        for name, theirs in OTHERS[law, floating].items():
            M, A = theirs(variables(freedoms))
            here = given_bias if name.startswith("Lilly") else ours
            assert here.multiplications < M
            assert here.additions < A


@pytest.mark.parametrize(("law", "floating"), FORMULAS)
@pytest.mark.parametrize("freedom", [1, 2, 3])
def test_every_further_joint_costs_less(law: str, floating: bool, freedom: int) -> None:
    """Tables 6.10 and 7.5: operations of one more joint in a chain, inertial parameters regrouped."""
    six, seven = (
        operations(plan_of(general_tree((freedom,) * n, floating=floating)), law, regroup=True) for n in (6, 7)
    )
    one_more = [b - a for a, b in zip(book(law, (freedom,) * 6, floating), book(law, (freedom,) * 7, floating))]
    assert seven.multiplications - six.multiplications < one_more[0]
    assert seven.additions - six.additions < one_more[1]


@pytest.mark.parametrize("law", FIXED)
def test_the_machines_themselves_need_far_less(law: str) -> None:
    """What is zero or a right angle in a real machine folds away: the gripper is planar, the arm has a wrist."""
    for machine, name in ((library.gripper(), "gripper"), (library.kuka_kr5(), "industrial robot")):
        ours = operations(plan_of(machine), law)
        M, A = book(law, ROBOTS[name][0], floating=False)
        assert ours.total < 0.75 * (M + A)


def test_a_chain_of_hinges_takes_91_multiplications_and_79_additions_a_joint() -> None:
    """Below the 93 and 81 of Balafoutis and Patel (1991), the least that the book lists."""
    six, seven = (operations(plan_of(general_tree((1,) * n)), "inverse_dynamics") for n in (6, 7))
    assert seven.multiplications - six.multiplications == 91
    assert seven.additions - six.additions == 79
