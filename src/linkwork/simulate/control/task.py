"""Computed torque of a platform: a body follows a path in the world, errors die out in task space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from linkwork.algebra.jets import Jet, coefficients
from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar, atan2, cos, sin
from linkwork.algebra.vectors import Vec3
from linkwork.blueprint.mechanism import no_frame
from linkwork.dynamics.frame_motion import moved, place_velocity
from linkwork.dynamics.jacobians import as_rows, world_jacobian, world_jacobian_rate
from linkwork.dynamics.kinematics import node_poses, place_pose, twists, world_poses
from linkwork.errors import OptionError, ShapeError, UnknownName

from ..machine import Machine
from .gains import Gains
from .law import At, Command, Ready
from .model import Rows, check_freedoms, completed, needed

LINEAR, TURNS = "xyz", ("rx", "ry", "rz")


@dataclass(frozen=True)
class TaskComputedTorque:
    """A body's point follows `path` along `axes` of the world, with an angle or a full attitude where it can turn.

        q̈ from  J q̈ = −J̇ q̇ of the loops,  J_x q̈ = ẍ_d + kd ė + kp e − J̇_x q̇             (1)
        τ = inverse dynamics of q̈                                                          (2)

    path      a trajectory with one value for each of `axes`, such as "xy", "xyz"
    turn      angle about z (a trajectory of one value) of a planar platform, None for none
    attitude  angles (a, b, c) of R = Rot_z(a) Rot_y(b) Rot_x(c) (a trajectory or three numbers), None for none
    gains     for each of the errors, or frequency and damping
    """

    body: str
    path: Any
    axes: str = "xyz"
    at: Sequence[float] = (0.0, 0.0, 0.0)
    turn: Any = None
    attitude: Any = None
    gains: Gains = field(default_factory=lambda: Gains(frequency=20.0))

    def ready(self, system: Machine) -> Ready:
        self._check(system)
        size = len(self.axes) + (self.turn is not None) + 3 * (self.attitude is not None)
        check_freedoms(system, size, f"task of body {self.body!r}")
        kp, kd, _ = self.gains.rows(size)

        def command(at: At) -> Command:
            wanted = self._wanted(at, kp, kd)
            return Command(needed(at.plan, at.t, at.q, at.v, completed(at, wanted)))

        return Ready(command)

    def _check(self, system: Machine) -> None:
        if self.body not in system.plan.bodies:
            no_frame(system.blueprint.frames, self.body)
            raise UnknownName("body", self.body, system.plan.bodies, f"mechanism {system.blueprint.name!r}")
        if not self.axes or any(c not in LINEAR for c in self.axes) or len(set(self.axes)) < len(self.axes):
            raise OptionError("task: axes", f"are {self.axes!r}", "Use some of 'xyz', such as 'xy'")
        if self.path.size != len(self.axes):
            told = f"has {self.path.size} values for the axes {self.axes!r}"
            raise ShapeError("task: path", told, f"Give {len(self.axes)}")
        if self.turn is not None and self.attitude is not None:
            raise OptionError("task", "has a turn and an attitude", "Give one of them")

    def _wanted(self, at: At, kp: list[float], kd: list[float]) -> Rows:
        """Rows and right-hand sides of (1)."""
        plan = at.plan
        X = node_poses(plan, at.q)
        world, t = world_poses(plan, X), twists(plan, X, at.v)
        place = moved(plan.bodies[self.body], Vec3(*self.at))
        J = as_rows(plan, world_jacobian(plan, world, place))
        J_dot = as_rows(plan, world_jacobian_rate(plan, world, t, place))
        pose, velocity = place_pose(world, place), place_velocity(world, t, place)
        w, u = list(velocity.angular), list(velocity.linear)
        found: list[tuple[int, Scalar, Scalar, Scalar]] = []  # row of J, error, its rate, acceleration wanted
        path = self.path
        for axis, x, xd, xdd in zip(self.axes, path.position(at.t), path.velocity(at.t), path.acceleration(at.t)):
            i = LINEAR.index(axis)
            found.append((3 + i, x - pose.translation[i], xd - u[i], xdd))
        found += self._turned(at, pose, w)
        rows: Rows = []
        for (i, e, ed, a), p, d in zip(found, kp, kd):
            drift = sum((x * y for x, y in zip(J_dot[i], at.v)), 0.0)
            rows.append((J[i], a + d * ed + p * e - drift))
        return rows

    def _turned(self, at: At, pose: Pose, w: list[Scalar]) -> list[tuple[int, Scalar, Scalar, Scalar]]:
        if self.turn is not None:
            (a,), (ad,), (add,) = (
                law(at.t) for law in (self.turn.position, self.turn.velocity, self.turn.acceleration)
            )
            R = pose.rotation
            # the nearest angle: the error is that of sine and cosine of the difference
            c, s = R[0][0] * cos(a) + R[1][0] * sin(a), R[0][0] * sin(a) - R[1][0] * cos(a)
            return [(2, atan2(s, c), ad - w[2], add)]
        if self.attitude is None:
            return []
        R_d, w_d, wd_d = attitude(at.t, self.attitude)
        R = pose.rotation
        e = [0.0, 0.0, 0.0]
        for k in range(3):  # ½ Σ r_k × r_dk: the axis times the sine of the angle between
            r, rd = Vec3(*(R[i][k] for i in range(3))), Vec3(*(R_d[i][k] for i in range(3)))
            e = [x + 0.5 * y for x, y in zip(e, r.cross(rd))]
        return [(i, e[i], w_d[i] - w[i], wd_d[i]) for i in range(3)]


def attitude(t: Scalar, angles: Any) -> tuple[list[list[Scalar]], list[Scalar], list[Scalar]]:
    """R, ω and ω̇ of R = Rot_z(a) Rot_y(b) Rot_x(c) along a trajectory of (a, b, c), or at constant angles.

    ω~ = Ṙ Rᵀ,  ω̇~ = skew part of R̈ Rᵀ                                     (1)
    """
    if hasattr(angles, "position"):
        parts = (angles.position(t), angles.velocity(t), angles.acceleration(t))
    else:
        parts = (tuple(angles), (0.0,) * 3, (0.0,) * 3)
    a, b, c = (Jet.moving(*each) for each in zip(*parts))
    (ca, sa), (cb, sb), (cc, sc) = ((cos(x), sin(x)) for x in (a, b, c))
    R = [
        [ca * cb, ca * sb * sc - sa * cc, ca * sb * cc + sa * sc],
        [sa * cb, sa * sb * sc + ca * cc, sa * sb * cc - ca * sc],
        [-sb, cb * sc, cb * cc],
    ]
    derivatives = [[coefficients(x, 2) for x in row] for row in R]
    R0, R1, R2 = ([[x[k] for x in row] for row in derivatives] for k in range(3))

    def skew(A: Any) -> list[Scalar]:
        B = [[sum((x * y for x, y in zip(row, other)), 0.0) for other in R0] for row in A]
        return [0.5 * (B[2][1] - B[1][2]), 0.5 * (B[0][2] - B[2][0]), 0.5 * (B[1][0] - B[0][1])]

    return R0, skew(R1), skew(R2)
