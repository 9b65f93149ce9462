"""General trees: nothing in their equations is zero that need not be."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.blueprint.library.families.general_tree import VARIABLES, general_tree


@pytest.mark.parametrize("kind", sorted(VARIABLES))
def test_each_kind_brings_its_joint_variables_and_couples_with_all_others(kind: str) -> None:
    system = general_tree((kind,) * 3).compile()
    assert system.n_v == 3 * VARIABLES[kind]
    assert np.abs(system.mass_matrix(system.start)).min() > 1e-6
    assert np.linalg.eigvalsh(system.mass_matrix(system.start)).min() > 0


def test_a_floating_tree_branches_as_its_parent_numbers_say() -> None:
    system = general_tree(("revolute",) * 3, parents=(0, 1, 1), floating=True).compile()
    M = system.mass_matrix(system.start)
    assert system.n_v == 9
    assert M[7, 8] == 0.0
    assert abs(M[6, 8]) > 0.0
