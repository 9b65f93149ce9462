"""Gait: where hips and feet are while a leg walks as an inverted pendulum, and the leg angles that follow.

    x_h(t) = x₀ cosh wt + (ẋ₀/w) sinh wt,   w = √(g/z_h),   ẋ₀ = −w x₀ coth(wT/2)            (1)
    x_a(t) = −l_s cos(πt/T),   z_a = ½ h_f (1 − cos(2πt/T))                                   (2)

Reference: Shah, Saha, Dutt (2013), appendix B, with the signs and the 2π that its own repeatability conditions need.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

GRAVITY = 9.81


@dataclass(frozen=True)
class Gait:
    """A row of tables B.1, B.2: step time, start of the hip, its height, step length, lift of the foot (SI)."""

    period: float
    x0: float
    height: float
    stride: float
    lift: float
    y0: float = 0.0

    @property
    def w(self) -> float:
        """Rate of the pendulum."""
        return math.sqrt(GRAVITY / self.height)

    @property
    def speed(self) -> tuple[float, float]:
        """Forward and sideways speed of the hip at the start."""
        half = self.w * self.period / 2
        return -self.w * self.x0 / math.tanh(half), -self.w * self.y0 * math.tanh(half)


GAITS = {
    "planar biped": Gait(1.0, -0.15, 0.96, 0.3, 0.1),
    "spatial biped": Gait(0.5, -0.15, 0.92, 0.3, 0.1, y0=0.08),
    "quadruped": Gait(1.0, -0.15, 0.50, 0.3, 0.09),
    "hexapod": Gait(0.5, -0.20, 0.55, 0.4, 0.08),
}


def leg(ahead: float, above: float, thigh: float, shank: float) -> tuple[float, float]:
    """(lean, bend): forward lean of the thigh below the hip, and bend of the knee, for a hip `ahead` of and `above` the
    ankle.

    The ankle lies at thigh · e(lean) + shank · e(lean − bend) below the hip, e(a) = (sin a, −cos a): the knee points
    forward. Reference: equation B.11 with the denominator 2 a₂ a₃.
    """
    reach = math.hypot(ahead, above)
    bend = math.acos((reach**2 - thigh**2 - shank**2) / (2 * thigh * shank))
    return bend - math.asin(ahead / reach) - math.asin(thigh * math.sin(bend) / reach), bend
