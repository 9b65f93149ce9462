"""A small chart as SVG: curves and dots over one axis."""

from __future__ import annotations

import html
import math
from collections.abc import Callable, Sequence

import numpy as np

from .findings import Curve, Figure

WIDTH, HEIGHT = 420, 250
LEFT, RIGHT, TOP, BOTTOM = 62, 10, 26, 40
COLOURS = ("#2563eb", "#dc2626", "#059669", "#d97706", "#7c3aed", "#0891b2", "#be185d", "#4b5563", "#65a30d", "#1e293b")
POINTS = 240  # of a curve
NAMED = 10  # curves with a name below the chart


def chart(figure: Figure) -> str:
    """The figure as an SVG element, with the names of its curves below."""
    curves = [c for c in (_finite(curve, figure.log) for curve in figure.curves) if len(c.x)]
    if not curves:
        return ""
    x = _range(np.concatenate([c.x for c in curves]), margin=0.0)
    values = np.concatenate([c.y for c in curves])
    y = _decades(values) if figure.log else _range(values, margin=0.05)
    across, up = _scale(x, LEFT, WIDTH - RIGHT), _scale(y, HEIGHT - BOTTOM, TOP)
    ticks = _powers(y) if figure.log else _ticks(*y, 5)
    parts = [f'<text x="{LEFT}" y="15" class="name">{html.escape(figure.title)}</text>']
    for t in ticks:
        h = up(t)
        label = _power(t) if figure.log else _label(t)
        parts.append(f'<path d="M{LEFT} {h:.1f}H{WIDTH - RIGHT}" class="grid"/>')
        parts.append(f'<text x="{LEFT - 5}" y="{h + 3.5:.1f}" text-anchor="end">{label}</text>')
    for t in _ticks(*x, 6):
        w = across(t)
        parts.append(f'<path d="M{w:.1f} {TOP}V{HEIGHT - BOTTOM}" class="grid"/>')
        parts.append(f'<text x="{w:.1f}" y="{HEIGHT - BOTTOM + 14}" text-anchor="middle">{_label(t)}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 6}" text-anchor="middle">{html.escape(figure.x)}</text>')
    parts.append(f'<text transform="translate(12 {(TOP + HEIGHT - BOTTOM) / 2}) rotate(-90)" text-anchor="middle">'
                 f"{html.escape(figure.y)}</text>")  # fmt: skip
    lines = [c for c in curves if not c.dots]
    for k, curve in enumerate(lines):
        parts.append(
            f'<path d="{_path(curve, across, up, figure.log)}" stroke="{COLOURS[k % len(COLOURS)]}" class="line"/>'
        )
    for k, curve in enumerate(c for c in curves if c.dots):
        parts += [
            f'<circle cx="{across(a):.1f}" cy="{up(b):.1f}" r="2.6" stroke="{COLOURS[k % len(COLOURS)]}" class="dot"/>'
            for a, b in zip(curve.x, np.log10(curve.y) if figure.log else curve.y)
        ]
    name = html.escape(figure.title)
    box = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{name}">{"".join(parts)}</svg>'
    return f"<figure>{box}{_names(lines, len(lines) < len(curves))}</figure>"


def _names(lines: Sequence[Curve], dotted: bool) -> str:
    named = [
        f'<span><i style="background:{COLOURS[k % len(COLOURS)]}"></i>{html.escape(c.name)}</span>'
        for k, c in enumerate(lines[:NAMED])
        if c.name
    ]
    if dotted:
        named.append("<span>○ the source's, or recomputed</span>")
    return f"<figcaption>{''.join(named)}</figcaption>" if named else ""


def _finite(curve: Curve, log: bool) -> Curve:
    """The points that can be drawn, thinned."""
    x, y = np.asarray(curve.x, dtype=float), np.asarray(curve.y, dtype=float)
    good = np.isfinite(x) & np.isfinite(y) & (y > 0 if log else True)
    x, y = x[good], y[good]
    if len(x) > POINTS and not curve.dots:
        keep = np.unique(np.linspace(0, len(x) - 1, POINTS).round().astype(int))
        x, y = x[keep], y[keep]
    return Curve(curve.name, x, y, curve.dots)


Scale = Callable[[float], float]


def _path(curve: Curve, across: Scale, up: Scale, log: bool) -> str:
    y = np.log10(curve.y) if log else curve.y
    return "M" + "L".join(f"{across(a):.1f} {up(b):.1f}" for a, b in zip(curve.x, y))


def _scale(ends: tuple[float, float], a: float, b: float) -> Scale:
    low, high = ends
    return lambda x: a + (x - low) / (high - low) * (b - a)


def _range(x: np.ndarray, margin: float) -> tuple[float, float]:
    low, high = float(x.min()), float(x.max())
    width = high - low
    if width <= 1e-12 * max(abs(low), abs(high)):
        width = max(abs(low), 1.0)
        low, high = low - 0.5 * width, high + 0.5 * width
    return low - margin * width, high + margin * width


def _decades(y: np.ndarray) -> tuple[float, float]:
    low, high = math.floor(math.log10(y.min())), math.ceil(math.log10(y.max()))
    return float(low), float(max(high, low + 1))


def _powers(ends: tuple[float, float]) -> list[float]:
    low, high = int(ends[0]), int(ends[1])
    step = max(1, math.ceil((high - low) / 6))
    return [float(k) for k in range(low, high + 1, step)]


def _ticks(low: float, high: float, count: int) -> list[float]:
    """Round numbers between two ends."""
    rough = (high - low) / count
    size = 10.0 ** math.floor(math.log10(rough))
    step = next(size * m for m in (1, 2, 5, 10) if size * m >= rough)
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def _label(x: float) -> str:
    return f"{x:.6g}".replace("-", "−")


def _power(x: float) -> str:
    return f'10<tspan dy="-4" font-size="7.5">{f"{int(x)}".replace("-", "−")}</tspan>'
