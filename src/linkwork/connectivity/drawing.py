"""Drawing of a structure as SVG: the tree from ground to the tips, cut joints as dashed lines, each loop a colour.

The file carries its own style sheet and follows the reader's light or dark page.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from linkwork.blueprint.bodies import GROUND
from linkwork.connectivity.drawing_cuts import BOX, LETTER, MARGIN, ROW, SMALL, Box, cut_lines
from linkwork.connectivity.loops import Loop
from linkwork.connectivity.outline import condition_word, word
from linkwork.connectivity.plan import JointPlace, Plan
from linkwork.connectivity.structure import Structure

COLORS = ("#4f8fd6", "#f28e2b", "#59a14f", "#e15759", "#b07aa1", "#2a9d9d", "#c9a227", "#9c755f")
GAP = 46.0  # room for a joint's mark and line beside its name

STYLE = """
.name{font:13px system-ui,sans-serif;fill:#1f2328;text-anchor:middle;dominant-baseline:central}
.label{font:11px system-ui,sans-serif;fill:#57606a;text-anchor:middle;paint-order:stroke;stroke:#ffffff;
stroke-width:4px}
.cutname{font:600 11px system-ui,sans-serif;dominant-baseline:central}
.key{font:12px system-ui,sans-serif;fill:#57606a;dominant-baseline:central}
.part{font:600 13px system-ui,sans-serif;fill:#57606a;text-anchor:middle;dominant-baseline:central}
.body{fill:#f6f8fa;stroke:#8c959f;stroke-width:1.2}
.ground{fill:#d0d7de;stroke:#8c959f}
.band{fill:#8c959f;fill-opacity:.08}
.page{fill:#ffffff}
.joint{fill:#ffffff;stroke:#57606a;stroke-width:1.4}
.driven{fill:#57606a}
.way{fill:none;stroke:#8c959f;stroke-width:1.6}
.loop{fill:none;stroke-width:3;stroke-linecap:butt}
.cut{fill:none;stroke-width:2.4;stroke-dasharray:7 4}
@media (prefers-color-scheme:dark){
.name{fill:#e6edf3}
.label{fill:#9da7b1;stroke:#0d1117}
.key,.part{fill:#9da7b1}
.body{fill:#161b22;stroke:#6e7681}
.ground{fill:#30363d;stroke:#6e7681}
.band{fill:#8b949e;fill-opacity:.12}
.page{fill:#0d1117}
.joint{fill:#0d1117;stroke:#9da7b1}
.driven{fill:#9da7b1}
.way{stroke:#6e7681}
}
"""


def draw(s: Structure) -> str:
    """The drawing as the text of an SVG file."""
    below = _below(s.plan)
    boxes, height = _place(below)
    color = {loop.name: COLORS[k % len(COLORS)] for k, loop in enumerate(s.loops)}
    arcs, right = cut_lines(s.loops, boxes, color)
    key, key_height = _key(s, color, height)
    width = max(right + MARGIN, 420.0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height + key_height:.0f}" '
        f'width="{width:.0f}" height="{height + key_height:.0f}" role="img">',
        f"<title>Structure of {escape(s.plan.name)}</title><style>{STYLE}</style>",
        f'<rect class="page" width="{width:.0f}" height="{height + key_height:.0f}"/>',
        *_bands(s, boxes, width),
        *_joints(s, below, boxes, color),
        *arcs,
        *_bodies(boxes, height),
        *key,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _below(plan: Plan) -> dict[str, list[tuple[JointPlace, str]]]:
    """(joint, body) that each body carries in the tree."""
    below: dict[str, list[tuple[JointPlace, str]]] = {}
    for joint in plan.joints.values():
        carrier, carried = joint.bodies[:: -1 if joint.reversed else 1]
        below.setdefault(carrier, []).append((joint, carried))
    return below


def _place(below: dict[str, list[tuple[JointPlace, str]]]) -> tuple[dict[str, Box], float]:
    """Columns by distance from ground, a row for each tip, every body in the middle of what it carries."""
    order: list[tuple[str, int]] = [(GROUND, 0)]
    for body, depth in order:
        order.extend((child, depth + 1) for _, child in below.get(body, ()))
    depth = dict(order)
    labels: dict[int, float] = {}
    widths: dict[int, float] = {0: 22.0}
    for body, level in order[1:]:
        widths[level] = max(widths.get(level, 0.0), len(body) * LETTER + 20.0)
    for pairs in below.values():
        for joint, child in pairs:
            labels[depth[child]] = max(labels.get(depth[child], 0.0), len(joint.name) * SMALL)
    left = {0: MARGIN + 26.0}
    for level in range(1, len(widths)):
        left[level] = left[level - 1] + widths[level - 1] + labels[level] + GAP
    middle: dict[str, float] = {}
    next_row = MARGIN + ROW / 2
    for body in _tips_first(below):
        children = [child for _, child in below.get(body, ())]
        if children:
            middle[body] = (middle[children[0]] + middle[children[-1]]) / 2
        else:
            middle[body], next_row = next_row, next_row + ROW
    own = {b: widths[d] if b == GROUND else len(b) * LETTER + 20.0 for b, d in depth.items()}
    boxes = {b: Box(left[d], middle[b], own[b], not below.get(b)) for b, d in depth.items()}
    return boxes, next_row - ROW / 2 + MARGIN


def _tips_first(below: dict[str, list[tuple[JointPlace, str]]]) -> Iterator[str]:
    """Every body after those that it carries, from the first branch to the last."""
    stack: list[tuple[str, bool]] = [(GROUND, False)]
    while stack:
        body, seen = stack.pop()
        if seen:
            yield body
            continue
        stack.append((body, True))
        stack.extend((child, False) for _, child in reversed(below.get(body, ())))


def _bands(s: Structure, boxes: dict[str, Box], width: float) -> Iterator[str]:
    """A band behind each subsystem, with its number."""
    for part in s.subsystems:
        rows = [boxes[body].y for body in part.bodies if body in boxes]
        if not rows:
            continue
        top, bottom = min(rows) - ROW / 2 + 4, max(rows) + ROW / 2 - 4
        yield (
            f'<rect class="band" x="{MARGIN + 60:.0f}" y="{top:.1f}" rx="8" '
            f'width="{width - MARGIN - 66:.0f}" height="{bottom - top:.1f}"/>'
        )
        yield f'<text class="part" x="{MARGIN + 8:.0f}" y="{(top + bottom) / 2:.1f}">{part.name}</text>'


def _joints(
    s: Structure, below: dict[str, list[tuple[JointPlace, str]]], boxes: dict[str, Box], color: dict[str, str]
) -> Iterator[str]:
    """The joints of the tree: a line, once more in the colour of each loop that goes through, a mark and a name."""
    through: dict[str, list[str]] = {}
    for loop in s.loops:
        for joint in loop.joints:
            through.setdefault(joint, []).append(color[loop.name])
    driven = set(s.plan.actuated)
    for carrier, pairs in below.items():
        a = boxes[carrier]
        for joint, child in pairs:
            b = boxes[child]
            colors = through.get(joint.name, [])[:6]
            y = b.y if carrier == GROUND else a.y
            if not colors:
                yield f'<path class="way" d="{_bend(a.right, y, b.x, b.y)}"/>'
            for k, c in enumerate(colors):
                shift = 3.4 * (k - (len(colors) - 1) / 2)
                yield f'<path class="loop" stroke="{c}" d="{_bend(a.right, y + shift, b.x, b.y + shift)}"/>'
            yield _mark(joint, b.x - 11, b.y, bool(driven & set(range(joint.v.start, joint.v.stop))))
            middle = b.x - 24 - len(joint.name) * SMALL / 2
            above = b.y - 9 - 1.7 * max(len(colors) - 1, 0)
            yield f'<text class="label" x="{middle:.1f}" y="{above:.1f}">{escape(joint.name)}</text>'


def _bend(x1: float, y1: float, x2: float, y2: float) -> str:
    turn = x1 + 22.0
    if abs(y1 - y2) < 0.5:
        return f"M{x1:.1f} {y1:.1f}H{x2:.1f}"
    return f"M{x1:.1f} {y1:.1f}C{turn:.1f} {y1:.1f} {x1 + 4:.1f} {y2:.1f} {turn + 8:.1f} {y2:.1f}H{x2:.1f}"


def _mark(joint: JointPlace, x: float, y: float, driven: bool) -> str:
    """A circle for what turns, a square for what slides, both rounded for the rest; filled when driven."""
    style = "joint driven" if driven else "joint"
    kind = word(joint.kind)
    title = f"<title>{escape(joint.name)}: {kind}{', driven' if driven else ''}</title>"
    if kind == "fixed":
        return f'<path class="way" d="M{x - 4:.1f} {y - 6:.1f}v12m8 -12v12">{title}</path>'
    if kind in ("revolute", "spherical", "universal"):
        rings = f'<circle class="{style}" cx="{x:.1f}" cy="{y:.1f}" r="5.5">{title}</circle>'
        return rings if kind == "revolute" else rings + f'<circle class="way" cx="{x:.1f}" cy="{y:.1f}" r="8.5"/>'
    round_ = 0 if kind == "prismatic" else 4
    return f'<rect class="{style}" x="{x - 6:.1f}" y="{y - 5:.1f}" width="12" height="10" rx="{round_}">{title}</rect>'


def _bodies(boxes: dict[str, Box], height: float) -> Iterator[str]:
    for name, box in boxes.items():
        if name == GROUND:
            top, tall = MARGIN, height - 2 * MARGIN
            size = f'width="{box.width:.1f}" height="{tall:.1f}"'
            yield f'<rect class="ground" x="{box.x:.1f}" y="{top:.1f}" {size} rx="4"/>'
            x, y = box.x + box.width / 2, top + tall / 2
            yield f'<text class="name" x="{x:.1f}" y="{y:.1f}" transform="rotate(-90 {x:.1f} {y:.1f})">ground</text>'
            continue
        size = f'width="{box.width:.1f}" height="{BOX}"'
        yield (
            f'<rect class="body" x="{box.x:.1f}" y="{box.y - BOX / 2:.1f}" {size} rx="7"/>'
            f'<text class="name" x="{box.x + box.width / 2:.1f}" y="{box.y:.1f}">{escape(name)}</text>'
        )


def _key(s: Structure, color: dict[str, str], top: float) -> tuple[list[str], float]:
    """What each colour means, under the drawing."""
    lines = []
    for r, (tie, count) in enumerate(zip(s.ties, s.mobility.ties)):
        y = top + 10 + 20 * r
        names = [part.name for part in s.subsystems_of(r)]
        parts = f"subsystem{'s' if len(names) > 1 else ''} {'+'.join(names)}"
        if isinstance(tie, Loop):
            lines.append(f'<path class="cut" stroke="{color[tie.name]}" d="M{MARGIN:.0f} {y:.1f}h34"/>')
            words = f"L{r + 1} {tie.name}: {word(tie.cut.kind)} in a {count.group.name} loop, {parts}"
        else:
            words = f"{tie.name}: {condition_word(tie.condition)} on {parts}"
        rows = f"{count.count} row{'' if count.count == 1 else 's'}"
        lines.append(f'<text class="key" x="{MARGIN + 44:.0f}" y="{y:.1f}">{escape(f"{words}, {rows}")}</text>')
    return lines, 20.0 * len(s.ties) + (MARGIN if s.ties else 0.0)
