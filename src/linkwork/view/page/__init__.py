"""A page: one HTML file that shows a machine or a run anywhere, without a network."""

from __future__ import annotations

from .page import Page, page

__all__ = ["Page", "page"]
