"""Other people's descriptions, in and out."""

from __future__ import annotations

from . import denavit_hartenberg

__all__ = ["denavit_hartenberg"]
