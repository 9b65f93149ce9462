"""Colours: eight for bodies and curves that people with any colour vision can tell apart, and a few with a meaning."""

from __future__ import annotations

# After Okabe and Ito (2008), toned for large areas; any two differ for people who see no red or no green.
PALETTE = ("#2f6db5", "#e69f00", "#1a9e77", "#b03a84", "#6fc0ee", "#7d5f27", "#472f9c", "#9aa2ae")
GROUND = "#8d949e"
PIN = "#3a3f47"  # joints
CUT = "#d1392b"  # joints that were cut to open a loop
FORCE = "#c026d3"  # joint reactions
TORQUE = "#0e9f9a"  # actuator torques and forces


def colour(k: int) -> str:
    """The k-th colour, round and round."""
    return PALETTE[k % len(PALETTE)]
