"""Operation counts that the book prints, and trees of general geometry with its topologies to count ours on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

import linkwork as lw
from linkwork.algebra.factorisations import ldl
from linkwork.algebra.steps import Ball
from linkwork.algebra.vectors import Vec3
from linkwork.blueprint.library.published.count_formulas import FORMULAS as PUBLISHED
from linkwork.blueprint.library.published.count_formulas import Formula
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan
from linkwork.connectivity.regrouping import regrouped
from linkwork.dynamics.catalogue import TREES
from linkwork.dynamics.forward_dynamics import eliminate, solve_eliminated
from linkwork.dynamics.kinematics import node_poses
from linkwork.expression.counts import Counts, counts
from linkwork.expression.trace import trace

Freedoms = Sequence[int]
LAST_AXIS = ((0.0, 0.0, 1.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))  # rows of a frame whose z lies along the body's x


def general_tree(freedoms: Freedoms, parents: Sequence[int] | None = None, *, floating: bool = False) -> lw.Mechanism:
    """Joints of 1, 2 or 3 degrees of freedom with modified Denavit–Hartenberg rows (a, α, b) and general inertias.

    The first axis of a joint has the row, the further ones meet it at right angles: the geometry that the book counts.
    A row of the first joint on a fixed base would only move the base frame.
    """
    rng = np.random.default_rng(0)
    m = lw.Mechanism("general tree", gravity=(0.0, 0.0, -9.81))
    parents = range(-1, len(freedoms) - 1) if parents is None else parents
    base: Any = m.ground
    if floating:
        base = _body(m, "base", rng)
        m.floating("base", base)
    ends: list[Any] = []
    for k, (freedom, p) in enumerate(zip(freedoms, parents)):
        body = _body(m, f"body_{k + 1}", rng)
        a, alpha, b = (float(x) for x in rng.uniform(0.2, 1.0, 3))
        near = base if p < 0 else ends[p]
        if floating or p >= 0:
            near = near.at(a, 0.0, 0.0).at(rotation=("x", alpha)).at(0.0, 0.0, b)
        if freedom == 1:
            m.revolute(f"joint_{k + 1}", near, body)
        elif freedom == 2:
            m.universal(f"joint_{k + 1}", near, body, axes="ZX")
        else:
            m.spherical(f"joint_{k + 1}", near, body, coordinates="ZXZ")
        ends.append(body.at(rotation=LAST_AXIS) if freedom == 2 else body)
    return m


def _body(m: lw.Mechanism, name: str, rng: np.random.Generator) -> Any:
    B = rng.normal(size=(3, 3))
    tensor = np.trace(B @ B.T) * np.eye(3) - B @ B.T
    com = tuple(float(x) for x in rng.uniform(-0.2, 0.2, 3))
    return m.body(name, mass=float(rng.uniform(1, 2)), com=com, inertia=tensor.tolist())


def plan_of(mechanism: lw.Mechanism) -> Plan:
    return lay_out(mechanism.freeze())


def operations(plan: Plan, law: str, *, regroup: bool = False) -> Counts:
    """Counted operations; "eliminated" is the forward dynamics with φ = τ − h given, as the book counts table 6.12."""
    if law == "eliminated":
        plan = regrouped(plan) if regroup else plan

        def given_bias(q: Any, phi: Any) -> dict[str, Any]:
            X = node_poses(plan, q)
            return {"qdd": solve_eliminated(plan, X, eliminate(plan, X), phi)}

        return counts(trace(given_bias, {"q": (plan.n_q,), "phi": (plan.n_v,)}))
    entry = TREES[law]
    return counts(trace(entry.ready(plan, regroup=regroup), entry.inputs(plan)))


def left_out() -> Counts:
    """What the book does not count for a floating base: gravity turned into its axes, the factors of its inertia."""

    def parts(q: Any, A: Any) -> dict[str, Any]:
        rows = [[A[max(i, j) * (max(i, j) + 1) // 2 + min(i, j)] for j in range(6)] for i in range(6)]
        L, _, inverse = ldl(rows)
        g = Ball().pose(q).rotate_into(Vec3(0.0, 0.0, -9.81))
        return {"g": list(g), "L": [L[i][j] for i in range(6) for j in range(i)], "inverse": inverse}

    return counts(trace(parts, {"q": (4,), "A": (21,)}))


def variables(freedoms: Freedoms) -> tuple[int, int, int]:
    """n₁, n₂, n₃: joint variables that belong to joints of 1, 2, 3 degrees of freedom."""
    n1, n2, n3 = (k * sum(f == k for f in freedoms) for k in (1, 2, 3))
    return n1, n2, n3


def book(law: str, freedoms: Freedoms, floating: bool) -> tuple[float, float]:
    """(M, A) of the book's formulas, with the coefficients that its per-joint tables 6.10 and 7.5 give."""
    return FORMULAS[law, floating](variables(freedoms))


FORMULAS: Mapping[tuple[str, bool], Formula] = {
    ("inverse_dynamics", False): PUBLISHED["table 6.11"]["proposed"],
    ("eliminated", False): PUBLISHED["table 6.12"]["proposed"],
    ("free_base_inverse_dynamics", True): PUBLISHED["table 7.6"]["proposed"],
    ("recursive_forward_dynamics", True): PUBLISHED["table 7.7"]["proposed"],
}
"""The book's own rows."""

OTHERS: Mapping[tuple[str, bool], Mapping[str, Formula]] = {
    (law, floating): {name: formula for name, formula in PUBLISHED[table].items() if name != "proposed"}
    for law, floating, table in (
        ("inverse_dynamics", False, "table 6.11"),
        ("recursive_forward_dynamics", False, "table 6.12"),
        ("free_base_inverse_dynamics", True, "table 7.6"),
        ("recursive_forward_dynamics", True, "table 7.7"),
    )
}
"""The competitors, whatever the joints; forward dynamics on a fixed base includes the bias, but for Lilly and Orin."""

ROBOTS: Mapping[str, tuple[Freedoms, Sequence[int] | None]] = {
    "gripper": ((1, 1, 1, 1), (-1, 0, 1, 0)),
    "industrial robot": ((1,) * 6, None),
    "biped on its foot": ((2, 1, 3, 3, 1, 2), None),
}
WALKERS: Mapping[str, tuple[Freedoms, Sequence[int] | None]] = {
    "biped": ((3, 1, 2, 3, 1, 2), (-1, 0, 1, -1, 3, 4)),
    "quadruped": ((2, 1) * 4, (-1, 0, -1, 2, -1, 4, -1, 6)),
    "hexapod": ((1, 1) * 6, (-1, 0, -1, 2, -1, 4, -1, 6, -1, 8, -1, 10)),
}
