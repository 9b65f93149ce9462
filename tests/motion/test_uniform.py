"""Motion at constant speed."""

from __future__ import annotations

import pytest

from linkwork.errors import DescriptionError
from linkwork.motion import Uniform


def test_a_crank_at_45_turns_a_minute_is_round_after_four_thirds_of_a_second() -> None:
    crank = Uniform((0.5,), (4.71238898038469,))
    assert crank.position(4 / 3) == pytest.approx((0.5 + 6.283185307179586,))
    assert crank.velocity(0.0) == crank.velocity(1.0)
    assert crank.acceleration(1.0) == (0.0,)


def test_rates_are_given_for_all_values() -> None:
    with pytest.raises(DescriptionError, match="rows differ in length"):
        Uniform((0.0, 1.0), (1.0,))
