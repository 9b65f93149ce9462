"""Khan (2002): inverse dynamics of the prescribed motion, and the grades of the methods, measured."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Any

import numpy as np
from scipy.integrate import simpson

from linkwork.blueprint.library.experiment import Experiment
from linkwork.system import System

from ..courses import States, states
from ..findings import Figure, Piece, Sheet, beside, cannot, curves, dots, judged, tabled
from ..runs import columns, compiled, cut_forces, torques
from ..stopwatch import seconds_a_state, seconds_to_compile
from ..study import study
from .book_loops import peak
from .khan_cut_platform import along
from .khan_methods import joint_error, playback

RAISED = 7.0 * 9.81 * np.sqrt(0.75)  # J: leg 3 weighed from its own base hinge
SETTINGS = {
    "penalty": {"formulation": "penalty", "penalty": (1e5, 2 * 1e5**0.5)},
    "singular values": {"formulation": "projection", "complement": "svd"},
    "Gauss": {"formulation": "projection", "complement": "gauss"},
    "QR": {"formulation": "projection", "complement": "qr"},
    "DeNOC": {"formulation": "minimal"},
}


@study("khan/inverse", "khan/inverse without gravity")
def inverse(run: Experiment) -> Iterator[Piece]:
    """Torques of the three cranks, path of the platform, work of the motors."""
    system = compiled(run)
    for table in run.tables:
        motion = states(system, run, table.times)
        if table.quantity == "torque":
            yield from tabled(run, table, columns(system, torques(system, motion)[0], table.of))
        else:
            yield from tabled(run, table, _platform(system, motion, table.of), turns=True)
    fine = states(system, run, np.linspace(0.0, run.duration, 301))
    tau = torques(system, fine)[0]
    work = float(simpson(np.sum(tau * fine.v, axis=1), x=fine.t))
    kinetic, potential = system.energies(fine.q, fine.v)
    energy = kinetic + potential - RAISED
    table = run.tables[0]
    own = columns(system, tau, table.of)
    found = {
        "work": work, "energy at the start": float(energy[0]), "energy at the end": float(energy[-1]),
        "smallest": tuple(-peak(-one) for one in own.T), "largest torques": tuple(peak(one) for one in own.T),
        **along(system, run, fine),
    }  # fmt: skip
    for theirs in run.numbers:
        yield judged(run, theirs, next(x for name, x in found.items() if theirs.quantity.startswith(name)))
    yield Figure("Motor torques", "t in s", "τ in Nm", (*curves(fine.t, table.of, own), *dots(table)))


@study("khan/inverse, instants")
def instants(run: Experiment) -> Iterator[Piece]:
    """Rates, accelerations, torques and forces at instants; the unstable poles at both ends."""
    system = compiled(run)
    motion = states(system, run, [0.0, 1.5, run.duration])
    tau, lam = torques(system, motion)
    places = [list(system.v_names).index(f"platform.{name}") for name in ("x", "y", "angle")]
    first, middle = (
        States(*(values[k : k + 1] for values in (motion.t, motion.q, motion.v, motion.vd))) for k in (0, 1)
    )
    corners = [f"corner_{k}" for k in (1, 2, 3)]
    found = {
        "platform rate": middle.v[:, places],
        "platform acceleration": middle.vd[:, places],
        "torque": columns(system, tau, run.course.of if run.course else ())[1:2],
        "force": cut_forces(system, middle, lam[1:2], corners),
        "force at the start": cut_forces(system, first, lam[:1], corners),
    }
    for table in run.tables:
        yield from tabled(run, table, found[table.quantity])
    for k, theirs in enumerate(run.numbers):
        held = tau[k, list(system.plan.actuated)]
        poles = system.linearise(motion.q[k], motion.v[k], tau=held).poles
        yield judged(run, theirs, float(np.real(poles).max()))


def _platform(system: System, motion: States, of: tuple[str, ...]) -> np.ndarray:
    """Coordinates of the free platform."""
    return np.column_stack([motion.q[:, system.q_names.index(f"platform.{name}")] for name in of])


@study("khan/grades")
def grades(run: Experiment) -> Iterator[Piece]:
    """Table 5.1 with numbers in place of words: each method plays back the torques of the weightless motion."""
    _, _, torque = playback(0.0)
    measured = []
    for options in SETTINGS.values():
        began = perf_counter()
        system = compiled(run, **options)
        function = system.function("forward_dynamics")
        prepared = perf_counter() - began + seconds_to_compile(function)
        still = np.zeros(system.n_v)
        cost = seconds_a_state(function, {"q": system.closed_start, "v": still, "tau": still})
        how: dict[str, Any] = {"duration": run.duration, "control": torque, "projection": "none"}
        fixed = system.simulate(method="rk4", step=0.001, **how)
        free = system.simulate(method="dopri5", tolerance=(1e-6, 1e-9), record_every=0.01, **how)
        error = float(joint_error(run, system, fixed.t, fixed.q).max())
        evaluations = int(free.about["evaluations"])
        measured.append((error, 1e9 * cost, evaluations, 1e3 * prepared, 1e3 * cost * evaluations))
    words = (
        "joint error in rad, step 0.001 s", "ns a state", "evaluations at tolerance 1e-6", "ms to trace and compile",
        "ms for the motion at tolerance 1e-6",
    )  # fmt: skip
    for theirs, values, unit in zip(run.numbers, zip(*measured), words):
        yield beside(run, theirs, values, unit)
    for theirs in run.numbers[len(words) :]:
        yield cannot(run, theirs, "a judgement about dividing the work; nothing here counts it")
    lines = tuple((name, *row) for name, row in zip(SETTINGS, measured))
    yield Sheet("Table 5.1 in numbers", ("method", *words), lines)
