from __future__ import annotations

import math

import pytest

from linkwork.errors import DescriptionError
from linkwork.motion import Circle, Constant, Cycloid, Fourier, Hold, Paced, Scale, Sequence, Stack, Sum


def test_a_sum_adds_value_by_value() -> None:
    total = Sum(Cycloid((0, 0), (1, 2), 1.0), Constant((5.0, 6.0)), Constant((1.0, 1.0)))
    assert total.position(1.0) == pytest.approx((7, 9))
    assert math.isinf(total.duration)


def test_hold_stays_where_it_was() -> None:
    held = Hold(Fourier(0.0, sines=((1.0,),), omega=1.0), 0.7)
    assert held.position(9.0) == pytest.approx((math.sin(0.7),))
    assert held.velocity(9.0) == (0.0,)
    assert held.velocity(0.7) == pytest.approx((math.cos(0.7),))


def test_scale_stretches_values_and_time() -> None:
    slow = Scale(Cycloid(0, 1, 1.0), factor=3.0, slower=2.0, delay=0.5)
    assert slow.duration == 2.5
    assert slow.position(1.5) == pytest.approx((1.5,))
    assert slow.velocity(1.5) == pytest.approx((3.0,))


def test_a_sequence_runs_its_pieces_one_after_the_other() -> None:
    both = Sequence(Cycloid(0, 1, 1.0), Cycloid(1, 4, 2.0))
    assert both.duration == 3.0
    assert [both.position(t)[0] for t in (0.5, 1.0, 2.0, 3.0, 4.0)] == pytest.approx([0.5, 1.0, 2.5, 4.0, 4.0])


def test_a_stack_puts_values_side_by_side() -> None:
    assert Stack(Cycloid((0, 1), (2, 3), 1.0), Constant(7.0)).position(1.0) == pytest.approx((2, 3, 7))


def test_a_paced_circle_begins_and_ends_at_rest_and_closes() -> None:
    circle = Circle((0, 0), 1.0, 2.0, u=(1, 0), v=(0, 1))
    round_trip = Paced(circle, Cycloid(0, circle.period, 3.0))
    assert round_trip.position(3.0) == pytest.approx(round_trip.position(0.0), abs=1e-14)
    assert round_trip.velocity(0.0) == pytest.approx((0, 0))
    assert round_trip.velocity(3.0) == pytest.approx((0, 0), abs=1e-14)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Sum(), "Sum: is empty. Give at least one trajectory."),
        (lambda: Stack(), "Stack: is empty. Give at least one trajectory."),
        (
            lambda: Sum(Constant(1), Constant((1, 2))),
            "Sum: its trajectories have [1, 2] values. Give equally many in each.",
        ),
        (
            lambda: Sequence(Constant(1), Cycloid(0, 1, 1)),
            "Sequence: piece 0: never ends. End it with Hold(piece, duration).",
        ),
        (
            lambda: Paced(Constant(1), Constant((1, 2))),
            "Paced: pace: has 2 values. Give a trajectory of one value.",
        ),
        (lambda: Hold(Constant(1), -1), "Hold: duration: is -1. Give a finite number above zero."),
        (lambda: Scale(Constant(1), slower=0), "Scale: slower: is 0. Give a finite number above zero."),
    ],
)
def test_faults_are_told(make: object, told: str) -> None:
    with pytest.raises(DescriptionError) as caught:
        make()  # type: ignore[operator]
    assert str(caught.value) == told
