"""What every law of the catalogue keeps to: a method of the compiled machine for one state and for many, and C code."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.dynamics.catalogue import REQUIRED, TREES
from linkwork.expression.evaluate import evaluate
from linkwork.system import System

LAWS = ("forward_dynamics", *TREES)
STATES = 11  # more than the lanes of any processor, and no multiple of them
BOX = [[0.3, 0.02, 0.01], [0.02, 0.4, 0.03], [0.01, 0.03, 0.25]]


@pytest.fixture(scope="module")
def system() -> System:
    """A free trunk with a leg; Euler angles, rotor, loads along a joint and a parameter."""
    length = lw.Parameter("length", 0.4)
    m = lw.Mechanism("walker", gravity=(0.3, 0.0, -9.81))
    trunk, leg = (m.body(name, mass=2.0, com=(0.1, 0.0, 0.2), inertia=BOX) for name in ("trunk", "leg"))
    m.floating("base", trunk, coordinates="YXZ")
    m.revolute("hip", trunk.at(0.0, length, 0.0), leg, axis="y")
    m.actuate("hip")
    m.rotor("hip", inertia=0.05)
    m.spring("return", "hip", stiffness=3.0, damping=0.5, rest=0.2)
    m.friction("hip", viscous=0.3)
    return m.compile()


@pytest.fixture(scope="module")
def states(system: System) -> dict[str, np.ndarray]:
    random = np.random.default_rng(4)
    q = system.start + 0.3 * random.normal(size=(STATES, system.n_q))
    v, vd, tau = random.normal(size=(3, STATES, system.n_v))
    return {"q": q, "v": v, "vd": vd, "tau": tau, "t": np.zeros(STATES), "p": np.full((STATES, 1), 0.4)}


@pytest.fixture(scope="module")
def library(system: System, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """All laws as C, compiled together; None without a compiler."""
    folder = tmp_path_factory.mktemp("laws")
    sources = [str(system.c_code(name, **options(name)).write(folder)[1]) for name in LAWS]
    compiler = shutil.which("cc") or shutil.which("gcc")
    if compiler is None:
        return None
    file = folder / "laws.so"
    subprocess.run([compiler, "-std=c99", "-O0", "-shared", "-fPIC", *sources, "-o", str(file), "-lm"], check=True)
    return ctypes.CDLL(str(file))


def options(name: str) -> dict[str, Any]:
    """A body for the laws that are about one."""
    return {k: "leg" for k, x in TREES[name].options.items() if x is REQUIRED} if name in TREES else {}


def close(found: Any, expected: np.ndarray) -> None:
    assert np.shape(found) == expected.shape
    assert np.abs(found - expected).max(initial=0.0) <= 1e-10 * max(1.0, np.abs(expected).max(initial=0.0))


@pytest.mark.parametrize("name", LAWS)
def test_a_law_is_a_method_for_one_state_and_many_and_c(
    name: str, system: System, states: dict[str, np.ndarray], library: Any
) -> None:
    function, chosen = system.function(name, **options(name)), options(name)
    ports = [port.name for port in function.inputs]
    expected = [evaluate(function, **{port: states[port][k] for port in ports}) for k in range(STATES)]
    outputs = [port.name for port in function.outputs]

    method = getattr(system, name)
    own = [port for port in ports if port not in ("t", "p")]  # these have values of their own
    many = method(*(states[port] for port in own), **chosen)
    one = method(*(states[port][7] for port in own), **chosen)
    for k, key in enumerate(outputs):
        whole, alone = (many, one) if len(outputs) == 1 else (many[k], one[k])
        close(alone, expected[7][key])
        close(whole, np.stack([each[key] for each in expected]))

    if library is not None:
        results = [np.full(port.shape, np.nan) for port in function.outputs]
        run = getattr(library, system.c_code(name, **chosen).name)
        given = [np.ascontiguousarray(states[port][7]) for port in ports]
        run(*(ctypes.c_void_p(x.ctypes.data) for x in (*given, *results)))
        for key, result in zip(outputs, results, strict=True):
            close(result, expected[7][key])


def test_laws_depend_on_parameters_and_are_differentiated_by_them(
    system: System, states: dict[str, np.ndarray]
) -> None:
    q, v, tau = (states[name][3] for name in ("q", "v", "tau"))
    slope = system.derivative("forward_dynamics", wrt=("p",))(q, v, tau, p=np.array([0.4]))
    h = 1e-6
    ahead, behind = (system.forward_dynamics(q, v, tau, p=np.array([0.4 + x])) for x in (h, -h))
    assert np.abs(slope[:, 0]).max() > 0.1
    np.testing.assert_allclose(slope[:, 0], (ahead - behind) / (2 * h), rtol=1e-6, atol=1e-7)
