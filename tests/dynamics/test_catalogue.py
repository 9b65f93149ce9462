"""Every law of a tree can be traced, and gives traced what it gives on floats."""

from __future__ import annotations

import numpy as np
import pytest
from random_trees import Tree, random_state, random_tree

from linkwork.dynamics.catalogue import CANDIDATES, REQUIRED, TREES, Law
from linkwork.errors import OptionError, UnknownName
from linkwork.expression.evaluate import evaluate
from linkwork.expression.trace import trace


@pytest.fixture(scope="module")
def tree() -> Tree:
    """Eight bodies on a floating base, with most kinds of joints."""
    return random_tree(11, 8, floating="quaternion")


def options(law: Law) -> dict[str, str]:
    return {name: "b3" for name, value in law.options.items() if value is REQUIRED}


@pytest.mark.parametrize("name", TREES)
def test_a_law_gives_on_symbols_what_it_gives_on_floats(name: str, tree: Tree) -> None:
    law, plan = TREES[name], tree.plan
    q, v, a = random_state(plan, 5)
    state = {"q": q, "v": v, "vd": a, "tau": a}
    function = trace(law.ready(plan, **options(law)), law.inputs(plan), name=name)
    assert tuple(port.name for port in function.outputs) == law.gives
    assert tuple(port.name for port in function.inputs) == tuple(law.inputs(plan))
    inputs = {port.name: state[port.name] for port in function.inputs}
    traced = evaluate(function, **inputs)
    plain = law.build(plan, **{k: list(x) for k, x in inputs.items()}, **options(law))
    for key in law.gives:
        expected = np.array(plain[key], dtype=float)
        assert traced[key].shape == expected.shape
        scale = max(1.0, np.abs(expected).max(initial=0.0))
        np.testing.assert_allclose(traced[key], expected, atol=1e-10 * scale, rtol=0)


@pytest.mark.parametrize("name", TREES)
def test_a_law_says_in_one_line_what_it_gives(name: str) -> None:
    assert TREES[name].about.endswith((".", ")"))
    assert len(TREES[name].about) > 5


@pytest.mark.parametrize("name", [name for name, law in TREES.items() if law.regroups])
def test_regrouped_parameters_change_no_result(name: str, tree: Tree) -> None:
    law, plan = TREES[name], tree.plan
    q, v, a = random_state(plan, 6)
    state = {"q": q, "v": v, "vd": a, "tau": a}
    inputs = [list(state[k]) for k in law.inputs(plan)]
    one, other = law.ready(plan)(*inputs), law.ready(plan, regroup=True)(*inputs)
    for key in law.gives:
        expected = np.array(one[key], dtype=float)
        scale = max(1.0, np.abs(expected).max(initial=0.0))
        np.testing.assert_allclose(np.array(other[key], dtype=float), expected, atol=1e-9 * scale, rtol=0)


def test_candidates_are_laws() -> None:
    for names in CANDIDATES.values():
        assert set(names) <= set(TREES)


def test_options_are_checked(tree: Tree) -> None:
    with pytest.raises(OptionError, match="law 'jacobian'.*needs the option 'body'"):
        TREES["jacobian"].ready(tree.plan)
    with pytest.raises(UnknownName, match="'bodi'.*Nearest names: 'body'"):
        TREES["jacobian"].ready(tree.plan, bodi="b1")
    with pytest.raises(UnknownName, match="body 'b99'"):
        TREES["jacobian"].ready(tree.plan, body="b99")([0.0] * tree.plan.n_q)
    with pytest.raises(OptionError, match="axes 'sideways'"):
        TREES["jacobian"].ready(tree.plan, body="b1", axes="sideways")([0.0] * tree.plan.n_q)
