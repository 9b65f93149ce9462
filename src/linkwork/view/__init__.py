"""Look at a machine and its motion: pages that open anywhere, a web viewer, plots and diagrams.

page, save_html, animate    one HTML file with the machine in three dimensions, its motion and charts
view                        the web viewer, with sliders that keep loops closed
plot, plots                 figures of runs, machines and comparisons
report                      one HTML file about a run: summary, animation, figures
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from . import plots
from .page import Page, page
from .plots import plot
from .report import report
from .viewer import Viewer, view

__all__ = ["Page", "Viewer", "animate", "page", "plot", "plots", "report", "save_html", "view"]

animate = page


def save_html(subject: Any, path: str | os.PathLike[str], *columns: str, **options: Any) -> Path:
    """Write the page of a mechanism or a run to one file that opens in any browser; options as in `page`."""
    return page(subject, *columns, **options).save(path)
