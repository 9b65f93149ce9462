"""The referee: a kernel without machine code. Its calls are tested with the compiled ones in test_kernel.py."""

from __future__ import annotations

import numpy as np

from linkwork.kernel.interpreter import interpret_function


def test_it_has_no_address_and_gives_the_values_of_the_graph(pendulum):
    kernel = interpret_function(pendulum)
    assert kernel.address == 0
    a, energy = kernel(np.array([np.pi / 2, 3.0]), np.array([2.0, 1.0]), 10.0)
    assert np.allclose(a, [-11.0, 6.0]) and np.isclose(energy, 2.0)


def test_a_constant_output_fills_the_batch(chain):
    kernel = interpret_function(chain(2))
    assert np.array_equal(kernel(np.ones((5, 6)))[3], np.tile([1.5, -2.0], (5, 1)))
