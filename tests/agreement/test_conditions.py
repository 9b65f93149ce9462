"""Machines that close by more than cuts: gears, belts, racks, screws, rolling wheels, blades, cams, prescribed motions.

Every formulation gives what one dense solve over Pinocchio's kinematics gives, with the further rows written by hand.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest
from closed_referee import Answer, Further, Referee

import linkwork as lw
from linkwork.dynamics.formulations import FORMULATIONS
from linkwork.system import System

ROD = (0.01, 0.02, 0.025)
T = 0.3  # the instant
EXACT = [name for name in FORMULATIONS if name != "penalty"]


def bars(m: lw.Mechanism, seat: Any, tag: str) -> Any:
    """A four-bar on a frame."""
    a, b, c = (m.body(n + tag, mass=1.0, com=(0.05, 0.01, 0), inertia=ROD) for n in ("crank", "coupler", "rocker"))
    m.revolute("O1" + tag, seat, a)
    m.revolute("A" + tag, a.at(0.1, 0, 0), b)
    m.revolute("O2" + tag, seat.at(0.3, 0, 0), c)
    m.close("B" + tag, b.at(0.3, 0, 0), c.at(0.25, 0, 0))
    m.pose({"A" + tag: 1.0, "O2" + tag: 1.5})


class Rates:
    """Rows by names of rates, coordinates and rates by name."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names

    def row(self, **factors: float) -> np.ndarray:
        found = np.zeros(len(self.names))
        for name, x in factors.items():
            found[self.names.index(name)] = x
        return found

    def of(self, joint: str) -> tuple[int, ...]:
        return tuple(k for k, name in enumerate(self.names) if name.split(".")[0] == joint)


def geared_five_bar() -> tuple[lw.Mechanism, Any]:
    """The cranks turn against each other, one faster than the other: one freedom."""
    m = lw.Mechanism("geared five-bar", gravity=(1, -9.81, 0.5))
    a, b, c, d = (m.body(n, mass=1 + 0.1 * k, com=(0.05, 0.01 * k, 0), inertia=ROD) for k, n in enumerate("abcd"))
    m.revolute("O1", m.ground, a)
    m.revolute("K1", a.at(0.1, 0, 0), b)
    m.revolute("O2", m.ground.at(0.2, 0, 0), c)
    m.revolute("K2", c.at(0.1, 0, 0), d)
    m.close("tip", b.at(0.2, 0, 0), d.at(0.2, 0, 0))
    m.gear("mesh", "O1", "O2", ratio=-1.5, offset=2.9)
    m.pose(O1=1.0, O2=1.4, K1=0.2, K2=0.3)
    m.actuate("O1")
    return m, lambda r: lambda q, v, t: [(r.row(O2=1.0, O1=1.5), 0.0)]


def belts() -> tuple[lw.Mechanism, Any]:
    """Two four-bars share a load by a differential whose carrier drives a rack."""
    m = lw.Mechanism("differential and rack", gravity=(0, -9.81, 0))
    bars(m, m.ground, "_a")
    bars(m, m.ground.at(0, 1, 0), "_b")
    rack, carrier = (m.body(n, mass=1.5, com=(0.02, 0.03, 0), inertia=ROD) for n in ("rack", "carrier"))
    m.prismatic("slide", m.ground.at(0, 2, 0, rotation=("z", 0.4)), rack)
    m.revolute("carrier", m.ground.at(2, 2, 0), carrier)
    m.differential("split", "carrier", "O1_a", "O2_b", shares=(0.3, 0.7))
    m.rack("mesh", "carrier", "slide", 0.05)
    m.actuate("slide")
    m.actuate("O1_a")
    return (
        m,
        lambda r: (
            lambda q, v, t: [
                (r.row(carrier=1.0, O1_a=-0.3, O2_b=-0.7), 0.0),
                (r.row(slide=1.0, carrier=-0.05), 0.0),
            ]
        ),
    )


def rover() -> tuple[lw.Mechanism, Any]:
    """A cart on two driven wheels, with a four-bar on it: centres go along the cart, at the speed of the rims."""
    m = lw.Mechanism("rover", gravity=(0.7, 0.3, -9.81))
    cart = m.body("cart", mass=8, com=(0.05, 0.01, 0.02), inertia=(0.2, 0.3, 0.4))
    m.planar("floor", m.ground.at(0, 0, 0.1), cart)
    for side, y in (("left", 0.2), ("right", -0.2)):
        wheel = m.body(side, mass=1, inertia=(0.004, 0.004, 0.008))
        m.revolute(f"axle_{side}", cart.at(0, y, 0, rotation=("x", -np.pi / 2)), wheel)
        m.roll(f"rim_{side}", wheel, 0.1)
        m.actuate(f"axle_{side}")
    bars(m, cart.at(0, 0, 0.05, rotation=("x", np.pi / 2)), "_f")
    m.actuate("O1_f")

    def further(r: Rates) -> Further:
        x, y, turn = r.of("floor")

        def rows(q: np.ndarray, v: np.ndarray, t: float) -> list[tuple[np.ndarray, float]]:
            (c, s), w = (np.cos(q[turn]), np.sin(q[turn])), v[turn]
            found = []
            for side, off in (("left", 0.2), ("right", -0.2)):
                along, across, turned, rolled = (np.zeros(len(v)) for _ in range(4))
                along[[x, y, turn, r.names.index(f"axle_{side}")]] = c, s, -off, -0.1
                across[[x, y]] = -s, c
                turned[[x, y]], rolled[[x, y]] = (-s * w, c * w), (-c * w, -s * w)  # their rates
                found += [(along, float(turned @ v)), (across, float(rolled @ v))]
            return found

        return rows

    return m, further


def sled() -> tuple[lw.Mechanism, Any]:
    """A four-bar on a sled whose blade does not slide sideways: a row on velocities alone."""
    m = lw.Mechanism("sled", gravity=(0.4, -0.3, -9.81))
    body = m.body("sled", mass=3, com=(0.05, 0.01, 0), inertia=ROD)
    m.planar("ice", m.ground, body)
    bars(m, body.at(0.1, 0, 0), "_s")
    m.edge("blade", body.at(-0.1, 0, 0))

    def further(r: Rates) -> Further:
        x, y, turn = r.of("ice")

        def rows(q: np.ndarray, v: np.ndarray, t: float) -> list[tuple[np.ndarray, float]]:
            c, s, w = np.cos(q[turn]), np.sin(q[turn]), v[turn]
            J = np.zeros(len(v))
            J[[x, y, turn]] = -s, c, -0.1
            return [(J, float(-c * w * v[x] - s * w * v[y]))]

        return rows

    return m, further


def cam() -> tuple[lw.Mechanism, Any]:
    """A follower on a cam that the rocker carries, and that itself moves in time."""
    m = lw.Mechanism("cam", gravity=(0, -9.81, 0))
    bars(m, m.ground, "_a")
    m.prismatic("lift", m.ground.at(0, 1, 0), m.body("follower", mass=1, inertia=ROD), axis="y")
    m.relate("profile", lambda q, t: q[1] - 0.1 - 0.03 * lw.cos(2 * q[0]) - 0.01 * t * lw.sin(q[0]), ["O2_a", "lift"])
    m.actuate("O1_a")

    def further(r: Rates) -> Further:
        k = r.names.index("O2_a")

        def rows(q: np.ndarray, v: np.ndarray, t: float) -> list[tuple[np.ndarray, float]]:
            a, w = q[k], v[k]
            slope = 0.06 * np.sin(2 * a) - 0.01 * t * np.cos(a)
            bias = 0.12 * np.cos(2 * a) * w * w + 0.01 * t * np.sin(a) * w * w - 0.02 * np.cos(a) * w
            return [(r.row(lift=1.0, O2_a=slope), float(bias))]

        return rows

    return m, further


def variator() -> tuple[lw.Mechanism, Any]:
    """A gear whose ratio grows with the angle that it made: rates are related, coordinates are not; it also creeps."""
    m = lw.Mechanism("variator", gravity=(0, -9.81, 0))
    bars(m, m.ground, "_a")
    m.revolute("fly", m.ground.at(0, 1, 0), m.body("wheel", mass=1, com=(0.1, 0, 0), inertia=ROD))
    m.velocity_relation("drive", lambda q, t: ([[-(1 + 0.3 * q[1]), 1.0]], 0.2 * lw.cos(t)), ["O1_a", "fly"])
    m.actuate("O1_a")

    def further(r: Rates) -> Further:
        fly, crank = r.names.index("fly"), r.names.index("O1_a")

        def rows(q: np.ndarray, v: np.ndarray, t: float) -> list[tuple[np.ndarray, float]]:
            J = r.row(O1_a=-(1 + 0.3 * q[fly]), fly=1.0)
            return [(J, float(-0.3 * v[fly] * v[crank] + 0.2 * np.sin(t)))]

        return rows

    return m, further


def led_platform() -> tuple[lw.Mechanism, Any]:
    """Six legs under a platform that is led in height, along x and in attitude; along y it is free."""
    m = lw.Mechanism("led platform", gravity=(0, 0, -9.81))
    plate = m.body("plate", mass=10, com=(0.01, 0, 0.05), inertia=(0.4, 0.5, 0.7))
    seat: Any = m.ground
    for axis in "xyz":
        carriage = m.body(f"carriage_{axis}", mass=0.1, inertia=(1e-3,) * 3)
        m.prismatic(f"p{axis}", seat, carriage, axis=axis)
        seat = carriage
    m.spherical("attitude", seat, plate, coordinates="ZYX")
    m.pose(pz=1.0)
    for k in range(6):
        foot, head = (2 * np.pi * (k // 2) / 3 + (-1) ** k * x for x in (-0.3, -0.7))
        low = m.body(f"low{k}", mass=1, com=(0, 0, 0.2), inertia=ROD)
        high = m.body(f"high{k}", mass=1, com=(0, 0, -0.2), inertia=ROD)
        m.universal(f"U{k}", m.ground.at(np.cos(foot), np.sin(foot), 0), low, axes="XY")
        m.prismatic(f"L{k}", low, high, axis="z")
        m.close(f"S{k}", high, plate.at(0.5 * np.cos(head), 0.5 * np.sin(head), 0), kind="spherical")
        m.pose({f"L{k}": 1.1})
        m.actuate(f"L{k}")
    m.prescribe("px", lambda t: 0.1 * lw.sin(2 * t))
    m.prescribe("pz", lambda t: 1 + 0.1 * lw.cos(3 * t))
    m.prescribe("attitude", lambda t: (0.1 * lw.sin(t), 0.05 * t, 0.1 * lw.cos(2 * t)))

    def further(r: Rates) -> Further:
        units = np.eye(len(r.names))

        def rows(q: np.ndarray, v: np.ndarray, t: float) -> list[tuple[np.ndarray, float]]:
            turned = zip(r.of("attitude"), (0.1 * np.sin(t), 0.0, 0.4 * np.cos(2 * t)))
            led = [(r.row(px=1.0), 0.4 * np.sin(2 * t)), (r.row(pz=1.0), 0.9 * np.cos(3 * t))]
            return led + [(units[k], float(c)) for k, c in turned]

        return rows

    return m, further


def jack() -> tuple[lw.Mechanism, Any]:
    """A free table on three screws: a quaternion, balls on radial slides, and a screw relation in each leg."""
    m = lw.Mechanism("jack", gravity=(0, 0, -9.81))
    table = m.body("table", mass=4, com=(0.02, 0.01, 0), inertia=ROD)
    m.floating("table", table)
    for k in range(3):
        way = 2 * np.pi * k / 3
        foot = m.ground.at(0.3 * np.cos(way), 0.3 * np.sin(way), 0)
        spindle = m.body(f"spindle{k}", mass=0.5, com=(0, 0.01, 0), inertia=(0.001, 0.001, 0.002))
        nut = m.body(f"nut{k}", mass=0.5, com=(0, 0, 0.1), inertia=ROD)
        shoe = m.body(f"shoe{k}", mass=0.3, com=(0.01, 0, 0), inertia=(0.001,) * 3)
        m.revolute(f"spindle{k}", foot, spindle)
        m.prismatic(f"nut{k}", foot, nut)
        m.screw(f"thread{k}", f"spindle{k}", f"nut{k}", 0.02)
        m.prismatic(f"shoe{k}", nut.at(0, 0, 0.2, rotation=("z", way)), shoe, axis="x")
        m.close(f"ball{k}", shoe, table.at(0.3 * np.cos(way), 0.3 * np.sin(way), 0), kind="spherical")
        m.actuate(f"spindle{k}")
    m.pose(table=(0, 0, 0.2, 1, 0, 0, 0))
    return m, lambda r: lambda q, v, t: [(r.row(**{f"nut{k}": 1.0, f"spindle{k}": -0.02}), 0.0) for k in range(3)]


def walking_leg() -> tuple[lw.Mechanism, Any]:
    """A free trunk, a leg, and a four-bar in its knee."""
    m = lw.Mechanism("walking leg", gravity=(0, 0, -9.81))
    trunk = m.body("trunk", mass=5, com=(0.01, 0.02, 0.03), inertia=(0.1, 0.12, 0.08))
    thigh, shank, horn, rod = (
        m.body(n, mass=x, com=(0.05, 0, 0.01), inertia=(0.01 * x, 0.02 * x, 0.02 * x))
        for n, x in (("thigh", 1.0), ("shank", 0.7), ("horn", 0.3), ("rod", 0.2))
    )
    m.floating("base", trunk)
    m.revolute("hip", trunk.at(0, 0.1, -0.1, rotation=("XYZ", (1.5, 0.2, 0.1))), thigh)
    m.revolute("knee", thigh.at(0.3, 0, 0), shank)
    m.revolute("motor", thigh.at(0.02, 0, 0), horn)
    m.revolute("pull", horn.at(0.05, 0, 0), rod)
    m.close("pin", rod.at(0.28, 0, 0), shank.at(-0.05, 0.01, 0))
    m.pose(knee=0.4, motor=2.0, pull=-2.0)
    m.actuate("hip")
    m.actuate("motor")
    return m, lambda r: lambda q, v, t: []


def open_lengths() -> tuple[lw.Mechanism, Any]:
    """A four-bar with a mass and a distance that stay open."""
    mass, distance = lw.Parameter("mass", 1.3), lw.Parameter("distance", 0.3)
    m = lw.Mechanism("open lengths", gravity=(0, -9.81, 0))
    a, b, c = (m.body(n, mass=x, com=(0.05, 0.01, 0), inertia=ROD) for n, x in zip("abc", (mass, 1.0, 1.0)))
    m.revolute("O1", m.ground, a)
    m.revolute("A", a.at(0.1, 0, 0), b)
    m.revolute("O2", m.ground.at(distance, 0, 0), c)
    m.close("B", b.at(distance, 0, 0), c.at(0.25, 0, 0))
    m.pose(A=1.0, O2=1.5)
    m.actuate("O1")
    return m, lambda r: lambda q, v, t: []


MACHINES = {
    make.__name__: make
    for make in (
        geared_five_bar, belts, rover, sled, cam, variator, led_platform, jack, walking_leg, open_lengths,
    )
}  # fmt: skip


@cache
def compiled(name: str) -> System:
    return MACHINES[name]()[0].compile()


@cache
def answer(name: str) -> tuple[tuple[np.ndarray, np.ndarray, np.ndarray], Answer]:
    """A closed state away from the start, and what the referee says of it."""
    s, random = compiled(name), np.random.default_rng(1)
    q = s.assemble(s.closed_start + 0.05 * random.normal(size=s.n_q), t=T)
    v = s.consistent_velocity(q, random.normal(size=s.n_v), t=T)
    tau = random.normal(size=s.n_v)
    referee = Referee(s.numbers, MACHINES[name]()[1](Rates(s.v_names)))
    return (q, v, tau), referee(q, v, tau, T)


def at_instant(s: System, law: str) -> dict[str, Any]:
    return {"t": T} if "t" in s.kernel(law).inputs else {}


def near(found: np.ndarray, expected: np.ndarray) -> None:
    """Equal to nine digits of the largest entry."""
    assert np.abs(found - expected).max() <= 1e-9 * np.abs(expected).max()


@pytest.mark.parametrize("name", MACHINES)
@pytest.mark.parametrize("formulation", EXACT)
def test_every_formulation_gives_the_same(name: str, formulation: str) -> None:
    state, expected = answer(name)
    try:
        s = compiled(name).reformulated(formulation)
        qdd, lam = s.forward_dynamics(*state, **at_instant(s, "forward_dynamics"))
    except lw.OptionError as refused:  # no one body tells all freedoms of these apart
        assert formulation == "extended" and name in ("belts", "walking_leg"), refused
        return
    near(qdd, expected.qdd)
    J = s.loops().jacobian(state[0], T)
    near((J if s.kept is None else J[list(s.kept)]).T @ lam, expected.forces)


@pytest.mark.parametrize("name", [name for name in MACHINES if name not in ("sled", "walking_leg")])
def test_the_drives_that_inverse_dynamics_finds_make_the_motion(name: str) -> None:
    s, (q, v, _) = compiled(name), answer(name)[0]
    drive = s.v()
    drive[[s.v_names.index(rate) for rate in s.driven]] = 1.0 + np.arange(len(s.driven))
    qdd, lam = s.forward_dynamics(q, v, drive, **at_instant(s, "forward_dynamics"))
    tau, forces = s.inverse_dynamics(q, v, qdd, **at_instant(s, "inverse_dynamics"))
    if len(s.driven) == s.mobility.freedoms:
        near(tau, drive)
        near(forces, lam)
    else:  # five of six legs follow what leads: of all torques the shortest
        assert np.linalg.norm(tau) <= np.linalg.norm(drive)
        again, _ = s.forward_dynamics(q, v, tau, **at_instant(s, "forward_dynamics"))
        near(again, qdd)
