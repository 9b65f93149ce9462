"""Pantograph, scissor lift and scissor grid: crossed parallel bars."""

from __future__ import annotations

from math import cos, pi
from typing import Any

from ... import inertia, shapes
from ...builder import Mechanism
from ...writing.handles import BodyHandle
from ..counted import counted
from ..linkage import linkage
from ..looks import GREEN, RED, bar, bearings, color, rail
from ..planar import meet, point

Arms = tuple[BodyHandle, BodyHandle]  # rising to the right from its left foot, rising to the left from its right foot


def pantograph(
    length: float = 0.6, ratio: float = 3.0, tracer: complex = 0.2 + 0.1j, *, density: float = 1.0
) -> Mechanism:
    """Four bars, two freedoms: the pen stays on the line through the fixed hinge O and the tracer, `ratio` times as far
    from O.

    Frames "tracer" and "pen" are the two points; the first two bars are driven.
    """
    m = Mechanism("pantograph", gravity=(0.0, 0.0, -9.81))
    O, D, T = point(0.0), tracer, ratio * tracer
    C = meet(O, length, T, length)
    A, B = C / ratio, C + (T - C) / ratio
    links = {"first": "O C A", "second": "C T B", "third": "A D", "fourth": "B D"}
    body = linkage(m, dict(zip("OABCDT", (O, A, B, C, D, T))), links, "O", density=density)
    body["third"].at(length / ratio, 0.0, name="tracer")
    body["second"].at(length, 0.0, name="pen")
    m.actuate("first", "second")
    return m


def scissor_lift(
    n: int = 3, *, length: float = 1.0, angle: float = 0.5, mass: float = 2.0, load: float = 50.0
) -> Mechanism:
    """n pairs of crossed arms (length in metres, mass of one arm) between a base and a platform with a load; the base
    roller is driven.

    `angle` is that of the arms above the horizontal at the start. Left ends are hinged to base and platform, right ends
    roll.
    """
    m = Mechanism(f"scissor lift of {counted(n, 'pairs')} pairs", gravity=(0.0, -9.81, 0.0))
    reach = length * cos(angle)
    pairs = [_pair(m, f"{k + 1}", length, mass, k) for k in range(n)]
    plate = m.body(
        "platform", mass=load, com=(reach / 2, 0.05, 0.0), inertia=inertia.rod(load, length),
        shapes=shapes.box(1.1 * length, 0.04, 0.3, (length / 2, 0.03, 0.0)), color=GREEN,
    )  # fmt: skip
    for k, arms in enumerate(pairs):
        _carry(m, arms, pairs[k - 1][1].at(length, 0.0) if k else m.ground, f"{k + 1}", length, angle, on_left=k > 0)
        if k:
            m.close(f"side_{k}", pairs[k - 1][0].at(length, 0.0), arms[1])
    _roller(m, "roller", m.ground, pairs[0][1], reach)
    m.revolute("platform", pairs[-1][1].at(length, 0.0), plate)
    m.pose(platform=angle - pi)
    _roller(m, "top_roller", plate, pairs[-1][0].at(length, 0.0), reach)
    m.actuate("roller")
    bearings(m, 0.02, (0.0, 0.0))
    rail(m, (0.0, -0.05), (length, -0.05), 0.02)
    return m


def scissor_grid(
    k: int = 4, *, length: float = 0.5, angle: float = 0.7, mass: float = 0.5, redundant: bool = False
) -> Mechanism:
    """k × k crossed pairs side by side and above each other, one freedom, k² loops; the foot roller is driven.

    Each row is pinned to its neighbours left and right, the first column also up and down. `redundant` adds the other
    (k − 1)² pins: they close by themselves and their 2 (k − 1)² conditions depend on the rest.
    """
    m = Mechanism(f"scissor grid {counted(k, 'pairs')} × {k}", gravity=(0.0, -9.81, 0.0))
    arms = {(i, j): _pair(m, f"{i + 1}_{j + 1}", length, mass, i + j) for j in range(k) for i in range(k)}
    for (i, j), pair in arms.items():
        name = f"{i + 1}_{j + 1}"
        if i:  # beside the pair to the left
            left = arms[i - 1, j]
            _carry(m, pair, left[1], name, length, angle, on_left=True)
            m.close(f"side_{name}", left[0].at(length, 0.0), pair[1].at(length, 0.0))
        elif j:  # on the first pair of the row below
            _carry(m, pair, arms[0, j - 1][1].at(length, 0.0), name, length, angle, on_left=True)
        else:
            _carry(m, pair, m.ground, name, length, angle, on_left=False)
        if j and (i == 0 or redundant):
            m.close(f"above_{name}", arms[i, j - 1][0].at(length, 0.0), pair[1])
    _roller(m, "roller", m.ground, arms[0, 0][1], length * cos(angle))
    m.actuate("roller")
    bearings(m, 0.01, (0.0, 0.0))
    rail(m, (0.0, -0.03), (length, -0.03), 0.01)
    return m


def _pair(m: Mechanism, name: str, length: Any, mass: Any, k: int) -> Arms:
    return (
        bar(m, f"right_{name}", length, mass, paint=color(k), level=1, size=0.02 * length),
        bar(m, f"left_{name}", length, mass, paint=color(k + 1), level=-1, size=0.02 * length),
    )


def _carry(m: Mechanism, arms: Arms, seat: Any, name: str, length: float, angle: float, *, on_left: bool) -> None:
    """Hinge the arm that rises to the right at its left foot, and its partner at its middle. `on_left`: the seat leans
    to the left.
    """
    m.revolute(f"right_{name}", seat, arms[0])
    m.revolute(f"left_{name}", arms[0].at(length / 2, 0.0), arms[1].at(length / 2, 0.0))
    lean = pi - angle
    m.pose({f"right_{name}": angle - lean if on_left else angle, f"left_{name}": lean - angle})


def _roller(m: Mechanism, name: str, track: Any, end: Any, x: float) -> None:
    """A small wheel block that slides along x of `track` and closes the loop with an arm's end."""
    wheel = m.body(
        name, mass=0.2, inertia=inertia.cylinder(0.2, 0.03, 0.04), shapes=shapes.cylinder(0.03, 0.04), color=RED
    )
    m.prismatic(name, track, wheel, axis="x")
    m.close(f"{name}_pin", wheel, end)
    m.pose({name: x})
