"""Page: the file, made of a template, a style sheet, scripts and the packed scene."""

from __future__ import annotations

import html
import json
import os
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from string import Template
from typing import Any

from linkwork.errors import OptionError
from linkwork.record import Record
from linkwork.view import colours
from linkwork.view.numbers import scientific
from linkwork.view.page.packed import packed
from linkwork.view.subject import machine as machine_of
from linkwork.view.subject import scene_of

SCRIPTS = ("algebra.js", "motion.js", "camera.js", "gl.js", "flat.js", "chart.js", "player.js")
KEYS = {"cut": (colours.CUT, "cut joint"), "drive": (colours.TORQUE, "driven joint")}


@dataclass(frozen=True)
class Page:
    """A page as text; a notebook shows it in place."""

    title: str
    text: str

    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the file."""
        target = Path(path)
        target.write_text(self.text, encoding="utf-8")
        return target

    def frame(self, height: int = 620) -> str:
        """The page inside another page."""
        style = f"width:100%;height:{height}px;border:1px solid #8884;border-radius:10px"
        return f'<iframe title="{html.escape(self.title)}" srcdoc="{html.escape(self.text)}" style="{style}"></iframe>'

    def __repr__(self) -> str:
        return f"<page of {self.title!r}, {len(self.text) // 1000} kB; .save('name.html') writes it>"

    def _repr_html_(self) -> str:
        return self.frame()


def page(
    subject: Any,
    *columns: str,
    machine: Any = None,
    title: str | None = None,
    fps: float = 60.0,
    shapes: str = "described",
    moving: bool = True,
    autoplay: bool = True,
    renderer: str = "webgl",
) -> Page:
    """The page of a run, its motion with charts of the named columns; or of a mechanism, swayed by its drives.

    machine   what a loaded run belongs to
    fps       samples of the motion a second, fewer for long runs
    shapes    "described", or "automatic" to leave out those of the description
    moving    False shows a mechanism in its starting pose
    renderer  "webgl", which falls back to "canvas" by itself
    """
    for name in columns:
        if name.endswith((".html", ".htm")):
            raise OptionError(
                f"column {name!r}", "is the name of a file", f"Write save_html({name!r}) to save the page"
            )
    run = subject if isinstance(subject, Record) else None
    m = machine_of(subject, machine)
    if run is not None and not len(run):
        run = None
    scene = scene_of(m, None if run is None else run.q[0], shapes)
    data = packed(scene, m, run, columns, fps, moving)
    data |= {"autoplay": autoplay, "renderer": renderer}
    name = title or (run.about.get("mechanism") if run is not None else None) or scene.name
    roles = {part.role for part in scene.parts}
    keys = (
        f'<span style="--dot:{color}"><i></i>{text}</span>' for role, (color, text) in KEYS.items() if role in roles
    )
    text = Template(_asset("page.html")).substitute(
        title=html.escape(str(name)),
        about=html.escape(_about(m, run)),
        key="".join(keys),
        style=_asset("page.css"),
        script="\n".join(_asset(script) for script in SCRIPTS),
        data=json.dumps(data, separators=(",", ":")).replace("</", "<\\/"),
    )
    return Page(str(name), text)


def _about(m: Any, run: Record | None) -> str:
    n, loops = len(m.plan.bodies) - 1, len(m.plan.cuts)
    words = [f"{n} {'bodies' if n != 1 else 'body'}"]
    if loops:
        words.append(f"{loops} {'loops' if loops != 1 else 'loop'}")
    if run is not None:
        if "method" in run.about:
            words.append(str(run.about["method"]))
        if loops and "loop_error" in run.layout.slices:
            words.append(f"loops closed within {scientific(float(run.e1.max()))}")
        if not run.outcome.complete:
            words.append(str(run.ending))
    return " · ".join(words)


def _asset(name: str) -> str:
    return (resources.files("linkwork.view.page") / name).read_text(encoding="utf-8")
