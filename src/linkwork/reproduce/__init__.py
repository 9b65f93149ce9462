"""The published experiments run again, each number of a source beside ours.

`reproduce()` runs them all, `reproduce("koul")` those of a source, `reproduce(folder="report")` writes the page.
"""

from __future__ import annotations

from .findings import Curve, Figure, Findings, Row, Sheet, Verdict
from .report import Report
from .run import chosen, reproduce

__all__ = ["Curve", "Figure", "Findings", "Report", "Row", "Sheet", "Verdict", "chosen", "reproduce"]
