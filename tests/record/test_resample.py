from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from linkwork.errors import OptionError
from linkwork.record import Channel, Layout, Record


def test_coordinates_and_rates_between_samples_are_of_fourth_order(recorded: Callable[[int], Record]) -> None:
    exact = recorded(1001)
    errors = []
    for n in (11, 21):
        fine = recorded(n).resample(exact.t)
        errors.append((np.abs(fine.q - exact.q).max(), np.abs(fine["O1.v"] - exact["O1.v"]).max()))
    order = np.log2(np.array(errors[0]) / np.array(errors[1]))
    assert np.all(order > 3.8)


def test_quaternions_stay_of_length_one(recorded: Callable[[int], Record]) -> None:
    fine = recorded(6).resample(0.01)
    assert len(fine) == 101
    np.testing.assert_allclose(np.linalg.norm(fine["hip.q"], axis=1), 1.0, rtol=1e-15)


def test_a_floating_body_is_followed_by_its_twist() -> None:
    """Turning about its own z with 2 rad/s, moving with 1 m/s along its own x: a circle of radius 0.5."""
    layout = Layout(
        (
            Channel.scalar("t", "s"),
            Channel.owned("q", {"base": ("x", "y", "z", "w", "qx", "qy", "qz")}),
            Channel.owned("v", {"base": ("wx", "wy", "wz", "vx", "vy", "vz")}),
        )
    )

    def q(t: np.ndarray) -> np.ndarray:
        zero = 0 * t
        turn = [np.cos(t), zero, zero, np.sin(t)]
        return np.stack([np.sin(2 * t) / 2, (1 - np.cos(2 * t)) / 2, zero, *turn], axis=1)

    t = np.linspace(0, 1, 21)
    run = Record(layout, layout.rows(t=t, q=q(t), v=np.tile([0, 0, 2, 1, 0, 0], (21, 1))))
    fine = np.linspace(0, 1, 333)
    np.testing.assert_allclose(run.resample(fine).q, q(fine), atol=1e-6)  # step⁴ · 2⁴/384 of a sine


def test_the_rest_goes_by_straight_lines(run: Record) -> None:
    assert run.resample([0.105])["B.lam"][0] == pytest.approx([0.105, -0.105])


@pytest.mark.parametrize(
    ("t", "told"),
    [
        (0.0, "resample: step: is 0.0. Give a step above zero, or a row of times."),
        ([0.5, 1.5], "resample: times: reach from 0.5 to 1.5 s. Stay within the record: 0 to 1 s."),
    ],
)
def test_faults_are_told(run: Record, t: object, told: str) -> None:
    with pytest.raises(OptionError) as caught:
        run.resample(t)
    assert str(caught.value) == told


def test_an_empty_record_is_told(run: Record) -> None:
    with pytest.raises(OptionError, match="the record is empty"):
        run.during(2, 3).resample(0.1)
