"""Khan (2002), chapter 4: the prescribed torques played back through penalty, projection and DeNOC."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from scipy.interpolate import CubicSpline

from linkwork.blueprint.library import find_experiment
from linkwork.blueprint.library.experiment import Experiment, Number
from linkwork.motion import sample
from linkwork.record import Record
from linkwork.simulate.control import Corrected, Gains, JointTable, Table
from linkwork.system import System

from ..complements import Basis, Speeds, as_printed, by_elimination, by_frozen_basis, in_rates, mixed, runge_kutta
from ..courses import course_of, trajectory
from ..findings import Curve, Figure, Piece, Sheet, beside, cannot, differing, judged
from ..runs import columns, compiled, ended, motion_table, played_back
from ..study import study

ABSOLUTE = {1e-3: 1e-6, 1e-6: 1e-9}  # absolute tolerance beside each relative one; not given in the thesis
STIFFNESSES = (1e3, 1e4, 1e5, 1e6)
PRINTED = (0.728, 0.233, 3.916, -0.865, -2.102, -0.976)  # platform x, y, angle; elbows: section 4.1
MOST = 100_000  # evaluations after which the flawed projection is stopped
UNSTABLE = "played back open loop, errors grow by about e¹³ in 3 s: gravity makes the motion unstable"


@lru_cache(maxsize=2)
def playback(gravity: float) -> tuple[System, JointTable, Table]:
    """The machine, its prescribed motion, and the torques that it needs."""
    run = find_experiment("khan/inverse" if gravity else "khan/inverse without gravity")
    system = compiled(run)
    table = motion_table(system, run)
    return system, table, played_back(system, table)


def joint_error(run: Experiment, system: System, t: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Largest error of the three driven angles against their course, at each instant."""
    wanted = sample(trajectory(run), t).position
    return np.abs(columns(system, q, course_of(run).of) - wanted).max(axis=1)


def driven_by(run: Experiment, stiffness: float, control: Any, **options: Any) -> tuple[System, Record]:
    """A run with springs of a stiffness k in the cut joints, dampers 2 √k."""
    system = compiled(run, formulation="penalty", penalty=(stiffness, 2 * np.sqrt(stiffness)))
    return system, system.simulate(duration=run.duration, control=control, projection="none", **options)


@study(*(f"khan/penalty k = 1e{p}, step {h} s" for p in (3, 4, 5, 6) for h in (0.01, 0.001)))
def penalty_fixed(run: Experiment) -> Iterator[Piece]:
    """Whether a fixed step survives the stiffness of the springs."""
    _, _, torque = playback(9.81)
    system, record = driven_by(run, run.control["stiffness"], torque, method="rk4", step=run.control["step"])
    (theirs,) = run.numbers
    survives = record.outcome.complete
    error = joint_error(run, system, record.t, record.q).max() if survives else np.inf
    reason = f"largest joint error {error:.2g} rad; {UNSTABLE}" if survives else ended(record)
    yield judged(run, theirs, survives, reason)


@study("khan/penalty, adaptive")
def penalty_adaptive(run: Experiment) -> Iterator[Piece]:
    """Evaluations and errors of the springs with adaptive steps, with and without gravity."""
    machine, _, torque = playback(9.81)
    _, _, weightless = playback(0.0)
    light = find_experiment("khan/inverse without gravity")
    lines, figure = [], []
    counted: dict[float, list[int]] = {1e-3: [], 1e-6: []}
    for relative, absolute in ABSOLUTE.items():
        for k in STIFFNESSES:
            how = {"method": "dopri5", "tolerance": (relative, absolute), "record_every": 0.01}
            system, record = driven_by(run, k, torque, **how)
            _, other = driven_by(light, k, weightless, **how)
            counted[relative].append(int(record.about["evaluations"]))
            errors = [joint_error(run, system, r.t, r.q) for r in (record, other)]
            lines.append(
                (k, relative, counted[relative][-1], errors[0].max(), float(record.e1.max()),
                 int(other.about["evaluations"]), errors[1].max())
            )  # fmt: skip
            if relative == 1e-6:
                figure.append(Curve(f"k = {k:.0e}", other.t, errors[1] + 1e-17))
    heavy, light_count, light_loose, gap, light_error, flat, fastest = run.numbers[:2], *run.numbers[2:]
    tight = lines[len(STIFFNESSES) :]
    yield beside(run, light_count, tuple(line[5] for line in tight), "another control of the step")
    yield beside(run, light_loose, tuple(line[5] for line in lines[: len(STIFFNESSES)]), "another control of the step")
    yield beside(run, gap, tuple(float(line[4]) for line in tight), f"as it tumbles; {UNSTABLE}")
    yield judged(run, light_error, tuple(float(line[6]) for line in tight))
    yield judged(run, fastest, tuple(largest_eigenvalue(machine, k) for k in STIFFNESSES))
    spread = max(line[6] for line in tight) / min(line[6] for line in tight)
    yield differing(
        run, flat, spread < 2, f"without gravity the error falls as 1/k, {spread:.0f} times from 1e3 to 1e6; {UNSTABLE}"
    )
    for theirs, relative in zip(heavy, counted):
        yield beside(run, theirs, tuple(counted[relative]), f"the same pair, another control of the step; {UNSTABLE}")
    names = (
        "k in N/m", "relative tolerance", "evaluations", "joint error in rad", "gap in m",
        "evaluations without gravity", "joint error without gravity",
    )  # fmt: skip
    yield Sheet("Springs in the cut joints", names, tuple(lines))
    yield Figure("Joint error without gravity", "t in s", "rad", tuple(figure), log=True)


def largest_eigenvalue(system: System, stiffness: float) -> float:
    """Of the machine on springs k and dampers 2 √k at its start: M q̈ = −Jᵀ (k J q + d J q̇)."""
    q = system.closed_start
    M, J = system.mass_matrix(q), np.asarray(system.closure_jacobian(q))
    springs = np.linalg.solve(M, J.T @ J)
    A = np.block([[np.zeros_like(M), np.eye(len(M))], [-stiffness * springs, -2 * np.sqrt(stiffness) * springs]])
    return float(np.abs(np.linalg.eigvals(A)).max())


def in_speeds(system: System, basis: Basis, sigma: float, torque: Callable[[float], np.ndarray]) -> Speeds:
    """The equations in independent speeds, torques spread over all rates."""
    driven, zero = list(system.plan.actuated), np.zeros(system.n_v)

    def spread(t: float) -> np.ndarray:
        tau = zero.copy()
        tau[driven] = torque(t)
        return tau

    return Speeds(system, basis, sigma, spread)


def adaptive(equations: Speeds, run: Experiment, relative: float, **options: Any) -> Any:
    """SciPy's Dormand–Prince pair over the run."""
    x = equations.start(equations.system.closed_start)
    return solve_ivp(equations.rates, (0.0, run.duration), x, "RK45", rtol=relative, atol=ABSOLUTE[relative], **options)


def cranks(system: System) -> list[int]:
    """Rates of the driven joints."""
    return list(system.plan.actuated)


def smooth(torque: Table) -> CubicSpline:
    """The torques of a table between its instants."""
    return CubicSpline(torque.t, torque.value)


def absolute(system: System) -> np.ndarray:
    """T with w = T q̇, the elbows' angles counted from the x axis as in the thesis."""
    T, names = np.eye(system.n_v), list(system.v_names)
    for k in (1, 2, 3):
        T[names.index(f"elbow_{k}"), names.index(f"base_{k}")] = 1.0
    return T


class Stopped(Exception):
    """The evaluations allowed are used up."""


@study("khan/projection by singular values", long=True)
def singular_values(run: Experiment) -> Iterator[Piece]:
    """The recipe as printed, and the same complement with a basis that does not jump."""
    system, _, torque = playback(9.81)
    flawed = in_speeds(system, in_rates(absolute(system), as_printed), run.control["sigma"], smooth(torque))
    used, reached = 0, 0.0

    def counting(t: float, x: np.ndarray) -> np.ndarray:
        nonlocal used, reached
        used, reached = used + 1, max(reached, t)
        if used > MOST:
            raise Stopped
        return flawed.rates(t, x)

    try:
        x = flawed.start(system.closed_start)
        solve_ivp(counting, (0.0, run.duration), x, "RK45", rtol=1e-3, atol=1e-6)
        how = "to the end of the motion"
    except Stopped:
        how = f"stopped at t = {reached:.2f} s after so many"
    (theirs,) = run.numbers
    aligned = compiled(run, formulation="projection", complement="svd").simulate(
        duration=run.duration, control=torque, method="dopri5", tolerance=(1e-3, 1e-6), projection="none"
    )
    count = int(aligned.about["evaluations"])
    reason = (
        f"{how}; the basis jumps with every call, and how often depends on the library that computes it. "
        f"With the basis aligned to that of the start: {count} evaluations"
    )
    yield beside(run, theirs, used, reason)


@study("khan/projection by Gauss elimination")
def gauss(run: Experiment) -> Iterator[Piece]:
    """Evaluations against σ; the printed recipe's particular acceleration breaks down."""
    system, _, torque = playback(9.81)
    given, sigmas = smooth(torque), (10.0, 20.0, 30.0, 40.0)
    T = absolute(system)
    J0 = np.asarray(system.closure_jacobian(system.closed_start)) @ np.linalg.inv(T)
    kinds = {
        "Gauss": by_elimination(cranks(system)),
        "QR, frozen": in_rates(T, by_frozen_basis(J0)),
        "Gauss with the printed γ": in_rates(T, mixed(cranks(system))),
        "QR with the printed γ": in_rates(T, lambda J: (by_frozen_basis(J0)(J)[0], np.linalg.pinv(J).__matmul__)),
    }
    lines: list[tuple[Any, ...]] = []
    counted: dict[str, list[int]] = {name: [] for name in kinds}
    for name, basis in kinds.items():
        for sigma in sigmas:
            line = _until_it_breaks(in_speeds(system, basis, sigma, given), run)
            lines.append((name, sigma, *line))
            counted[name].append(line[0])
    eliminated, frozen, rising, breaks, breaks_too, until, errors = run.numbers
    by_kind = {name: [line for line in lines if line[0] == name] for name in kinds}
    yield judged(run, eliminated, tuple(counted["Gauss"]), "within two steps of six evaluations", tolerance=12)
    yield beside(
        run, frozen, tuple(counted["QR, frozen"]), "which of the bases of the null space was frozen is not said"
    )
    yield judged(run, rising, bool(np.all(np.diff(counted["Gauss"]) > 0)))
    flawed = by_kind["Gauss with the printed γ"]
    yield judged(run, breaks, flawed[0][-1], "with γ by the pseudo-inverse and S by elimination")
    yield judged(run, breaks_too, by_kind["QR with the printed γ"][0][-1])
    yield beside(run, until, tuple(line[2] for line in flawed), "until the matrix can no longer be inverted")
    found = tuple(line[3] for line in by_kind["Gauss"])
    yield judged(run, errors, found, "with σ = 20 and 30 one or two steps are others")
    names = ("complement", "σ in 1/s", "evaluations", "joint error in rad", "reaches t in s")
    yield Sheet("Projection at tolerance 1e-6", names, tuple(lines))


def _until_it_breaks(equations: Speeds, run: Experiment) -> tuple[int, float, float]:
    """Evaluations, largest joint error and the instant reached."""
    last: list[float] = [0.0]

    def watch(t: float, x: np.ndarray) -> float:
        last[0] = max(last[0], t)
        return 1e3 - float(np.abs(x).max())

    watch.terminal = True  # type: ignore[attr-defined]
    try:
        with np.errstate(all="ignore"):
            found = adaptive(equations, run, 1e-6, events=watch)
    except np.linalg.LinAlgError:
        return 0, np.inf, last[0]
    error = joint_error(run, equations.system, found.t, found.y.T[:, : equations.system.n_v])
    return int(found.nfev), float(error.max()), float(found.t[-1])


@study("khan/DeNOC")
def denoc(run: Experiment) -> Iterator[Piece]:
    """Evaluations with the extended state, steps held below a fiftieth of the motion."""
    system, _, torque = playback(9.81)
    light, _, weightless = playback(0.0)
    step = run.duration / 50
    lines = []
    every: list[tuple[list[int], list[float]]] = []
    for theirs, relative in zip(run.numbers, ABSOLUTE):
        counted: list[int] = []
        errors: list[float] = []
        for held in ({"max_step": step, "first_step": step}, {}):
            for machine, given in ((system, torque), (light, weightless)):
                equations = in_speeds(machine, by_elimination(cranks(machine)), 0.0, smooth(given))
                found = adaptive(equations, run, relative, **held)
                error = joint_error(run, machine, found.t, found.y.T[:, : machine.n_v]).max()
                counted.append(int(found.nfev))
                errors.append(float(error))
                gravity = "yes" if machine is system else "no"
                lines.append((relative, "yes" if held else "no", gravity, counted[-1], len(found.t) - 1, error))
        reason = (
            f"{counted[1]} without gravity; steps below 0.06 s as Simulink holds them; {counted[2]} evaluations else"
        )
        if counted[0] == theirs.value:
            yield judged(run, theirs, counted[0], reason)
        else:
            yield differing(run, theirs, counted[0], f"{reason}; absolute tolerance and integrator are not given")
        every.append((counted, errors))
    free, errors_free, held_steps, heavy = run.numbers[2:]
    reduced = "theirs in the cranks alone, six states; here in twelve"
    yield judged(run, free, tuple(counted[3] for counted, _ in every), reduced)
    yield judged(run, errors_free, tuple(errors[3] for _, errors in every), reduced)
    yield judged(run, held_steps, tuple(counted[1] for counted, _ in every))
    yield judged(run, heavy, every[1][0][0])
    names = ("relative tolerance", "steps below 0.06 s", "gravity", "evaluations", "steps", "joint error in rad")
    yield Sheet("DeNOC, adaptive steps", names, tuple(lines))


@study("khan/fixed steps")
def fixed_steps(run: Experiment) -> Iterator[Piece]:
    """Runge–Kutta with fixed steps in independent speeds, from a closed pose and from the printed one."""
    system, _, torque = playback(9.81)
    given, eliminated = smooth(torque), by_elimination(cranks(system))
    broken, errors, lines = [], [], []
    for sigma in (10.0, 20.0, 30.0, 40.0):
        equations = in_speeds(system, eliminated, sigma, given)
        for pose, q in (("closed", system.closed_start), ("printed", _printed(system))):
            t, x = runge_kutta(equations.rates, equations.start(q), run.duration, 0.01)
            error = joint_error(run, system, t, x[:, : system.n_v]).max()
            lines.append((sigma, pose, error, t[-1]))
            if pose == "closed":
                errors.append(error)
            else:
                broken.append(float(t[-1]))
    claim, printed, largest, finer, held, finer_held, *more = run.numbers
    reason = (
        f"from a closed pose, errors {', '.join(f'{e:.1e}' for e in errors)} rad; its printed pose is open by 0.4 mm"
    )
    yield differing(run, claim, "no breakdown", reason)
    yield judged(run, printed, tuple(broken), "the last finite state")
    for theirs, h in ((finer, 0.001), (held, 0.01), (finer_held, 0.001)):
        over_each = theirs is not finer
        equations = in_speeds(system, eliminated, 0.0, held_over(given, h) if over_each else given)
        t, x = runge_kutta(equations.rates, equations.start(system.closed_start), run.duration, h)
        found = joint_error(run, system, t, x[:, : system.n_v]).max()
        yield judged(run, theirs, float(found))
    equations = in_speeds(system, eliminated, 0.0, given)
    t, x = runge_kutta(equations.rates, equations.start(system.closed_start), run.duration, 0.01)
    error = joint_error(run, system, t, x[:, : system.n_v])
    yield judged(run, largest, float(error.max()))
    lines.append((0.0, "closed", error.max(), t[-1]))
    yield from _fixed_more(run, more, t, x)
    yield Sheet(
        "Fixed step 0.01 s", ("σ in 1/s (0: DeNOC)", "pose", "joint error in rad", "reaches t in s"), tuple(lines)
    )
    yield Figure("DeNOC, step 0.01 s", "t in s", "joint error in rad", (Curve("", t, error + 1e-17),), log=True)


def _fixed_more(run: Experiment, numbers: Sequence[Number], t: np.ndarray, x: np.ndarray) -> Iterator[Piece]:
    """DeNOC with fixed steps: each crank and the gap at 0.01 s, from the printed pose, without gravity."""
    each, gap, from_printed, light, lighter = numbers
    system, _, torque = playback(9.81)
    q = x[:, : system.n_v]
    wanted = sample(trajectory(run), t).position
    yield judged(run, each, tuple(np.abs(columns(system, q, course_of(run).of) - wanted).max(axis=0).tolist()))
    yield judged(run, gap, float(max(np.abs(system.closure_gap(here)).max() for here in q)))
    equations = in_speeds(system, by_elimination(cranks(system)), 0.0, smooth(torque))
    t, x = runge_kutta(equations.rates, equations.start(_printed(system)), run.duration, 0.01)
    found = float(joint_error(run, system, t, x[:, : system.n_v])[-1])
    yield beside(run, from_printed, found, "with open loops, cutting the platform and eliminating are not the same")
    machine, _, weightless = playback(0.0)
    equations = in_speeds(machine, by_elimination(cranks(machine)), 0.0, smooth(weightless))
    for theirs, h in ((light, 0.01), (lighter, 0.001)):
        t, x = runge_kutta(equations.rates, equations.start(machine.closed_start), run.duration, h)
        found = float(joint_error(run, machine, t, x[:, : machine.n_v]).max())
        yield judged(run, theirs, found) if theirs.tolerance else beside(run, theirs, found, "rounding")


def held_over(given: CubicSpline, h: float) -> Callable[[float], np.ndarray]:
    """The torques at the beginning of each step; the last stage of a step still belongs to it."""
    return lambda t: given(h * np.floor(t / h + 1e-9))


def _printed(system: System) -> np.ndarray:
    """The pose with the thesis's three digits."""
    x, y, angle, *elbows = PRINTED
    named: dict[str, Any] = {f"elbow_{k}": value for k, value in enumerate(elbows, 1)}
    names = [name for name in system.q_names if name.startswith("platform")]
    values: dict[str, float] = {"x": x, "y": y, "angle": angle}
    named |= {name: values[name.split(".")[-1]] for name in names}
    return system.q(**named)


@study("khan/feedback corrections")
def corrections(run: Experiment) -> Iterator[Piece]:
    """Torques with a PD loop around them: the loop's share, in per cent of each joint's largest torque."""
    _, table, torque = playback(9.81)
    how: dict[str, Any] = {"method": "rk4", "step": run.control["step"], "projection": "none"}
    machines = {
        "penalty, k = 1e5": compiled(run, formulation="penalty", penalty=(1e5, 2 * 1e5**0.5)),
        "projection by Gauss elimination": compiled(run, formulation="projection", complement="gauss"),
        "minimal (DeNOC)": compiled(run, formulation="minimal"),
    }
    lines, largest = [], {}
    for kp, kd in ((100.0, 20.0), (1000.0, 100.0), (10000.0, 300.0)):
        for name, machine in machines.items():
            law = Corrected(torque, table, Gains(kp, kd))
            record = machine.simulate(duration=run.duration, control=law, **how)
            shares = tuple(record.torque_correction.values())
            largest.setdefault(name, []).append(max(shares))
            lines.append((name, kp, kd, *shares))
    penalty, projection, accuracy, *shares_of = run.numbers
    for theirs, line in zip(shares_of, lines[:: len(machines)]):
        yield judged(run, theirs, tuple(float(share) for share in line[3:]))
    why = "controller and gains are not given; with kp, kd = 100, 20; 1000, 100; 10000, 300 the largest share"
    first, second, third = (tuple(x) for x in largest.values())
    yield cannot(run, penalty, why, first)
    yield cannot(run, projection, why, second)
    yield cannot(run, accuracy, why + " (100 less it)", tuple(100 - x for x in third))
    yield Sheet("Torque corrections in per cent", ("method", "kp", "kd", *course_of(run).of), tuple(lines))
