"""Machines of any number of equal parts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from linkwork.blueprint import library
from linkwork.blueprint.builder import Mechanism
from linkwork.errors import OptionError


@pytest.mark.parametrize("number", [0, -1, 2.5, "three", True])
@pytest.mark.parametrize(
    "machine",
    [
        library.chain,
        library.four_bar_row,
        library.legged_platform,
        library.scissor_lift,
        library.scissor_grid,
        lambda n: library.planetary_gear(planets=n),
    ],
)
def test_a_number_that_is_no_count_is_named(machine: Callable[[object], Mechanism], number: object) -> None:
    with pytest.raises(OptionError, match=rf"number of [a-z-]+: is {number!r}. Give a whole number"):
        machine(number)
