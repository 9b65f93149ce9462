"""Operation counts of trees against every row that the book prints: its tables 6.10–6.12 and 7.5–7.7."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tables import Results

from support.book_counts import FORMULAS, OTHERS, ROBOTS, WALKERS, book, general_tree, operations, plan_of


def robots() -> Results:
    """Ours against the book's tables 6.11, 6.12, 7.6 and 7.7."""
    table = Results(
        "Operation counts of trees, general geometry",
        ["tree", "law", "book", "ours", "ours, parameters regrouped"],
        note="The book's totals follow from its counts per joint. Its forward dynamics on a fixed base starts from given "
        "φ = τ − h; the row after it adds its inverse dynamics for h. On a floating base the book leaves out the base's "
        "rotation matrix, gravity in its axes and the factors of its 6×6 inertia; ours include them.",
    )
    for floating, robots in ((False, ROBOTS), (True, WALKERS)):
        for name, (freedoms, parents) in robots.items():
            plan = plan_of(general_tree(freedoms, parents, floating=floating))
            laws = [law for law, on in FORMULAS if on == floating]
            for law in (*laws, *(() if floating else ("recursive_forward_dynamics", "factorised_forward_dynamics"))):
                M, A = _printed(law, freedoms, floating)
                label = "forward dynamics, φ given" if law == "eliminated" else law.replace("_", " ")
                ours, regrouped = (operations(plan, law, regroup=r) for r in (False, True))
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
    """The competitors of tables 6.11 and 6.12."""
    table = Results(
        "Operation counts of other algorithms, fixed base",
        ["tree", "law", *sorted({name for law in OTHERS.values() for name in law}), "ours", "ours, φ given"],
        note="Ours with inertial parameters regrouped, the cheaper of the two ways. Most forward dynamics of the others "
        "include the bias h; that of Lilly and Orin cannot.",
    )
    for name, (freedoms, parents) in ROBOTS.items():
        plan = plan_of(general_tree(freedoms, parents))
        for law, rows in OTHERS.items():
            names = (law, "factorised_forward_dynamics") if law.startswith("recursive") else (law,)
            ours = min((operations(plan, each, regroup=True) for each in names), key=lambda c: c.total)
            given = _short(operations(plan, "eliminated", regroup=True)) if law.startswith("recursive") else "–"
            cells = [_text(rows[c](sum(freedoms))) if c in rows else "–" for c in table.columns[2:-2]]
            table.add(name, "forward dynamics" if len(names) > 1 else "inverse dynamics", *cells, _short(ours), given)
    return table


def _text(count: tuple[float, float]) -> str:
    return f"{count[0]:.0f}M {count[1]:.0f}A"


def _short(count: Any) -> str:
    return f"{count.multiplications}M {count.additions}A"


def tables() -> tuple[Callable[[], Results], ...]:
    """All tables of this part."""
    return robots, per_joint, other_algorithms
