"""A compiled machine in a few lines: what it is made of, how it moves, what its forward dynamics costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from linkwork.system.system import System

SHOWN = 8  # names in a line


def summary(system: System) -> str:
    """Bodies, joints, loops, freedoms, drives, formulation, operations; a line each."""
    plan, described = system.plan, system.blueprint
    loops = len(plan.cuts)
    bodies = [body for body in described.bodies if body.name != "ground"]
    parts = [_many(len(bodies), "body", "bodies"), _many(len(plan.joints), "joint")]
    parts += [_many(loops, "loop")] * bool(loops)
    parts += [_many(len(plan.conditions), "condition")] * bool(plan.conditions)
    freedoms = system.mobility.freedoms if system.closed else system.n_v
    lines = [
        f"{described.name}: {', '.join(parts)}, {_many(freedoms, 'degree', 'degrees')} of freedom",
        f"  driven: {_names(system.driven) or 'nothing'}",
    ]
    if loops:
        lines.append(f"  cut: {_names([cut.name for cut in plan.cuts])} ({_many(system.n_lam, 'multiplier')})")
    if system.redundant_rows:
        lines.append(f"  redundant: {_names(system.redundant_rows)}")
    chosen = ", chosen for its counts" if system.options.formulation == "auto" else ""
    lines.append(f"  forward dynamics: {system.formulation}{chosen}, {system.counts('forward_dynamics')}")
    return "\n".join(lines)


def _many(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def _names(names: Sequence[str]) -> str:
    return ", ".join(names[:SHOWN]) + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")
