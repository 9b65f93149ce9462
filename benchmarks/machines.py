"""Machines that only the benchmarks need."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

import linkwork as lw
from linkwork.blueprint import library


def chain(n: int, seed: int = 0, *, square: bool = False) -> lw.Mechanism:
    """n hinges in general position: random Denavit–Hartenberg rows, inertias; `square`: twist angles of 0 and ±90°."""
    random = np.random.default_rng(seed)
    m = lw.Mechanism(f"chain of {n}", gravity=(0.0, 0.0, -9.81))
    parent = m.ground
    for k in range(n):
        A = random.normal(size=(3, 3)) * 0.2
        body = m.body(
            f"link{k}", mass=float(random.uniform(1, 3)), com=tuple(map(float, random.uniform(-0.2, 0.2, 3))),
            inertia=tuple(map(tuple, (np.trace(A @ A.T) * np.eye(3) - A @ A.T + 0.01 * np.eye(3)).tolist())),
        )  # fmt: skip
        a, alpha, b = random.uniform(0.1, 0.5), random.uniform(-1.5, 1.5), random.uniform(0.1, 0.4)
        alpha = random.choice([-1, 0, 1]) * math.pi / 2 if square else alpha
        m.dh(f"joint{k}", parent, body, a=float(a) if k else 0.0, alpha=float(alpha) if k else 0.0, b=float(b))
        parent = body
    return m


def seven_joint_arm() -> lw.Mechanism:
    """Seven hinges, each square to the next, as the usual light-weight arms have them."""
    random = np.random.default_rng(2)
    m = lw.Mechanism("seven-joint arm", gravity=(0.0, 0.0, -9.81))
    parent = m.ground
    for k, b in enumerate((0.34, 0.0, 0.4, 0.0, 0.4, 0.0, 0.126)):
        body = m.body(
            f"link{k}", mass=float(random.uniform(1, 4)), com=tuple(map(float, random.uniform(-0.1, 0.1, 3))),
            inertia=tuple(tuple(float(i == j) * (0.03 + 0.005 * i) for j in range(3)) for i in range(3)),
        )  # fmt: skip
        m.dh(f"joint{k}", parent, body, alpha=0.0 if k == 0 else math.pi / 2 * (-1) ** k, b=b)
        parent = body
    return m


def industrial_arm() -> lw.Mechanism:
    """Six hinges with twist angles that are multiples of 90° and a typical arm's zero offsets."""
    random = np.random.default_rng(1)
    m = lw.Mechanism("industrial arm", gravity=(0.0, 0.0, -9.81))
    rows = ((0, 0, 0.4), (0.18, -90, 0), (0.6, 0, 0), (0.12, -90, 0.62), (0, 90, 0), (0, -90, 0.115))
    parent = m.ground
    for k, (a, alpha, b) in enumerate(rows):
        body = m.body(
            f"link{k}", mass=float(random.uniform(1, 8)), com=tuple(map(float, random.uniform(-0.1, 0.1, 3))),
            inertia=tuple(tuple(float(i == j) * (0.1 + 0.02 * i) for j in range(3)) for i in range(3)),
        )  # fmt: skip
        m.dh(f"joint{k}", parent, body, a=a, alpha=math.radians(alpha), b=b)
        parent = body
    return m


def six_rod_delta() -> lw.Mechanism:
    """A Delta with all its six rods: universal joints at the arms, balls at the platform."""
    m = lw.Mechanism("Delta with six rods", gravity=(0.0, 0.0, -9.81))
    base, edge, arm, rod, half = 0.2, 0.05, 0.25, 0.5, 0.04
    place = np.array([0.03, -0.02, -0.45])
    plate = m.body("platform", mass=0.3, inertia=lw.inertia.disc(0.3, edge))
    m.floating("platform", plate)
    m.pose(platform=(*map(float, place), 1.0, 0.0, 0.0, 0.0))
    for k in range(3):
        turn = 2 * math.pi * k / 3
        c, s = math.cos(turn), math.sin(turn)
        local = np.array([c * place[0] + s * place[1], -s * place[0] + c * place[1], place[2]]) + (edge - base, 0, 0)
        reach = (local @ local + arm**2 - rod**2) / (2 * arm)
        q = math.atan2(-local[2], local[0]) - math.acos(reach / math.hypot(local[0], local[2]))
        upper = m.body(f"arm{k}", mass=0.4, com=(arm / 2, 0, 0), inertia=lw.inertia.rod(0.4, arm))
        m.revolute(f"arm{k}", m.ground.at(base * c, base * s, 0, rotation=("z", turn)), upper, axis="y")
        m.actuate(f"arm{k}")
        d = local - (arm * math.cos(q), 0, -arm * math.sin(q))
        x = math.cos(q) * d[0] - math.sin(q) * d[2]
        z = math.sin(q) * d[0] + math.cos(q) * d[2]
        phi, psi = math.atan2(x, z), math.atan2(-d[1], math.hypot(x, z))
        m.pose(**{f"arm{k}": q})
        for side in (-1, 1):
            name = f"rod{k}{'ab'[side > 0]}"
            lower = m.body(name, mass=0.1, com=(0, 0, rod / 2), inertia=lw.inertia.cylinder(0.1, 0.006, rod))
            m.universal(name, upper.at(arm, side * half, 0), lower, axes="YX")
            m.pose(**{name: (phi, psi)})
            corner = plate.at(edge * c - side * half * s, edge * s + side * half * c, 0)
            m.close(f"ball{name}", lower.at(0, 0, rod), corner, kind="spherical")
    return m


CLOSED: dict[str, Callable[[], lw.Mechanism]] = {
    "four-bar": library.four_bar,
    "robotic leg": library.robotic_leg,
    "planar 3-RRR": library.koul_three_rrr,
    "Delta, six rods": six_rod_delta,
    "6-UPS": library.stewart_platform,
    "6-RSS": library.six_rss,
}
"""Machines with loops that the tables compare."""

LARGE: dict[str, Callable[[], lw.Mechanism]] = {
    "row of 50 four-bars": lambda: library.four_bar_row(k=50),
    "platform on 40 legs": lambda: library.legged_platform(k=40),
    "scissor grid 20 × 20": lambda: library.scissor_grid(k=20),
}
"""Machines with hundreds of conditions."""
