"""The one way to phrase a message."""

from __future__ import annotations

import linkwork as lw
from linkwork import errors


def test_a_message_is_made_of_sentences_with_one_full_stop_each() -> None:
    assert (
        errors.phrase("joint 'a'", "is lost", "Find it.", "how-to/loops")
        == "joint 'a': is lost. Find it. See how-to/loops."
    )
    assert errors.phrase("", "is lost!") == "is lost!"


def test_nearest_names_are_suggested_and_few_names_are_all_shown() -> None:
    assert errors.nearest("shnk_r", ["shank_r", "thigh_r"]) == "Nearest names: 'shank_r'."
    assert errors.nearest("x", ["crank", "rocker"]) == "There are: 'crank', 'rocker'."
    assert errors.nearest("x", []) == "There are none yet."
    assert errors.nearest("x", [f"body{k:02}" for k in range(20)]).endswith("'body07' and 12 more.")


def test_a_missing_extra_gives_one_line_that_names_it() -> None:
    assert str(errors.MissingExtra("viser", "view")) == "package 'viser' is needed: pip install 'linkwork[view]'."
    assert "for reading meshes: pip" in str(errors.MissingExtra("trimesh", "formats", "reading meshes"))


def test_each_exception_is_also_the_builtin_that_a_caller_may_expect() -> None:
    assert issubclass(lw.MechanismError, ValueError) and issubclass(lw.TopologyError, lw.MechanismError)
    assert issubclass(lw.ShapeError, ValueError) and issubclass(lw.MissingExtra, ImportError)
    assert all(issubclass(getattr(lw, n), lw.LinkworkError) for n in lw.__all__ if n.endswith("Error"))


def test_an_error_keeps_its_parts() -> None:
    error = lw.ShapeError("input 'q'", "has shape (2,)", "Give (3,)")
    assert (error.subject, error.problem, error.remedy) == ("input 'q'", "has shape (2,)", "Give (3,)")
    assert str(lw.LinkworkError("something happened")) == "something happened."
