"""Colours: eight for bodies and curves that people with any colour vision can tell apart, and a few with a meaning."""

from __future__ import annotations

# After Okabe and Ito (2008), toned for large areas; neighbours differ in lightness too.
PALETTE = ("#2f6db5", "#e69f00", "#1a9e77", "#cc6fa5", "#56b4e9", "#8c6d31", "#7a5fb0", "#6b7280")
GROUND = "#8d949e"
PIN = "#3a3f47"  # joints
CUT = "#d1392b"  # joints that were cut to open a loop
FORCE = "#c026d3"  # joint reactions
TORQUE = "#0e9f9a"  # actuator torques and forces


def colour(k: int) -> str:
    """The k-th colour, round and round."""
    return PALETTE[k % len(PALETTE)]
