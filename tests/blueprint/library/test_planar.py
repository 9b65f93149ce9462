"""Ruler and compass."""

from __future__ import annotations

import cmath
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from linkwork.blueprint.library.planar import heading, local, meet, meet_line, near, point, polar, solve_crank, turn
from linkwork.errors import AssemblyError

angles = st.floats(-3.0, 3.0)


@given(angles, st.floats(0.3, 2.0), st.floats(0.3, 2.0), st.floats(0.1, 0.9), st.booleans())
def test_the_meeting_point_keeps_both_distances_and_its_side(angle, ra, rb, share, left) -> None:
    d = abs(ra - rb) + share * (ra + rb - abs(ra - rb))
    a, b = 0.2 + 0.1j, 0.2 + 0.1j + cmath.rect(d, angle)
    c = meet(a, ra, b, rb, left)
    assert abs(c - a) == pytest.approx(ra, abs=1e-12)
    assert abs(c - b) == pytest.approx(rb, abs=1e-12)
    assert (local(a, b, c).imag > 0) == left


@given(angles, st.floats(0.0, 0.9))
def test_the_meeting_point_with_a_line_is_on_both(angle, share) -> None:
    direction, a = cmath.rect(1.0, angle), 1 + 2j
    through = a + 1j * direction * share
    c = meet_line(a, 1.0, through, direction)
    assert abs(c - a) == pytest.approx(1.0)
    assert local(through, through + direction, c).imag == pytest.approx(0.0, abs=1e-12)


@given(angles, angles)
def test_the_crank_equation_has_its_two_answers(direction, answer) -> None:
    c, s = math.cos(direction), math.sin(direction)
    rest = math.cos(answer - direction)
    both = [solve_crank(c, s, rest, first) for first in (True, False)]
    assert any(abs(turn(x - answer)) < 1e-6 for x in both)


def test_whole_turns_are_chosen_by_the_nearest_number() -> None:
    assert near(-1.772, 4.511) == pytest.approx(-1.772 + 2 * math.pi)
    assert heading(point(0.0), polar(2.0, 0.3)) == pytest.approx(0.3)


@pytest.mark.parametrize(
    ("build", "words"),
    [
        (lambda: meet(0j, 1.0, 5 + 0j, 2.0), "1 m and 2 m that cannot meet over a distance of 5 m"),
        (lambda: meet_line(0j, 1.0, 2j, 1 + 0j), "a bar of 1 m that cannot reach a line 2 m away"),
        (lambda: solve_crank(1.0, 0.0, 2.0), "would need a cosine of 2"),
    ],
)
def test_what_cannot_be_assembled_says_so(build, words) -> None:
    with pytest.raises(AssemblyError, match=words):
        build()
