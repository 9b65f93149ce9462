from __future__ import annotations

import numpy as np
import pytest

from linkwork.errors import DescriptionError, ShapeError, UnknownName
from linkwork.record import Channel, Layout, Record


def test_a_name_finds_a_channel_an_owner_or_a_column(run: Record) -> None:
    assert run["q"].shape == (101, 5)
    assert run["hip.q"].shape == (101, 4)
    assert run["hip.v"].shape == (101, 3)
    assert run["O1.q"].shape == run["O1.angle"].shape == run["O1.q.angle"].shape == (101,)
    np.testing.assert_array_equal(run["hip.q.z"], run["q"][:, 4])
    np.testing.assert_array_equal(run["hip.z"], run["hip.q.z"])
    np.testing.assert_array_equal(run["B.lam.force.y"], -run.t)
    np.testing.assert_array_equal(run["energy.kinetic"], 2 + run.t)
    assert run["evaluations"].shape == (101, 1) or run["evaluations"].shape == (101,)


def test_a_channel_of_one_column_is_a_row_of_numbers_by_name_and_a_matrix_by_attribute(run: Record) -> None:
    assert run["t"].shape == run["evaluations"].shape == (101,)
    assert run["O1.tau"].shape == (101,)
    assert run.tau.shape == (101, 1)


def test_an_unknown_name_is_told_with_its_neighbours(run: Record) -> None:
    with pytest.raises(
        UnknownName, match=r"quantity 'O1.angel': does not exist in the record. Nearest names: 'O1.angle'"
    ):
        run["O1.angel"]


def test_names_are_full_and_in_order(run: Record) -> None:
    assert run.names[:4] == ("t", "O1.q.angle", "hip.q.w", "hip.q.x")


def test_a_layout_begins_with_the_time() -> None:
    with pytest.raises(DescriptionError, match="does not begin with the time"):
        Layout((Channel.scalar("q"),))


def test_doubled_names_are_told() -> None:
    doubled = Channel.parts("energy", ("kinetic", "kinetic"))
    with pytest.raises(DescriptionError, match="has doubled names: energy.kinetic"):
        Layout((Channel.scalar("t", "s"), doubled))


def test_samples_must_fill_every_channel_in_its_shape() -> None:
    layout = Layout((Channel.scalar("t", "s"), Channel.owned("q", {"a": ("",), "b": ("",)})))
    assert layout.rows(t=[0, 1], q=[[1, 2], [3, 4]]).tolist() == [[0, 1, 2], [1, 3, 4]]
    assert layout.rows(t=0.0, q=[1, 2]).tolist() == [[0, 1, 2]]
    with pytest.raises(ShapeError, match="samples of a record: lack q"):
        layout.rows(t=[0, 1])
    with pytest.raises(ShapeError, match="channel 'q' of a record: has shape"):
        layout.rows(t=[0, 1], q=[1, 2, 3])
    with pytest.raises(UnknownName, match="channel 'qq': does not exist"):
        layout.rows(t=[0, 1], qq=[1, 2])
