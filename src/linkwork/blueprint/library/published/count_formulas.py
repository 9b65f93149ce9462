"""Formulas of the literature for the operations of trees, from the number of joint variables.

Shah, Saha and Dutt (2013), tables 6.11, 6.12, 7.6 and 7.7, as they follow from the printed counts of each joint (where
a printed total or coefficient differs from that, the sum of the joints stands here).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

Pair = tuple[float, float]
Variables = tuple[int, int, int]
"""Joint variables that belong to joints of one, two and three."""

Formula = Callable[[Variables], Pair]
"""Multiplications and additions from the numbers of variables."""


def _by_joint(m: tuple[float, ...], a: tuple[float, ...]) -> Formula:
    """Linear in n₁, n₂, n₃, with a constant."""
    return lambda n: cast(Pair, tuple(sum(c * k for c, k in zip(row, (*n, 1))) for row in (m, a)))


def _in_all(m: tuple[float, ...], a: tuple[float, ...]) -> Formula:
    """Polynomials in the number of joint variables, lowest power first."""
    return lambda n: cast(Pair, tuple(sum(c * sum(n) ** k for k, c in enumerate(row)) for row in (m, a)))


FORMULAS: Mapping[str, Mapping[str, Formula]] = {
    "table 6.11": {
        "proposed": _by_joint((94, 58, 46, -81), (82, 48, 110 / 3, -75)),
        "Balafoutis, Patel (1991)": _in_all((-69, 93), (-65, 81)),
        "Angeles et al. (1989)": _in_all((-109, 105), (-105, 90)),
        "Saha (1999)": _in_all((-44, 120), (-55, 97)),
        "Featherstone (1987)": _in_all((-68, 130), (-56, 101)),
    },
    "table 6.12": {
        "proposed": _by_joint((135, 99, 87, -116), (131, 92, 79, -123)),
        "Mohan, Saha (2007)": _in_all((-128, 173), (-133, 150)),
        "Saha (2003)": _in_all((-284, 191), (-325, 187)),
        "Featherstone (1983)": _in_all((-198, 199), (-173, 174)),
        "Lilly, Orin (1991)": _in_all((-51, 121 / 3, 11.5, 1 / 6), (-51, 305 / 6, 7, 1 / 6)),
    },
    "table 7.6": {
        "proposed": _by_joint((164, 113, 96, 60), (156, 101, 248 / 3, 66)),
        "Balafoutis, Patel (1991)": _in_all((-69 - 42, 93 + 11, 11.5), (-65 - 54, 81 + 32.5, 5.5)),
        "Featherstone (1987)": _in_all((-68 - 41, 130 + 31, 10), (-56 - 46, 101 + 40, 6)),
        "Saha (1999), Bhangale (2004)": _in_all((-44 - 18, 120 + 42, 11), (-55 - 53, 97 + 44, 7)),
    },
    "table 7.7": {
        "proposed": _by_joint((209, 139.5, 349 / 3, 60), (201, 130, 319 / 3, 72)),
        "McMillan, Orin (1998), articulated": _in_all((158, 224), (131, 205)),
        "Stejskal, Valasek (1996)": _in_all((158, 226), (131, 206)),
        "McMillan, Orin (1998), composite": _in_all((137, 526 / 3, 17.5, 1 / 6), (91, 965 / 6, 13, 1 / 6)),
    },
}
"""By table and author: "proposed" is the book's own. In table 6.12 its row and that of Lilly and Orin take φ = τ − h as
given; the others include the bias h. Tables 7.6 and 7.7 are for a floating base."""

BIAS_GIVEN = ("proposed", "Lilly, Orin (1991)")
"""Rows of table 6.12 that leave the bias out."""

_FRAME: Pair = (65, 42)  # rotation matrix of a quaternion, gravity turned by it, L D Lᵀ of a symmetric 6×6 matrix
_BASE: Pair = (60, 66)  # wrench of the base and its 6×6 equations, tables 7.3 and 7.6

LEFT_OUT: Mapping[tuple[str, str], Pair] = {
    ("table 7.6", "proposed"): _FRAME,
    ("table 7.7", "proposed"): _FRAME,
    **{
        ("table 7.6", author): (_FRAME[0] + _BASE[0], _FRAME[1] + _BASE[1])
        for author in FORMULAS["table 7.6"]
        if author != "proposed"
    },
}
"""What a row for a floating base leaves out and a program has to do: the book's own rows the base's frame and the
factors of its inertia, the other rows of table 7.6 its equations too. What the others of table 7.7 hold is not said."""
