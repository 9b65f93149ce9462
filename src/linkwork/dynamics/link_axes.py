"""The rows of a point that closes a loop, as they are eliminated: in the axes of the link that ends there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from linkwork.algebra.inertias import spin
from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar
from linkwork.algebra.vectors import AXES, Vec3
from linkwork.connectivity.plan import Cut, Place
from linkwork.connectivity.seats import seat_of
from linkwork.dynamics.motion import Motion, View
from linkwork.dynamics.rows import Row


@dataclass(frozen=True)
class Turned:
    """Three rows of a cut in the axes of its link.

    at      which rows of the machine they stand for
    rows    these rows in the link's axes
    joints  poses from the seat to the link: Rᵀ is their turning, one after the other
    """

    at: tuple[int, ...]
    rows: tuple[Row, ...]
    joints: tuple[Pose, ...]

    def out(self, lam: Vec3) -> Vec3:
        """λ in the axes of the seat, R λ'."""
        for X in reversed(self.joints):
            lam = X.rotate_out(lam)
        return lam


@dataclass(frozen=True)
class LinkRows:
    """All rows of a machine as they are eliminated, and what of them was turned."""

    rows: list[Row]
    turned: tuple[Turned, ...]

    @classmethod
    def of(cls, motion: Motion, rows: Sequence[Row]) -> LinkRows:
        """Rows of points whose three components are all there are turned, others are as they were."""
        found, turned = list(rows), list[Turned]()
        for cut in motion.plan.cuts:
            if not seat_of(motion.plan, cut).link:
                continue
            at = tuple(r for r, row in enumerate(rows) if row.name == cut.name)
            if len(at) == 3:
                turned.append(_turned(motion, cut, at, [rows[r] for r in at]))
        for group in turned:
            for r, row in zip(group.at, group.rows):
                found[r] = row
        return cls(found, tuple(turned))

    def usual(self, sizes: Sequence[Scalar]) -> list[Scalar]:
        """Usual squares of the rows: a link may turn any of its axes to where one of the seat's was."""
        found = list(sizes)
        for group in self.turned if sizes else ():
            mean = sum((sizes[r] for r in group.at), 0.0) * (1 / 3)
            for r in group.at:
                found[r] = mean
        return found

    def multipliers(self, lam: Sequence[Scalar]) -> list[Scalar]:
        """λ of the rows as they were."""
        found = list(lam)
        for group in self.turned:
            for r, x in zip(group.at, group.out(Vec3(*(lam[r] for r in group.at)))):
                found[r] = x
        return found


def _turned(motion: Motion, cut: Cut, at: tuple[int, ...], rows: Sequence[Row]) -> Turned:
    """Rows h' = Rᵀ h, R the link's axes in the seat, with the same turning of J and of the bias.

        J'_i = ± R_{i,link}ᵀ (s_i at p)          nodes of the link's side             (1)
        J'_i = ∓ Q R_{i,other}ᵀ (s_i at p)       those of the other,  Q = Rᵀ R_other  (2)
        bias' = ± (a_link − Q a_other),  a = a_o + ϖ r                                 (3)

    Columns and accelerations are taken in the axes of their own nodes and turned outward from there: nothing of a link
    is ever turned to the seat.
    """
    seat = seat_of(motion.plan, cut)
    view = motion.view(seat)
    link, other, sign = (seat.b, seat.a, 1.0) if seat.link == "b" else (seat.a, seat.b, -1.0)
    chain, opposite = view.branch(link.node), view.branch(other.node)
    joints = tuple(view.X[i] for i in chain)
    near, far = _columns(view, link, chain), _columns(view, other, opposite)
    axes = view.pose[other.node].rotation
    Q = _transposed([_into(Vec3(*(row[k] for row in axes)), joints) for k in range(3)])
    J = {k: s * sign for k, s in near.items()} | {k: Q.rotate_out(s) * -sign for k, s in far.items()}  # (1), (2)
    bias = (_acceleration(view, link) - Q.rotate_out(_acceleration(view, other))) * sign  # (3)
    gap = _into(Vec3(*(0.0 if row.gap is None else row.gap for row in rows)), joints)
    drift = _into(Vec3(*(row.drift for row in rows)), joints)
    turned = tuple(
        Row(row.name, row.component, gap[i], {k: s[i] for k, s in J.items()}, drift[i], bias[i])
        for i, row in enumerate(rows)
    )
    return Turned(at, turned, joints)


def _columns(view: View, place: Place, chain: Sequence[int]) -> dict[int, Vec3]:
    """Velocity of a place with each rate of the nodes that carry it, in the axes of the last of them."""
    found: dict[int, Vec3] = {}
    p, outward = place.pose.translation, list[Pose]()
    for i in reversed(chain):
        for k, s in view.plan.nodes[i].columns:
            found[k] = _into(s.at(p), outward)
        p = view.X[i].point(p)
        outward.insert(0, view.X[i])
    return found


def _acceleration(view: View, place: Place) -> Vec3:
    """Acceleration of a place at q̈ = 0, in the axes of its node."""
    if place.node == view.root:
        return view.rate[view.root].linear
    W = spin(view.w[place.node], view.rate[place.node].angular)
    return view.rate[place.node].linear + W @ place.pose.translation


def _into(v: Vec3, joints: Sequence[Pose]) -> Vec3:
    for X in joints:
        v = X.rotate_into(v)
    return v


def _transposed(columns: Sequence[Vec3]) -> Pose:
    return Pose.of_rows([[c[i] for c in columns] for i in range(len(AXES))])
