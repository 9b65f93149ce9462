"""Implicit methods for stiff machines: SciPy's Radau and BDF, SUNDIALS' CVODE and IDA."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Implicit:
    """A method that another package steps, fed with compiled rates and their exact derivatives.

    solver      its name there
    package     "scipy" or "scikit-sundae"
    projects    whether each step can be brought back onto the loops; if not, the rates pull towards them
    """

    name: str
    title: str
    solver: str
    package: str
    projects: bool
    order: int = 5
    adaptive: bool = True


IMPLICIT: dict[str, Implicit] = {
    method.name: method
    for method in (
        Implicit("radau", "Radau IIA 5", "Radau", "scipy", projects=True),
        Implicit("bdf", "BDF", "BDF", "scipy", projects=True),
        Implicit("cvode", "CVODE (BDF)", "CVODE", "scikit-sundae", projects=False),
        Implicit("ida", "IDA (BDF)", "IDA", "scikit-sundae", projects=False),
    )
}
"""Methods for stiff machines, by name."""
