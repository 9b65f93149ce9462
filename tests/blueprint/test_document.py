"""Files: exact to the last bit, described by a schema, and read without running anything from them."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

import linkwork as lw
from linkwork.blueprint import codec, document


def test_a_machine_is_read_back_exactly(everything: lw.Mechanism, tmp_path: Path) -> None:
    path = tmp_path / "machine.json"
    everything.save(path)
    loaded = lw.load(path)
    assert loaded.freeze() == everything.freeze()
    assert loaded.freeze().diff(everything.freeze()) == ()
    assert repr(loaded.freeze()) == repr(everything.freeze())  # also −0.0, and int against float
    loaded.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()


def test_every_kind_of_part_is_in_the_round_trip(everything: lw.Mechanism) -> None:
    text = document.to_text(everything.freeze())
    for family in codec.FAMILIES.values():
        for word in family:
            assert f'"type": "{word}"' in text, word


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_number_is_read_back_to_the_last_bit(x: float) -> None:
    m = lw.Mechanism("m")
    m.body("b", mass=1.0, com=(x, 0, 0))
    m.revolute("j", "ground", "b")
    again = document.from_text(document.to_text(m.freeze())).bodies[0].com[0]
    assert float(again).hex() == x.hex()


def test_the_file_fits_the_published_schema(everything: lw.Mechanism) -> None:
    schema = json.loads(document.SCHEMA.read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator(schema)
    validator.check_schema(schema)
    data = json.loads(document.to_text(everything.freeze()))
    validator.validate(data)
    for path, value in ((("version",), 2), (("joints", 0, "kind", "type"), "x"), (("bodies", 0, "mass"), "heavy")):
        spoiled = json.loads(json.dumps(data))
        at = spoiled
        for key in path[:-1]:
            at = at[key]
        at[path[-1]] = value
        assert not validator.is_valid(spoiled), path


def test_the_published_schema_is_the_one_that_the_records_give() -> None:
    assert document.SCHEMA.read_text(encoding="utf-8") == document.schema_text()


def test_what_is_shared_in_a_function_is_written_once() -> None:
    def grows(t: object) -> object:
        for _ in range(60):
            t = t * t  # type: ignore[operator]
        return t

    m = lw.Mechanism("m")
    m.body("b", mass=1.0)
    m.prismatic("j", "ground", "b")
    m.prescribe("j", grows)
    text = document.to_text(m.freeze())
    assert len(text) < 5000
    assert document.from_text(text) == m.freeze()


@pytest.mark.parametrize("grow", [lambda x: x * x + 0.1, lambda x: lw.cos(x) * 0.5])
def test_expressions_of_any_depth_are_saved_with_what_they_share(grow: Callable[[Any], Any]) -> None:
    x = lw.Parameter("a", 0.3)
    for _ in range(1100):
        x = grow(x)
    m = lw.Mechanism("m")
    m.body("b", mass=x)
    m.prismatic("j", "ground", "b")
    text = document.to_text(m.freeze())
    assert len(text) < 500_000
    assert document.from_text(text) == m.freeze()


def test_a_mark_before_the_text_is_passed_over(tmp_path: Path) -> None:
    m = lw.Mechanism("m")
    m.body("b", mass=1.0)
    m.revolute("j", "ground", "b")
    (tmp_path / "m.json").write_text(document.to_text(m.freeze()), encoding="utf-8-sig")
    assert lw.load(tmp_path / "m.json").freeze() == m.freeze()


def test_loading_runs_no_code(tmp_path: Path) -> None:
    marker = tmp_path / "ran"
    m = lw.Mechanism(f"__import__('os').mkdir({str(marker)!r})")
    m.body("!!python/object/apply:os.mkdir", mass=1.0)
    m.revolute("{0.__class__}", "ground", "!!python/object/apply:os.mkdir")
    m.save(tmp_path / "m.json")
    assert lw.load(tmp_path / "m.json").freeze() == m.freeze()
    assert not marker.exists()


def test_a_file_that_exists_is_replaced_only_by_a_complete_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    m = lw.Mechanism("m")
    m.body("b", mass=1.0)
    m.revolute("j", "ground", "b")
    path = tmp_path / "m.json"
    m.save(path)
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", full)
    m.pose(j=1.0)
    with pytest.raises(OSError, match="disk full"):
        m.save(path)
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path]


def test_a_saved_file_has_the_usual_permissions(tmp_path: Path) -> None:
    m = lw.Mechanism("m")
    m.body("b", mass=1.0)
    m.revolute("j", "ground", "b")
    m.save(tmp_path / "m.json")
    (tmp_path / "plain").write_text("")
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("m.json", "plain")}
    assert len(modes) == 1


def test_a_missing_file_is_the_usual_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        lw.load(tmp_path / "nowhere.json")


def test_a_file_may_name_its_schema() -> None:
    m = lw.Mechanism("m")
    m.body("b", mass=1.0)
    m.revolute("j", "ground", "b")
    data = {"$schema": "schema.json", **json.loads(document.to_text(m.freeze()))}
    assert document.from_text(json.dumps(data)) == m.freeze()


def test_a_bound_machine_has_no_file() -> None:
    class Symbol:
        def _constant(self) -> None:
            return None

    m = lw.Mechanism("m")
    m.body("b", mass=lw.Parameter("mass", 1.0))
    m.revolute("j", "ground", "b")
    with pytest.raises(lw.FormatError, match="Save the mechanism before its parameters are bound"):
        document.to_text(m.freeze().bind(mass=Symbol()))
