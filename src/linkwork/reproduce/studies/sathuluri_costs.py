"""Sathuluri (2019), tables 4.1 to 6.2: computing times and sizes of the formulations, as ratios."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from linkwork.algebra.dense import dense_solve
from linkwork.algebra.matrices import Mat3
from linkwork.algebra.scalars import sqrt
from linkwork.algebra.vectors import Vec3
from linkwork.blueprint.library import general_tree
from linkwork.blueprint.library.experiment import Experiment, Number
from linkwork.blueprint.library.papers.stewart import hexagon
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.closure import Motion, dense, rows
from linkwork.dynamics.mass_matrix import mass_matrix
from linkwork.expression.counts import counts
from linkwork.expression.trace import Function, trace
from linkwork.system import System

from ..findings import Piece, Sheet, beside, cannot, number
from ..stopwatch import seconds_a_state, seconds_to_compile
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
    for first in ("configuration", "actuator"):
        for what, found, language in (
            ("computing time", spent, "C++"),
            ("compile time", compiling, "C++"),
            ("computing time", spent, "Mathematica"),
        ):
            a, b = (next(n for n in _numbers(run, what, name) if language in n.quantity) for name in (first, EXTENDED))
            ratio = Number(f"{what}, {first} over extended space, {language}", a.value / b.value, 0.0, a.source)
            yield beside(run, ratio, found[first] / found[EXTENDED])
    faster = Number("seconds of motion a second of computing, extended space, C++", 27.8, 0.0, "table 6.2", "derived")
    yield beside(run, faster, 1.0 / spent[EXTENDED])
    names = ("space", "motion in s", "seconds", "seconds to compile", "operations of the forward dynamics")
    yield Sheet("Free fall in three spaces, tolerance 1e-9, loops left alone", names, tuple(lines))
    yield from _sizes(run, systems)


EXTENDED = "extended to task"


def _numbers(run: Experiment, what: str, space: str) -> list[Number]:
    word = "extended" if space.startswith("extended") else space
    return [n for n in run.numbers if n.quantity.startswith(f"{what}, {word}")]


def _sizes(run: Experiment, systems: dict[str, System]) -> Iterator[Piece]:
    extended, configuration = systems[EXTENDED], systems["configuration"]
    task = extended.trace(task_space_mass_matrix, {"q": (extended.n_q,)}, "task space mass matrix")
    found = {
        "mass matrix, configuration": nodes(configuration.function("mass_matrix")),
        "Coriolis matrix, configuration": nodes(configuration.function("coriolis_matrix")),
        "mass matrix, task": nodes(task),
        "mass matrix, extended": nodes(extended.function("mass_matrix")),
        "Coriolis matrix, extended": nodes(extended.function("coriolis_matrix")),
    }
    for theirs in run.numbers:
        if theirs.quantity.startswith("size of the derivatives"):
            yield cannot(run, theirs, "no formulation here writes them out")
        elif theirs.quantity.startswith("size of the"):
            ours = next(x for name, x in found.items() if theirs.quantity.startswith(f"size of the {name}"))
            yield beside(run, theirs, ours, UNIT)
    for matrix in ("mass", "Coriolis"):
        for language in ("Mathematica", "C++"):
            a, b = (
                number(run, f"size of the {matrix} matrix, {space} space, {language}").value
                for space in ("configuration", "extended")
            )
            what = f"size of the {matrix} matrix, configuration over extended space, {language}"
            ours = found[f"{matrix} matrix, configuration"] / found[f"{matrix} matrix, extended"]
            ratio = Number(what, a / b, 0.0, "tables 4.1 and 5.1")
            yield beside(run, ratio, ours, "shared terms are not written again here")
    q = extended.start + 0.01 * np.arange(extended.n_q)
    v = 1.0 + 0.1 * np.arange(extended.n_v)
    entries = {
        "mass": extended.mass_matrix(q),
        "Coriolis": extended.coriolis_matrix(q, v),
        "constraint Jacobian": np.asarray(extended.closure_jacobian(q)),
    }
    for matrix, values in entries.items():
        printed = number(run, f"entries of the extended {matrix}")
        reason = "the platform's rates are its twist here, there those of position and Rodrigues parameters"
        yield beside(run, printed, int(np.count_nonzero(values)), reason)


LEVELS = {"-O1": 1, "-O2": 2, "-O3": 3, "-Ofast": 3}


@study("sathuluri/compilers", long=True)
def compilers(run: Experiment) -> Iterator[Piece]:
    """LLVM's levels beside compilers and flags: seconds to compile and for half a second of free fall."""
    systems = {
        "extended": run.machine().compile(formulation="extended"),
        "configuration": run.machine(tree="legs").compile(formulation="multipliers"),
    }
    fall = {**FALL, "duration": 0.5}
    spent = {
        space: min(system.simulate(**fall).about["wall_time"] for _ in range(REPEATS))
        for space, system in systems.items()
    }
    lines = []
    for space, system in systems.items():
        function = system.function("forward_dynamics")
        still = {"q": system.start, "v": np.zeros(system.n_v), "tau": np.zeros(system.n_v)}
        for level in (0, 1, 2, 3):
            cost = seconds_a_state(function, still, level=level)
            lines.append((space, level, seconds_to_compile(function, level=level), 1e6 * cost))
    for theirs in run.numbers:
        space = "extended" if "extended" in theirs.quantity else "configuration"
        flag = theirs.quantity.split(",")[0].split()[-1]
        level = LEVELS.get(flag, 3)
        compiling = next(line[2] for line in lines if line[:2] == (space, level))
        reason = f"LLVM at level {level}; run at level 2; another computer, another integrator"
        yield beside(run, theirs, (compiling, spent[space]), reason)
    names = ("space", "LLVM level", "seconds to compile", "µs an evaluation, in a batch")
    yield Sheet("Forward dynamics of the Stewart platform", names, tuple(lines))


@study("sathuluri/operation counts of the literature")
def literature(run: Experiment) -> Iterator[Piece]:
    """Operations of the inverse dynamics, multipliers and leg forces solved for."""
    system = run.build().compile()
    found = system.counts("inverse_dynamics")
    legs = counts(trace(leg_kinematics, {"R": (9,), "p": (3,), "w": (3,), "v": (3,), "wd": (3,), "a": (3,)}))
    arm = general_tree().compile().counts("inverse_dynamics")
    for theirs in run.numbers:
        if "kinematic model M, A" in theirs.quantity:
            ours, reason = (legs.multiplications, legs.additions), "lengths of the legs with rates and accelerations"
            yield beside(run, theirs, ours, f"{reason}; besides {legs.square_roots} square roots")
        elif theirs.quantity.startswith("serial"):
            yield beside(run, theirs, arm.total, "six hinges, no dimension special")
        elif theirs.quantity.startswith("Dasgupta and"):
            yield cannot(run, theirs, "what is counted to a leg and what to the platform is not said")
        else:
            pair = theirs.quantity.endswith(("M, A", "the same"))
            ours = (found.multiplications, found.additions) if pair else found.total + legs.total
            yield beside(run, theirs, ours, "with all forces of the balls solved for")


def leg_kinematics(R: Any, p: Any, w: Any, v: Any, wd: Any, a: Any) -> dict[str, Any]:
    """d = p + R a_i − b_i,  l = |d|,  l̇ = ḋ·d / l,  l̈ = (d̈·d + ḋ·ḋ − l̇²) / l for six legs; ω, ω̇ in ground axes."""
    at, speed, spin, turning, gain = (Vec3(*x) for x in (p, v, w, wd, a))
    out: list[Any] = []
    for above, below in zip(hexagon(0.5803, 0.6573), hexagon(1.0, 0.2985)):
        arm = Mat3([R[:3], R[3:6], R[6:]]) @ Vec3(*above)
        d, moved = at + arm - Vec3(*below), spin.cross(arm)
        rate, second = speed + moved, gain + turning.cross(arm) + spin.cross(moved)
        length = sqrt(d.dot(d))
        slide = rate.dot(d) / length
        out += [length, slide, (second.dot(d) + rate.dot(rate) - slide * slide) / length]
    return {"l": out}


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
