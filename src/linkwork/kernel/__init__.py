"""Graph → machine code: LLVM (scalar, SIMD, loops around it), C, and an interpreter as referee."""

from __future__ import annotations

from linkwork.kernel.c_code import CCode, c_code
from linkwork.kernel.compiled import compile_function
from linkwork.kernel.interpreter import interpret_function
from linkwork.kernel.kernel import Kernel, guarded_call
from linkwork.kernel.modules import Entry, Module

__all__ = ["CCode", "Entry", "Kernel", "Module", "c_code", "compile_function", "guarded_call", "interpret_function"]
