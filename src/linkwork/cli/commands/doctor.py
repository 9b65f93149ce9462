"""`linkwork doctor`: what linkwork finds on this computer."""

from __future__ import annotations

import importlib.metadata
import platform
import sys
from time import perf_counter
from typing import Any

from ..console import say_plainly, show_json, show_table
from ..failures import Exit
from ..machines import Json

EXTRAS = {
    "plot": ("matplotlib",),
    "view": ("viser",),
    "stiff": ("scikit-sundae",),
    "formats": ("trimesh",),
    "tables": ("pandas", "pyarrow", "xarray"),
}
BASE = ("numpy", "scipy", "llvmlite", "rich", "typer")


def doctor(json: Json = False) -> int:
    """Python, processor, LLVM, cache and extras, and whether a machine compiles and answers rightly."""
    facts, faults = _facts()
    trial = _trial()
    if trial["fault"]:
        faults.append(trial["fault"])
    if json:
        show_json({**facts, "trial": trial, "faults": faults})
    else:
        show_table("This computer", ("what", "found"), [(k, _told(x)) for k, x in facts.items() if k != "extras"])
        show_table("Extras", ("extra", "found", "missing"), [_extra(*item) for item in facts["extras"].items()])
        for fault in faults:
            say_plainly(f"Fault: {fault}")
        if not faults:
            say_plainly(f"Well: a four-bar compiled and answered in {1e3 * trial['seconds']:.0f} ms.")
    return Exit.FAILED if faults else Exit.DONE


def _facts() -> tuple[dict[str, Any], list[str]]:
    import linkwork
    from linkwork.kernel.cache import folder
    from linkwork.kernel.host import cores, host

    machine, place = host(), folder()
    llvm = importlib.import_module("llvmlite.binding")
    files = list(place.glob("*.code")) if place is not None and place.is_dir() else []
    facts: dict[str, Any] = {
        "linkwork": linkwork.__version__,
        "python": f"{platform.python_version()} ({platform.python_implementation()}, {sys.platform})",
        "packages": {name: _version(name) for name in BASE},
        "processor": f"{machine.cpu}, {cores()} cores, {machine.triple}",
        "vector width": machine.width,
        "fused multiply-add": machine.fma,
        "llvm": ".".join(map(str, llvm.llvm_version_info)),
        "cache": "off" if place is None else str(place),
        "cache content": f"{len(files)} files, {sum(f.stat().st_size for f in files) / 1e6:.1f} MB",
        "extras": {extra: {name: _version(name) for name in names} for extra, names in EXTRAS.items()},
    }
    old = [] if sys.version_info >= (3, 10) else ["linkwork needs Python 3.10 or newer."]
    return facts, old


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _trial() -> dict[str, Any]:
    """A four-bar, compiled and asked for M q̈ = φ + Jᵀ λ, J q̈ = ψ."""
    import numpy as np

    from ..machines import compiled

    start = perf_counter()
    try:
        system = compiled("four_bar")
        q, v, tau = system.start, np.zeros(system.n_v), np.zeros(system.n_v)
        qdd, lam = system.forward_dynamics(q, v, tau)
        M, phi, J, psi = system.block_equations(q, v, tau)
        left = max(np.abs(M @ qdd - phi - J.T @ lam).max(), np.abs(J @ qdd - psi).max())
        fault = "" if left < 1e-9 * np.abs(phi).max() else f"the four-bar's equations are left with {left:.1e}."
    except Exception as error:  # whatever is wrong with this computer is what doctor is for
        fault = f"a four-bar cannot be compiled here: {type(error).__name__}: {error}"
    return {"seconds": perf_counter() - start, "fault": fault}


def _told(x: Any) -> str:
    if isinstance(x, dict):
        return ", ".join(f"{k} {v or 'missing'}" for k, v in x.items())
    return {True: "yes", False: "no"}.get(x, str(x)) if isinstance(x, bool) else str(x)


def _extra(name: str, packages: dict[str, str | None]) -> tuple[str, str, str]:
    missing = [package for package, version in packages.items() if version is None]
    found = ", ".join(f"{package} {version}" for package, version in packages.items() if version)
    return name, found, f"{', '.join(missing)}: pip install 'linkwork[{name}]'" if missing else ""
