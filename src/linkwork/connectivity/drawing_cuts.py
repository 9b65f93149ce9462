"""How the cut joints of a drawing are led: out of a body, between the rows, along a lane on the right, and back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from linkwork.blueprint.bodies import GROUND
from linkwork.connectivity.loops import Loop
from linkwork.connectivity.outline import word

ROW, BOX, LETTER, SMALL = 54.0, 28.0, 7.6, 6.2  # row height, box height, widths of a letter in names and labels
MARGIN, LANE, STEP, BEND = 18.0, 13.0, 4.5, 7.0  # between lanes, between lines in one gap, radius of corners


@dataclass(frozen=True)
class Box:
    """Where a body is drawn: left edge, middle, width; whether nothing lies on its right."""

    x: float
    y: float
    width: float
    tip: bool = False

    @property
    def right(self) -> float:
        """Its right edge."""
        return self.x + self.width


@dataclass
class _Desk:
    """How many cuts end at each body, and what is taken already: exits, lines in the gaps between rows, lanes."""

    boxes: Mapping[str, Box]
    ends: Mapping[str, int]
    exits: dict[str, int] = field(default_factory=dict)
    gaps: dict[int, int] = field(default_factory=dict)
    lanes: list[list[tuple[float, float]]] = field(default_factory=list)

    def leave(self, body: str) -> tuple[list[tuple[float, float]], float]:
        """The way out of a body up to the height at which it goes on to the right."""
        box, k = self.boxes[body], self.exits.get(body, 0)
        self.exits[body] = k + 1
        if box.tip:
            n = self.ends[body]
            y = box.y + (k - (n - 1) / 2) * min(6.0, 22.0 / n)
            return [(box.right, y)], y
        gap = self._gap(box)
        used = self.gaps.get(gap, 0)
        self.gaps[gap] = used + 1
        y = MARGIN + ROW * gap + STEP * ((used + 1) // 2) * (1 if used % 2 else -1)
        x = box.right - 12.0 - 9.0 * (k % 4)
        edge = box.y + (BOX / 2 if y > box.y else -BOX / 2)
        return [(x, edge), (x, y)], y

    def _gap(self, box: Box) -> int:
        """The nearest line between two rows on which no body lies further right."""
        others = [b for b in self.boxes.values() if b.x > box.right]
        home = (box.y - MARGIN) / ROW
        rows = round(max(b.y for b in self.boxes.values()) / ROW) + 1
        free = [g for g in range(rows + 1) if not any(abs(b.y - MARGIN - ROW * g) < BOX / 2 + 4 for b in others)]
        return min(free, key=lambda g: (abs(g - home) if abs(g - home) > 0.4 else 1.0, -g))

    def lane(self, low: float, high: float) -> int:
        """The first lane that is free between two heights."""
        for k, taken in enumerate(self.lanes):
            if all(high < a - 6 or low > b + 6 for a, b in taken):
                taken.append((low, high))
                return k
        self.lanes.append([(low, high)])
        return len(self.lanes) - 1


def cut_lines(loops: Sequence[Loop], boxes: Mapping[str, Box], color: Mapping[str, str]) -> tuple[list[str], float]:
    """A dashed line for each cut joint, with its name; and how far right they reach."""
    ends = Counter(body for loop in loops for body in loop.cut.bodies)
    desk, first = _Desk(boxes, ends), max(box.right for box in boxes.values()) + 16.0
    found: list[str] = []
    names: list[tuple[float, str, str]] = []
    grounded = 0.0
    for k, loop in enumerate(loops):
        label = f"L{k + 1} {loop.name}"
        title = f"<title>{escape(loop.name)}: {word(loop.cut.kind)}, cut</title>"
        path = f'<path class="cut" stroke="{color[loop.name]}" d="%s">{title}</path>'
        if GROUND in loop.cut.bodies:
            line, text, right = _to_ground(desk, next(b for b in loop.cut.bodies if b != GROUND), label)
            found += [path % line, text]
            grounded = max(grounded, right)
            continue
        (out, y1), (back, y2) = (desk.leave(body) for body in loop.cut.bodies)
        x = first + LANE * desk.lane(min(y1, y2), max(y1, y2))
        found.append(path % _rounded([*out, (x, y1), (x, y2), *reversed(back)]))
        names.append(((y1 + y2) / 2, label, color[loop.name]))
    right = first + LANE * len(desk.lanes)
    y = -ROW
    for middle, label, shade in sorted(names):
        y = max(middle, y + 14.0)
        found.append(f'<text class="cutname" fill="{shade}" x="{right:.1f}" y="{y:.1f}">{escape(label)}</text>')
    reach = [right + len(label) * (SMALL + 0.3) for _, label, _ in names]
    return found, max([first, grounded, *reach])


def _to_ground(desk: _Desk, body: str, label: str) -> tuple[str, str, float]:
    """A short stub to a sign of the ground, with its name."""
    box, k = desk.boxes[body], desk.exits.get(body, 0)
    desk.exits[body] = k + 1
    text = '<text class="label" style="text-anchor:start;dominant-baseline:central" x="%.1f" y="%.1f">%s</text>'
    if box.tip:
        x, y = box.right, box.y + (k - (desk.ends[body] - 1) / 2) * 9.0
        line = f"M{x:.1f} {y:.1f}h20m0 -7v14m4 -12l-4 4m4 3l-4 4"
        return line, text % (x + 30, y, escape(label)), x + 34 + len(label) * SMALL
    x, y = box.right - 14.0 - 12.0 * (k % 3), box.y + BOX / 2
    line = f"M{x:.1f} {y:.1f}v7m-7 0h14m-12 4l4 -4m3 4l4 -4"
    return line, text % (x + 12, y + 8, escape(label)), x + 16 + len(label) * SMALL


def _rounded(points: Sequence[tuple[float, float]]) -> str:
    """A path along horizontal and vertical lines with rounded corners."""
    path = f"M{points[0][0]:.1f} {points[0][1]:.1f}"
    for (x0, y0), (x1, y1), (x2, y2) in zip(points, points[1:], points[2:]):
        before = min(BEND, abs(x1 - x0) / 2 + abs(y1 - y0) / 2)
        after = min(BEND, abs(x2 - x1) / 2 + abs(y2 - y1) / 2)
        path += f"L{x1 - before * _sign(x1 - x0):.1f} {y1 - before * _sign(y1 - y0):.1f}"
        path += f"Q{x1:.1f} {y1:.1f} {x1 + after * _sign(x2 - x1):.1f} {y1 + after * _sign(y2 - y1):.1f}"
    return path + f"L{points[-1][0]:.1f} {points[-1][1]:.1f}"


def _sign(x: float) -> float:
    return (x > 1e-9) - (x < -1e-9)
