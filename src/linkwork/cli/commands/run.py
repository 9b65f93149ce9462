"""`linkwork run`: the motion of a machine."""

from __future__ import annotations

import runpy
from pathlib import Path
from traceback import extract_tb
from typing import Annotated, Any

import typer

from linkwork.errors import LinkworkError, UnknownName

from ..assignments import functions, numbers
from ..console import say_plainly, show_json
from ..failures import Exit
from ..machines import Formulation, Json, Machine, UsageError, compiled
from ..runs import PAGES, PICTURES, RECORDS, summary, writable

ADAPTIVE = ("dop853", "dopri5", "radau", "bdf", "cvode", "ida")
DRAWN = ("overview", "motion", "torques", "reactions", "energies", "loop_error", "phase", "picture")
RECORDED = {"reactions": ("reaction",)}  # beside what is recorded anyway
FIXED_STEP = ("rk4", "heun", "euler", "rattle", "rattle4")


def run(
    machine: Machine,
    duration: Annotated[float, typer.Option(help="Seconds of motion.")] = 1.0,
    method: Annotated[
        str,
        typer.Option(
            help=f"{', '.join(ADAPTIVE)} (the last four for stiff machines); {', '.join(FIXED_STEP)} (with --step)."
        ),
    ] = "dop853",
    step: Annotated[
        float | None, typer.Option(help="Seconds; of a fixed-step method, or the first one of an adaptive method.")
    ] = None,
    tolerance: Annotated[float, typer.Option(help="Of an adaptive method.")] = 1e-9,
    formulation: Formulation = "auto",
    start: Annotated[
        list[str] | None, typer.Option(help="JOINT=VALUE in the starting pose, several times for several joints.")
    ] = None,
    rate: Annotated[
        list[str] | None, typer.Option(help="JOINT=VALUE of a rate at the start; the others follow.")
    ] = None,
    torque: Annotated[
        list[str] | None, typer.Option(help="JOINT=EXPRESSION of time, such as 'crank=2*sin(3*t)'.")
    ] = None,
    control: Annotated[
        Path | None, typer.Option(help="A Python file with a function control(t, q, v); see how-to/control.")
    ] = None,
    record_every: Annotated[float | None, typer.Option(help="Seconds between samples.")] = None,
    out: Annotated[Path | None, typer.Option(help="Save the record: .npz, .nc or .parquet.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw a figure into this file: .png, .svg or .pdf.")] = None,
    figure: Annotated[str, typer.Option(help=f"What --plot draws: {', '.join(DRAWN)}.")] = "overview",
    page: Annotated[Path | None, typer.Option(help="Write the animation as one HTML file.")] = None,
    view: Annotated[bool, typer.Option("--view", help="Open the run in the browser.")] = False,
    json: Json = False,
) -> int:
    """Simulate a machine from its starting pose and report how it moved."""
    for option, path, endings in (("--out", out, RECORDS), ("--plot", plot, PICTURES), ("--page", page, PAGES)):
        writable(option, path, endings)
    if figure not in DRAWN:
        raise UnknownName("figure", figure, DRAWN, "those of a run")
    if figure != "overview" and plot is None:
        raise UsageError(f"--figure {figure}", "has no file to go to", f"Write --figure {figure} --plot {figure}.svg")
    if step is None and method in FIXED_STEP:
        raise UsageError(f"--method {method}", "needs a step", f"Write --method {method} --step 1e-3")
    law = _control(torque, control)
    system = compiled(machine, formulation=formulation)
    record = system.simulate(
        numbers(start, "--start") or None,
        numbers(rate, "--rate") or None,
        duration=duration,
        method=method,
        step=step,
        tolerance=tolerance,
        control=law,
        record_every=record_every,
        channels=RECORDED.get(figure),
    )
    if not json:
        say_plainly(record.report())
    if out is not None:
        record.save(out)
    if plot is not None:
        record.plot(figure).savefig(plot)
    if page is not None:
        record.save_html(page)
    written = [str(path) for path in (out, plot, page) if path is not None]
    for path in () if json else written:
        say_plainly(f"written: {path}")
    found = {**summary(record), **({"written": written} if written else {})} if json else None
    if view:
        from .view import show_in_browser

        show_in_browser(record, found=found)
    elif found is not None:
        show_json(found)
    return Exit.DONE if record.outcome.complete else Exit.STOPPED_EARLY


def _control(torque: list[str] | None, file: Path | None) -> Any:
    """A control law from expressions of time, or from the user's own file."""
    if torque and file:
        raise UsageError("--torque and --control", "exclude each other", "Put the torques into the file")
    if file is not None:
        if not file.is_file():
            raise UsageError(
                f"--control {file}", "is not a file", "Name a Python file with a function control(t, q, v)"
            )
        law = _read(file).get("control")
        if law is None:
            raise UsageError(f"--control {file}", "has no name 'control'", "Define control(t, q, v), or control = ...")
        return law
    given = functions(torque, "--torque")
    return (lambda t: {joint: function(t) for joint, function in given.items()}) if given else None


def _read(file: Path) -> dict[str, Any]:
    """What a Python file defines; its own faults are told with the line where they are."""
    try:
        return runpy.run_path(str(file))
    except (LinkworkError, KeyboardInterrupt):
        raise
    except Exception as error:
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(file)]
        line = error.lineno if isinstance(error, SyntaxError) else lines[-1] if lines else None
        where = f"--control {file}" + (f", line {line}" if line else "")
        said = error.msg if isinstance(error, SyntaxError) else str(error)
        raise UsageError(where, f"cannot be read: {type(error).__name__}: {said}", "Mend the file") from error
