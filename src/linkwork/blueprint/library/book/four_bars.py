"""The book's four-bar: a Hoeken straight-line linkage; and the second four-bar of its program."""

from __future__ import annotations

from ....algebra.parameter import default
from ....errors import OptionError
from ... import inertia
from ...builder import Mechanism
from ..linkages.four_bar import four_bar

MODELS = ("listing", "table")


def hoeken_four_bar(model: str = "listing", angle: float = 0.0) -> Mechanism:
    """Crank 0.038, rocker and coupler 0.1152, base 0.0895 m, rocker's hinge at x < 0; cut at the crank's pin (section
    8.3).

    "listing": the coupler is a rod of 0.1152 m, as in table 10.3. "table": it is a rod of 0.2304 m hinged to the rocker
    at its middle, as in table 8.1. The base length is that of table 10.5. Starts as table 10.8 (where the angles are
    rounded).
    """
    if model not in MODELS:
        raise OptionError(f"model {model!r} of the book's four-bar", "does not exist", "Use 'listing' or 'table'")
    whole = model == "table"
    return four_bar(
        0.038, 0.1152, 0.1152, -0.0895,
        masses=(1.5, 5.0, 3.0),
        angle=angle,
        cut="crank",
        coupler_com=0.0 if whole else None,
        coupler_moments=inertia.rod(5.0, 0.2304) if whole else None,
        near_to=(4.3144, 0.9844),
        name=f"Hoeken four-bar ({model})",
    )  # fmt: skip


def redysim_four_bar(angle: float = 0.0) -> Mechanism:
    """Crank 0.05, output 0.13, coupler 0.10, base 0.15 m (ReDySim, "Fourbar Mechanism"), on the branch of its inverse
    dynamics.

    The start of its forward dynamics does not close the loop (by 26 mm), so that it is not kept.
    """
    return four_bar(
        0.05, 0.10, 0.13, 0.15,
        masses=(1.5, 3.0, 5.0),
        angle=default(angle),
        cut="crank",
        near_to=(2.2784, 2.2784),
        name="ReDySim four-bar",
    )  # fmt: skip
