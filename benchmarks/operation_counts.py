"""Operation counts of trees against every row that the book prints: its tables 6.10–6.12 and 7.5–7.7."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tables import Results

from support.book_counts import (
    FORMULAS,
    OTHERS,
    ROBOTS,
    WALKERS,
    book,
    general_tree,
    left_out,
    operations,
    plan_of,
    variables,
)

WAYS = ("recursive_forward_dynamics", "factorised_forward_dynamics")  # of which "auto" takes the cheaper


def robots() -> Results:
    """Ours against the book's tables 6.11, 6.12, 7.6 and 7.7."""
    table = Results(
        "Operation counts of trees, general geometry",
        ["tree", "law", "book", "ours", "ours, parameters regrouped"],
        note="The book's totals follow from its counts per joint. Its forward dynamics on a fixed base starts from given "
        "φ = τ − h; the row after it adds its inverse dynamics for h, ours is the cheaper of the two ways. "
        "On a floating base the book leaves out the base's "
        "rotation matrix, gravity in its axes and the factors of its 6×6 inertia; ours include them: "
        f"{_short(left_out())}.",
    )
    for floating, robots in ((False, ROBOTS), (True, WALKERS)):
        for name, (freedoms, parents) in robots.items():
            plan = plan_of(general_tree(freedoms, parents, floating=floating))
            laws = [law for law, on in FORMULAS if on == floating]
            for law in (*laws, *(() if floating else ("forward_dynamics",))):
                M, A = _printed(law, freedoms, floating)
                label, ways = law.replace("_", " "), (law,)
                if law == "eliminated":
                    label = "forward dynamics, φ given"
                elif law == "forward_dynamics":
                    label, ways = "forward dynamics with the bias", WAYS
                ours, regrouped = (
                    min((operations(plan, way, regroup=r) for way in ways), key=lambda c: c.total)
                    for r in (False, True)
                )
                where = f"{name}{', floating' if floating else ''}"
                table.add(where, label, f"{M:.0f}M {A:.0f}A", _short(ours), _short(regrouped))
    return table


def _printed(law: str, freedoms: Sequence[int], floating: bool) -> tuple[float, float]:
    """The book's count; forward dynamics on a fixed base is its φ given plus its inverse dynamics for h."""
    if (law, floating) in FORMULAS:
        return book(law, freedoms, floating)
    parts = [book(part, freedoms, False) for part in ("eliminated", "inverse_dynamics")]
    return parts[0][0] + parts[1][0], parts[0][1] + parts[1][1]


def per_joint() -> Results:
    """One more joint in a chain, against tables 6.10 and 7.5."""
    table = Results(
        "Operations of one more joint of 1, 2, 3 degrees of freedom in a chain",
        ["law", "freedoms", "book", "ours", "ours, parameters regrouped"],
    )
    for law, floating in FORMULAS:
        for freedom in (1, 2, 3):
            printed = [b - a for a, b in zip(*(book(law, (freedom,) * n, floating) for n in (6, 7)))]
            cells = []
            for regroup in (False, True):
                trees = (plan_of(general_tree((freedom,) * n, floating=floating)) for n in (6, 7))
                six, seven = (operations(tree, law, regroup=regroup) for tree in trees)
                M, A = seven.multiplications - six.multiplications, seven.additions - six.additions
                cells.append(f"{M}M {A}A")
            label = "forward dynamics, φ given" if law == "eliminated" else law.replace("_", " ")
            table.add(label, freedom, f"{printed[0]:.0f}M {printed[1]:.0f}A", *cells)
    return table


def other_algorithms() -> Results:
    """The competitors of tables 6.11 and 6.12: fixed base."""
    return _others(False, "6.11 and 6.12", ROBOTS, "fixed base", "Most forward dynamics of the others include the bias h; "
        "that of Lilly and Orin cannot, and is to be compared with ours for given φ.")  # fmt: skip


def other_algorithms_floating() -> Results:
    """The competitors of tables 7.6 and 7.7: floating base."""
    return _others(True, "7.6 and 7.7", WALKERS, "floating base", "The rows of table 7.6 (recursive Newton-Euler and "
        "composite bodies) hold nothing for the base; ours do.")  # fmt: skip


def _others(floating: bool, tables: str, robots: Mapping[str, Any], base: str, note: str) -> Results:
    laws = {law: rows for (law, on), rows in OTHERS.items() if on == floating}
    table = Results(
        f"Operation counts of other algorithms, {base}",
        ["tree", "law", *sorted({name for rows in laws.values() for name in rows}), "ours", *([] if floating else ["ours, φ given"])],
        note=f"From the formulas of the book's tables {tables}. Ours for general geometry with inertial parameters "
        f"regrouped, the cheaper of the two ways. {note}",
    )  # fmt: skip
    others = table.columns[2 : -1 if floating else -2]
    for name, (freedoms, parents) in robots.items():
        plan = plan_of(general_tree(freedoms, parents, floating=floating))
        for law, rows in laws.items():
            forward = law.startswith("recursive")
            names = (law, "factorised_forward_dynamics") if forward else (law,)
            ours = [_short(min((operations(plan, each, regroup=True) for each in names), key=lambda c: c.total))]
            if not floating:
                ours.append(_short(operations(plan, "eliminated", regroup=True)) if forward else "–")
            cells = [_text(rows[c](variables(freedoms))) if c in rows else "–" for c in others]
            table.add(name, "forward dynamics" if forward else "inverse dynamics", *cells, *ours)
    return table


def _text(count: tuple[float, float]) -> str:
    return f"{count[0]:.0f}M {count[1]:.0f}A"


def _short(count: Any) -> str:
    return f"{count.multiplications}M {count.additions}A"


def tables() -> tuple[Callable[[], Results], ...]:
    """All tables of this part."""
    return robots, per_joint, other_algorithms, other_algorithms_floating
