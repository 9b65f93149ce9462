"""A compiled machine can be copied and sent to another process: its description goes there."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from collections.abc import Callable

import numpy as np
import pytest

from linkwork.blueprint import library
from linkwork.system import System

SENT: list[Callable[[System], System]] = [copy.deepcopy, lambda system: pickle.loads(pickle.dumps(system))]


@pytest.mark.parametrize("sent", SENT)
def test_a_copy_computes_the_same(sent: Callable[[System], System]) -> None:
    system = library.koul_three_rrr().compile(formulation="reduced")
    again = sent(system)
    q, v, tau = system.assemble(), np.zeros(system.n_v), system.tau()
    assert again is not system and repr(again) == repr(system)
    for one, other in zip(system.forward_dynamics(q, v, tau), again.forward_dynamics(q, v, tau)):
        np.testing.assert_array_equal(one, other)


def test_methods_run_in_other_processes() -> None:
    system = library.gripper().compile()
    states = np.random.default_rng(0).normal(size=(4, system.n_q))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        found = pool.map(system.kernel("mass_matrix"), states)
    np.testing.assert_array_equal(found, [system.mass_matrix(q) for q in states])


def test_a_run_keeps_its_machine() -> None:
    run = library.book_three_rrr().compile().simulate(duration=0.1)
    again = pickle.loads(pickle.dumps(run))
    np.testing.assert_array_equal(again.data, run.data)
    assert repr(again.machine) == repr(run.machine)
