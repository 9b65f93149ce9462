"""What is known of the processor."""

from __future__ import annotations

import ctypes
import math

from linkwork.kernel.host import cores, host, library_addresses


def test_width_fits_the_features():
    known = host()
    assert known.width in (2, 4, 8)
    if known.width == 8:
        assert "+avx512f" in known.features


def test_there_is_at_least_one_core():
    assert cores() >= 1


def test_library_functions_are_found_by_address():
    found = library_addresses()
    law = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double, ctypes.c_double)(found["atan2"])
    assert law(1.0, -2.0) == math.atan2(1.0, -2.0)
    assert all(found[name] for name in ("sin", "cos", "exp", "log", "tanh", "malloc", "free"))
