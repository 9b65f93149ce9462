"""Laws whose answers are looked at before they are given."""

from __future__ import annotations

import numpy as np
import pytest

from linkwork.blueprint import library
from linkwork.errors import ShapeError
from linkwork.system import System


@pytest.fixture(scope="module")
def system() -> System:
    return library.book_three_rrr().compile()


@pytest.mark.parametrize("batch", [(), (3,), (2, 3)])
@pytest.mark.parametrize("law", ["forward_dynamics", "inverse_dynamics", "forward_dynamics_derivatives"])
def test_results_go_to_arrays_in_order_or_by_name(system: System, law: str, batch: tuple[int, ...]) -> None:
    """A batch has its results mended where its pivots are small; `out=` is the same for it and for one state."""
    q = np.broadcast_to(system.closed_start, (*batch, system.n_q))
    v, forces = np.zeros(system.n_v), np.ones(system.n_v)
    call = getattr(system, law)
    expected = call(q, v, forces)
    outputs = list(system.function(law).outputs)[: len(expected)]
    arrays = [np.full(x.shape, np.nan) for x in expected]
    named = {port.name: np.full(x.shape, np.nan) for port, x in zip(outputs, expected)}
    assert call(q, v, forces, out=tuple(arrays)) is not None and call(q, v, forces, out=named) is named
    for array, other, x in zip(arrays, named.values(), expected):
        np.testing.assert_array_equal(array, x)
        np.testing.assert_array_equal(other, x)


def test_arrays_that_do_not_fit_are_refused(system: System) -> None:
    q, v = system.closed_start, np.zeros(system.n_v)
    with pytest.raises(ShapeError, match="out= "):
        system.forward_dynamics(q, v, v, out=np.empty(system.n_v))
    with pytest.raises(ShapeError, match="out= "):
        system.forward_dynamics(q, v, v, out={"qdd": np.empty(system.n_v)})
