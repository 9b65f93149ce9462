"""The web viewer: a machine in three dimensions in a browser, served from here (extra `view`)."""

from __future__ import annotations

from .viewer import Viewer, view

__all__ = ["Viewer", "view"]
