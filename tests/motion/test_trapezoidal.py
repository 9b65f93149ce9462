from __future__ import annotations

import pytest

from linkwork.errors import DescriptionError
from linkwork.motion import Trapezoidal


def test_it_accelerates_cruises_and_brakes() -> None:
    move = Trapezoidal(0.0, 1.0, duration=1.0, acceleration_time=0.2)
    cruise = 1.0 / 0.8
    assert [move.velocity(t)[0] for t in (0.0, 0.1, 0.2, 0.5, 0.8, 0.9, 1.0)] == pytest.approx(
        [0, cruise / 2, cruise, cruise, cruise, cruise / 2, 0], abs=1e-15
    )
    assert [move.acceleration(t)[0] for t in (0.1, 0.5, 0.9)] == pytest.approx([cruise / 0.2, 0, -cruise / 0.2])
    assert [move.position(t)[0] for t in (0.0, 0.2, 0.5, 1.0)] == pytest.approx([0, 0.1 * cruise, 0.5, 1])


def test_an_acceleration_time_beyond_half_of_the_duration_is_refused() -> None:
    with pytest.raises(DescriptionError, match="Give 0 to 0.5: half of the duration at most"):
        Trapezoidal(0, 1, 1.0, acceleration_time=0.6)
