"""`linkwork demo`: take a machine with loops, move it under control, and say how far the result can be trusted."""

from __future__ import annotations

from collections.abc import Mapping
from math import cos, sin, tau
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
import typer

from linkwork.errors import ActuationError, AssemblyError, MissingExtra, OptionError, SingularError

from ..console import count, progress, say, say_plainly, show_json, show_table
from ..failures import Exit
from ..machines import Json, compiled
from ..runs import summary

if TYPE_CHECKING:
    from linkwork.motion import Fourier
    from linkwork.record import Record
    from linkwork.system import System

PERIOD, FREQUENCY = 1.5, 12.0  # seconds of a wave; natural frequency of the controller, 1/s
TURN, SLIDE = 0.25, 0.08  # amplitude of a turning drive, rad, and of a sliding one, as a share of the machine's size
CLEAR = 0.4  # share of its start's value that the smallest singular value of a course keeps


def demo(
    machine: Annotated[str, typer.Option(help="A name of the library, or a JSON file.")] = "book_three_rrr",
    duration: Annotated[float, typer.Option(help="Seconds of motion.")] = 6.0,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where the animation and the plots go.")] = Path(
        "linkwork-demo"
    ),
    json: Json = False,
) -> int:
    """Simulate a machine with loops under computed torque; report, animate and plot the run."""
    with progress("demo") as step:
        step(words="making machine code")
        began = perf_counter()
        system = compiled(machine)
        record, course = controlled(system, duration)
        first = perf_counter() - began
        step(words="running")
        record, course = controlled(system, duration)
        step(words="drawing")
        files, missing = drawn(record, out)
    found = {
        **summary(record),
        "first result": first,
        "times real time": (record.t[-1] - record.t[0]) / record.about["wall_time"],
        "tracking error": tracking_error(record, system, course),
        "files": [str(path) for path in files],
    }
    if json:
        show_json(found)
    else:
        _tell(record, system, course, found, missing)
    return Exit.DONE if record.outcome.complete else Exit.STOPPED_EARLY


def controlled(system: System, duration: float) -> tuple[Record, dict[str, Fourier]]:
    """The run and the course of its drives, pursued from rest; free motion where they cannot force one."""
    from linkwork.simulate.control import ComputedTorque, Gains

    q, course = system.closed_start, waves(system)
    if course:
        try:
            control = ComputedTorque(course, Gains(frequency=FREQUENCY))
            return system.simulate(q, duration=duration, control=control), course
        except (ActuationError, OptionError):
            pass
    return system.simulate(q, duration=duration), {}


def waves(system: System) -> dict[str, Fourier]:
    """A course of the drives that keeps clear of singular poses; none if they cannot force a motion."""
    if any(system.v_names[rate] not in system.q_names for rate in system.plan.actuated):
        return {}
    if len(system.driven) != system.n_v - system.n_lam:
        return {}
    for share in (1.0, 0.5, 0.25, 0.1):
        course = _waves(system, share)
        if not system.closed or _keeps_clear(system, course):
            return course
    return {}


def _waves(system: System, share: float) -> dict[str, Fourier]:
    """Of drive k: from where it is by amplitude · (sin(ωt + φ) − sin φ), the phases φ spread evenly."""
    from linkwork.algebra.steps import Slide
    from linkwork.motion import Fourier
    from linkwork.simulate.size import size

    found: dict[str, Fourier] = {}
    steps = {node.v: node.step for node in system.plan.nodes}
    for k, rate in enumerate(system.plan.actuated):
        name = system.v_names[rate]
        a = share * (SLIDE * size(system.plan) if isinstance(steps.get(rate), Slide) else TURN)
        c, s = a * cos(tau * k / len(system.driven)), a * sin(tau * k / len(system.driven))
        centre = float(system.closed_start[system.q_names.index(name)]) - s
        found[name] = Fourier((centre,), cosines=((s,),), sines=((c,),), omega=tau / PERIOD)
    return found


def _keeps_clear(system: System, course: Mapping[str, Fourier]) -> bool:
    """Whether the drives determine all rates about as well on the whole course as at its start."""
    t = np.linspace(0.0, PERIOD, 49)
    try:
        q = system.follow({name: wave.position(t)[0] for name, wave in course.items()}, system.closed_start)
    except (AssemblyError, SingularError):
        return False
    J = system.closure_jacobian(q)
    drives = np.eye(system.n_v)[list(system.plan.actuated)]
    both = np.concatenate([J, np.broadcast_to(drives, (len(q), *drives.shape))], axis=1)
    smallest = np.linalg.svd(both, compute_uv=False)[:, -1]
    return bool(smallest[0] > 1e-9 and smallest.min() > CLEAR * smallest[0])


def tracking_error(record: Record, system: System, course: Mapping[str, Fourier]) -> float | None:
    """The largest distance of a drive from its course in the second half of the run."""
    late = record.t > 0.5 * (record.t[0] + record.t[-1])
    errors = [
        np.abs(record.q[late, system.q_names.index(name)] - wave.position(record.t[late])[0]).max()
        for name, wave in course.items()
    ]
    return max(map(float, errors), default=None)


def drawn(record: Record, folder: Path) -> tuple[list[Path], str]:
    """The animation page, the plots and the record, as files; and what is missing for some of them."""
    from linkwork.view import save_html

    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / "animation.html", folder / "run.npz"]
    save_html(record, files[0])
    record.save(files[1])
    figures = {"plots": "overview", "energies": "energies", "loop-error": "loop_error"}
    try:
        for name, figure in figures.items():
            if figure != "loop_error" or figure in record.layout.slices:
                record.plot(figure).savefig(folder / f"{name}.png")
                files.append(folder / f"{name}.png")
    except MissingExtra as error:
        return files, str(error)
    return files, ""


def _tell(record: Record, system: System, course: Mapping[str, Fourier], found: dict[str, Any], missing: str) -> None:
    about = record.about
    say(
        f"[bold]{system.blueprint.name}[/bold]: {count(len(system.plan.bodies) - 1, 'body', 'bodies')}, "
        f"{count(len(system.plan.cuts), 'loop')}, {count(system.n_v - system.n_lam, 'degree', 'degrees')} of freedom, "
        f"{count(len(system.driven), 'drive')}, "
        + ("computed torque" if course else "free motion" + ", for its drives cannot force one" * bool(system.driven))
    )
    rows = [("how it ended", found["ending"])]
    if system.closed:
        e = found["loop error"]
        rows.append(("loops opened by at most", f"{e['e1']:.1e} m, {e['e2']:.1e} m/s"))
    rows += [
        ("energy balance within", f"{found['energy balance']:.1e} J"),
        (
            "evaluations of the dynamics",
            f"{about['evaluations']} ({1e6 * about['wall_time'] / about['evaluations']:.2f} µs each, all included)",
        ),
        (
            "speed",
            f"{found['times real time']:.0f} × real time ({1e3 * about['wall_time']:.1f} ms for {record.t[-1]:g} s)",
        ),
        ("first result", f"{found['first result']:.2f} s after the description was read"),
    ]
    if course:
        rows.append(("drives off their course", f"{found['tracking error']:.1e} at most in the second half"))
    show_table("The run", ("", ""), rows)
    if course:
        _tell_torques(record, system)
    for path in found["files"]:
        say_plainly(f"written: {path}")
    if missing:
        say_plainly(missing)


def _tell_torques(record: Record, system: System) -> None:
    show_table(
        "Torques and forces of the drives",
        ("drive", "lowest", "highest", "root mean square", "unit"),
        [
            (name, float(x.min()), float(x.max()), float(np.sqrt(np.mean(x**2))), column.unit)
            for name, x, column in zip(system.driven, record.tau.T, record.layout.channel("tau").columns)
        ],
    )
