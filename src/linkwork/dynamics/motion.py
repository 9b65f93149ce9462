"""Where the nodes are and how they move, each quantity computed when a law first asks for it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from linkwork.algebra.inertias import spin
from linkwork.algebra.jets import Jet, coefficients
from linkwork.algebra.poses import Pose, Reorient, Shift
from linkwork.algebra.scalars import Scalar
from linkwork.algebra.twists import REST, Twist, Wrench
from linkwork.algebra.vectors import AXES, ZERO, Vec3
from linkwork.connectivity.plan import GROUND, Place, Plan
from linkwork.connectivity.seats import Seat
from linkwork.dynamics.inverse_dynamics import Accelerations, accelerations
from linkwork.dynamics.kinematics import (
    Scalars,
    carried_pose,
    joint_twist,
    node_poses,
    twist_rate,
    twists,
    world_poses,
)


@dataclass
class Motion:
    """The state of a machine with all that follows from it; without rates there are positions only."""

    plan: Plan
    q: Scalars
    v: Scalars | None = None
    t: Scalar = 0.0
    _known: dict[str, object] = field(default_factory=dict)

    def _once(self, name: str, make: Callable[[], object]) -> object:
        if name not in self._known:
            self._known[name] = make()
        return self._known[name]

    @property
    def X(self) -> list[Pose]:
        """Pose of each node in its parent."""
        return self._once("X", lambda: node_poses(self.plan, self.q))  # type: ignore[return-value]

    @property
    def world(self) -> dict[int, Pose]:
        """Pose of each node in the world."""
        return self._once("world", lambda: world_poses(self.plan, self.X))  # type: ignore[return-value]

    @property
    def twists(self) -> dict[int, Twist]:
        """Twist of each node."""
        return self._once("twists", lambda: twists(self.plan, self.X, self.rates))  # type: ignore[return-value]

    @property
    def rates(self) -> Scalars:
        """The joint rates, zero where none were given."""
        return [0.0] * self.plan.n_v if self.v is None else self.v

    def falling(self, wrenches: Mapping[int, Wrench]) -> Accelerations:
        """Accelerations with q̈ = 0 and gravity, and the wrenches that they need."""
        make = lambda: accelerations(self.plan, self.X, self.rates, None, wrenches=wrenches)  # noqa: E731
        return self._once("falling", make)  # type: ignore[return-value]

    @property
    def drifting(self) -> Accelerations:
        """Accelerations with q̈ = 0. Gravity lifts all frames alike, so a pass that has it serves as well."""
        if "falling" in self._known:
            return self._known["falling"]  # type: ignore[return-value]
        return self._once("drifting", lambda: accelerations(self.plan, self.X, self.rates, None))  # type: ignore[return-value]

    def view(self, seat: Seat | None = None) -> View:
        """The motion as seen from a seat; from the world if there is none."""
        if seat is None or seat.at_rest:
            return self._once("view", lambda: _from_ground(self))  # type: ignore[return-value]
        key = f"view {seat.node} {seat.axes!r} {sorted(seat.starts)} {[*map(repr, seat.starts.values())]}"
        return self._once(key, lambda: _from_seat(self, seat))  # type: ignore[return-value]

    def frame(self, place: Place) -> Pose:
        """Pose of a frame in the world."""
        return self.world[place.node] @ place.pose

    def moving_frame(self, place: Place) -> Pose:
        """The same with its first two time derivatives at q̈ = 0, as jets (see `View.moving_frame`)."""
        return self.view().moving_frame(place)

    @property
    def coordinates(self) -> list[Jet]:
        """q with its first two time derivatives at v̇ = 0."""
        return self._once("coordinates", lambda: coordinate_jets(self.plan, self.q, self.rates))  # type: ignore[return-value]

    @property
    def time(self) -> Jet:
        """t with its time derivatives."""
        return Jet((self.t, 1.0, 0.0))


@dataclass(frozen=True)
class View:
    """Poses, twists and accelerations (at q̈ = 0) of nodes against a frame: the world, or the seat of a cut.

    root   the node to which the frame is fixed; places on it are given in the frame itself
    start  nodes that begin a branch there
    X      pose of a node in its parent, of one that begins a branch in the frame
    pose   pose of a node in the frame
    """

    plan: Plan
    root: int
    start: Collection[int]
    X: Mapping[int, Pose]
    pose: Mapping[int, Pose]
    twist: Mapping[int, Twist]
    w: Mapping[int, Vec3]
    rate: Mapping[int, Twist]

    def frame(self, place: Place) -> Pose:
        """Pose of a frame."""
        return self.pose[place.node] @ place.pose

    def moving_frame(self, place: Place) -> Pose:
        """The same with its first two time derivatives at q̈ = 0, as jets.

            Ṙ = R ω~,  R̈ = R (ω̇~ + ω~ω~) = R ϖ                            (1)
            ṗ = R (v + ω × r),  p̈ = R (a + ϖ r)                            (2)

        Against the world, accelerations may hold the lift of gravity: only differences between two frames mean
        something.
        """
        if place.node == self.root:
            g = self.rate[self.root].linear
            p = place.pose.translation
            t = Vec3(*(Jet.moving(x, 0.0, a) for x, a in zip(p, g)))
            return Pose((Shift(t), Reorient(place.pose.rotation)))
        i, r = place.node, place.pose.translation
        X, w, rate, own = self.pose[i], self.w[i], self.rate[i], self.twist[i]
        W = spin(w, rate.angular)
        axes = [place.pose.rotate_out(e) for e in AXES]
        columns = [_jets(X.rotate_out(c), X.rotate_out(w.cross(c)), X.rotate_out(W @ c)) for c in axes]  # (1)
        p = _jets(X.point(r), X.rotate_out(own.at(r)), X.rotate_out(rate.linear + W @ r))  # (2)
        x, y, z = columns
        rows = (Vec3(x.x, y.x, z.x), Vec3(x.y, y.y, z.y), Vec3(x.z, y.z, z.z))
        return Pose((Shift(p), Reorient(rows)))

    def turning(self, place: Place) -> Vec3:
        """Angular velocity of a frame, with its rate at q̈ = 0."""
        if place.node == self.root:
            return ZERO
        X = self.pose[place.node]
        w, wd = X.rotate_out(self.w[place.node]), X.rotate_out(self.rate[place.node].angular)
        return Vec3(*(Jet.moving(a, b) for a, b in zip(w, wd)))

    def own_columns(self, carried: Place, other: Place, point: Vec3) -> dict[int, Twist]:
        """Motion columns, about a point and in the frame's axes, of nodes that carry one place and not the other."""
        shared = self.branch(other.node)
        columns: dict[int, Twist] = {}
        for i in self.branch(carried.node):
            if i in shared:
                continue
            X = self.pose[i]
            arm = point - X.translation
            for k, s in self.plan.nodes[i].columns:
                w, u = X.rotate_out(s.angular), X.rotate_out(s.linear)
                columns[k] = Twist(w, u + w.cross(arm))
        return columns

    def branch(self, i: int) -> list[int]:
        """The nodes from the frame to a node."""
        chain: list[int] = []
        while i != self.root:
            chain.append(i)
            i = self.root if i in self.start else self.plan.nodes[i].parent
        return chain[::-1]


def _from_ground(motion: Motion) -> View:
    return View(
        motion.plan,
        GROUND,
        (),
        _Lazy(lambda _, i: motion.X[i]),
        _Lazy(lambda _, i: motion.world[i]),
        _Lazy(lambda _, i: motion.twists[i]),
        _Lazy(lambda _, i: motion.drifting.w[i]),
        _Lazy(lambda _, i: motion.drifting.rate[i]),
    )


def _from_seat(motion: Motion, seat: Seat) -> View:
    """The recursions of `world_poses`, `twists` and `accelerations`, begun at rest in the seat."""
    nodes, v = motion.plan.nodes, motion.rates

    def parent(i: int) -> int:
        return seat.node if i in seat.starts else nodes[i].parent

    def own(i: int) -> Pose:
        node = nodes[i]
        if i not in seat.starts:
            return motion.X[i]
        return seat.starts[i] @ node.step.pose(motion.q[node.q : node.q + node.step.n_q])

    X = _Lazy(lambda _, i: own(i))

    def pose(known: Mapping[int, Pose], i: int) -> Pose:
        return Pose() if i == seat.node else carried_pose(known[parent(i)], X[i], first=i in seat.starts)

    def twist(known: Mapping[int, Twist], i: int) -> Twist:
        return REST if i == seat.node else X[i].to_child(known[parent(i)]) + joint_twist(nodes[i], v)

    def w(known: Mapping[int, Vec3], i: int) -> Vec3:
        return ZERO if i == seat.node else X[i].rotate_into(known[parent(i)]) + joint_twist(nodes[i], v).angular

    ws = _Lazy(w)

    def rate(known: Mapping[int, Twist], i: int) -> Twist:
        if i == seat.node:
            return REST
        p, vJ = parent(i), joint_twist(nodes[i], v)
        W = spin(ws[p], known[p].angular)
        return twist_rate(nodes[i], X[i], X[i].rotate_into(ws[p]), known[p], vJ, REST, W)

    return View(motion.plan, seat.node, seat.starts.keys(), X, _Lazy(pose), _Lazy(twist), ws, _Lazy(rate))


class _Lazy(dict[int, Any]):
    """Values by node, each made when first asked for; `make` may ask for those of other nodes."""

    def __init__(self, make: Callable[[Any, int], Any]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, i: int) -> Any:
        self[i] = self._make(self, i)
        return self[i]


def _jets(x: Vec3, xd: Vec3, xdd: Vec3) -> Vec3:
    return Vec3(*(Jet.moving(a, b, c) for a, b, c in zip(x, xd, xdd)))


def coordinate_jets(plan: Plan, q: Scalars, v: Scalars, order: int = 2) -> list[Jet]:
    """q, q̇, q̈, … at constant rates v: each order follows from q̇ = E(q) v run on the jets of the order before."""
    derivatives: list[list[Scalar]] = [list(q)]
    for _ in range(order):
        so_far = [Jet.moving(*(d[i] for d in derivatives)) for i in range(plan.n_q)]
        rates = coordinate_rates(plan, so_far, v)
        derivatives.append([coefficients(r, len(derivatives) - 1)[-1] for r in rates])
    return [Jet.moving(*(d[i] for d in derivatives)) for i in range(plan.n_q)]


def coordinate_rates(plan: Plan, q: Scalars, v: Scalars) -> list[Scalar]:
    """q̇ from the joint rates."""
    rates: list[Scalar] = []
    for node in plan.nodes:
        n_q, n_v = node.step.n_q, node.step.n_v
        rates.extend(node.step.q_dot(q[node.q : node.q + n_q], v[node.v : node.v + n_v]))
    return rates
