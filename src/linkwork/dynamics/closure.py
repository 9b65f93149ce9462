"""What closes the loops: gaps, their Jacobian, and the terms that velocities add."""

from __future__ import annotations

from linkwork.algebra.jets import coefficients
from linkwork.connectivity.plan import Cut, Place
from linkwork.dynamics.conditions import condition_rows
from linkwork.dynamics.motion import Motion, coordinate_jets, coordinate_rates
from linkwork.dynamics.rows import Row, dense

__all__ = ["Motion", "Row", "coordinate_jets", "coordinate_rates", "cut_rows", "dense", "rows", "vanished_rows"]


def rows(motion: Motion) -> list[Row]:
    """All conditions of a machine, those that always hold left out."""
    return [row for row in _every_row(motion) if not row.vanishes]


def vanished_rows(motion: Motion) -> list[Row]:
    """The conditions that hold whatever the machine does: they folded to exact zero and cost nothing.

    Tell it on symbols; numbers of one pose may be zero by chance.
    """
    return [row for row in _every_row(motion) if row.vanishes]


def _every_row(motion: Motion) -> list[Row]:
    found = [row for cut in motion.plan.cuts for row in cut_rows(motion, cut)]
    return found + [row for condition in motion.plan.conditions for row in condition_rows(condition, motion)]


def cut_rows(motion: Motion, cut: Cut) -> list[Row]:
    """The rows of a joint that closes a loop.

        h = gap(A, B)                                                     (1)
        J_k = w · (p_k at b on b's branch, − p_k on a's branch)            (2)
        bias = d²h/dt² at q̈ = 0, the gap run on moving frames              (3)

    w is the wrench of a unit multiplier on b. Nodes that carry both frames do not feel it.
    Reference: Koul, Shah, Saha, Manivannan, Eqs (8), (12); digest, section 2.3.
    """
    P = cut.kind.placement
    a, b = Place(cut.a.node, cut.a.pose @ P), Place(cut.b.node, cut.b.pose @ P)
    A, B = motion.frame(a), motion.frame(b)
    on_b = motion.own_columns(b, a, B.translation)
    on_a = {True: motion.own_columns(a, b, A.translation), False: motion.own_columns(a, b, B.translation)}
    moving = (motion.moving_frame(a), motion.moving_frame(b)) if motion.v is not None else None
    found = []
    for row in cut.kind.rows:
        w = row.wrench(A, B)
        J = {k: s.dot(w) for k, s in on_b.items()}
        for k, s in on_a[row.at_own_origin].items():
            J[k] = J.get(k, 0.0) - s.dot(w)  # (2)
        bias = coefficients(row.gap(*moving), 2)[2] if moving else 0.0  # (3)
        found.append(Row(cut.name, row.name, row.gap(A, B), J, 0.0, bias))  # (1)
    return found
