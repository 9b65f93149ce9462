"""The command `linkwork`: what a machine is, how it moves, what its formulations cost, from a terminal."""

from __future__ import annotations

from .failures import main

__all__ = ["main"]
