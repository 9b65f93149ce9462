"""Hyper-degree-of-freedom chain: n equal links in a row, planar or winding through space."""

from __future__ import annotations

from ...builder import Mechanism
from ..counted import counted
from ..rows import RIGHT, add_rows, rod


def chain(n: int = 20, spatial: bool = False) -> Mechanism:
    """A chain of n rods of 0.03 m and 0.05 kg, horizontal at the start (ReDySim, "Large-DOF Chain" has n = 20).

    `spatial` turns each hinge by a right angle against the one before it (assumed; the source's chain is planar).
    """
    m = Mechanism(f"chain of {counted(n, 'links')} links", gravity=(0.0, -9.81, 0.0))
    names = ["", *(f"link_{k + 1}" for k in range(n))]
    twist = [0.0 if not spatial or k == 0 else (RIGHT if k % 2 else -RIGHT) for k in range(n)]
    rows = [
        rod(name, before, 0.03, 0.05, thickness=0.01, a=0.03, alpha=alpha)
        for before, name, alpha in zip(names, names[1:], twist)
    ]
    add_rows(m, rows, size=0.002)
    return m
