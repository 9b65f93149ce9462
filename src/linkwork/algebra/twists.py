"""Twists and wrenches: how a frame moves and what pushes it, about its origin, in its coordinates."""

from __future__ import annotations

from collections.abc import Sequence

from .scalars import Scalar
from .vectors import ZERO, Vec3


class Twist:
    """Angular velocity and linear velocity of the origin (or their rates)."""

    __slots__ = ("angular", "linear")

    def __init__(self, angular: Vec3, linear: Vec3) -> None:
        self.angular, self.linear = angular, linear

    @staticmethod
    def of_six(x: Sequence[Scalar]) -> Twist:
        """From six components, angular first."""
        return Twist(Vec3(*x[:3]), Vec3(*x[3:]))

    def __add__(self, other: Twist) -> Twist:
        return Twist(self.angular + other.angular, self.linear + other.linear)

    def __sub__(self, other: Twist) -> Twist:
        return Twist(self.angular - other.angular, self.linear - other.linear)

    def __neg__(self) -> Twist:
        return Twist(-self.angular, -self.linear)

    def __mul__(self, k: Scalar) -> Twist:
        return Twist(self.angular * k, self.linear * k)

    __rmul__ = __mul__

    def dot(self, f: Wrench) -> Scalar:
        """Power of a wrench on this twist."""
        return self.angular.dot(f.moment) + self.linear.dot(f.force)

    def at(self, r: Vec3) -> Vec3:
        """Velocity of the point r."""
        return self.linear + self.angular.cross(r)

    def six(self) -> list[Scalar]:
        """The six components, angular first."""
        return [*self.angular, *self.linear]

    def __repr__(self) -> str:
        return f"Twist({self.angular!r}, {self.linear!r})"


class Wrench:
    """Moment about the origin and force."""

    __slots__ = ("force", "moment")

    def __init__(self, moment: Vec3, force: Vec3) -> None:
        self.moment, self.force = moment, force

    @staticmethod
    def of_six(x: Sequence[Scalar]) -> Wrench:
        """From six components, moment first."""
        return Wrench(Vec3(*x[:3]), Vec3(*x[3:]))

    def __add__(self, other: Wrench) -> Wrench:
        return Wrench(self.moment + other.moment, self.force + other.force)

    def __sub__(self, other: Wrench) -> Wrench:
        return Wrench(self.moment - other.moment, self.force - other.force)

    def __neg__(self) -> Wrench:
        return Wrench(-self.moment, -self.force)

    def __mul__(self, k: Scalar) -> Wrench:
        return Wrench(self.moment * k, self.force * k)

    __rmul__ = __mul__

    @staticmethod
    def at(r: Vec3, force: Vec3) -> Wrench:
        """A force that acts at the point r."""
        return Wrench(r.cross(force), force)

    def six(self) -> list[Scalar]:
        """The six components, moment first."""
        return [*self.moment, *self.force]

    def __repr__(self) -> str:
        return f"Wrench({self.moment!r}, {self.force!r})"


REST = Twist(ZERO, ZERO)
UNLOADED = Wrench(ZERO, ZERO)


def combine(columns: Sequence[Twist], rates: Sequence[Scalar]) -> Twist:
    """S q̇: the twist that joint rates give along motion columns."""
    total = REST
    for column, rate in zip(columns, rates):
        total = total + column * rate
    return total


def along(columns: Sequence[Twist], f: Wrench) -> list[Scalar]:
    """Sᵀ f: the components of a wrench that work on each motion column."""
    return [column.dot(f) for column in columns]
