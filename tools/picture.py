"""A moving picture of a planar machine: `python tools/picture.py jansen_leg crank docs/_static/jansen_leg.svg`.

One turn of the named joint as an SVG that moves by itself in a browser and on a README: each body is drawn once, and
its poses are the key frames of a style sheet. The page of a run (`save_html`) shows more.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from linkwork.algebra.parameter import default
from linkwork.cli.machines import compiled
from linkwork.system import System

FRAMES, SECONDS, WIDTH, SHOWN = 90, 4.0, 480.0, 360.0
COLORS = ("#4477aa", "#ee7733", "#228833", "#cc6677", "#aa7722", "#66aacc", "#882255", "#888888")
STYLE = (
    ".g{stroke:#8c959f}.b{stroke-width:7;stroke-linejoin:round;stroke-linecap:round;fill-opacity:.35}"
    ".p{fill:#ffffff;stroke:#57606a;stroke-width:2}"
    ".t{fill:none;stroke:#cc3311;stroke-width:2;stroke-dasharray:1 5;stroke-linecap:round}"
)


def points(system: System) -> dict[str, list[tuple[float, float]]]:
    """Where the joints sit on every body, in the body's frame."""
    found: dict[str, list[tuple[float, float]]] = {}
    machine = system.blueprint
    ends = [(j.parent, j.child) for j in machine.joints] + [(c.a, c.b) for c in machine.closures]
    named = [each.frame for each in machine.frames]
    for frame in [*(frame for pair in ends for frame in pair), *named]:
        x, y, _ = (default(value) for value in frame.pose.translation)
        spot = (round(float(x), 9), round(float(y), 9))
        if spot not in found.setdefault(frame.body, []):
            found[frame.body].append(spot)
    return found


def motion(system: System, joint: str) -> tuple[np.ndarray, np.ndarray]:
    """Angle and position of every body in one turn of a joint, bodies first."""
    start = system.closed_start
    angle = start[system.q_names.index(joint)] + np.linspace(0.0, 2 * np.pi, FRAMES + 1)
    rotations, positions = system.poses(system.follow({joint: angle}, start))
    turns = np.unwrap(np.arctan2(rotations[..., 1, 0], rotations[..., 0, 0]), axis=0)
    return turns.T, np.moveaxis(positions[..., :2], 0, 1)


def drawing(system: System, joint: str) -> str:
    """The SVG."""
    angles, places = motion(system, joint)
    spots = points(system)
    bodies = {name: k for k, name in enumerate(system.plan.bodies)}
    paths = {name: [_carried(angles[bodies[name]], places[bodies[name]], p) for p in spots[name]] for name in spots}
    every = np.concatenate([path for several in paths.values() for path in several])
    low, high = every.min(axis=0), every.max(axis=0)
    scale, margin = (WIDTH - 60.0) / (high - low)[0], 30.0
    height = (high - low)[1] * scale + 2 * margin

    def on_paper(p: np.ndarray | Sequence[float]) -> np.ndarray:
        x = (np.asarray(p) - [low[0], high[1]]) * [scale, -scale]
        return x + margin

    rules, shapes = [], []
    for k, (name, local) in enumerate((n, p) for n, p in spots.items() if n != "ground"):
        index, color = bodies[name], COLORS[k % len(COLORS)]
        keys = []
        for f in range(FRAMES + 1):
            x, y = on_paper(places[index, f])
            turn = -np.degrees(angles[index, f])
            keys.append(f"{100 * f / FRAMES:.1f}%{{transform:translate({x:.1f}px,{y:.1f}px) rotate({turn:.1f}deg)}}")
        rules.append(f"@keyframes k{k}{{{''.join(keys)}}}.k{k}{{animation:k{k} {SECONDS}s linear infinite}}")
        outline = " ".join(f"{x * scale:.1f},{-y * scale:.1f}" for x, y in _around(local))
        pins = "".join(f'<circle class="p" cx="{x * scale:.1f}" cy="{-y * scale:.1f}" r="4"/>' for x, y in local)
        shapes.append(
            f'<g class="k{k}"><polygon class="b" points="{outline}" fill="{color}" stroke="{color}"/>{pins}</g>'
        )
    ground = "".join(
        '<path class="g" d="M{:.1f} {:.1f}l-10 16h20z" fill="none" stroke-width="2"/>'.format(*on_paper(p))
        for p in spots["ground"]
    )
    tip = max((path for name, several in paths.items() if name != "ground" for path in several), key=_length)
    trail = " ".join("{:.1f},{:.1f}".format(*on_paper(p)) for p in tip)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {height:.0f}" '
        f'width="{SHOWN:.0f}" height="{height * SHOWN / WIDTH:.0f}">'
        f"<title>{system.blueprint.name}</title><style>{STYLE}{''.join(rules)}</style>"
        f'{ground}<polyline class="t" points="{trail}"/>{"".join(shapes)}</svg>\n'
    )


def _carried(angle: np.ndarray, place: np.ndarray, p: tuple[float, float]) -> np.ndarray:
    c, s = np.cos(angle), np.sin(angle)
    return place + np.stack([c * p[0] - s * p[1], s * p[0] + c * p[1]], axis=-1)


def _length(path: np.ndarray) -> float:
    return float(np.linalg.norm(np.diff(path, axis=0), axis=1).sum())


def _around(local: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The points in order around their middle, so that a plate has no crossing edges."""
    middle = np.mean(local, axis=0)
    return sorted(local, key=lambda p: float(np.arctan2(p[1] - middle[1], p[0] - middle[0])))


def main() -> None:
    """Write the picture that the arguments ask for."""
    machine, joint, path = sys.argv[1:4]
    Path(path).write_text(drawing(compiled(machine), joint), encoding="utf-8")


if __name__ == "__main__":
    main()
