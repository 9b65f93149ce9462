"""A run: equations, machine code, recording, and what happens between the steps."""

from __future__ import annotations
