"""The same machine for MuJoCo: loops as equality constraints, as stiff as they come."""

from __future__ import annotations

from typing import Any
from xml.sax.saxutils import quoteattr

import mujoco
import numpy as np
from timing import alternately

from linkwork.algebra.poses import Pose
from linkwork.algebra.steps import Ball, Free, Helix, Slide, Turn
from linkwork.connectivity.plan import GROUND, Place, Plan
from linkwork.system import System

AXES = ("1 0 0", "0 1 0", "0 0 1")


def forward(system: System, q: np.ndarray, v: np.ndarray, tau: np.ndarray, exact: np.ndarray) -> tuple[float, float]:
    """(seconds of mj_forward, largest relative error of its accelerations)."""
    model = mujoco.MjModel.from_xml_string(xml(system.plan))
    data = mujoco.MjData(model)
    place = Order(system.plan, model)
    data.qpos[:], data.qvel[:] = place.q(q), place.v(v)
    data.qfrc_applied[:] = place.v(tau)
    mujoco.mj_forward(model, data)
    error = float(np.abs(place.back(data.qacc) - exact).max() / np.abs(exact).max())
    seconds = alternately({"mj": lambda: mujoco.mj_forward(model, data)})["mj"]
    return seconds, error


class Order:
    """Where our coordinates and rates lie among MuJoCo's."""

    def __init__(self, plan: Plan, model: Any) -> None:
        self.plan, self.model = plan, model
        joints = [mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, f"j{i}") for i in range(len(plan.nodes))]
        self.q_at = [model.jnt_qposadr[j] for j in joints]
        self.v_at = [model.jnt_dofadr[j] for j in joints]

    def q(self, q: np.ndarray) -> np.ndarray:
        new = np.zeros(self.model.nq)
        for i, node in enumerate(self.plan.nodes):
            x = q[node.q : node.q + node.step.n_q]
            sign = getattr(node.step, "sign", 1.0)
            new[self.q_at[i] : self.q_at[i] + len(x)] = x * sign if len(x) == 1 else x
        return new

    def v(self, v: np.ndarray) -> np.ndarray:
        """Rates and forces; a free joint's linear part goes to world axes in MuJoCo (equal here: upright start)."""
        new = np.zeros(self.model.nv)
        for i, node in enumerate(self.plan.nodes):
            x = v[node.v : node.v + node.step.n_v] * getattr(node.step, "sign", 1.0)
            new[self.v_at[i] : self.v_at[i] + len(x)] = np.roll(x, 3) if isinstance(node.step, Free) else x
        return new

    def back(self, v: np.ndarray) -> np.ndarray:
        new = np.zeros(self.plan.n_v)
        for i, node in enumerate(self.plan.nodes):
            x = v[self.v_at[i] : self.v_at[i] + node.step.n_v] * getattr(node.step, "sign", 1.0)
            new[node.v : node.v + node.step.n_v] = np.roll(x, 3) if isinstance(node.step, Free) else x
        return new


def xml(plan: Plan, timestep: float = 1e-3, integrator: str = "RK4") -> str:
    """A plan as MJCF text."""
    children: dict[int, list[int]] = {}
    for i, node in enumerate(plan.nodes):
        children.setdefault(node.parent, []).append(i)
    sites: dict[int, list[str]] = {}
    equalities = []
    for k, cut in enumerate(plan.cuts):
        point = sum(row.name.startswith("force") for row in cut.kind.rows) == 3 and len(cut.kind.rows) <= 5
        for side, place in (("a", cut.a), ("b", cut.b)):
            sites.setdefault(place.node, []).append(f'<site name="{side}{k}" {_frame(place)}/>')
        kind = "connect" if point else "weld"
        equalities.append(f'<{kind} site1="a{k}" site2="b{k}" solref="2e-3 1" solimp="0.9999 0.9999 1e-3"/>')
    g = " ".join(repr(float(x)) for x in plan.gravity)
    return (
        f"<mujoco model={quoteattr(plan.name)}><compiler angle='radian' inertiafromgeom='false' balanceinertia='false' "
        f"boundmass='0' boundinertia='1e-12'/>"
        f"<option gravity='{g}' timestep='{timestep}' integrator='{integrator}' solver='Newton' iterations='100' "
        f"tolerance='1e-12'/><worldbody>{''.join(sites.get(GROUND, []))}"
        f"{''.join(_body(plan, i, children, sites) for i in children.get(GROUND, []))}</worldbody>"
        f"<equality>{''.join(equalities)}</equality></mujoco>"
    )


def _body(plan: Plan, i: int, children: dict[int, list[int]], sites: dict[int, list[str]]) -> str:
    node = plan.nodes[i]
    step, placement = node.step, node.placement
    if isinstance(step, (Turn, Helix)) and step.offset:
        placement = placement @ Turn(step.axis, step.offset).pose([0.0])
    if isinstance(step, Slide) and step.offset:
        placement = placement @ Slide(step.axis).pose([step.offset])
    kinds = {Turn: "hinge", Slide: "slide", Ball: "ball", Free: "free"}
    axis = f'axis="{AXES[step.axis]}"' if isinstance(step, (Turn, Slide)) else ""
    inner = "".join(_body(plan, c, children, sites) for c in children.get(i, []))
    return (
        f'<body name="n{i}" {_pose(placement)}><joint name="j{i}" type="{kinds[type(step)]}" {axis} armature="{float(node.rotor)}"/>'
        f"{_inertial(node)}{''.join(sites.get(i, []))}{inner}</body>"
    )


def _inertial(node: Any) -> str:
    m = float(node.inertia.mass)
    if m == 0.0:
        return '<inertial pos="0 0 0" mass="1e-12" diaginertia="1e-12 1e-12 1e-12"/>'
    c = np.array([float(x) for x in node.inertia.h]) / m
    cross = np.array([[0, -c[2], c[1]], [c[2], 0, -c[0]], [-c[1], c[0], 0]])
    I = np.array(node.inertia.I.rows(), dtype=float) + m * cross @ cross  # noqa: E741
    I = I + np.eye(3) * 1e-12  # noqa: E741
    full = (I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2])
    return f'<inertial pos="{_list(c)}" mass="{m!r}" fullinertia="{_list(full)}"/>'


def _frame(place: Place) -> str:
    return _pose(place.pose)


def _pose(pose: Pose) -> str:
    R = np.array([[float(x) for x in row] for row in pose.rotation])
    t = [float(x) for x in pose.translation]
    return f'pos="{_list(t)}" xyaxes="{_list(R[:, 0])} {_list(R[:, 1])}"'


def _list(values: Any) -> str:
    return " ".join(repr(float(x)) for x in values)
