"""`linkwork counts`: what one evaluation of each law costs, in the operations that the literature counts."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from linkwork.errors import LinkworkError

from ..console import progress, show_json, show_table
from ..machines import Json, Machine, available, compiled

COLUMNS = ("× ÷", "+ −", "sin cos", "√", "other")


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
    if json:
        show_json({"machine": machine, "formulation": system.formulation, "forward": formulations, "laws": laws})
        return
    show_table(
        f"Forward dynamics of {system.blueprint.name}",
        ("formulation", *COLUMNS, "note"),
        [(name, *_cells(found), _note(name, system.formulation, found)) for name, found in formulations.items()],
    )
    show_table("Other laws", ("law", *COLUMNS), [(name, *_cells(found)) for name, found in laws.items()])


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
