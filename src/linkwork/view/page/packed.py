"""Packed: a scene, its motion and its charts as plain JSON data, arrays in base64."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from linkwork.record import Record
from linkwork.simulate.machine import Machine
from linkwork.view import meshes
from linkwork.view.arrows import arrows
from linkwork.view.curves import Group, groups
from linkwork.view.scene import Scene
from linkwork.view.stage import stage
from linkwork.view.subject import poses_of, resting
from linkwork.view.sway import sway

FRAMES = 1800  # most samples of a motion
CURVES = 14  # most curves in a chart
OPEN = 2  # charts that are open at first


def packed(
    scene: Scene, m: Machine, run: Record | None, columns: Sequence[str], fps: float, moving: bool
) -> dict[str, Any]:
    """Everything that the player reads."""
    even = None if run is None or run.t[-1] <= run.t[0] else _even(run, fps)
    if even is not None:
        t, q = even.t, even.q
    else:
        swayed = sway(m, scene.unit) if run is None and moving else None
        t, q = swayed or (np.zeros(1), (resting(m) if run is None else run.q[0])[None])
    rotations, positions = poses_of(m, q)
    seconds = float(t[-1] - t[0])
    return {
        "name": scene.name,
        "unit": scene.unit,
        "clock": "" if even is None else "s",
        "speed": _speed(seconds),
        "bodies": list(scene.bodies),
        "motion": {
            "bodies": len(scene.bodies),
            "start": float(t[0]),
            "step": seconds / max(len(t) - 1, 1),
            "count": len(t),
            "poses": floats(np.concatenate([positions, _quaternions(rotations)], axis=-1)),
        },
        **_solids(scene),
        "labels": [
            {"name": s.joint, "body": scene.bodies.index(s.body), "at": s.at.tolist(), "cut": s.cut}
            for s in scene.spots
        ],
        "tracers": [
            {"name": s.name, "body": scene.bodies.index(s.body), "at": s.at.tolist(), "color": s.color}
            for s in scene.tracers
        ],
        "arrows": [] if even is None else _arrows(scene, even, rotations),
        **stage(scene, rotations, positions).data(),
        "charts": [] if even is None else _charts(even, columns),
    }


def _even(run: Record, fps: float) -> Record:
    """The run at even times."""
    count = int(np.clip(np.ceil((run.t[-1] - run.t[0]) * fps), 100, FRAMES)) + 1
    return run.resample(np.linspace(run.t[0], run.t[-1], count))


def _speed(seconds: float) -> float:
    """Real time, unless the run would be over at once or take minutes."""
    for speed in (1.0, 0.5, 0.25, 0.1, 0.05, 0.02):
        if seconds / speed >= 2.0:
            break
    return {True: 4.0, False: speed}[seconds > 120.0]


def _solids(scene: Scene) -> dict[str, Any]:
    """Every mesh once, and the parts that use them."""
    known: dict[int, int] = {}
    kept = []
    for mesh in [*(part.mesh for part in scene.parts), meshes.cylinder(), meshes.cone()]:
        if id(mesh) not in known:
            known[id(mesh)] = len(kept)
            kept.append(mesh)
    return {
        "meshes": [
            {"vertices": floats(x.vertices), "normals": floats(x.normals), "faces": integers(x.faces)} for x in kept
        ],
        "parts": [
            {
                "body": scene.bodies.index(part.body),
                "mesh": known[id(part.mesh)],
                "place": [round(x, 9) for x in part.place.T.ravel().tolist()],
                "color": part.color,
                "role": part.role,
            }
            for part in scene.parts
        ],
        "shaft": known[id(meshes.cylinder())],
        "head": known[id(meshes.cone())],
    }


def _arrows(scene: Scene, run: Record, rotations: np.ndarray) -> list[dict[str, Any]]:
    return [
        {
            "name": arrow.name,
            "body": scene.bodies.index(arrow.body),
            "at": arrow.at.tolist(),
            "color": arrow.color,
            "turns": arrow.turns,
            "values": floats(arrow.vectors),
        }
        for arrow in arrows(scene, run, rotations)
    ]


def _charts(run: Record, columns: Sequence[str]) -> list[dict[str, Any]]:
    found = [_chart(group) for group in groups(run, columns)]
    for chart in found if columns else found[:OPEN]:
        chart["open"] = True
    return found


def _chart(group: Group) -> dict[str, Any]:
    return {
        "title": group.title,
        "unit": group.unit,
        "log": group.log,
        "open": False,
        "series": [{"name": curve.name, "values": floats(curve.values)} for curve in group.curves[:CURVES]],
    }


def _quaternions(rotations: np.ndarray) -> np.ndarray:
    """(w, x, y, z) of rotation matrices."""
    lead = rotations.shape[:-2]
    return Rotation.from_matrix(rotations.reshape(-1, 3, 3)).as_quat()[:, [3, 0, 1, 2]].reshape(*lead, 4)


def floats(x: np.ndarray) -> str:
    """Single-precision numbers, little end first."""
    return base64.b64encode(np.ascontiguousarray(x, dtype="<f4").tobytes()).decode()


def integers(x: np.ndarray) -> str:
    """32-bit counts."""
    return base64.b64encode(np.ascontiguousarray(x, dtype="<u4").tobytes()).decode()
