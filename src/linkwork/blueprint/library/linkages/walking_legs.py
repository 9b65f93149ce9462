"""Legs of walking machines that one crank moves: Jansen's and Klann's."""

from __future__ import annotations

from ...builder import Mechanism
from ..linkage import linkage
from ..planar import local, meet, point, polar, third

JANSEN = {  # Theo Jansen's "holy numbers", strandbeest
    "a": 38.0, "b": 41.5, "c": 39.3, "d": 40.1, "e": 55.8, "f": 39.4, "g": 36.7,
    "h": 65.7, "i": 49.0, "j": 50.0, "k": 61.9, "l": 7.8, "m": 15.0,
}  # fmt: skip
KLANN = {  # one of many proportions of J. Klann's patent US 6,260,862; numbers of boim.com/Walkin8r
    "AC": 17.5, "Bx": -38.8, "By": -12.5, "Dx": -14.6, "Dy": 41.9, "BH": 23.7, "CF": 73.4, "CH": 38.8,
    "DE": 34.1, "EF": 57.7, "EG": 111.7, "FG": 59.0, "FH": 35.2,
}  # fmt: skip


def jansen_leg(angle: float = 0.5, *, unit: float = 0.01, density: float = 0.5) -> Mechanism:
    """Seven links, ten hinges; lengths are Jansen's numbers times `unit` metres. The foot is the frame "foot".

    The crank m turns about the origin; the fixed hinge of b, c, d lies at (−a, −l).
    """
    n = {key: value * unit for key, value in JANSEN.items()}
    m = Mechanism("Jansen leg", gravity=(0.0, -9.81, 0.0))
    O, B = point(0.0), point(-n["a"], -n["l"])
    P = O + polar(n["m"], angle)
    X = meet(B, n["b"], P, n["j"])  # upper knee
    W = meet(B, n["c"], P, n["k"], left=False)  # lower knee
    Y = third(B, X, n["d"], n["e"])
    Z = meet(W, n["g"], Y, n["f"])
    F = third(W, Z, n["i"], n["h"])
    links = {
        "crank": "O P", "upper_rod": "P X", "lower_rod": "P W", "shoulder": "B X Y",
        "rocker": "B W", "rod": "Y Z", "foot": "W Z F",
    }  # fmt: skip
    bodies = linkage(m, dict(zip("OPBXYWZF", (O, P, B, X, Y, W, Z, F))), links, "O B", density=density)
    place = local(W, Z, F)
    bodies["foot"].at(place.real, place.imag, name="toe")
    m.actuate("crank")
    return m


def klann_leg(angle: float = 0.5, *, unit: float = 0.005, density: float = 0.5) -> Mechanism:
    """Crank, bent connecting rod, two rockers and a bent leg; seven hinges. Lengths times `unit` metres; the foot is
    the frame "toe".
    """
    n = {key: value * unit for key, value in KLANN.items()}
    m = Mechanism("Klann leg", gravity=(0.0, -9.81, 0.0))
    A, B, D = point(0.0), point(n["Bx"], n["By"]), point(n["Dx"], n["Dy"])
    C = A + polar(n["AC"], angle)
    H = meet(C, n["CH"], B, n["BH"], left=False)
    F = third(C, H, n["CF"], n["FH"], left=False)
    E = meet(F, n["EF"], D, n["DE"])
    G = third(E, F, n["EG"], n["FG"])
    links = {"crank": "A C", "rod": "C H F", "lower_rocker": "B H", "upper_rocker": "D E", "leg": "F E G"}
    bodies = linkage(m, dict(zip("ABCDEFGH", (A, B, C, D, E, F, G, H))), links, "A B D", density=density)
    place = local(F, E, G)
    bodies["leg"].at(place.real, place.imag, name="toe")
    m.actuate("crank")
    return m
