"""`linkwork compare`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from linkwork.cli.commands.compare import AGREE, at_start, timed
from linkwork.cli.machines import compiled


def test_formulations_agree_on_a_planar_robot(linkwork: Any) -> None:
    said = linkwork("compare", "book_three_rrr", "--json", "--duration", 0.1)
    assert said.code == 0
    rows = {row["formulation"]: row for row in said.json["rows"]}
    assert {"augmented", "multipliers", "reduced", "embedding", "projection", "penalty"} <= set(rows)
    for name, row in rows.items():
        assert name == "penalty" or row["deviation"] < AGREE, name
    assert rows["penalty"]["drift"] > rows["reduced"]["drift"]


def test_the_table_names_the_formulation_that_auto_takes(linkwork: Any) -> None:
    assert "taken by auto" in linkwork("compare", "four_bar", "--duration", 0).out


def test_rates_at_the_start_keep_the_loops_closed() -> None:
    system = compiled("book_three_rrr")
    q, v = at_start(system)
    assert np.abs(system.closure_jacobian(q) @ v).max() < 1e-12
    assert np.abs(v).max() > 0.01


def test_a_call_takes_some_time() -> None:
    assert 0.0 < timed(lambda: None, budget=1e-3) < 1e-3


def test_trees_have_two_formulations(linkwork: Any) -> None:
    rows = linkwork("compare", "kuka_kr5", "--json").json["rows"]
    assert {row["formulation"] for row in rows} == {"recursive", "factorised"}
    assert all(row["deviation"] < AGREE for row in rows)


def test_operations_and_times_are_drawn_as_bars(linkwork: Any, tmp_path: Path) -> None:
    said = linkwork("compare", "four_bar", "--duration", 0, "--plot", tmp_path / "bars.png")
    assert said.code == 0
    assert (tmp_path / "bars.png").stat().st_size > 10_000
    assert f"written: {tmp_path / 'bars.png'}" in said.out
    said = linkwork("compare", "kuka_kr5", "--plot", tmp_path / "bars.png")
    assert said.code == 2
    assert "'kuka_kr5' is a tree" in said.err


def test_the_table_of_a_tree_has_no_columns_of_loops(linkwork: Any) -> None:
    said = linkwork("compare", "kuka_kr5").out
    assert "deviation" in said
    assert "drift" not in said and "penalty" not in said
