"""Words: names of sources and values as they are read."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .findings import Allowed, Row, Verdict
from .report import Report

SOURCES = {
    "book": "S. V. Shah, S. K. Saha, J. K. Dutt, Dynamics of Tree-Type Robotic Systems, Springer, 2013",
    "koul": (
        "M. Koul, S. V. Shah, S. K. Saha, M. Manivannan, Reduced-order forward dynamics of multi-closed-loop systems, "
        "Multibody System Dynamics, 2014"
    ),
    "khan": (
        "W. A. Khan, Distributed Dynamics of Systems with Closed Kinematic Chains, M.Eng. thesis, McGill University, "
        "2002"
    ),
    "sathuluri": (
        "A. Sathuluri, A Study on the Lagrangian Formulation of Dynamics with Applications to Control of Parallel "
        "Manipulators, thesis, IIT Madras, 2019"
    ),
    "amirouche": (
        "F. M. L. Amirouche, Performance and Stability in High Speed Articulated Structures, report AFOSR-TR-91-0030, "
        "1991"
    ),
}
LONGEST = 12  # values of a row that are written out
MARKS = {"printed": "", "program": " (its program)", "derived": " (recomputed)"}
"""What stands behind a source's number that it does not print itself."""


def value(x: Any, tolerance: Allowed = 0.0) -> str:
    """A value to read: numbers to the digits that their tolerance means, or to four."""
    if x is None:
        return "–"
    if isinstance(x, (bool, np.bool_)):
        return "yes" if x else "no"
    if isinstance(x, str):
        return x
    if isinstance(x, (tuple, list, np.ndarray)):
        each_allowed = tolerance if isinstance(tolerance, tuple) else (tolerance,) * len(x)
        shown = [value(each, allowed) for each, allowed in list(zip(x, each_allowed))[:LONGEST]]
        return ", ".join(shown) + (", …" if len(x) > LONGEST else "")
    if isinstance(x, (int, np.integer)):
        return f"{int(x):,}".replace(",", " ") if abs(x) >= 10_000 else str(int(x))
    return _float(float(x), tolerance[0] if isinstance(tolerance, tuple) else tolerance)


def _float(x: float, tolerance: float) -> str:
    if not math.isfinite(x):
        return "not finite"
    digits = max(0, round(-math.log10(tolerance))) if tolerance > 0 else 0
    if tolerance > 0 and round(x, digits):
        return f"{x:.{digits}f}".replace("-", "−")
    return f"{x:.4g}".replace("-", "−")


def theirs(row: Row) -> str:
    """The source's value, marked where it is not printed there."""
    return value(row.theirs, row.tolerance) + MARKS[row.origin]


def ours(row: Row) -> str:
    """Our value."""
    return value(row.ours, row.tolerance)


def why(row: Row) -> str:
    """The largest difference, and the reason."""
    parts = [row.reason] if row.reason else []
    if row.difference:
        parts.insert(0, f"off by {row.difference:.2g}".replace("-", "−"))
    return "; ".join(parts)


def counted(report: Report, source: str) -> dict[Verdict, str]:
    """How many rows of a source have each verdict; of those that agree, how many numbers the source has itself."""
    told = {verdict: str(count or "") for verdict, count in report.counts(source).items()}
    own = report.confirmed(source)
    shares = (f"{own['printed']} printed", f"{own['program']} program", f"{own['derived']} recomputed")
    if told[Verdict.AGREES]:
        told[Verdict.AGREES] += f" ({', '.join(share for share in shares if share[0] != '0')})"
    return told


LEGEND = (
    "Numbers that a source prints are compared as printed. Where it only draws curves, “recomputed” marks what an "
    "independent calculation gives for the source's parameters, and “its program” what stands in the public files of "
    "the source's program. Times and counts of other programs are shown beside ours, without a verdict. Nothing is "
    "fitted: what cannot be reproduced says why."
)
