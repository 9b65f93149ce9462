"""The laws of trees under the names by which a system offers them: state in, named results out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from linkwork.algebra.scalars import Scalar
from linkwork.algebra.twists import Wrench
from linkwork.algebra.vectors import Vec3
from linkwork.connectivity.plan import Place, Plan
from linkwork.dynamics import complement as denoc
from linkwork.dynamics import coriolis, derivatives, energy, momentum, regressor
from linkwork.dynamics import factorised_inertia as factorised
from linkwork.dynamics import forward_dynamics as recursive
from linkwork.dynamics import free_base as floating
from linkwork.dynamics import inverse_dynamics as newton_euler
from linkwork.dynamics import jacobians as geometry
from linkwork.dynamics import mass_matrix as composite
from linkwork.dynamics import mass_matrix_factors as factors
from linkwork.dynamics import motion as moving
from linkwork.dynamics.frame_motion import moved, node_accelerations, place_acceleration, place_velocity
from linkwork.dynamics.gimbal import gimbal_measures, smallest_measure
from linkwork.dynamics.kinematics import Scalars, node_poses, place_pose, twists, world_poses
from linkwork.dynamics.loads import Applied, applied, stored_energy
from linkwork.dynamics.reactions import joint_reactions
from linkwork.errors import OptionError, UnknownName

Results = dict[str, Any]
NO_POINT = (0.0, 0.0, 0.0)

# ---- where everything is and how it moves


def poses(plan: Plan, q: Scalars) -> Results:
    """Rotation matrix and position in the world of every body, ground first, in the order of `plan.bodies`."""
    world = world_poses(plan, node_poses(plan, q))
    found = [place_pose(world, place) for place in plan.bodies.values()]
    return {
        "rotations": [[list(row) for row in X.rotation] for X in found],
        "positions": [list(X.translation) for X in found],
    }


def body_twists(plan: Plan, q: Scalars, v: Scalars) -> Results:
    """(ω, velocity of the origin) of every body, in world axes."""
    X = node_poses(plan, q)
    world, t = world_poses(plan, X), twists(plan, X, v)
    return {"twists": [place_velocity(world, t, place).six() for place in plan.bodies.values()]}


def body_accelerations(plan: Plan, q: Scalars, v: Scalars, vd: Scalars) -> Results:
    """(ω̇, acceleration of the origin) of every body, in world axes."""
    X = node_poses(plan, q)
    world, found = world_poses(plan, X), node_accelerations(plan, X, v, vd)
    return {"accelerations": [place_acceleration(world, found, place).six() for place in plan.bodies.values()]}


def point(plan: Plan, q: Scalars, *, body: str, at: Sequence[Scalar] = NO_POINT) -> Results:
    """Position in the world of the point `at` of a body."""
    world = world_poses(plan, node_poses(plan, q))
    return {"position": list(place_pose(world, _place(plan, body, at)).translation)}


def point_velocity(plan: Plan, q: Scalars, v: Scalars, *, body: str, at: Sequence[Scalar] = NO_POINT) -> Results:
    """Velocity of a point of a body, in world axes."""
    X = node_poses(plan, q)
    found = place_velocity(world_poses(plan, X), twists(plan, X, v), _place(plan, body, at))
    return {"velocity": list(found.linear)}


def point_acceleration(
    plan: Plan, q: Scalars, v: Scalars, vd: Scalars, *, body: str, at: Sequence[Scalar] = NO_POINT
) -> Results:
    """Acceleration of a point of a body, in world axes."""
    X = node_poses(plan, q)
    found = place_acceleration(world_poses(plan, X), node_accelerations(plan, X, v, vd), _place(plan, body, at))
    return {"acceleration": list(found.linear)}


def jacobian(plan: Plan, q: Scalars, *, body: str, at: Sequence[Scalar] = NO_POINT, axes: str = "world") -> Results:
    """J with (ω, velocity of the point) = J q̇, in world axes or those of the body."""
    X, place = node_poses(plan, q), _place(plan, body, at)
    if _axes(axes) == "body":
        return {"J": geometry.as_rows(plan, geometry.body_jacobian(plan, X, place))}
    return {"J": geometry.as_rows(plan, geometry.world_jacobian(plan, world_poses(plan, X), place))}


def jacobian_rate(
    plan: Plan, q: Scalars, v: Scalars, *, body: str, at: Sequence[Scalar] = NO_POINT, axes: str = "world"
) -> Results:
    """J̇, the rate of `jacobian`."""
    X, place = node_poses(plan, q), _place(plan, body, at)
    t = twists(plan, X, v)
    if _axes(axes) == "body":
        return {"J_dot": geometry.as_rows(plan, geometry.body_jacobian_rate(plan, X, t, place)[1])}
    return {"J_dot": geometry.as_rows(plan, geometry.world_jacobian_rate(plan, world_poses(plan, X), t, place))}


def coordinate_rates(plan: Plan, q: Scalars, v: Scalars) -> Results:
    """q̇ from the joint rates; they differ for quaternions only."""
    return {"q_dot": moving.coordinate_rates(plan, q, v)}


def gimbal(plan: Plan, q: Scalars) -> Results:
    """Sine or cosine of the middle angle of every Euler-angle joint of three turns: zero in gimbal lock."""
    return {"measure": gimbal_measures(plan, q)}


# ---- mass, momentum, energy


def centre_of_mass(plan: Plan, q: Scalars) -> Results:
    """Centre of mass of everything that moves, in the world."""
    return {"position": list(momentum.centre_of_mass(plan, node_poses(plan, q)))}


def centre_of_mass_velocity(plan: Plan, q: Scalars, v: Scalars) -> Results:
    """Its velocity."""
    X = node_poses(plan, q)
    mass = momentum.total_mass(plan)
    return {"velocity": [x / mass for x in momentum.momentum(plan, X, twists(plan, X, v)).force]}


def centre_of_mass_jacobian(plan: Plan, q: Scalars) -> Results:
    """J with the velocity of the centre of mass = J q̇."""
    columns = _momentum_columns(plan, q)
    per_mass = 1.0 / momentum.total_mass(plan)
    return {"J": [[column.force[d] * per_mass for column in columns] for d in range(3)]}


def centroidal_momentum(plan: Plan, q: Scalars, v: Scalars) -> Results:
    """(angular momentum about the centre of mass, linear momentum), in world axes."""
    X = node_poses(plan, q)
    total = momentum.momentum(plan, X, twists(plan, X, v))
    return {"momentum": momentum.about(momentum.centre_of_mass(plan, X), total).six()}


def centroidal_momentum_matrix(plan: Plan, q: Scalars) -> Results:
    """A with the centroidal momentum = A q̇."""
    six = [column.six() for column in _momentum_columns(plan, q)]
    return {"A": [[column[d] for column in six] for d in range(6)]}


def centroidal_momentum_bias(plan: Plan, q: Scalars, v: Scalars) -> Results:
    """Ȧ q̇: rate of the centroidal momentum at q̈ = 0."""
    X = node_poses(plan, q)
    f = newton_euler.joint_wrenches(plan, X, node_accelerations(plan, X, v, None).wrench)
    total = momentum.at_ground(plan, X, f)
    return {"bias": momentum.about(momentum.centre_of_mass(plan, X), total).six()}


def _momentum_columns(plan: Plan, q: Scalars) -> list[Wrench]:
    X = node_poses(plan, q)
    return momentum.momentum_columns(plan, X, world_poses(plan, X), momentum.centre_of_mass(plan, X))


def energies(plan: Plan, q: Scalars, v: Scalars) -> Results:
    """Kinetic energy, and potential energy of gravity and springs."""
    X = node_poses(plan, q)
    kinetic = energy.kinetic_energy(plan, twists(plan, X, v), v)
    return {"kinetic": kinetic, "potential": energy.gravity_energy(plan, X) + stored_energy(plan, X, q)}


def power(plan: Plan, v: Scalars, tau: Scalars) -> Results:
    """τᵀ q̇, what the joint forces do per unit of time."""
    return {"power": energy.power(tau, v)}


# ---- forces from motion


def inverse_dynamics(plan: Plan, q: Scalars, v: Scalars, vd: Scalars, t: Scalar = 0.0) -> Results:
    """Joint forces τ for given accelerations; on a floating base the first ones are the wrench that the base needs."""
    X = node_poses(plan, q)
    acting = applied(plan, X, q, v, t)
    return {"tau": _needed(plan, newton_euler.inverse_dynamics(plan, q, v, vd, wrenches=acting.wrench), acting)}


def free_base_inverse_dynamics(plan: Plan, q: Scalars, v: Scalars, vd: Scalars, t: Scalar = 0.0) -> Results:
    """Acceleration of an undriven base and joint forces for given accelerations of the other joints."""
    acting = applied(plan, node_poses(plan, q), q, v, t)
    base = {k for i in floating.base_nodes(plan) for k, _ in plan.nodes[i].columns}
    if base & set(acting.force):
        raise OptionError(
            f"mechanism {plan.name!r}", "has a load on the joint of its free base", "Put it between points"
        )
    found = floating.free_base_inverse_dynamics(plan, q, v, vd, wrenches=acting.wrench)
    return {"tau": _needed(plan, found.tau, acting), "qdd": found.vd}


def bias(plan: Plan, q: Scalars, v: Scalars, t: Scalar = 0.0) -> Results:
    """h of M q̈ + h = τ: Coriolis, centrifugal, gravity and load forces."""
    acting = applied(plan, node_poses(plan, q), q, v, t)
    return {"h": _needed(plan, newton_euler.inverse_dynamics(plan, q, v, None, wrenches=acting.wrench), acting)}


def gravity_forces(plan: Plan, q: Scalars) -> Results:
    """g(q): the joint forces that hold the mechanism against gravity."""
    return {"g": newton_euler.inverse_dynamics(plan, q, [0.0] * plan.n_v, None)}


def coriolis_matrix(plan: Plan, q: Scalars, v: Scalars) -> Results:
    """C with C q̇ the velocity forces and Ṁ − 2 C skew-symmetric."""
    return {"C": coriolis.coriolis_matrix(plan, q, v)}


def reactions(plan: Plan, q: Scalars, v: Scalars, vd: Scalars, t: Scalar = 0.0, *, axes: str = "body") -> Results:
    """(moment, force) that every joint passes to its child body, one row a joint; about the joint's frame."""
    X = node_poses(plan, q)
    acting = applied(plan, X, q, v, t)
    f = newton_euler.joint_wrenches(plan, X, newton_euler.accelerations(plan, X, v, vd, wrenches=acting.wrench).wrench)
    found = joint_reactions(plan, f, world_poses(plan, X), _axes(axes))
    return {"reactions": [wrench.six() for wrench in found.values()]}


def torque_regressor(plan: Plan, q: Scalars, v: Scalars, vd: Scalars) -> Results:
    """Y with τ = Y π, π the ten inertial parameters of every body."""
    return {"Y": regressor.regressor(plan, q, v, vd)}


# ---- inertia


def mass_matrix(plan: Plan, q: Scalars) -> Results:
    """The inertia matrix M(q), symmetric."""
    return {"M": composite.mass_matrix(plan, q)}


def mass_matrix_inverse(plan: Plan, q: Scalars) -> Results:
    """The inverse of the inertia matrix, M⁻¹."""
    return {"M_inverse": factors.mass_matrix_inverse(plan, q)}


def mass_matrix_factors(plan: Plan, q: Scalars) -> Results:
    """U and D with M = U D Uᵀ, one diagonal block a module."""
    found = factors.mass_matrix_factors(plan, q)
    return {"U": found.U, "D": found.D}


def analytic_inverse(plan: Plan, q: Scalars) -> Results:
    """M⁻¹ = U⁻ᵀ D⁻¹ U⁻¹ with its factors, written out module by module."""
    found = factors.inverse_factors(plan, q)
    return {"U_inverse": found.U, "D_inverse": found.D, "M_inverse": factors.analytic_inverse(plan, q)}


def mass_matrix_solve(plan: Plan, q: Scalars, tau: Scalars) -> Results:
    """x with M x = τ."""
    return {"x": factors.mass_matrix_solve(plan, q, tau)}


def complement(plan: Plan, q: Scalars) -> Results:
    """N_l, N_d at link level: twists of all nodes = N_l N_d q̇."""
    found = denoc.link_complement(plan, q)
    return {"N_l": found.N_l, "N_d": found.N_d}


def module_complement(plan: Plan, q: Scalars) -> Results:
    """N_l, N_d at module level."""
    found = denoc.module_complement(plan, q)
    return {"N_l": found.N_l, "N_d": found.N_d}


# ---- motion from forces


def recursive_forward_dynamics(plan: Plan, q: Scalars, v: Scalars, tau: Scalars, t: Scalar = 0.0) -> Results:
    """q̈ by implicit inversion of the inertia matrix, O(n)."""
    acting = applied(plan, node_poses(plan, q), q, v, t)
    driven = _driven(tau, acting)
    return {"qdd": recursive.forward_dynamics(plan, q, v, driven, wrenches=acting.wrench)}


def factorised_forward_dynamics(plan: Plan, q: Scalars, v: Scalars, tau: Scalars, t: Scalar = 0.0) -> Results:
    """q̈ with the inertia matrix by composite bodies and its sparse factors."""
    acting = applied(plan, node_poses(plan, q), q, v, t)
    driven = _driven(tau, acting)
    return {"qdd": factorised.factorised_forward_dynamics(plan, q, v, driven, wrenches=acting.wrench)}


def guarded(build: Callable[..., Mapping[str, Any]]) -> Callable[..., Results]:
    """A law of q with one more output `pivot`, which vanishes where Euler angles are in gimbal lock."""

    def law(plan: Plan, q: Scalars, *values: Any, **named: Any) -> Results:
        return {**build(plan, q, *values, **named), "pivot": smallest_measure(plan, q)}

    return law


# ---- derivatives


def inverse_dynamics_derivatives(plan: Plan, q: Scalars, v: Scalars, vd: Scalars) -> Results:
    """∂τ/∂q, ∂τ/∂q̇, ∂τ/∂q̈."""
    found = derivatives.inverse_dynamics_derivatives(plan, q, v, vd)
    return {"tau_q": found.q, "tau_v": found.v, "M": found.vd}


def forward_dynamics_derivatives(plan: Plan, q: Scalars, v: Scalars, tau: Scalars) -> Results:
    """∂q̈/∂q, ∂q̈/∂q̇, ∂q̈/∂τ."""
    found = derivatives.forward_dynamics_derivatives(plan, q, v, tau)
    return {"qdd": found.vd, "qdd_q": found.q, "qdd_v": found.v, "qdd_tau": found.tau}


# ---- shared


def _needed(plan: Plan, tau: Sequence[Scalar], acting: Applied) -> list[Scalar]:
    """What is left for the drives where loads push too."""
    return [x - acting.force[k] if k in acting.force else x for k, x in enumerate(tau)]


def _driven(tau: Scalars, acting: Applied) -> list[Scalar]:
    """Drives and loads together."""
    return [x + acting.force[k] if k in acting.force else x for k, x in enumerate(tau)]


def _place(plan: Plan, body: str, at: Sequence[Scalar]) -> Place:
    if body not in plan.bodies:
        raise UnknownName("body", body, plan.bodies, f"mechanism {plan.name!r}")
    if len(at) != 3:
        raise OptionError(f"point {tuple(at)!r} of body {body!r}", f"has {len(at)} coordinates", "Give x, y and z")
    return moved(plan.bodies[body], Vec3(*at))


def _axes(axes: str) -> str:
    if axes not in ("world", "body"):
        raise OptionError(f"axes {axes!r}", "do not exist", "Use 'world' or 'body'")
    return axes
