"""Drawing: the scene on a viser server; bodies are frames, their solids hang on them.

Everything is drawn to one size, whatever the machine's, as the browser's camera is made for metres.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
from scipy.spatial.transform import Rotation

from linkwork.view import colours
from linkwork.view.arrows import Arrow
from linkwork.view.meshes import Mesh, joined
from linkwork.view.scene import Scene
from linkwork.view.stage import Stage

SIZE = 2.0  # radius of the room on the screen's scale
FIELD = 0.6  # opening of the camera, in radians
HIDDEN = np.zeros((1, 2, 3))
LIGHT_GRID = (205, 212, 222), (170, 180, 195)  # every line, every fifth line
DARK_GRID = (52, 58, 66), (78, 86, 97)


class Drawing:
    """The machine in the browser: `pose` moves it."""

    def __init__(self, server: Any, scene: Scene, stage: Stage, dark: bool = False) -> None:
        self.server, self.scene, self.stage, self.dark = server, scene, stage, dark
        self.scale = SIZE / stage.radius
        self.frames: list[Any] = []
        self.handles: dict[str, list[Any]] = defaultdict(list)  # what can be hidden, by kind
        self.solids: dict[str, list[Any]] = defaultdict(list)
        self.rotations = np.tile(np.eye(3), (len(scene.bodies), 1, 1))
        self.positions = np.zeros((len(scene.bodies), 3))
        self.arrows: Any = None
        with server.atomic():
            self._look()
            self._bodies()
            self._labels()

    # ---- moving

    def pose(self, rotations: np.ndarray, positions: np.ndarray) -> None:
        """Put every body in its place: (bodies, 3, 3), (bodies, 3)."""
        self.rotations, self.positions = rotations, positions
        quaternions = Rotation.from_matrix(rotations).as_quat()[:, [3, 0, 1, 2]]
        with self.server.atomic():
            for frame, wxyz, position in zip(self.frames, quaternions, positions):
                frame.wxyz, frame.position = wxyz, self.scale * position

    def forces(self, arrows: tuple[Arrow, ...], k: int) -> None:
        """Show sample k of the arrows."""
        if not arrows:
            return
        tails = [
            self.rotations[i] @ a.at + self.positions[i] for a in arrows for i in [self.scene.bodies.index(a.body)]
        ]
        points = np.array([[tail, tail + a.vectors[k]] for a, tail in zip(arrows, tails)]) * self.scale
        if self.arrows is None:
            unit = self.scale * self.scene.unit
            self.arrows = self.server.scene.add_arrows(
                "/forces",
                points,
                np.array([rgb(a.color) for a in arrows], dtype=np.uint8),
                shaft_radius=0.014 * unit,
                head_radius=0.04 * unit,
                head_length=0.1 * unit,
            )
            self.handles["forces"].append(self.arrows)
        else:
            self.arrows.points = points.astype(np.float32)

    def trail(self, name: str, path: np.ndarray, color: str) -> None:
        """Show the way (samples, 3) of a point; an earlier one of that name is replaced."""
        segments = np.stack([path[:-1], path[1:]], axis=1) * self.scale if len(path) > 1 else HIDDEN
        for handle in [h for h in self.handles["trails"] if h.name == f"/trails/{name}"]:
            handle.points = segments.astype(np.float32)
            return
        self.handles["trails"].append(
            self.server.scene.add_line_segments(
                f"/trails/{name}", segments, rgb(color), thickness=2.5, thickness_units="screen"
            )
        )

    def show(self, kind: str, visible: bool) -> None:
        """Show or hide forces, trails, names or the grid."""
        for handle in self.handles[kind]:
            handle.visible = visible

    # ---- what is there from the start

    def _look(self) -> None:
        stage, scene = self.stage, self.server.scene
        scene.set_up_direction(tuple(stage.up))
        distance = 1.3 * self.scale * _room(stage) / np.tan(FIELD / 2)
        tilt = (0.97, 0.14, -0.18) if stage.flat else (0.75, 0.45, -0.5)
        away = tilt[0] * stage.front + tilt[1] * stage.up + tilt[2] * stage.side
        camera = self.server.initial_camera
        camera.look_at = self.scale * stage.middle
        camera.position = self.scale * stage.middle + distance * away / np.linalg.norm(away)
        camera.up = stage.up
        camera.fov = FIELD
        plane = np.column_stack([stage.side, *((stage.up, stage.front) if stage.flat else (-stage.front, stage.up))])
        cell = self.scale * stage.step
        lines = DARK_GRID if self.dark else LIGHT_GRID
        grid = scene.add_grid(
            "/grid",
            plane="xy",
            infinite_grid=True,
            cell_size=cell,
            section_size=5 * cell,
            cell_thickness=0.8,
            section_thickness=1.1,
            cell_color=lines[0],
            section_color=lines[1],
            fade_distance=7 * SIZE,
            wxyz=Rotation.from_matrix(plane).as_quat()[[3, 0, 1, 2]],
            position=self.scale * stage.floor,
        )
        self.handles["grid"].append(grid)
        scene.configure_environment_map(None)  # it takes long without a graphics card
        scene.configure_default_lights(enabled=True, cast_shadow=True)
        scene.add_light_hemisphere("/sky", sky_color=(242, 246, 255), ground_color=(170, 166, 162), intensity=1.6)

    def _bodies(self) -> None:
        for name in self.scene.bodies:
            self.frames.append(self.server.scene.add_frame(f"/bodies/{name}", show_axes=False))
        for k, name in enumerate(self.scene.bodies):
            by_color: dict[str, list[Mesh]] = defaultdict(list)
            for part in self.scene.parts:
                if part.body == name:
                    by_color[part.color].append(part.mesh.placed(part.place))
            for color, meshes in by_color.items():
                mesh = joined(meshes)
                handle = self.server.scene.add_mesh_simple(
                    f"/bodies/{name}/{color[1:]}",
                    (self.scale * mesh.vertices).astype(np.float32),
                    mesh.faces.astype(np.uint32),
                    color=rgb(color),
                )
                self.solids[self.scene.bodies[k]].append(handle)

    def _labels(self) -> None:
        for spot in self.scene.spots:
            label = self.server.scene.add_label(
                f"/bodies/{spot.body}/name of {spot.joint}", spot.joint, position=self.scale * spot.at, visible=False
            )
            self.handles["names"].append(label)


def rgb(color: str) -> tuple[int, int, int]:
    """Numbers of a colour such as "#1a9e77"."""
    value = int((color if color.startswith("#") and len(color) == 7 else colours.GROUND)[1:], 16)
    return (value >> 16, (value >> 8) & 255, value & 255)


def _room(stage: Stage) -> float:
    """Half of what has to be seen."""
    side, up, front = stage.half
    return float(max(up, 0.7 * side)) + float(front) * 0.3 if stage.flat else stage.radius * 0.8
