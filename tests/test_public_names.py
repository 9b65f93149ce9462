"""The public names: few, in groups, loaded when they are needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

import linkwork as lw


def test_they_fit_on_a_page_and_each_is_there() -> None:
    assert len(lw.__all__) == len(set(lw.__all__)) <= 60
    assert all(hasattr(lw, name) for name in lw.__all__)
    assert set(lw.LATER) < set(lw.__all__) <= set(dir(lw))


def test_those_for_later_are_the_objects_that_they_name() -> None:
    from linkwork.blueprint import library
    from linkwork.record import Record
    from linkwork.simulate import control

    assert lw.library is library
    assert lw.control is control
    assert lw.Record is Record


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'linkwork' has no attribute 'Mechansim'"):
        _ = lw.Mechansim  # type: ignore[attr-defined]


def test_a_machine_is_described_without_the_compiler() -> None:
    code = "import sys, linkwork as lw; lw.Mechanism('m'); sys.exit(bool({'llvmlite', 'scipy'} & set(sys.modules)))"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
