"""Pinocchio in C++, inside a compiled loop: built once with the machine's compiler where there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np
import pinocchio as pin

from support.pinocchio_model import Twin, constrained_acceleration

EIGEN = ("/usr/include/eigen3", "/usr/local/include/eigen3", "/opt/homebrew/include/eigen3")

FLAGS = (
    "-std=c++17", "-O3", "-DNDEBUG", "-w",
    "-DPINOCCHIO_ENABLE_TEMPLATE_INSTANTIATION",  # the library's own code, as its CMake target asks for: faster than ours
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS", "-DBOOST_MPL_LIMIT_LIST_SIZE=30", "-DBOOST_MPL_LIMIT_VECTOR_SIZE=30",
)  # fmt: skip


def nanoseconds(twin: Twin, q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> float | None:
    """Time per forward dynamics; None where no compiler or no Eigen is there."""
    program = _program()
    if program is None:
        return None
    text = _description(twin, q, v, tau)
    answer = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
    accelerations, time = answer.stdout.splitlines()
    here, there = constrained_acceleration(twin, q, v, tau), twin.v_from(np.array(accelerations.split(), dtype=float))
    assert np.allclose(there, here, rtol=0, atol=1e-9 * np.abs(here).max()), "the program computes another machine"
    return float(time.split()[0])


@cache
def _program() -> str | None:
    compiler = shutil.which("g++") or shutil.which("clang++")
    eigen = next((path for path in EIGEN if os.path.isdir(path)), None)
    prefix = Path(pin.__file__).parents[4]
    if compiler is None or eigen is None or not (prefix / "include" / "pinocchio").is_dir():
        return None
    source = Path(__file__).with_suffix(".cpp")
    target = Path(tempfile.gettempdir()) / f"pinocchio-loop-{os.getuid()}-{pin.__version__}-{source.stat().st_mtime_ns}"
    if not target.exists():
        command = [compiler, *FLAGS, f"-I{prefix}/include", f"-I{eigen}", str(source), "-o", str(target),
                   f"-L{prefix}/lib", "-lpinocchio_default", f"-Wl,-rpath,{prefix}/lib"]  # fmt: skip
        built = subprocess.run(command, capture_output=True, text=True)
        if built.returncode != 0:
            print(f"Pinocchio in C++ is left out, {compiler} fails:\n{built.stderr[-500:]}", file=sys.stderr)
            return None
    return str(target)


def _description(twin: Twin, q: np.ndarray, v: np.ndarray, tau: np.ndarray) -> str:
    model = twin.model
    lines = [f"gravity {_numbers(model.gravity.linear)}"]
    kinds = {"RX": "turn 0", "RY": "turn 1", "RZ": "turn 2", "PX": "slide 0", "PY": "slide 1", "PZ": "slide 2"}
    for k in range(1, model.njoints):
        short = model.joints[k].shortname().removeprefix("JointModel")
        kind = kinds.get(short, {"Spherical": "ball 0", "FreeFlyer": "free 0"}.get(short))
        if kind is None:
            raise ValueError(f"joint of type {short} is not known to the C++ loop")
        place, body = model.jointPlacements[k], model.inertias[k]
        lines.append(
            f"joint {model.parents[k]} {kind} {_numbers(place.rotation)} {_numbers(place.translation)} "
            f"{float(model.armature[model.idx_vs[k]])!r} {body.mass!r} {_numbers(body.lever)} {_numbers(body.inertia)}"
        )
    for cut in twin.constraints:
        a, b = cut.joint1_placement, cut.joint2_placement
        rows = 3 if cut.type == pin.ContactType.CONTACT_3D else 6
        lines.append(
            f"cut {cut.joint1_id} {_numbers(a.rotation)} {_numbers(a.translation)} "
            f"{cut.joint2_id} {_numbers(b.rotation)} {_numbers(b.translation)} {rows}"
        )
    lines.append(f"state {_numbers(twin.q_of(q))} {_numbers(twin.v_of(v))} {_numbers(twin.v_of(tau))}")
    return "\n".join(lines) + "\n"


def _numbers(values: Sequence[float] | np.ndarray) -> str:
    return " ".join(repr(float(x)) for x in np.asarray(values).ravel())
