"""Methods of integration, by name; a new one is a file with its numbers and a line here."""

from __future__ import annotations

from .dormand_prince_5 import DORMAND_PRINCE_5
from .dormand_prince_8 import DORMAND_PRINCE_8
from .heun import HEUN
from .implicit import IMPLICIT, Implicit
from .runge_kutta_4 import RUNGE_KUTTA_4
from .semi_implicit_euler import SEMI_IMPLICIT_EULER, SemiImplicit
from .tableau import Tableau
from .variational import VARIATIONAL, Variational

EXPLICIT: dict[str, Tableau | SemiImplicit] = {
    method.name: method for method in (SEMI_IMPLICIT_EULER, HEUN, RUNGE_KUTTA_4, DORMAND_PRINCE_5, DORMAND_PRINCE_8)
}
"""Methods that run wholly in machine code."""

__all__ = ["EXPLICIT", "IMPLICIT", "VARIATIONAL", "Implicit", "SemiImplicit", "Tableau", "Variational"]
