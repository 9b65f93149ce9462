"""The book's 3-RRR."""

from __future__ import annotations

import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import book_three_rrr
from linkwork.errors import OptionError

IN_ORDER = ("base_1", "elbow_1", "corner_1", "corner_2", "corner_3", "base_2", "base_3")


@pytest.mark.parametrize(
    ("start", "angles", "digits"),
    [
        # table 8.4 is rounded to whole degrees: cranks as printed, the rest closed, within a degree
        ("table", (1.0472, -0.8727, 3.7525, 1.3090, 2.9322, 4.1888, 5.7596), 0.035),
        ("nearest", (1.057478, -0.876099, 3.747120, 1.303141, 2.949369, 4.194288, 5.768009), 2e-6),  # [D]
        ("program", (1.0467, -0.86237980, 3.73354833, 1.30896786, 2.96027248, 4.1883, 5.7637), 1e-8),  # [D]
        ("circle", (1.981424, -2.309869, 0.328445, -1.269496, 0.121569, -1.605026, 0.540282), 2e-6),  # [D]
    ],
)
def test_starting_poses_are_those_of_the_sources(start, angles, digits) -> None:
    posed = PosedMachine(book_three_rrr(start))
    assert [posed.angle(j) for j in IN_ORDER] == pytest.approx(angles, abs=digits)


def test_the_public_version_is_cut_at_the_platform_and_starts_as_its_file_says() -> None:
    posed = PosedMachine(book_three_rrr("circle", tree="platform"))
    printed = {"base_1": 1.9814, "elbow_1": -2.3099, "corner_1": 0.3284, "base_2": -1.605, "elbow_2": -2.8061}
    for joint, angle in printed.items():
        assert posed.angle(joint) == pytest.approx(angle, abs=6e-5)


def test_an_unknown_start_is_named() -> None:
    with pytest.raises(OptionError, match="Use 'table', 'nearest', 'program', 'circle'"):
        book_three_rrr("middle")
