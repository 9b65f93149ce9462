"""What multipliers do to bodies: the forces of cut joints, contacts and led points as wrenches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar
from linkwork.algebra.twists import UNLOADED, Wrench
from linkwork.algebra.vectors import AXES, Vec3
from linkwork.connectivity.conditions import Condition, Edge, PointMotion, Roll
from linkwork.connectivity.plan import GROUND, Cut
from linkwork.connectivity.seats import Seat, seat_of
from linkwork.dynamics.closure import rows
from linkwork.dynamics.motion import Motion, View
from linkwork.dynamics.rolling import contact

Multipliers = Mapping[tuple[str, str], Scalar]


def by_row(motion: Motion, lam: Sequence[Scalar]) -> Multipliers:
    """The multipliers by (closure or condition, component). Rows that hold by themselves carry nothing."""
    return {(row.name, row.component): x for row, x in zip(rows(motion), lam, strict=True)}


def cut_reactions(motion: Motion, lam: Multipliers, axes: str = "body") -> dict[str, Wrench]:
    """Wrench of a cut joint's first body on its second, by name of the cut; about the joint's frame on the second.

    `axes` are those of that frame ("body") or of the world: like the reactions of the joints that are not cut.
    """
    return {cut.name: _cut_reaction(motion, cut, lam, axes) for cut in motion.plan.cuts}


def multiplier_wrenches(motion: Motion, lam: Multipliers) -> dict[int, Wrench]:
    """What all multipliers exert on nodes, in node coordinates; forces between coordinates act inside the joints."""
    found: dict[int, Wrench] = {}
    for cut in motion.plan.cuts:
        seat = seat_of(motion.plan, cut)
        view = motion.view(seat)
        on_a, on_b = _pushes(view, seat, cut, lam)
        for place, push in ((seat.a, -on_a), (seat.b, on_b)):
            _add(found, place.node, _on_node(view, seat, place.node, push))
    for condition in motion.plan.conditions:
        for node, push in _condition_pushes(motion, condition, lam):
            _add(found, node, motion.world[node].wrench_to_child(push) if node != GROUND else push)
    return found


def _add(found: dict[int, Wrench], node: int, wrench: Wrench) -> None:
    if node != GROUND:
        found[node] = found.get(node, UNLOADED) + wrench


def _pushes(view: View, seat: Seat, cut: Cut, lam: Multipliers) -> tuple[Wrench, Wrench]:
    """The wrench on b, once as it is taken from a and once as b receives it; about the seat's origin, in its axes."""
    A, B = view.frame(seat.a), view.frame(seat.b)
    on_a = on_b = UNLOADED
    for row in cut.kind.rows:
        x = lam.get((cut.name, row.name), 0.0)
        w = row.wrench(A, B) * x
        on_b = on_b + _about_origin(w, B.translation)
        on_a = on_a + _about_origin(w, A.translation if row.at_own_origin else B.translation)
    return on_a, on_b


def _about_origin(w: Wrench, r: Vec3) -> Wrench:
    return Wrench(w.moment + r.cross(w.force), w.force)


def _on_node(view: View, seat: Seat, node: int, push: Wrench) -> Wrench:
    if node == seat.node:
        return Wrench(seat.axes.rotate_out(push.moment), seat.axes.rotate_out(push.force))
    return view.pose[node].wrench_to_child(push)


def _cut_reaction(motion: Motion, cut: Cut, lam: Multipliers, axes: str) -> Wrench:
    seat = seat_of(motion.plan, cut)
    view = motion.view(seat)
    _, push = _pushes(view, seat, cut, lam)
    own = cut.b.pose.wrench_to_child(_on_node(view, seat, cut.b.node, push))
    if axes == "body":
        return own
    X = motion.frame(cut.b)
    return Wrench(X.rotate_out(own.moment), X.rotate_out(own.force))


def _condition_pushes(motion: Motion, condition: Condition, lam: Multipliers) -> Iterator[tuple[int, Wrench]]:
    """(node, wrench about the world's origin in its axes) of a led point, a wheel and its floor, an edge."""
    if isinstance(condition, PointMotion):
        yield condition.place.node, _force(condition.name, motion.frame(condition.place).translation, AXES, lam)
    elif isinstance(condition, Roll):
        axes, point = contact(motion, condition)
        push = _force(condition.name, point, axes, lam)
        yield condition.wheel.node, push
        yield condition.floor.node, -push
    elif isinstance(condition, Edge):
        X = motion.frame(condition.edge)
        push = _force(condition.name, X.translation, _axes(X), lam)
        yield condition.edge.node, push
        yield condition.on.node, -push


def _force(name: str, point: Vec3, axes: Sequence[Vec3], lam: Multipliers) -> Wrench:
    total = Vec3(0.0, 0.0, 0.0)
    for letter, axis in zip("xyz", axes):
        total = total + axis * lam.get((name, f"force {letter}"), 0.0)
    return Wrench.at(point, total)


def _axes(X: Pose) -> tuple[Vec3, Vec3, Vec3]:
    x, y, z = (X.rotate_out(e) for e in AXES)
    return x, y, z
