"""Sathuluri (2019), tables 4.1 to 6.2: computing times and sizes of the formulations, as ratios."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from linkwork.algebra.dense import dense_solve
from linkwork.blueprint.library.experiment import Experiment, Number
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion, dense, rows
from linkwork.dynamics.mass_matrix import mass_matrix
from linkwork.expression.counts import counts
from linkwork.expression.trace import Function
from linkwork.system import System

from ..findings import Piece, Sheet, beside, number
from ..stopwatch import seconds_to_compile
from ..study import study
from .sathuluri import FALL, SPACES

REPEATS = 5
UNIT = "nodes of the expression graph here, each computed once"


@study("sathuluri/times and sizes", long=True)
def costs(run: Experiment) -> Iterator[Piece]:
    """Seconds of computing of a free fall in each space, ratios between them, sizes of the matrices."""
    systems = {name: run.machine(tree=tree).compile(**options) for name, (tree, options) in SPACES.items()}
    spent, compiling, lines = {}, {}, []
    for name, system in systems.items():
        duration = 0.48 if name == "actuator" else 1.0
        records = [system.simulate(duration=duration, **FALL) for _ in range(REPEATS)]
        spent[name] = min(record.about["wall_time"] for record in records)
        compiling[name] = seconds_to_compile(system.function("forward_dynamics"))
        total = counts(system.function("forward_dynamics")).total
        lines.append((name, duration, spent[name], compiling[name], total))
    for name in systems:
        for what, found in (("computing time", spent), ("compile time", compiling)):
            for theirs in _numbers(run, what, name):
                yield beside(run, theirs, found[name], "another computer, another integrator")
    for what, found, language in (
        ("computing time", spent, "C++"), ("compile time", compiling, "C++"), ("computing time", spent, "Mathematica"),
    ):  # fmt: skip
        a, b = (next(n for n in _numbers(run, what, name) if language in n.quantity) for name in ENDS)
        ratio = Number(f"{what}, configuration over extended, {language}", a.value / b.value, 0.0, a.source)
        yield beside(run, ratio, found[ENDS[0]] / found[ENDS[1]])
    names = ("space", "motion in s", "seconds", "seconds to compile", "operations of the forward dynamics")
    yield Sheet("Free fall in three spaces, tolerance 1e-9, loops left alone", names, tuple(lines))
    yield from _sizes(run, systems)


ENDS = ("configuration", "extended to task")


def _numbers(run: Experiment, what: str, space: str) -> list[Number]:
    word = "extended" if space.startswith("extended") else space
    return [n for n in run.numbers if n.quantity.startswith(f"{what}, {word}")]


def _sizes(run: Experiment, systems: dict[str, System]) -> Iterator[Piece]:
    extended, configuration = systems["extended to task"], systems["configuration"]
    task = extended.trace(task_space_mass_matrix, {"q": (extended.n_q,)}, "task space mass matrix")
    found = {
        ("mass", "configuration"): nodes(configuration.function("mass_matrix")),
        ("Coriolis", "configuration"): nodes(configuration.function("coriolis_matrix")),
        ("mass", "task"): nodes(task),
        ("mass", "extended"): nodes(extended.function("mass_matrix")),
        ("Coriolis", "extended"): nodes(extended.function("coriolis_matrix")),
    }
    theirs = {}
    for (matrix, space), ours in found.items():
        printed = number(run, f"size of the {matrix} matrix, {space}")
        theirs[matrix, space] = printed.value
        yield beside(run, printed, ours, UNIT)
    for matrix in ("mass", "Coriolis"):
        a, b = ((matrix, space) for space in ("configuration", "extended"))
        ratio = Number(
            f"size of the {matrix} matrix, configuration over extended", theirs[a] / theirs[b], 0.0, "chapter 5"
        )
        yield beside(run, ratio, found[a] / found[b], "shared terms are not written again here")
    q = extended.start + 0.01 * np.arange(extended.n_q)
    entries = {"mass": extended.mass_matrix(q), "constraint Jacobian": np.asarray(extended.closure_jacobian(q))}
    for matrix, values in entries.items():
        printed = number(run, f"entries of the extended {matrix}")
        reason = "the platform's rates are its twist here, there those of position and Rodrigues parameters"
        yield beside(run, printed, int(np.count_nonzero(values)), reason)


def nodes(function: Function) -> int:
    """Nodes of a function's graph that are computed, constants and inputs not counted."""
    found = counts(function)
    return found.total + found.trigonometric_pairs + found.square_roots + found.others


def task_space_mass_matrix(plan: Plan, t: Any, q: Any) -> dict[str, Any]:
    """Tᵀ M T with T = [1; −J_p⁻¹ J_x] (5.6), x the platform's twist, p all other rates."""
    J = dense(plan, rows(Motion(plan, q)))
    at = range(plan.joints["platform"].v.start, plan.joints["platform"].v.stop)
    rest = [k for k in range(plan.n_v) if k not in at]
    A = [[row[k] for k in rest] for row in J]
    M = mass_matrix(plan, q)
    T: list[list[Any]] = [[0.0] * len(at) for _ in range(plan.n_v)]
    for j, k in enumerate(at):
        T[k][j] = 1.0
        for i, x in zip(rest, dense_solve(A, [-row[k] for row in J], symmetric=False)):
            T[i][j] = x
    n = range(plan.n_v)
    MT = [[_sum(M[i][k] * T[k][j] for k in n) for j in range(len(at))] for i in n]
    return {"M": [[_sum(T[k][i] * MT[k][j] for k in n) for j in range(len(at))] for i in range(len(at))]}


def _sum(terms: Any) -> Any:
    total: Any = 0.0
    for x in terms:
        total = total + x
    return total
