"""The machine that kernels run on: its processor, its vector width, its mathematical library."""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import sys
from dataclasses import dataclass
from functools import cache

import llvmlite.binding as llvm

LIBRARY_FUNCTIONS = (
    "sin",
    "cos",
    "exp",
    "log",
    "tanh",
    "atan2",
    "pow",
    "malloc",
    "free",
    "memcpy",
    "memset",
    "__chkstk",
)


@dataclass(frozen=True)
class Host:
    """The processor and what it offers.

    triple, cpu, features   as LLVM names them
    width                   number of doubles in its widest vector
    fma                     whether it has fused multiply-add
    compact                 whether LLVM's JITLink links for it. That keeps code and constants near each other, so that
                            a constant is an operand, not a load through an address of 8 bytes
    """

    triple: str
    cpu: str
    features: str
    width: int
    fma: bool
    compact: bool


@cache
def host() -> Host:
    """The processor of this process."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    found = llvm.get_host_cpu_features()
    triple = llvm.get_process_triple()
    arm = triple.startswith(("aarch64", "arm64"))
    width = 8 if found.get("avx512f") else 4 if found.get("avx2") or found.get("avx") else 2
    compact = (arm or triple.startswith("x86_64")) and "windows" not in triple
    return Host(triple, llvm.get_host_cpu_name(), found.flatten(), width, arm or bool(found.get("fma")), compact)


@cache
def cores() -> int:
    """Processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@cache
def library_addresses() -> dict[str, int]:
    """Addresses of the C functions that machine code may call, by name."""
    if sys.platform == "win32":
        libraries = [ctypes.CDLL("ucrtbase"), ctypes.CDLL("ntdll")]  # the latter for __chkstk, before large frames
    else:
        libraries = [ctypes.CDLL(None), ctypes.CDLL(ctypes.util.find_library("m"))]
    found = {}
    for name in LIBRARY_FUNCTIONS:
        for library in libraries:
            if hasattr(library, name):
                found[name] = ctypes.cast(getattr(library, name), ctypes.c_void_p).value or 0
                break
    return found
