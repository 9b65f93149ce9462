"""'joint=value' on the command line."""

from __future__ import annotations

import math

import pytest

from linkwork.cli.assignments import functions, numbers
from linkwork.cli.machines import UsageError


def test_numbers_may_be_written_as_arithmetic() -> None:
    assert numbers(["crank=0.5", "rocker = -pi/2"], "--start") == {"crank": 0.5, "rocker": -math.pi / 2}
    assert numbers(None, "--start") == {}


def test_functions_of_time() -> None:
    found = functions(["crank=2*sin(3*t)**2"], "--torque")
    assert found["crank"](0.4) == pytest.approx(2 * math.sin(1.2) ** 2)


@pytest.mark.parametrize("word", ["crank", "=1", "crank=", "crank=1 2"])
def test_what_is_no_assignment_is_told_how_to_write_one(word: str) -> None:
    with pytest.raises(UsageError, match="joint=number"):
        numbers([word], "--start")


@pytest.mark.parametrize("text", ["__import__('os')", "t.real", "q[0]", "'text'", "sin(x=1)", "lambda: 0"])
def test_nothing_but_arithmetic_is_run(text: str) -> None:
    with pytest.raises(UsageError, match="is not known here"):
        functions([f"crank={text}"], "--torque")


def test_numbers_are_finite() -> None:
    with pytest.raises(UsageError, match="finite"):
        numbers(["crank=1e999"], "--start")


@pytest.mark.parametrize(
    "text", ["1/0", "2**99999", "9**9**9**9", "1/t", "sqrt(-1)", "log(0)", "sin(1, 2)", "(-8)**0.5 > 1"]
)
def test_an_expression_without_a_value_is_no_fault_of_linkwork(text: str) -> None:
    with pytest.raises(UsageError, match="--torque crank=|is not known here"):
        functions([f"crank={text}"], "--torque")
    if "t" not in text.replace("sqrt", ""):
        with pytest.raises(UsageError):
            numbers([f"crank={text}"], "--start")
