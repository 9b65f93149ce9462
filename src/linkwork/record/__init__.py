"""What happened: runs as named columns over time, how far they can be trusted, and how they go to files and tables."""

from __future__ import annotations

from .files import load
from .layout import Channel, Column, Layout
from .outcome import Ending, Outcome
from .record import Record
from .recorder import Recorder

__all__ = ["Channel", "Column", "Ending", "Layout", "Outcome", "Record", "Recorder", "load"]
