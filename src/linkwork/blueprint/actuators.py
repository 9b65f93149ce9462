"""Actuator: which rates of a joint are driven."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Actuator:
    """Drives rates `variables` of a joint with forces or torques between `lower` and `upper` (None: no limit)."""

    name: str
    joint: str
    variables: tuple[int, ...]
    lower: Any | None = None
    upper: Any | None = None
