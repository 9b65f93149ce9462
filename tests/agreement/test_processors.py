"""Machine code for processors with narrower vectors, or without fused multiply-add, run on this one, agrees too.

Each runs in a process of its own, in which LLVM is told of another processor whose instructions this one has.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys

import llvmlite.binding as llvm
import pytest

SSE = "64bit cmov cx8 fxsr mmx sse sse2"
SSE4 = f"{SSE} sse3 ssse3 sse4.1 sse4.2 popcnt"
AVX = f"{SSE4} avx xsave"
AVX2 = f"{AVX} avx2 bmi bmi2 f16c fma lzcnt movbe"
EVERY = {"x86-64": (SSE, 2), "nehalem": (SSE4, 2), "sandybridge": (AVX, 4), "haswell": (AVX2, 4)}
HERE = {name for name, there in llvm.get_host_cpu_features().items() if there}
PROCESSORS = [name for name, (features, _) in EVERY.items() if set(features.split()) <= HERE]
if platform.machine().lower() not in ("x86_64", "amd64"):
    PROCESSORS, EVERY = ["generic"], {"generic": (" ".join(HERE), 2)}

PROGRAM = """
import sys
import numpy as np
import llvmlite.binding as llvm
from llvmlite.binding.targets import FeatureMap

name, features, width = sys.argv[1], sys.argv[2].split(), int(sys.argv[3])
known = FeatureMap({feature: feature in features for feature in llvm.get_host_cpu_features()})
llvm.get_host_cpu_name, llvm.get_host_cpu_features = lambda: name, lambda: known

from linkwork.algebra.scalars import absolute, atan2, cos, exp, log, maximum, minimum, sin, sqrt, tanh, where
from linkwork.blueprint import library
from linkwork.expression.procedures import solve_general, solve_symmetric
from linkwork.expression.trace import trace
from linkwork.kernel import compile_function, interpret_function
from linkwork.kernel.host import host

assert (host().cpu, host().width, host().fma) == (name, width, "fma" in features)


def law(x):
    a, b, c = sin(40.0 * x[0]), cos(1e7 * x[1]), where(x[2], x[0], x[1])
    column = solve_symmetric([[3.0, a, b], [a, 4.0, a * b], [b, a * b, 5.0]], [[x[0]], [1.0], [x[2]]])
    other = solve_general([[3.0, a, b], [c, 4.0, a * b], [b, a, 5.0]], [[x[0]], [1.0], [x[2]]])
    return {"y": [a, b, c, tanh(x[0]), exp(x[1]), log(x[0] ** 2 + 0.1), atan2(x[0], x[1]), x[0] ** 7, minimum(a, b),
                  maximum(x[1], x[2]), absolute(x[0]), sqrt(x[1] * x[1]), *(row[0] for row in (*column, *other))]}


def close(found, expected):
    np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-13)


function = trace(law, {"x": (3,)}, name="law")
states = np.random.default_rng(0).normal(size=(101, 3))
states[5], states[6] = np.nan, (0.0, -0.0, 1e-300)
expected, kernel = interpret_function(function)(states), compile_function(function)
close(kernel(states), expected)
close([kernel(x) for x in states], expected)

system = library.koul_three_rrr().compile()
q, v, tau = np.array(system.assemble()), np.full(system.n_v, 0.1), system.tau()
kernel, referee = system.kernel("forward_dynamics"), interpret_function(system.function("forward_dynamics"))
for found, one, expected in zip(kernel(np.tile(q, (9, 1)), v, tau), kernel(q, v, tau), referee(q, v, tau)):
    close(one, expected)
    close(found, np.tile(expected, (9, *(1 for _ in np.shape(expected)))))
print("agrees")
"""


@pytest.mark.parametrize("name", PROCESSORS)
def test_another_processor_computes_the_same(name: str) -> None:
    features, width = EVERY[name]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, name, features, str(width)],
        env={**os.environ, "LINKWORK_CACHE": "off"},
        capture_output=True,
        text=True,
    )
    assert done.stdout == "agrees\n", done.stderr
