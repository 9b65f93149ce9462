"""Time laws that trajectories are put together from, without a branch on time.

    clamp(t)   = t within [0, T], else the nearer end
    ramp(u)    = 0 before −c/2, 1 after c/2, a straight line between                  (1)
    area(u)    = ∫ ramp = z²/2c + max(u − c/2, 0),   z = u + c/2 within [0, c]        (2)
    slope(u)   = d ramp/du = 1/c within (−c/2, c/2), else 0                           (3)

With c = 0 the ramp is a step; c is known before the law is traced, t is not.
"""

from __future__ import annotations

from linkwork.algebra.scalars import Scalar, absolute, maximum, minimum, where


def clamp(t: Scalar, duration: Scalar) -> Scalar:
    """t held within [0, duration]."""
    return minimum(maximum(t, 0.0), duration)


def outside(t: Scalar, duration: Scalar) -> Scalar:
    """Above zero where t lies before 0 or after duration."""
    return maximum(-t, t - duration)


def ramp(u: Scalar, c: float) -> Scalar:
    """From 0 to 1 over the width c about u = 0."""
    if c == 0:
        return where(u, 1.0, 0.0)
    return clamp(u / c + 0.5, 1.0)  # (1)


def area(u: Scalar, c: float) -> Scalar:
    """The integral of `ramp` up to u."""
    if c == 0:
        return maximum(u, 0.0)
    z = clamp(u + c / 2, c)
    return z * z / (2 * c) + maximum(u - c / 2, 0.0)  # (2)


def slope(u: Scalar, c: float) -> Scalar:
    """The rate of `ramp` at u."""
    if c == 0:
        return 0.0
    return where(c / 2 - absolute(u), 1 / c, 0.0)  # (3)
