"""A control law in words, for the record: the kind, and what of its settings fits a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from .given import Given

NONE = "none"
SHOWN = 8  # numbers of a row


def told(control: Any) -> str:
    """Such as "PD(desired=(0.3, 0.1), gains=Gains(kp=100.0, kd=20.0))"; "none" where nothing drives."""
    if control is None or isinstance(control, str):
        return NONE
    if hasattr(control, "ready") or callable(control):
        return _setting(control)
    return _setting(Given(control))


def _setting(x: Any) -> str:
    if isinstance(x, (bool, int, float, str, np.number)):
        return str(x)
    if isinstance(x, (tuple, list, np.ndarray)):
        parts = [_setting(each) for each in list(x)[:SHOWN]]
        return f"({', '.join(parts)}{', ...' if len(x) > SHOWN else ''})"
    if isinstance(x, Mapping):
        return "{" + ", ".join(f"{name}: {_setting(each)}" for name, each in x.items()) + "}"
    if hasattr(x, "__name__"):
        return f"function {x.__name__!r}"
    kind = type(x).__name__
    if not is_dataclass(x) or any(isinstance(getattr(x, field.name), np.ndarray) for field in fields(x)):
        return kind  # a table, a trajectory
    parts = (f"{f.name}={_setting(getattr(x, f.name))}" for f in fields(x) if getattr(x, f.name) is not None)
    return f"{kind}({', '.join(parts)})"
