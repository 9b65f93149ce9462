"""Where the nodes are and how they move, each quantity computed when a law first asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from linkwork.algebra.inertias import spin
from linkwork.algebra.jets import Jet, coefficients
from linkwork.algebra.poses import Pose, Reorient, Shift
from linkwork.algebra.scalars import Scalar
from linkwork.algebra.twists import Twist, Wrench
from linkwork.algebra.vectors import AXES, ZERO, Vec3
from linkwork.connectivity.plan import GROUND, Place, Plan
from linkwork.dynamics.inverse_dynamics import Accelerations, accelerations
from linkwork.dynamics.kinematics import Scalars, node_poses, twists, world_poses


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

    def frame(self, place: Place) -> Pose:
        """Pose of a frame in the world."""
        return self.world[place.node] @ place.pose

    def moving_frame(self, place: Place) -> Pose:
        """The same with its first two time derivatives at q̈ = 0, as jets.

            Ṙ = R ω~,  R̈ = R (ω̇~ + ω~ω~) = R ϖ                            (1)
            ṗ = R (v + ω × r),  p̈ = R (a + ϖ r)                            (2)

        Accelerations are against the lifted ground: only differences between two frames mean something.
        """
        if place.node == GROUND:
            g = self.drifting.rate[GROUND].linear
            p = place.pose.translation
            t = Vec3(*(Jet.moving(x, 0.0, a) for x, a in zip(p, g)))
            return Pose((Shift(t), Reorient(place.pose.rotation)))
        X, motion = self.world[place.node], self.drifting
        w, rate, own = motion.w[place.node], motion.rate[place.node], self.twists[place.node]
        W, r = spin(w, rate.angular), place.pose.translation
        axes = [place.pose.rotate_out(e) for e in AXES]
        columns = [_jets(X.rotate_out(c), X.rotate_out(w.cross(c)), X.rotate_out(W @ c)) for c in axes]  # (1)
        p = _jets(X.point(r), X.rotate_out(own.at(r)), X.rotate_out(rate.linear + W @ r))  # (2)
        x, y, z = columns
        rows = (Vec3(x.x, y.x, z.x), Vec3(x.y, y.y, z.y), Vec3(x.z, y.z, z.z))
        return Pose((Shift(p), Reorient(rows)))

    def turning(self, place: Place) -> Vec3:
        """Angular velocity of a frame in the world, with its rate at q̈ = 0."""
        if place.node == GROUND:
            return ZERO
        X, motion = self.world[place.node], self.drifting
        w, wd = X.rotate_out(motion.w[place.node]), X.rotate_out(motion.rate[place.node].angular)
        return Vec3(*(Jet.moving(a, b) for a, b in zip(w, wd)))

    def own_columns(self, carried: Place, other: Place, point: Vec3) -> dict[int, Twist]:
        """Motion columns, about a point of the world in its axes, of the nodes that carry one frame and not the other."""
        if carried.node == GROUND:
            return {}
        shared = set(self.plan.branch(other.node))
        columns: dict[int, Twist] = {}
        for i in self.plan.branch(carried.node):
            if i in shared:
                continue
            X = self.world[i]
            arm = point - X.translation
            for k, s in self.plan.nodes[i].columns:
                w, u = X.rotate_out(s.angular), X.rotate_out(s.linear)
                columns[k] = Twist(w, u + w.cross(arm))
        return columns

    @property
    def coordinates(self) -> list[Jet]:
        """q with its first two time derivatives at v̇ = 0."""
        return self._once("coordinates", lambda: coordinate_jets(self.plan, self.q, self.rates))  # type: ignore[return-value]

    @property
    def time(self) -> Jet:
        """t with its time derivatives."""
        return Jet((self.t, 1.0, 0.0))


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
