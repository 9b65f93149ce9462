"""The book's planar 3-RRR robot."""

from __future__ import annotations

from math import pi
from typing import Any

from ....errors import OptionError
from ...builder import Mechanism
from ..planar import polar
from ..three_rrr import BASE, three_rrr

STARTS = {
    # crank angles; guess of the platform's angle and middle
    "table": ((1.0472, 4.1888, 5.7596), (3.927, 0.73, 0.23)),
    "nearest": ((1.0574776044210679, 4.194288043770209, 5.768008630416629), (3.927, 0.73, 0.23)),
    "program": ((1.0467, 4.1883, 5.7637), (3.918, 0.728, 0.234)),
    "circle": ((1.981424, -1.605026, 0.540282), (0.0, 0.608, 0.289)),
}
ELBOWS = (1.0472, -0.8727, 3.7525, 4.1888, 5.7596, 1.3090, 2.9322)  # table 8.4 in the order of the joints


def book_three_rrr(
    start: str = "table", *, tree: str = "elbows", platform_moment: Any = 8.0 * 0.4**2 / 12
) -> Mechanism:
    """Section 8.5, tables 8.3 and 8.4; base triangle of 1 m and the mass centres from ReDySim; cut at the elbows.

    `platform_moment` is a uniform plate's (the book gives none, ReDySim has 0.16). `start` (crank angles; the rest
    closes the loops): "table" 8.4, "nearest" where the shortest Newton steps from all seven angles of table 8.4 end,
    "printed" for these angles themselves, with the base hinges up to 17 mm off, where they close, "program" for
    ReDySim's forward run, "circle" for its inverse run. `tree="platform"` is the later public version, cut at the
    platform's corners.
    """
    if start not in (*STARTS, "printed"):
        names = ", ".join(map(repr, (*STARTS, "printed")))
        raise OptionError(f"start {start!r} of the book's 3-RRR", "does not exist", f"Use {names}")
    base = BASE
    if start == "printed":
        cranks, guess, base = _as_printed()
    else:
        cranks, guess = STARTS[start]
    near_to = ELBOWS if tree == "elbows" and start != "circle" else ()
    return three_rrr(
        "3-RRR of the book", cranks, guess, tree=tree, base=base, platform_moment=platform_moment, near_to=near_to
    )


def _as_printed() -> tuple[tuple[float, ...], tuple[float, ...], tuple[complex, ...]]:
    """Crank angles, (angle, x, y) of the platform's middle and base hinges, from the seven angles of table 8.4."""
    q1, q2, q3, q4, q5, q6, q7 = ELBOWS[0], ELBOWS[1], ELBOWS[2], ELBOWS[5], ELBOWS[6], ELBOWS[3], ELBOWS[4]
    phi = q1 + q2 + q3
    corner = polar(0.4, q1) + polar(0.6, q1 + q2)
    second, third = corner + polar(0.4, phi), corner + polar(0.4, phi + pi / 3)
    middle = (corner + second + third) / 3
    base = (
        0j,
        second + polar(0.6, phi + q4) - polar(0.4, q6),
        third + polar(0.6, phi + pi / 3 + q5) - polar(0.4, q7),
    )
    return (q1, q6, q7), (phi, middle.real, middle.imag), base
