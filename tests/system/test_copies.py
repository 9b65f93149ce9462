"""Systems and runs go to other processes and come back."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from linkwork.blueprint.library import book_three_rrr, four_bar
from linkwork.system import System


@pytest.fixture(scope="module")
def system() -> System:
    return four_bar().compile(formulation="multipliers")


def test_a_copy_computes_the_same(system: System) -> None:
    copy = pickle.loads(pickle.dumps(system))
    q, v, tau = system.closed_start, system.v(), system.tau()
    assert copy.formulation == "multipliers"
    for mine, theirs in zip(system.forward_dynamics(q, v, tau), copy.forward_dynamics(q, v, tau)):
        np.testing.assert_array_equal(mine, theirs)


def test_a_run_keeps_its_machine() -> None:
    run = book_three_rrr().compile().simulate(duration=0.1)
    copy = pickle.loads(pickle.dumps(run))
    np.testing.assert_array_equal(copy.data, run.data)
    assert repr(copy.machine) == repr(run.machine)
