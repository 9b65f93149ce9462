"""Explanation: the structure of a machine in words, tables and pictures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from linkwork.blueprint.mechanism import Blueprint
from linkwork.connectivity.block_pattern import BlockPattern
from linkwork.connectivity.drawing import draw
from linkwork.connectivity.loops import Loop, Tie
from linkwork.connectivity.mobility import TieCount
from linkwork.connectivity.outline import condition_word, outline, word
from linkwork.connectivity.plan import Plan
from linkwork.connectivity.structure import Structure, structure

SPELLED = 7  # patterns with more columns are drawn with marks instead of names of blocks
SHOWN = 40  # rows of a table that are printed at most


@dataclass(frozen=True)
class Explanation:
    """What `explain` found: print it, draw it with `svg()`, or read `structure`."""

    structure: Structure

    def __str__(self) -> str:
        parts = [self.summary(), self.tree(), self.subsystems(), self.loops(), self.patterns(), self.inverse()]
        return "\n\n".join(part for part in parts if part)

    __repr__ = __str__  # what a prompt shows

    def _repr_svg_(self) -> str:
        return self.svg()

    def svg(self) -> str:
        """The structure as a drawing: bodies, joints, cuts and loops; its colours follow a light or dark page."""
        return draw(self.structure)

    def save(self, path: str | Path) -> Path:
        """Write the drawing to an SVG file, or the text to any other."""
        path = Path(path)
        path.write_text(self.svg() if path.suffix.lower() == ".svg" else f"{self}\n", encoding="utf-8")
        return path

    def summary(self) -> str:
        """Bodies, joints, loops and freedoms in a few sentences."""
        s, count = self.structure, self.structure.mobility
        joints = len(count.joints)
        first = (
            f"Mechanism {s.plan.name!r}: {_of(count.bodies, 'moving body')}, {_of(joints, 'joint')}, "
            f"{_of(len(s.loops), 'independent loop')}{self._other_ties()}."
        )
        return "\n".join((first, *self._freedoms()))

    def _other_ties(self) -> str:
        other = [tie.name for tie in self.structure.ties if isinstance(tie, Tie)]
        return f", {_of(len(other), 'tie')} besides ({_listed(other)})" if other else ""

    def _freedoms(self) -> list[str]:
        s, count = self.structure, self.structure.mobility
        rows = sum(tie.count for tie in count.ties) - count.led
        lines = [f"Freedoms by count: {count.rates} rates − {rows} rows = {count.freedoms}."]
        alike = {tie.group.name for tie, found in zip(count.ties, s.ties) if isinstance(found, Loop)}
        loops_alone = all(isinstance(tie, Loop) or tie.driving for tie in s.ties)  # what Grübler knows of
        if count.kutzbach == count.freedoms and loops_alone:
            lines[0] += f" Grübler and Kutzbach ({count.group.name}): {count.formula}."
        elif len(s.loops) == len(s.ties):
            lines.append(
                f"Grübler and Kutzbach with one dimension, {count.group.name}, would say {count.formula}; "
                f"each loop counts in its own group of motion here: {_listed(sorted(alike))}."
            )
        if count.freedoms < 1:
            lines.append("By count it cannot move: either it is a structure, or special dimensions make it move.")
        if count.idle:
            names = [f"{name} ({k})" if k > 1 else name for name, k in count.idle]
            lines.append(
                f"Idle, moving nothing else: {_of(sum(k for _, k in count.idle), 'freedom')}, in {_listed(names)}."
            )
        if count.led:
            lines.append(f"{_of(count.led, 'freedom')} led by prescribed motions.")
        driven = len(s.plan.actuated)
        if driven:
            free = count.freedoms - count.led
            compared = "as many as" if driven == free else "more than" if driven > free else "fewer than"
            lines.append(f"{_of(driven, 'driven rate')}, {compared} its freedoms.")
        return lines

    def tree(self) -> str:
        """The spanning tree as text."""
        return outline(self.structure.plan)

    def subsystems(self) -> str:
        """What hangs from ground."""
        s = self.structure
        rows = [
            (part.name, part.shape, _of(part.rates, "rate"), f"{part.driven} driven", _listed(part.bodies))
            for part in s.subsystems
        ]
        groups = ["{" + ", ".join(_names(s.plan, module)) + "}" for module in s.plan.modules]
        return "Subsystems\n" + _table(rows) + ("\nModules: " + _listed(groups, ", ") if groups else "")

    def loops(self) -> str:
        """Each loop: the way around, its group of motion, its rows."""
        s = self.structure
        if not s.ties:
            return ""
        rows = []
        for r, (tie, count) in enumerate(zip(s.ties, s.mobility.ties)):
            parts = "+".join(part.name for part in s.subsystems_of(r))
            kind = word(tie.cut.kind) if isinstance(tie, Loop) else condition_word(tie.condition)
            rows.append((self._label(r), tie.name, kind, parts, count.group.name, _rows_of(count)))
        ways = [
            f"  {self._label(r)}: {_way(loop)}" for r, loop in enumerate(s.ties) if isinstance(loop, Loop)
        ]  # fmt: skip
        return "\n".join(("Loops" if s.loops else "Ties", _table(rows), *_shortened(ways)))

    def patterns(self) -> str:
        """J by loops and subsystems, the lower triangle of the GICM by loops, and the fill-in of elimination."""
        s = self.structure
        if not s.ties:
            return ""
        labels = [self._label(r) for r in range(len(s.ties))]
        J = _matrix(labels, s.J.columns, s.J, "J", {})
        gicm = _matrix(labels, labels, s.gicm, "Ī", dict.fromkeys(s.gicm.fill, "+"), lower=True)
        order = " ".join(labels[k] for k in s.order)
        filled = _of(len(s.gicm.fill), "block")
        words = (
            f"Elimination in the declared order fills in {filled}" if s.gicm.fill else "Elimination fills in nothing"
        )
        if s.gicm.fill:
            words += f" (+); in the order {order}, {len(s.least_fill.fill) or 'none'}"
        return f"Constraint Jacobian J\n{J}\n\nGICM Ī = J I⁻¹ Jᵀ, lower triangle\n{gicm}\n{words}."

    def inverse(self) -> str:
        """In which order inverse dynamics can be solved subsystem by subsystem."""
        s = self.structure
        if not s.ties or not s.plan.actuated:
            return ""
        rows = []
        for k, step in enumerate(s.inverse):
            unknown = [f"{step.driven} driving"] if step.driven else []
            unknown += [self._label(r) for r in step.ties]
            rows.append(
                (
                    f"{k + 1}.",
                    " + ".join(s.subsystems[i].name for i in step.subsystems),
                    _of(step.equations, "equation"),
                    f"{_of(step.unknowns, 'unknown')} ({' + '.join(unknown) or 'none'})",
                    step.verdict,
                )
            )
        return "Inverse dynamics by subsystems\n" + _table(rows)

    def _label(self, r: int) -> str:
        loops = len(self.structure.loops)
        return f"L{r + 1}" if r < loops else f"T{r + 1 - loops}"


def explain(source: Plan | Blueprint, cuts: Collection[str] | str | None = None) -> Explanation:
    """How a plan, or a description with the given cuts, hangs together."""
    return Explanation(structure(source, cuts))


def _way(loop: Loop) -> str:
    text = loop.bodies[0]
    for joint, body in zip(loop.joints, loop.bodies[1:]):
        text += f" ─{'✂' if joint == loop.name else ''}{joint}─ {body}"
    return text


def _rows_of(count: TieCount) -> str:
    """'2 rows of 5; moment x, moment y, force z hold by themselves'."""
    total = len(count.rows)
    text = _of(count.count, "row") if total == count.count else f"{_of(count.count, 'row')} of {total}"
    if count.vanished:
        text += f"; {', '.join(count.vanished)} hold{'s' if len(count.vanished) == 1 else ''} by itself"
        text = text.replace("hold by itself", "hold by themselves")
    left = total - len(count.vanished) - count.count
    return text + (f"; {left} of the others follow{'s' if left == 1 else ''} from the rest" if left else "")


def _matrix(
    rows: Sequence[str],
    columns: Sequence[str],
    pattern: BlockPattern,
    letter: str,
    extra: dict[tuple[int, int], str],
    lower: bool = False,
) -> str:
    """The blocks of a matrix: their names in a small one, × and · in a large one."""
    spelled = len(columns) <= SPELLED

    def cell(r: int, c: int) -> str:
        if lower and c > r:
            return ""
        if (r, c) in pattern:
            return f"{letter}{r + 1},{c + 1}" if spelled else "×"
        return extra.get((r, c), "O" if spelled else "·")

    shown = range(min(len(rows), SHOWN))
    cells = [[cell(r, c) for c in range(min(len(columns), 2 * SHOWN))] for r in shown]
    width = max((len(x) for row in cells for x in row), default=1)
    if spelled:
        width = max(width, *(len(c) for c in columns))
    margin = max(len(r) for r in rows)
    head = " " * (margin + 4) + "  ".join(c.center(width) for c in columns) if spelled else ""
    gap = "  " if spelled else " "
    lines = [f"  {rows[r].ljust(margin)} [{gap.join(x.center(width) for x in cells[r])}]" for r in shown]
    more = [f"  … {len(rows) - SHOWN} more rows"] if len(rows) > SHOWN else []
    return "\n".join([line.rstrip() for line in (([head] if head else []) + lines + more)])


def _table(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))] if rows else []
    lines = ["  " + "  ".join(x.ljust(w) for x, w in zip(row, widths)).rstrip() for row in rows]
    return "\n".join(_shortened(lines))


def _shortened(lines: Sequence[str]) -> list[str]:
    return [*lines] if len(lines) <= SHOWN else [*lines[:SHOWN], f"  … {len(lines) - SHOWN} more"]


def _names(plan: Plan, nodes: Iterable[int]) -> list[str]:
    """Bodies of a module; the inner steps of a joint belong to the body that it carries."""
    return [plan.nodes[i].name for i in nodes if not plan.nodes[i].inertia.weightless] or [
        plan.nodes[i].name for i in nodes
    ]


def _listed(names: Sequence[str], comma: str = ", ") -> str:
    if len(names) > 12:
        return comma.join(names[:10]) + f" and {len(names) - 10} more"
    return comma.join(names)


def _of(count: int, noun: str) -> str:
    """'1 loop', '2 loops', '3 bodies'."""
    many = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{count} {noun if count == 1 else many}"
