"""Planar 3-RRR parallel robot: three cranks, three couplers and a triangular platform; shared by the sources that use
it.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from typing import Any

from ...errors import AssemblyError, OptionError
from .. import inertia, shapes
from ..builder import Mechanism
from ..writing.handles import BodyHandle
from .looks import BLUE, GREEN, ORANGE, bar, bearings
from .planar import heading, near, polar, turn

BASE = (0.0 + 0.0j, 1.0 + 0.0j, 0.5 + 1.0j * math.sqrt(0.75))  # equilateral, side 1 m
TREES = ("elbows", "platform", "floating")


def three_rrr(
    name: str,
    cranks: Sequence[float],
    platform: Sequence[float],
    *,
    tree: str,
    crank: float = 0.4,
    coupler: float = 0.6,
    side: float = 0.4,
    base: Sequence[complex] = BASE,
    masses: Sequence[Any] = (3.0, 4.0, 8.0),
    platform_moment: Any,
    gravity: Any = (0.0, -9.81, 0.0),
    near_to: Sequence[float] = (),
) -> Mechanism:
    """Equal legs of uniform bars; the platform an equilateral triangle with its mass centre in the middle.

    `cranks`: the three crank angles of the starting pose; `platform` (angle of its side 1-2, x and y of its middle) the
    guess from which the loops are closed. `tree`: "elbows" hangs couplers 2 and 3 on the platform and cuts at the
    elbows (book chapter 8, Koul), "platform" cuts at the platform's corners 2 and 3, "floating" gives the platform its
    own three coordinates and cuts all corners (Khan). Joints: base_1 … 3, elbow_1 … 3, corner_1 … 3, for "floating"
    platform. The frame "middle" is its mass centre. `near_to`: angles of the joints in their order, to choose whole
    turns.
    """
    if tree not in TREES:
        raise OptionError(f"tree {tree!r} of a 3-RRR", "does not exist", "Use one of " + ", ".join(map(repr, TREES)))
    m = Mechanism(name, gravity=gravity)
    arm = [bar(m, f"crank_{i}", crank, masses[0], paint=BLUE, level=1, size=0.014) for i in (1, 2, 3)]
    rod = [bar(m, f"coupler_{i}", coupler, masses[1], paint=ORANGE, size=0.012) for i in (1, 2, 3)]
    middle = (1.0 + 1.0j / math.sqrt(3.0)) * side / 2
    corners = [0j - middle, side - middle, side * cmath.exp(1j * math.pi / 3) - middle]  # seen from the middle
    origin = middle if tree == "floating" else 0j
    plate = _platform(m, masses[2], platform_moment, middle - origin, [c + middle - origin for c in corners])
    plate.at(*_xy(middle - origin), name="middle")
    seat = [plate.at(z.real, z.imag) for z in (c + middle - origin for c in corners)]

    elbow = [p + polar(crank, q) for p, q in zip(base, cranks)]
    phi, x, y = close_platform(elbow, coupler, corners, platform)
    at = [complex(x, y) + c * cmath.exp(1j * phi) for c in corners]
    out = [heading(e, c) for e, c in zip(elbow, at)]

    pose: dict[str, float | tuple[float, ...]] = {}
    if tree == "floating":
        m.planar("platform", m.ground, plate)
        pose["platform"] = (x, y, phi)
    for i, q in enumerate(cranks):
        k, tip = i + 1, rod[i].at(coupler, 0.0)
        m.revolute(f"base_{k}", m.ground.at(base[i].real, base[i].imag), arm[i])
        pose[f"base_{k}"] = q
        if tree != "elbows" or i == 0:
            m.revolute(f"elbow_{k}", arm[i].at(crank, 0.0), rod[i])
            pose[f"elbow_{k}"] = turn(out[i] - q)
        if tree == "floating" or (tree == "platform" and i > 0):
            m.close(f"corner_{k}", tip, seat[i])
        elif i == 0:
            m.revolute("corner_1", tip, plate)
            pose["corner_1"] = turn(phi - out[0])
    if tree == "elbows":
        for i, edge in (
            (1, 0.0),
            (2, math.pi / 3),
        ):  # couplers turned round, angle from the side that leads to the corner
            m.revolute(f"corner_{i + 1}", plate.at(*_xy(corners[i] - corners[0]), rotation=("z", edge)), rod[i])
            m.close(f"elbow_{i + 1}", arm[i].at(crank, 0.0), rod[i].at(coupler, 0.0))
            pose[f"corner_{i + 1}"] = turn(out[i] + math.pi - phi - edge)
    for (joint, q), target in zip(list(pose.items()), near_to):
        if isinstance(q, float):
            pose[joint] = near(q, target)
    m.pose(pose)
    m.actuate("base_1", "base_2", "base_3")
    bearings(m, 0.014, *map(_xy, base))
    return m


def close_platform(
    elbow: Sequence[complex], reach: float, corners: Sequence[complex], guess: Sequence[float]
) -> tuple[float, float, float]:
    """Angle and place of a platform whose corners are all at distance `reach` from the elbows, nearest to a guess
    (Newton).
    """
    phi, x, y = guess
    gap = [1.0]
    for _ in range(50):
        arms = [complex(x, y) + c * cmath.exp(1j * phi) - e for c, e in zip(corners, elbow)]
        gap = [(abs(d) ** 2 - reach * reach) / 2 for d in arms]
        if max(map(abs, gap)) < 1e-16:
            break
        rows = [[(d.conjugate() * 1j * c * cmath.exp(1j * phi)).real, d.real, d.imag] for d, c in zip(arms, corners)]
        step = _solve(rows, gap)
        phi, x, y = phi - step[0], x - step[1], y - step[2]
        if max(map(abs, step)) < 1e-16:
            break
    if max(map(abs, gap)) > 1e-13:
        raise AssemblyError(
            "3-RRR", "does not close from its guess of the platform", "Change the crank angles or the guess"
        )
    return phi, x, y


def _solve(rows: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Three equations by Cramer's rule."""
    a, b, c = zip(*rows)
    whole = _det(a, b, c)
    if whole == 0.0:
        raise AssemblyError(
            "3-RRR", "starts in a singular pose", "Change the crank angles or the guess of the platform"
        )
    return [_det(right, b, c) / whole, _det(a, right, c) / whole, _det(a, b, right) / whole]


def _det(a: Sequence[float], b: Sequence[float], c: Sequence[float]) -> float:
    return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0])


def _platform(m: Mechanism, mass: Any, moment: Any, com: complex, corners: Sequence[complex]) -> BodyHandle:
    """The triangle, thin: I_xx = I_yy = I_zz / 2 (only I_zz matters in the plane)."""
    return m.body(
        "platform",
        mass=mass,
        com=(com.real, com.imag, 0.0),
        inertia=inertia.tensor(moment / 2, moment / 2, moment),
        shapes=shapes.plate([(c.real, c.imag, 0.0) for c in corners], 0.012),
        color=GREEN,
    )


def _xy(z: complex) -> tuple[float, float]:
    return (z.real, z.imag)
