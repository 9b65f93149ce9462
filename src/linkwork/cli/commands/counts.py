"""`linkwork counts`: what one evaluation of each law costs, in the operations that the literature counts."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from linkwork.errors import LinkworkError

from ..console import progress, show_json, show_table
from ..machines import Json, Machine, available, compiled

COLUMNS = ("× ÷", "+ −", "sin cos", "√", "other")
PUBLISHED = ("law", "source", "there", "here", "here, regrouped", "here / there", "regrouped / there")
NOTE = (
    "There: general geometry, by hand, from the number of joint variables (Shah, Saha, Dutt 2013, tables 6.11, 6.12, "
    "7.6, 7.7). Here: this machine, whose zeros and right angles fold away; `linkwork counts general_tree` has none. "
    "Regrouped: with inertial parameters that act only together moved towards the base, compile(regroup=True). "
    "φ given: without the bias. On a floating base the book leaves out the base's rotation matrix, gravity in its axes "
    "and the factors of its 6×6 inertia, in table 7.6 the others all of the base; here they are counted, and in "
    "the rows “with the base” they are added to theirs."
)
LAWS = {  # a table of the book: its law, whether on a floating base, the law here
    "table 6.11": ("inverse dynamics", False, "inverse_dynamics"),
    "table 6.12": ("forward dynamics", False, "forward_dynamics"),
    "table 7.6": ("inverse dynamics", True, "free_base_inverse_dynamics"),
    "table 7.7": ("forward dynamics", True, "forward_dynamics"),
}


def counts(
    machine: Machine,
    all_laws: Annotated[bool, typer.Option("--all", help="Every law of the catalogue.")] = False,
    json: Json = False,
) -> None:
    """Counted operations of a machine's laws, and of its forward dynamics by every formulation."""
    from linkwork.dynamics.catalogue import REQUIRED

    system = compiled(machine)
    plain = [law.name for law in system.laws.values() if REQUIRED not in law.options.values()]
    main = ("inverse_dynamics", "mass_matrix", "bias", "gravity_forces", "energies", "closure", "closure_rates")
    names = [name for name in plain if name != "forward_dynamics" and (all_laws or name in main)]
    with progress("counting") as step:
        formulations = {name: _formulation(machine, name, step) for name in available(system)}
        laws = {name: _counted(system, name, step) for name in names}
        published = [] if system.closed else _published(machine, system, step)
    if json:
        found = {"machine": machine, "formulation": system.formulation, "forward": formulations, "laws": laws}
        show_json({**found, "published": published})
        return
    show_table(
        f"Forward dynamics of {system.blueprint.name}",
        ("formulation", *COLUMNS, "note"),
        [(name, *_cells(found), _note(name, system.formulation, found)) for name, found in formulations.items()],
    )
    show_table("Other laws", ("law", *COLUMNS), [(name, *_cells(found)) for name, found in laws.items()])
    if published:
        show_table("Published counts of trees", PUBLISHED, [tuple(row.values()) for row in published], note=NOTE)


def _published(machine: str, system: Any, step: Any) -> list[dict[str, Any]]:
    """This tree beside the counts of the literature; nothing where its joints are of other kinds."""
    from linkwork.blueprint.library.published.count_formulas import BIAS_GIVEN, FORMULAS, LEFT_OUT

    joints = [joint for joint in system.plan.joints.values() if joint.nodes]
    free = [joint for joint in joints if joint.v.stop - joint.v.start == 6]
    rates = [joint.v.stop - joint.v.start for joint in joints if joint not in free]
    if len(free) > 1 or not rates or max(rates) > 3 or (free and system.plan.nodes[free[0].nodes[0]].parent >= 0):
        return []
    n = rates.count(1), 2 * rates.count(2), 3 * rates.count(3)
    regrouped = compiled(machine, regroup=True)
    rows: list[dict[str, Any]] = []
    for table, (law, floating, name) in LAWS.items():
        for author, formula in FORMULAS[table].items() if floating == bool(free) else ():
            given = table == "table 6.12" and author in BIAS_GIVEN
            taken = "mass_matrix_solve" if given else name
            here, fewer = (_counted(each, taken, step) for each in (system, regrouped))
            if "error" in here:
                continue
            named = "the book" if author == "proposed" else author
            what = f"{law}, φ given" if given else law
            there = formula(n)
            rows.append(_row(what, named, there, here, fewer))
            if (table, author) in LEFT_OUT:
                M, A = LEFT_OUT[table, author]
                rows.append(_row(what, f"{named}, with the base", (there[0] + M, there[1] + A), here, fewer))
    return sorted(rows, key=lambda row: row["law"], reverse=True)


def _row(law: str, source: str, there: tuple[float, float], *ours: dict[str, Any]) -> dict[str, Any]:
    pairs = [(round(there[0]), round(there[1])), *((x["multiplications"], x["additions"]) for x in ours)]
    ratios = [round(sum(pair) / sum(there), 2) for pair in pairs[1:]]
    return dict(zip(PUBLISHED, (law, source, *(f"{M}M {A}A" for M, A in pairs), *ratios), strict=True))


def _formulation(machine: str, name: str, step: Any) -> dict[str, Any]:
    """The counts of one formulation, or why the machine has none."""
    return _counted(compiled(machine, formulation=name), "forward_dynamics", step, words=name)


def _counted(system: Any, law: str, step: Any, *, words: str = "") -> dict[str, Any]:
    step(words=words or law)
    try:
        return asdict(system.counts(law))
    except LinkworkError as error:
        return {"error": str(error)}


def _cells(found: dict[str, Any]) -> list[Any]:
    return ["-"] * len(COLUMNS) if "error" in found else list(found.values())


def _note(name: str, chosen: str, found: dict[str, Any]) -> str:
    return found.get("error", "taken by auto" if name == chosen else "")
