"""Inspector: mass, inertia and pose of one body as text."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from linkwork.blueprint.mechanism import Blueprint
from linkwork.view.numbers import scientific


def inspected(blueprint: Blueprint, body: str, rotation: np.ndarray, position: np.ndarray) -> str:
    """A table in Markdown; the blueprint's parameters are bound."""
    b = blueprint.body(body)
    com = ", ".join(_number(x) for x in b.com)
    moments = np.linalg.eigvalsh(np.array(b.inertia, dtype=float))
    angles = Rotation.from_matrix(rotation).as_euler("ZYX", degrees=True)
    where = "the centre of mass" if b.inertia_about == "com" else "the origin"
    rows = (
        ("mass", f"{_number(b.mass)} kg"),
        ("centre of mass", f"({com}) m"),
        (f"moments about {where}", ", ".join(_number(x) for x in moments) + " kg m²"),
        ("position", "(" + ", ".join(f"{round(x, 4) + 0.0:.4f}" for x in position) + ") m"),
        ("turned about z, y, x", ", ".join(f"{round(x, 1) + 0.0:.1f}°" for x in angles)),
    )
    return "\n".join(["| | |", "|-|-|", *(f"| {name} | {value} |" for name, value in rows)])


def _number(x: float) -> str:
    return scientific(float(x), 3)
