"""The machine code of a run: loops around the laws for steps, error control, projection and recording."""

from __future__ import annotations
