"""Which machine a command is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from linkwork.blueprint.library import four_bar
from linkwork.cli.machines import UsageError, compiled, find
from linkwork.errors import FormatError, OptionError


def test_a_name_of_the_library() -> None:
    found = find("book_three_rrr")
    assert found.blueprint.name == "3-RRR of the book"
    assert "Shah" in found.source


def test_arguments_go_to_the_function_that_makes_the_machine() -> None:
    assert len(find("chain:n=7").blueprint.bodies) == 7
    assert find("stewart_platform:masses=printed").blueprint.name == "Stewart platform (printed)"


@pytest.mark.parametrize("name", ["chain:links=7", "chain:7"])
def test_an_unknown_argument_names_those_that_there_are(name: str) -> None:
    with pytest.raises(UsageError, match="It takes: n"):
        find(name)


def test_arguments_of_another_kind_and_records_are_no_machines(tmp_path: Path) -> None:
    told = "machine 'pendulum:length=x': cannot be made of such values. In the library it is pendulum:length=1.0."
    with pytest.raises(UsageError, match=told):
        find("pendulum:length=x")
    with pytest.raises(OptionError, match="number of links: is 0"):
        find("chain:n=0")
    with pytest.raises(UsageError, match=r"is the record of a run, not a machine. Look at it with: linkwork view"):
        find(str(tmp_path / "run.npz"))


def test_a_json_file(tmp_path: Path) -> None:
    four_bar(name="mine").save(tmp_path / "mine.json")
    assert find(str(tmp_path / "mine.json")).blueprint.name == "mine"
    assert compiled(str(tmp_path / "mine.json")).n_v == 3


def test_a_file_of_another_kind_is_named(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"document": "something"}')
    with pytest.raises(FormatError, match=r"x\.json"):
        find(str(tmp_path / "x.json"))
