"""Machines of the literature and of the workshop: each a function that returns a Mechanism in a closed starting pose.

`catalogue()` lists them; `experiments()` lists what the sources did with them, as data.
"""

from __future__ import annotations

from .catalogue import CATALOGUE, Entry, catalogue, find

_MACHINES = {entry.name: entry.machine for entry in CATALOGUE}
globals().update(_MACHINES)

__all__ = ["CATALOGUE", "Entry", "catalogue", "find", *_MACHINES]
