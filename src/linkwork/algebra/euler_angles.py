"""Euler angles: the twelve sequences of three turns about coordinate axes, and the six of two."""

from __future__ import annotations

from itertools import permutations, product

from .steps import Turn

TRIPLES = tuple(
    "".join(s) for s in product("XYZ", repeat=3) if s[0] != s[1] and s[1] != s[2]
)  # XYX, XYZ, XZX, ... twelve of them
PAIRS = tuple("".join(p) for p in permutations("XYZ", 2))


def turns(sequence: str) -> tuple[Turn, ...]:
    """The turns of a sequence such as "ZYX": R = Rot_z(q0) Rot_y(q1) Rot_x(q2)."""
    return tuple(Turn("XYZ".index(letter)) for letter in sequence.upper())


def singular_middle_angle(sequence: str) -> tuple[float, float]:
    """The two middle angles at which a three-turn sequence loses a freedom."""
    half_turn = 3.141592653589793
    return (0.0, half_turn) if sequence[0] == sequence[2] else (-half_turn / 2, half_turn / 2)
