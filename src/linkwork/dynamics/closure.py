"""What closes the loops: gaps, their Jacobian, and the terms that velocities add."""

from __future__ import annotations

from linkwork.algebra.jets import coefficients
from linkwork.algebra.scalars import constant_value
from linkwork.connectivity.plan import Cut, Plan
from linkwork.connectivity.seats import seat_of
from linkwork.dynamics.conditions import condition_rows
from linkwork.dynamics.motion import Motion, coordinate_jets, coordinate_rates
from linkwork.dynamics.rows import ROUNDING, Row, dense
from linkwork.errors import AssemblyError

__all__ = [
    "Motion", "Row", "check_closable", "coordinate_jets", "coordinate_rates", "cut_rows", "dense", "row_names", "rows",
    "vanished_rows",
]  # fmt: skip


def rows(motion: Motion) -> list[Row]:
    """All conditions of a machine; those that always hold and those found redundant (`plan.kept`) are left out."""
    found = [row for row in _every_row(motion) if not row.vanishes]
    return found if motion.plan.kept is None else [found[i] for i in motion.plan.kept]


def vanished_rows(motion: Motion) -> list[Row]:
    """The conditions that hold whatever the machine does: they folded to exact zero and cost nothing.

    Tell it on symbols; numbers of one pose may be zero by chance.
    """
    return [row for row in _every_row(motion) if row.vanishes]


def check_closable(motion: Motion) -> None:
    """Raise if a gap is open and nothing in the machine can close it. To be asked on symbols."""
    for row in _every_row(motion):
        gap = None if row.gap is None else constant_value(row.gap)
        if gap is not None and row.cannot_change and not row.vanishes:
            unit = "m" if row.component.startswith("force") else "rad or so"
            raise AssemblyError(
                f"closure {row.name!r}",
                f"misses by {abs(gap):.3g} {unit} ({row.component}), and no joint of its loop moves that",
                "Change a frame of the closure or of a joint in its loop so that the axes or planes agree",
                see="how-to/loops",
            )


def row_names(plan: Plan) -> tuple[tuple[str, str], ...]:
    """(closure or condition, component) of every row that does not hold by itself, found at a pose like any other."""
    q: list[float] = []
    for node in plan.nodes:
        own = [0.3 + 0.6 * ((0.618033988749895 * (len(q) + k + 1)) % 1.0) for k in range(node.step.n_q)]
        if node.step.n_q > node.step.n_v:
            size = sum(x * x for x in own[-4:]) ** 0.5
            own[-4:] = [x / size for x in own[-4:]]
        q.extend(own)
    found = [row for row in _every_row(Motion(plan, q, None, 0.4)) if not _still(row)]
    return tuple((r.name, r.component) for r in (found if plan.kept is None else (found[i] for i in plan.kept)))


def _still(row: Row) -> bool:
    """Whether nothing moves a row's gap, by its numbers at one pose."""
    values = [constant_value(x) for x in (*row.J.values(), row.drift)]
    return all(x is not None and abs(x) < ROUNDING for x in values)


def _every_row(motion: Motion) -> list[Row]:
    found = [row for cut in motion.plan.cuts for row in cut_rows(motion, cut)]
    return found + [row for condition in motion.plan.conditions for row in condition_rows(condition, motion)]


def cut_rows(motion: Motion, cut: Cut) -> list[Row]:
    """The rows of a joint that closes a loop.

        h = gap(A, B)                                                     (1)
        J_k = w · (p_k at b on b's branch, − p_k on a's branch)            (2)
        bias = d²h/dt² at q̈ = 0, the gap run on moving frames              (3)

    w is the wrench of a unit multiplier on b, in the axes of the cut's seat; what carries both frames does not feel it.
    Reference: Koul, Shah, Saha, Manivannan, Eqs (8), (12); digest, section 2.3.
    """
    seat = seat_of(motion.plan, cut)
    view, a, b = motion.view(seat), seat.a, seat.b
    A, B = view.frame(a), view.frame(b)
    on_b = view.own_columns(b, a, B.translation)
    on_a = {True: view.own_columns(a, b, A.translation), False: view.own_columns(a, b, B.translation)}
    moving = (view.moving_frame(a), view.moving_frame(b)) if motion.v is not None else None
    found = []
    for row in cut.kind.rows:
        w = row.wrench(A, B)
        J = {k: s.dot(w) for k, s in on_b.items()}
        for k, s in on_a[row.at_own_origin].items():
            J[k] = J.get(k, 0.0) - s.dot(w)  # (2)
        bias = coefficients(row.gap(*moving), 2)[2] if moving else 0.0  # (3)
        found.append(Row(cut.name, row.name, row.gap(A, B), J, 0.0, bias))  # (1)
    return found
