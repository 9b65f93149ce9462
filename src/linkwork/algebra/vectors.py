"""Vec3: three scalars of any kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .scalars import Scalar, sqrt


class Vec3:
    """A vector (x, y, z) in some frame."""

    __slots__ = ("x", "y", "z")
    __array_ufunc__ = None

    def __init__(self, x: Scalar, y: Scalar, z: Scalar) -> None:
        self.x, self.y, self.z = x, y, z

    @staticmethod
    def of(values: Iterable[Scalar]) -> Vec3:
        """From any three values."""
        return values if isinstance(values, Vec3) else Vec3(*values)

    def __add__(self, other: Vec3) -> Vec3:
        return Vec3(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other: Vec3) -> Vec3:
        return Vec3(self.x - other.x, self.y - other.y, self.z - other.z)

    def __neg__(self) -> Vec3:
        return Vec3(-self.x, -self.y, -self.z)

    def __mul__(self, k: Scalar) -> Vec3:
        return Vec3(self.x * k, self.y * k, self.z * k)

    __rmul__ = __mul__

    def cross(self, other: Vec3) -> Vec3:
        """self × other."""
        a, b = self, other
        return Vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)

    def dot(self, other: Vec3) -> Scalar:
        """self · other."""
        return self.x * other.x + self.y * other.y + self.z * other.z

    def norm(self) -> Scalar:
        """Length."""
        return sqrt(self.dot(self))

    def __iter__(self) -> Iterator[Scalar]:
        return iter((self.x, self.y, self.z))

    def __getitem__(self, i: int) -> Scalar:
        return (self.x, self.y, self.z)[i]

    def __len__(self) -> int:
        return 3

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Vec3) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"Vec3({self.x!r}, {self.y!r}, {self.z!r})"


ZERO = Vec3(0.0, 0.0, 0.0)
AXES = (Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0))
