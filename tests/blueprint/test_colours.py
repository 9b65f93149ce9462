"""Colours: what the views read, or a name."""

from __future__ import annotations

from typing import Any

import pytest

import linkwork as lw
from linkwork.blueprint.colours import NAMES, SIX, colour


@pytest.mark.parametrize(
    ("given", "expected"),
    [("#1A9e77", "#1A9e77"), ("#f0a", "#ff00aa"), ("Red", "#ff0000"), ("grey", "#808080"), (None, None)],
)
def test_colours_are_written_with_six_digits(given: str | None, expected: str | None) -> None:
    assert colour(given, "colour") == expected


def test_every_name_is_a_colour() -> None:
    assert all(SIX.fullmatch(value) for value in NAMES.values())


@pytest.mark.parametrize("given", ["blurple", "#12345", "rgb(1, 2, 3)", (1, 0, 0), 3])
def test_what_is_no_colour_is_refused(given: Any) -> None:
    with pytest.raises(lw.DescriptionError, match=r"sphere's colour: is .*Write '#1a9e77' or a name"):
        lw.shapes.sphere(0.1, color=given)
    with pytest.raises(lw.DescriptionError, match="colour of body 'b': is "):
        lw.Mechanism("m").body("b", color=given)


def test_a_name_nearly_written_is_recognised() -> None:
    with pytest.raises(lw.DescriptionError, match="Nearest names: 'orange'"):
        colour("ornge", "colour")
