"""The channels of a machine, named after its joints, bodies and loops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from linkwork.algebra.steps import Ball, Free, Slide
from linkwork.connectivity.plan import JointPlace, Plan
from linkwork.errors import UnknownName

from .balance import ENERGIES
from .layout import Channel, Column, Layout

POSE = ("x", "y", "z", "w", "qx", "qy", "qz")
TWIST = ("wx", "wy", "wz", "vx", "vy", "vz")
WRENCH = ("moment.x", "moment.y", "moment.z", "force.x", "force.y", "force.z")


def channels(plan: Plan, loops: Mapping[str, Sequence[str]] | None = None) -> dict[str, Channel]:
    """Every channel that a run of the machine may be recorded in, by name.

    `loops` gives the names of the constraint rows that are left of each loop; without it each cut has all its own.
    """
    rows = {cut.name: tuple(cut.kind.locked) for cut in plan.cuts} if loops is None else loops
    coordinates, rates = _by_joint(plan, "q"), _by_joint(plan, "v")
    joints = [*plan.joints, *(cut.name for cut in plan.cuts if cut.name not in plan.joints)]
    found = (
        Channel.scalar("t", "s"),
        Channel("q", coordinates),
        Channel("v", rates),
        Channel("qdd", tuple(Column(c.owner, c.component, f"{c.unit}²") for c in rates)),
        Channel("tau", tuple(_effort(rates[k]) for k in plan.actuated)),
        Channel("correction", tuple(_effort(rates[k]) for k in plan.actuated)),
        Channel.owned("lam", {name: tuple(parts) for name, parts in rows.items()}),
        Channel.owned("reaction", dict.fromkeys(joints, WRENCH)),
        Channel.owned("pose", dict.fromkeys(plan.bodies, POSE)),
        Channel.owned("twist", dict.fromkeys(plan.bodies, TWIST)),
        Channel.parts("energy", ENERGIES, "J"),
        Channel.owned("loop_error", dict.fromkeys(rows, ("e1", "e2", "e3"))),
        Channel.scalar("pivot"),
        Channel.scalar("step", "s"),
        Channel.scalar("evaluations"),
    )
    return {channel.name: channel for channel in found}


def layout(plan: Plan, names: Sequence[str], loops: Mapping[str, Sequence[str]] | None = None) -> Layout:
    """The layout of a record in the named channels; the time comes first, named or not."""
    known = channels(plan, loops)
    for name in names:
        if name not in known:
            raise UnknownName("channel", name, known, where="a record")
    return Layout(tuple(known[name] for name in ("t", *(name for name in names if name != "t"))))


def _by_joint(plan: Plan, which: str) -> tuple[Column, ...]:
    """One column for each coordinate (q) or rate (v), in the plan's order."""
    units = [unit for node in plan.nodes for unit in _units(node.step, which)]
    columns: dict[int, Column] = {}
    for name, joint in plan.joints.items():
        where, parts = _names(joint, which)
        for k, part in zip(range(where.start, where.stop), parts):
            columns[k] = Column(name, part, units[k])
    return tuple(columns[k] for k in sorted(columns))


def _names(joint: JointPlace, which: str) -> tuple[slice, tuple[str, ...]]:
    return (joint.q, joint.variables) if which == "q" else (joint.v, joint.rates)


def _units(step: Any, which: str) -> tuple[str, ...]:
    per_second = "" if which == "q" else "/s"
    turn, slide = f"rad{per_second}", f"m{per_second}"
    if isinstance(step, Ball):
        return ("",) * 4 if which == "q" else (turn,) * 3
    if isinstance(step, Free):
        return (slide,) * 3 + ("",) * 4 if which == "q" else (turn,) * 3 + (slide,) * 3
    return (slide if isinstance(step, Slide) else turn,)


def _effort(rate: Column) -> Column:
    return Column(rate.owner, rate.component, "N" if rate.unit == "m/s" else "N m")
