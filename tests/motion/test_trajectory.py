from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from linkwork.errors import DescriptionError
from linkwork.motion import Constant, Cycloid, sample


def test_a_sample_has_a_row_for_each_time() -> None:
    rows = sample(Cycloid((0, 1), (1, 0), 1.0), np.linspace(0, 1, 5))
    assert rows.t.shape == (5,)
    assert rows.position.shape == rows.velocity.shape == rows.acceleration.shape == (5, 2)


def test_a_row_of_an_array_is_the_same_as_a_tuple() -> None:
    assert Cycloid(np.zeros(2), np.ones(2), 1.0) == Cycloid((0.0, 0.0), (1.0, 1.0), 1.0)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (
            lambda: Cycloid((0, 1), 2, 1.0),
            "Cycloid: its rows differ in length: start has 2, end has 1. Give one number",
        ),
        (lambda: Cycloid(0, math.nan, 1.0), "Cycloid: end: holds nan. Give finite numbers."),
        (lambda: Cycloid(0, "1", 1.0), "Cycloid: end: holds '1'. Give a number or a row of numbers."),
        (lambda: Cycloid((), (), 1.0), "Cycloid: start: is empty. Give at least one number."),
        (lambda: Cycloid(0, 1, 0.0), "Cycloid: duration: is 0.0. Give a finite number above zero."),
        (lambda: sample(Constant(1), np.zeros((2, 2))), "times of a sample: have shape (2, 2). Give one row of times."),
    ],
)
def test_faults_are_told(make: Callable[[], object], told: str) -> None:
    with pytest.raises(DescriptionError) as caught:
        make()
    assert str(caught.value).startswith(told)
