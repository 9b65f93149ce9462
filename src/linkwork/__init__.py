"""Dynamics of robots and mechanisms whose links form closed loops."""

from __future__ import annotations

__version__ = "0.1.0"
