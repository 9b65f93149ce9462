"""Calling a kernel: shapes, batches, names, out=, and what is said when something does not fit."""

from __future__ import annotations

import copy
import gc
