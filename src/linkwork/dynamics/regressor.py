"""Joint forces as a linear function of the inertial parameters of the bodies."""

from __future__ import annotations

from collections.abc import Mapping

from linkwork.algebra.inertias import RigidInertia, spin
from linkwork.algebra.matrices import Rows
from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar
from linkwork.algebra.symmetric import Sym3
from linkwork.algebra.vectors import AXES, ZERO, Vec3
from linkwork.connectivity.plan import GROUND, Place, Plan
from linkwork.dynamics.inverse_dynamics import Accelerations, accelerations
from linkwork.dynamics.kinematics import Scalars, node_poses

NAMES = ("m", "hx", "hy", "hz", "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
"""Mass, first moment m c, second moment about the origin of the body's frame, in its axes."""

NO_MOMENT = Sym3.diagonal(0.0, 0.0, 0.0)
UNITS = (
    RigidInertia(1.0, ZERO, NO_MOMENT),
    *(RigidInertia(0.0, e, NO_MOMENT) for e in AXES),
    *(RigidInertia(0.0, ZERO, Sym3(*(float(k == j) for k in range(6)))) for j in range(6)),
)


def carriers(plan: Plan) -> Mapping[str, Place]:
    """The moving bodies by name; the nodes themselves where a plan has no bodies."""
    moving = {name: place for name, place in plan.bodies.items() if place.node != GROUND}
    return moving or {node.name: Place(i, Pose()) for i, node in enumerate(plan.nodes)}


def parameters_of(inertia: RigidInertia) -> list[Scalar]:
    """(m, hx, hy, hz, Ixx, Iyy, Izz, Ixy, Ixz, Iyz)."""
    return [inertia.mass, *inertia.h, *inertia.I.e]


def regressor(plan: Plan, q: Scalars, v: Scalars, vd: Scalars) -> Rows:
    """Y(q, q̇, q̈) with τ = Y π + (rotor inertia) q̈: n_v rows, ten columns a body.

        Y_kj = p_kᵀ A_ikᵀ w*(unit parameter j on body i)  for every rate k between ground and body i      (1)

    w* is linear in the parameters, so that a unit parameter in the wrench of a rigid body gives its column.
    """
    X = node_poses(plan, q)
    motion = accelerations(plan, X, v, vd)
    places = carriers(plan)
    rows: Rows = [[0.0] * (10 * len(places)) for _ in range(plan.n_v)]
    for number, place in enumerate(places.values()):
        w, wd, a = _frame_motion(motion, place)
        for j, unit in enumerate(UNITS):
            f, i = place.pose.to_parent(unit.wrench(w, wd, a)), place.node
            while i != GROUND:
                for k, s in plan.nodes[i].columns:
                    rows[k][10 * number + j] = s.dot(f)  # (1)
                f, i = X[i].to_parent(f), plan.nodes[i].parent
    return rows


def _frame_motion(motion: Accelerations, place: Place) -> tuple[Vec3, Vec3, Vec3]:
    """ω, ω̇ and acceleration of the origin of the body's own frame, in its axes."""
    w, rate, X = motion.w[place.node], motion.rate[place.node], place.pose
    a = rate.linear + spin(w, rate.angular) @ X.translation
    return X.rotate_into(w), X.rotate_into(rate.angular), X.rotate_into(a)
