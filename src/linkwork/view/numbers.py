"""Numbers as people write them."""

from __future__ import annotations

import math

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def scientific(x: float, digits: int = 1) -> str:
    """4·10⁻¹²; plain between 0.001 and 100 000."""
    if x == 0.0 or not math.isfinite(x) or 1e-3 <= abs(x) < 1e5:
        return f"{x:.{max(digits, 3)}g}".replace("-", "−")
    mantissa, power = f"{x:.{digits - 1}e}".split("e")
    return f"{mantissa.replace('-', '−')}·10{str(int(power)).translate(RAISED)}"
