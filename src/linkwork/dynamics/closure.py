"""What closes the loops: gaps, their Jacobian, and the terms that velocities add."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from linkwork.algebra.inertias import spin
from linkwork.algebra.jets import Jet, coefficients
from linkwork.algebra.poses import Pose, Reorient, Shift
from linkwork.algebra.scalars import Scalar, is_zero
from linkwork.algebra.twists import Twist, Wrench
from linkwork.algebra.vectors import Vec3
from linkwork.connectivity.plan import GROUND, Cut, Place, Plan
from linkwork.dynamics.inverse_dynamics import Accelerations, accelerations
from linkwork.dynamics.kinematics import Scalars, node_poses, twists, world_poses


@dataclass(frozen=True)
class Row:
    """One scalar condition of a closed machine.

    gap     h(q, t), None for a condition on velocities alone
    J       its sparse row: ḣ = J v + drift
    drift   ∂h/∂t
    bias    ḧ at q̈ = 0, so that J q̈ = −bias
    """

    name: str
    component: str
    gap: Scalar | None
    J: dict[int, Scalar]
    drift: Scalar = 0.0
    bias: Scalar = 0.0

    @property
    def vanishes(self) -> bool:
        """Whether the condition is known to hold whatever the machine does."""
        return all(map(is_zero, (*self.J.values(), self.drift, self.bias))) and (self.gap is None or is_zero(self.gap))


@dataclass
class Motion:
    """Where the nodes are and how they move, each computed when a law first asks for it."""

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
        """
        if place.node == GROUND:
            g = self.drifting.rate[GROUND].linear
            p = place.pose.translation
            t = Vec3(*(Jet.moving(x, 0.0, a) for x, a in zip(p, g)))
            return Pose((Shift(t), Reorient(place.pose.rotation)))
        X, motion = self.world[place.node], self.drifting
        w, rate, own = motion.w[place.node], motion.rate[place.node], self.twists[place.node]
        W, r = spin(w, rate.angular), place.pose.translation
        axes = [place.pose.rotate_out(e) for e in (Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0))]
        columns = [_jets(X.rotate_out(c), X.rotate_out(w.cross(c)), X.rotate_out(W @ c)) for c in axes]  # (1)
        p = _jets(X.point(r), X.rotate_out(own.at(r)), X.rotate_out(rate.linear + W @ r))  # (2)
        x, y, z = columns
        rows = (Vec3(x.x, y.x, z.x), Vec3(x.y, y.y, z.y), Vec3(x.z, y.z, z.z))
        return Pose((Shift(p), Reorient(rows)))

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


def rows(motion: Motion) -> list[Row]:
    """All conditions of a machine, those that always hold left out."""
    plan = motion.plan
    found = [row for cut in plan.cuts for row in cut_rows(motion, cut)]
    found += [row for condition in plan.conditions for row in condition.rows(motion)]
    return [row for row in found if not row.vanishes]


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
    shared = set(motion.plan.branch(a.node)) & set(motion.plan.branch(b.node))
    on_b = _own(motion, b, shared, b)
    on_a = {True: _own(motion, a, shared, a), False: _own(motion, a, shared, b)}
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


def _own(motion: Motion, carried: Place, shared: set[int], at: Place) -> dict[int, Twist]:
    """World motion columns, about the origin of `at`, of the nodes that carry one frame of a cut and not the other."""
    if carried.node == GROUND:
        return {}
    tip = motion.frame(at).translation
    columns: dict[int, Twist] = {}
    for i in motion.plan.branch(carried.node):
        if i in shared:
            continue
        X = motion.world[i]
        arm = tip - X.translation
        for k, s in motion.plan.nodes[i].columns:
            w, u = X.rotate_out(s.angular), X.rotate_out(s.linear)
            columns[k] = Twist(w, u + w.cross(arm))
    return columns


def dense(plan: Plan, found: Sequence[Row]) -> list[list[Scalar]]:
    """J as full rows."""
    return [[row.J.get(k, 0.0) for k in range(plan.n_v)] for row in found]
