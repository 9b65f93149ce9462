"""Excavator RH200: the topology of Koul et al., figure 1, which has neither dimensions nor masses."""

from __future__ import annotations

from collections.abc import Mapping

from ...builder import Mechanism
from ...frames import Frame
from ...writing.handles import BodyHandle
from ..cylinders import cylinder
from ..linkage import frame_of_bars
from ..looks import bearings
from ..planar import heading, local, turn

PINS: dict[str, complex] = {  # assumed, in metres, the boom's foot at the origin; numbers are the paper's joints
    "1": -0.9 + 0.9j, "2": 2.0 + 4.2j, "3": 3.4 + 4.6j, "5": 6.2 + 1.7j, "6": 0j, "7": 5.5 + 4.6j, "8": 6.8 + 0.6j,
    "9": 1.3 - 0.4j, "11": 3.1 + 2.6j, "12": 2.3 + 1.4j, "14": 6.0 + 3.0j, "15": 2.9 + 3.3j, "tip": 8.8 + 0.5j,
}  # fmt: skip
MASSES = {"link": 900.0, "triangle": 2500.0, "boom": 26000.0, "stick": 12000.0, "bucket": 18000.0}
CYLINDER = (1500.0, 800.0)


def excavator(pins: Mapping[str, complex] = PINS, masses: Mapping[str, float] = MASSES) -> Mechanism:
    """Eleven bodies, fifteen joints (twelve hinges, three cylinders), four loops, three freedoms; lengths and masses
    assumed.

    Bodies #1 … #11 of the paper are link, triangle, bucket_cylinder, bucket_piston, stick, boom, bucket,
    stick_cylinder, stick_piston, boom_cylinder, boom_piston; its joints 5, 11, 14, 15 are the cuts, 4, 10, 13 the
    driven cylinders. Subsystem I is the chain #1-#2-#3-#4, II the tree on the boom, III the boom's cylinder: this
    arrangement follows from the loops that the paper lists.
    """
    m = Mechanism("excavator", gravity=(0.0, -9.81, 0.0))
    body: dict[str, BodyHandle] = {}
    angle: dict[str, float] = {"": 0.0}
    first: dict[str, tuple[complex, complex]] = {}
    parts = {
        "link": "1 2", "triangle": "2 15 11 3", "boom": "6 15 7 12", "stick": "7 8 14", "bucket": "8 5 tip",
    }  # fmt: skip
    for k, (name, word) in enumerate(parts.items()):
        a, b, *_ = word.split()
        places = [local(pins[a], pins[b], pins[p]) for p in word.split()]
        body[name] = frame_of_bars(m, name, places, 1.0, masses[name], level=k, size=0.12)
        angle[name], first[name] = heading(pins[a], pins[b]), (pins[a], pins[b])

    def seat(name: str, pin: str) -> Frame:
        if not name:
            return m.ground.at(pins[pin].real, pins[pin].imag)
        a, b = first[name]
        place = local(a, b, pins[pin])
        return body[name].at(place.real, place.imag)

    for name, carrier, pin in (
        ("link", "", "1"), ("triangle", "link", "2"), ("boom", "", "6"),
        ("stick", "boom", "7"), ("bucket", "stick", "8"),
    ):  # fmt: skip
        m.revolute(name, seat(carrier, pin), body[name])
        m.pose({name: turn(angle[name] - angle[carrier])})
    pistons: dict[str, tuple[BodyHandle, str]] = {}
    for name, carrier, foot, target, head in (
        ("bucket", "triangle", "3", "bucket", "5"),
        ("stick", "boom", "12", "stick", "14"),
        ("boom", "", "9", "triangle", "11"),
    ):  # fmt: skip
        piston = cylinder(
            m,
            name,
            seat(carrier, foot),
            pins[foot],
            pins[head],
            carrier_angle=angle[carrier],
            masses=CYLINDER,
            size=0.12,
        )
        pistons[head] = (piston, target)
    m.close("joint_15", seat("triangle", "15"), seat("boom", "15"))
    for head in ("14", "5", "11"):  # loops in the order of the paper's Eq. (13)
        piston, target = pistons[head]
        m.close(f"joint_{head}", piston, seat(target, head))
    bearings(m, 0.12, *((pins[p].real, pins[p].imag) for p in ("1", "6", "9")))
    return m
