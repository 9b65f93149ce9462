"""Viewer: a machine or a run in the browser, with a clock, sliders, charts and an inspector."""

from __future__ import annotations

import contextlib
import io
import socket
import threading
import time
from typing import Any

import numpy as np

from linkwork.errors import MissingExtra, OptionError
from linkwork.record import Record
from linkwork.simulate.machine import Machine
from linkwork.view.arrows import Arrow, arrows
from linkwork.view.curves import groups
from linkwork.view.dragging import Dragged, levers
from linkwork.view.scene import Scene
from linkwork.view.stage import stage
from linkwork.view.subject import machine as machine_of
from linkwork.view.subject import poses_of, resting, scene_of
from linkwork.view.viewer.charts import Charts
from linkwork.view.viewer.drawing import Drawing
from linkwork.view.viewer.inspector import inspected

FRAMES = 3000  # samples of a run that are kept ready
RATE = 60.0  # pictures a second
SLOW = 6  # charts and the inspector follow each such picture
SPEEDS = ("0.05", "0.1", "0.25", "0.5", "1", "2", "4")
GROWN = 1200  # points of a trail that grows while a machine is dragged


def view(
    subject: Any,
    *columns: str,
    machine: Any = None,
    host: str = "127.0.0.1",
    port: int = 8080,
    shapes: str = "described",
    dark: bool = False,
    wait: bool = False,
) -> Viewer:
    """Serve a mechanism, a system or a run to a browser; `.url` says where.

    columns  of the charts beside a run; the usual ones if none is named
    machine  what a loaded run belongs to
    host     who may look: this computer alone, unless told otherwise
    port     where; the next free one if it is taken
    dark     on dark ground
    wait     return only when it is interrupted, for scripts
    """
    try:
        import viser
    except ImportError:
        raise MissingExtra("viser", "view", "the web viewer") from None
    m = machine_of(subject, machine)
    run = subject if isinstance(subject, Record) and len(subject) else None
    _listens(host, port)
    with contextlib.redirect_stdout(io.StringIO()):  # it greets
        server = viser.ViserServer(host=host, port=port, label=m.blueprint.name, verbose=False)
    viewer = Viewer(server, m, run, columns, shapes, dark)
    if wait:
        viewer.wait()
    return viewer


def _listens(host: str, port: int) -> None:
    """Whether this computer can listen there; the server itself would wait for ever."""
    if not isinstance(port, int) or not 0 < port < 65536:
        raise OptionError(f"port {port!r}", "does not exist", "Give a whole number from 1024 to 65535")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.bind(address)  # at any free port
    except OSError:
        right = "Give 127.0.0.1 for this computer alone, 0.0.0.0 for all that can reach it"
        raise OptionError(f"host {host!r}", "is no address of this computer", right) from None


class Viewer:
    """A machine on a server. One thread moves it: it runs the clock, closes the loops, and tells the browsers."""

    def __init__(
        self, server: Any, m: Machine, run: Record | None, columns: tuple[str, ...], shapes: str, dark: bool
    ) -> None:
        self.server, self.m, self.run = server, m, None if run is None else _sampled(run)
        q = resting(m)[None] if self.run is None else self.run.q
        self.rotations, self.positions = poses_of(m, q)
        self.scene: Scene = scene_of(m, q[0], shapes)
        self.drawing = Drawing(server, self.scene, stage(self.scene, self.rotations, self.positions), dark)
        self.arrows: tuple[Arrow, ...] = ()
        self.charts: Charts | None = None
        self.dragged: Dragged | None = None
        self.sliders: dict[str, Any] = {}
        self.t = 0.0 if self.run is None else float(self.run.t[0])
        self.playing = False
        self._changed = threading.Event()
        self._closing = threading.Event()
        self._bound = m.blueprint.bind()
        self._gui(columns)
        self._draw()
        self._thread = threading.Thread(target=self._live, name="linkwork viewer", daemon=True)
        self._thread.start()

    @property
    def url(self) -> str:
        """Where it is."""
        return f"http://{self.server.get_host()}:{self.server.get_port()}"

    def play(self) -> None:
        """Start the clock, again from the beginning if it was at the end."""
        if self.run is not None and len(self.run) > 1:
            if self.t >= self.run.t[-1]:
                self.t = float(self.run.t[0])
            self.playing = True
            self._changed.set()

    def pause(self) -> None:
        """Stop the clock."""
        self.playing = False
        self._changed.set()

    def seek(self, t: float) -> None:
        """Go to a time of the run."""
        assert self.run is not None, "only a run has a time"
        self.t = float(np.clip(t, self.run.t[0], self.run.t[-1]))
        self._changed.set()

    def wait(self) -> None:
        """Serve until interrupted."""
        with contextlib.suppress(KeyboardInterrupt):
            self._closing.wait()
        self.stop()

    def stop(self) -> None:
        """End the server."""
        self._closing.set()
        self._changed.set()
        if threading.current_thread() is not self._thread:
            self._thread.join(timeout=5.0)
        with contextlib.redirect_stdout(io.StringIO()):
            self.server.stop()

    def __repr__(self) -> str:
        return f"<viewer of {self.m.blueprint.name!r} at {self.url}>"

    # ---- what stands beside the machine

    def _gui(self, columns: tuple[str, ...]) -> None:
        gui = self.server.gui
        gui.configure_theme(show_logo=False, show_share_button=False, dark_mode=self.drawing.dark)
        gui.main_panel.dock_right()
        if self.run is not None:
            self.arrows = arrows(self.scene, self.run, self.rotations)
            self._paths()
            if len(self.run) > 1:
                self._clock(gui)
        else:
            self._levers(gui)
        with gui.add_folder("Show"):
            kinds = {"trails": True, "names": False, "grid": True} | ({"forces": True} if self.arrows else {})
            for kind, on in kinds.items():
                box = gui.add_checkbox(kind.capitalize(), on)
                box.on_update(lambda event, kind=kind: self.drawing.show(kind, event.target.value))
        if self.run is not None and len(self.run) > 1:
            with gui.add_folder("Charts"):
                self.charts = Charts(gui, self.run, groups(self.run, columns))
        self._inspector(gui)

    def _clock(self, gui: Any) -> None:
        assert self.run is not None
        start, end = float(self.run.t[0]), float(self.run.t[-1])
        with gui.add_folder("Motion"):
            self._button = gui.add_button("Play")
            self._time = gui.add_slider("Time / s", start, end, max((end - start) / 2000, 1e-9), start)
            self._speed = gui.add_dropdown("Speed", SPEEDS, initial_value=_speed(end - start))
        self._button.on_click(lambda _: self.pause() if self.playing else self.play())
        self._time.on_update(self._scrubbed)

    def _scrubbed(self, event: Any) -> None:
        if event.client is not None:  # a person moved it
            self.playing = False
            self.seek(self._time.value)

    def _levers(self, gui: Any) -> None:
        found = levers(self.m, self.scene.unit)
        if not found:
            return
        self.dragged = Dragged(self.m, found)
        self._ways: dict[str, list[np.ndarray]] = {}
        for tracer in self.scene.tracers:
            k = self.scene.bodies.index(tracer.body)
            self._ways[tracer.name] = [self.rotations[0, k] @ tracer.at + self.positions[0, k]]
        with gui.add_folder("Joints"):
            for lever in found:
                label = f"{lever.name} / {'rad' if lever.angle else 'm'}"
                value = float(self.dragged.q[lever.q])
                slider = gui.add_slider(label, lever.low, lever.high, lever.step, value)
                slider.on_update(lambda _: self._changed.set())
                self.sliders[lever.name] = slider
            self._note = gui.add_markdown("")
            home = gui.add_button("Back to the start")
        home.on_click(lambda _: self._home())

    def _home(self) -> None:
        assert self.dragged is not None
        self.dragged.q = np.array(self.m.closed_start)
        for lever in self.dragged.levers:
            self.sliders[lever.name].value = float(self.dragged.q[lever.q])
        self._changed.set()

    def _inspector(self, gui: Any) -> None:
        names = [name for name in self.scene.bodies if name != "ground"]
        if not names:
            return
        with gui.add_folder("Body"):
            self._body = gui.add_dropdown("Name", tuple(names))
            self._facts = gui.add_markdown("")
        self._body.on_update(lambda _: self._changed.set())
        for name in names:
            for solid in self.drawing.solids[name]:
                solid.on_click(lambda _, name=name: setattr(self._body, "value", name))

    def _paths(self) -> None:
        for tracer in self.scene.tracers:
            k = self.scene.bodies.index(tracer.body)
            path = self.rotations[:, k] @ tracer.at + self.positions[:, k]
            self.drawing.trail(tracer.name, path, tracer.color)

    # ---- what happens

    def _live(self) -> None:
        before, count = time.perf_counter(), 0
        while not self._closing.is_set():
            if not self.playing:
                self._changed.wait()
                before = time.perf_counter()
            if self._closing.is_set():
                return
            moved = self._changed.is_set()
            self._changed.clear()
            now = time.perf_counter()
            if self.playing:
                self._tick(now - before)
            before, count = now, count + 1
            if self.dragged is not None:
                self._drag()
            self._draw(slow=moved or count % SLOW == 0)
            self._closing.wait(max(0.0, 1.0 / RATE - (time.perf_counter() - now)))

    def _tick(self, passed: float) -> None:
        assert self.run is not None
        self.t += passed * float(self._speed.value)
        if self.t > self.run.t[-1]:
            self.t = float(self.run.t[0])

    def _drag(self) -> None:
        assert self.dragged is not None
        there = self.dragged.move({name: float(slider.value) for name, slider in self.sliders.items()})
        text = "" if there else f"⚠ The loops cannot follow. {self.dragged.note}"
        if self._note.content != text:
            self._note.content = text
        rotations, positions = poses_of(self.m, self.dragged.q[None])
        self.rotations, self.positions = rotations, positions
        for tracer in self.scene.tracers:
            k = self.scene.bodies.index(tracer.body)
            path = self._ways[tracer.name]
            path.append(rotations[0, k] @ tracer.at + positions[0, k])
            del path[:-GROWN]
            if len(path) > 1:
                self.drawing.trail(tracer.name, np.array(path), tracer.color)

    def _draw(self, slow: bool = True) -> None:
        k = 0 if self.run is None else int(np.argmin(np.abs(self.run.t - self.t)))
        self.drawing.pose(self.rotations[k], self.positions[k])
        self.drawing.forces(self.arrows, k)
        if slow and self.charts is not None:
            self.charts.draw(self.t)
        if self.run is not None and len(self.run) > 1:
            self._time.value = self.t
            word = "Pause" if self.playing else "Play"
            if self._button.label != word:
                self._button.label = word
        if slow and hasattr(self, "_facts"):
            i = self.scene.bodies.index(self._body.value)
            self._facts.content = inspected(self._bound, self._body.value, self.rotations[k, i], self.positions[k, i])


def _sampled(run: Record) -> Record:
    """The run at even times, not more than a viewer needs."""
    if len(run) < 2 or run.t[-1] <= run.t[0]:
        return run.every(max(len(run), 1))
    count = int(np.clip(np.ceil((run.t[-1] - run.t[0]) * 2 * RATE), 200, FRAMES))
    return run.resample(np.linspace(run.t[0], run.t[-1], count))


def _speed(seconds: float) -> str:
    """Real time, or slower for a run that would be over at once."""
    return next((s for s in ("1", "0.5", "0.25", "0.1") if seconds / float(s) >= 2.0), "0.05")
