"""Walkers of Shah, Saha and Dutt (2013): what the gait says, flight without ground, walks on the program's ground."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from linkwork.blueprint.library.experiment import Experiment
from linkwork.blueprint.library.gait import GAITS, leg

from ..findings import Figure, Piece, beside, cannot, curves, judged
from ..runs import compiled
from ..study import study
from ..walking import Ground, Link, Steps, Walked, Walker, path

LENGTHS = {"planar biped": 0.5, "spatial biped": 0.5, "quadruped": 0.3, "hexapod": 0.3}  # m, of thigh and shank
SUPPORT = {"quadruped": (1, 4), "hexapod": (1, 4, 5)}
OFF = 0.05  # rad: a joint follows its gait while it is no farther off
EVERY = 2e-3  # s: samples of a walk
LATE = 0.4  # share of a step after which a force on a swinging foot is a touch-down


@study(*(f"book/{name} walking" for name in LENGTHS))
def gaits(run: Experiment) -> Iterator[Piece]:
    """What follows from the gait alone, and from the walk where the program's files describe the ground."""
    gait, length = GAITS[run.control["gait"]], LENGTHS[run.control["gait"]]
    start, half = gait.speed, gait.w * gait.period / 2
    t = np.linspace(0.0, gait.period, 101)
    hip, foot, rise = path(gait, t)
    support = np.array([leg(x, gait.height, length, length) for x in hip])
    swing = np.array([leg(x - f, gait.height - h, length, length) for x, f, h in zip(hip, foot, rise)])
    angles = np.degrees(np.column_stack([support, swing]))
    ours: dict[str, Any] = {
        "mean speed": 2 * abs(gait.x0) / gait.period,
        "rate of the pendulum": gait.w,
        "speed of the hip at the start": start[0],
        "speed of the hip in mid-step": gait.x0 * gait.w * np.sinh(half) + start[0] * np.cosh(half),
        "sideways speed": start[1],
        "y of the hip": gait.y0 * np.cosh(half) + start[1] / gait.w * np.sinh(half),
        "support leg at the start": anatomical(angles[0, :2]),
        "swing leg at the start": anatomical(angles[0, 2:]),
        "swing leg in mid-step": anatomical(angles[50, 2:]),
    }
    for theirs in run.numbers:
        found = next((x for name, x in ours.items() if theirs.quantity.startswith(name)), None)
        if found is not None:
            yield judged(run, theirs, found)
    if "ground" in run.control:
        yield from on_the_ground(run)
    else:
        for theirs in run.numbers:
            if not theirs.quantity.startswith(tuple(ours)):
                yield cannot(run, theirs, "ground, contact points and inertias are not given")
    designed = np.column_stack([hip, foot, rise])
    names = ("hip, forward", "foot, forward", "foot, height")
    yield Figure("Hip and swinging foot, designed", "t in s", "m", curves(t, names, designed))
    names = ("support hip", "support knee", "swing hip", "swing knee")
    yield Figure("Leg angles of the gait", "t in s", "degrees", curves(t, names, angles))


def anatomical(lean_and_bend: np.ndarray) -> tuple[float, float, float]:
    """Hip, knee and ankle of equation B.11 from lean and bend of a leg, in the same unit."""
    lean, bend = (float(x) for x in lean_and_bend)
    return lean, bend, bend - lean


def links_of(name: str) -> tuple[Link, ...]:
    """What each joint of a walker does with lean and bend of its leg."""
    if name == "planar biped":
        found: list[Link] = []
        for k, side in enumerate(("support", "swing")):
            lean, bend = np.eye(4)[2 * k], np.eye(4)[2 * k + 1]
            found += [
                (f"{side}_thigh", tuple(lean), 0.0), (f"{side}_shank", tuple(-bend), 0.0),
                (f"{side}_foot", tuple(bend - lean), np.pi / 2),
            ]  # fmt: skip
        return tuple(found)
    turned = -np.pi / 2 if name == "hexapod" else 0.0
    found = []
    for k in range(1, 7 if name == "hexapod" else 5):
        first = 0 if k in SUPPORT[name] else 2
        found += [
            (f"thigh_{k}", tuple(np.eye(4)[first]), turned), (f"shank_{k}", tuple(-np.eye(4)[first + 1]), 0.0),
        ]  # fmt: skip
    return tuple(found)


def walker(run: Experiment, *, flying: bool = False) -> tuple[Walker, np.ndarray]:
    """The machine of an experiment with its gait, and the speed of its base at the start."""
    system, name = compiled(run), run.control["gait"]
    mass = sum(float(body.mass) for body in system.blueprint.bodies)
    stiffness, friction, slip = run.control["ground"] if not flying else (0.0, 0.0, 0.0)
    ground = None if flying else Ground(stiffness, friction, slip, mass)
    links = links_of(name)
    base = [name for name in system.v_names if name.startswith("base")]
    forward = "base.z" if name == "quadruped" else "base.x"
    speed = np.array([GAITS[name].speed[0] if rate == forward else 0.0 for rate in base])
    return Walker(system, Steps(GAITS[name], LENGTHS[name], links), links, ground), speed


def on_the_ground(run: Experiment) -> Iterator[Piece]:
    """The walk with the joints on their gait, as computed torque with a perfect model keeps them."""
    machine, speed = walker(run)
    walked = machine.walk(speed, run.duration, EVERY)
    ours = {**places(run, machine, walked), **touches(run, machine, walked), **efforts(machine, walked, speed)}
    for theirs in run.numbers:
        name = next((name for name in ours if theirs.quantity.startswith(name)), None)
        if name is not None:
            value, reason = ours[name]
            yield judged(run, theirs, value, reason) if theirs.tolerance else beside(run, theirs, value, reason)
    yield from figures(machine, walked)


Ours = dict[str, tuple[Any, str]]
"""What a walk gives, and what is to be said of it, by the words with which a number's name begins."""
OPEN_GROUND = "the book leaves ground and contact points open: those of its program"


def places(run: Experiment, machine: Walker, walked: Walked) -> Ours:
    """Where the trunk is, and how it is turned."""
    names, period = list(machine.system.v_names), GAITS[run.control["gait"]].period
    step = walked.t <= period + 1e-9
    x = walked.q[:, names.index("base.z" if run.control["gait"] == "quadruped" else "base.x")]
    y = walked.q[:, names.index("base.y")]
    turned = np.degrees(walked.q - walked.q[0])[:, [k for k, name in enumerate(names) if "base.angle" in name]]
    tilts, leans = np.abs(turned), turned[:, 0]
    of_the_file = slice(0, round(2.0 / EVERY) + 1, round(0.01 / EVERY))
    grid = "the program integrates at 1e-4"

    def at(t: float) -> int:
        return int(np.argmin(np.abs(walked.t - t)))

    return {
        "range of the trunk's angle in the first": ((float(leans[step].min()), float(leans[step].max())), OPEN_GROUND),
        "range of the trunk's angle in four": ((float(leans.min()), float(leans.max())), OPEN_GROUND),
        "x and range": ((float(x[-1]), float(y.min()), float(y.max())), OPEN_GROUND),
        "advance": (float(x[at(period)] - x[0]), "of the trunk"),
        "largest angle": (float(tilts[step].max()), f"in a step; {OPEN_GROUND}"),
        "angles of": (float(tilts[of_the_file].max()), "at the file's instants"),
        "place at": (tuple(float(x[at(t)]) for t in (0.5, 1.0, 2.0)), grid),
        "height at": (tuple(float(y[at(t)]) for t in (0.5, 1.0)), grid),
    }


def touches(run: Experiment, machine: Walker, walked: Walked) -> Ours:
    """The swinging feet at the end of the first step."""
    period = GAITS[run.control["gait"]].period
    down, step = touch_down(walked, period), walked.t <= period + 1e-9
    soon = int(np.argmax(walked.t >= down + 0.01))
    swings = walked.feet[:, swinging(machine)].sum(axis=1)
    return {
        "touch-down": (down, OPEN_GROUND),
        "vertical force": ((0.0, float(swings[soon, 1])), f"10 ms later; {swings[step, 1].max():.0f} N at first"),
        "horizontal force": ((0.0, float(swings[soon, 0])), f"10 ms later; {swings[step, 0].min():.0f} N at first"),
    }


def efforts(machine: Walker, walked: Walked, speed: np.ndarray) -> Ours:
    """How long the gait is kept, and the balance of energy."""
    energy = np.sum(machine.system.energies(walked.q, walked.v), axis=0) - walked.work.sum(axis=1)
    torques = f"until a joint is {OFF} rad off, torques of each {1e3 * EVERY:g} ms given back"
    perfect = "as far as it was run: with a perfect model the joints stay on their gait"
    return {
        "follows without": (let_go(machine, walked, speed), torques),
        "follows with control": (float(walked.t[-1]), perfect),
        "largest error": (float(np.ptp(energy)), "in J, at tolerance 1e-6"),
        "energy at": (float(energy[0]), ""),
    }


def figures(machine: Walker, walked: Walked) -> Iterator[Figure]:
    """The trunk's motion, the joint torques and the forces on the feet."""
    names, base = list(machine.system.v_names), machine.base
    moved = walked.q[:, base] - walked.q[0, base]
    yield Figure("Trunk, from its start", "t in s", "m, rad", curves(walked.t, [names[k] for k in base], moved))
    joints = [k for k in range(len(names)) if k not in base and np.ptp(walked.q[:, k]) > 0]
    yield Figure(
        "Joint torques, cut at ±100", "t in s", "Nm",
        curves(walked.t, [names[k] for k in joints], np.clip(walked.tau[:, joints], -100.0, 100.0)),
    )  # fmt: skip
    pushed = np.minimum(walked.feet[:, :, 1], 200.0)
    feet = [frame.name for frame in machine.system.blueprint.frames]
    yield Figure("Vertical forces on the feet, cut at 200", "t in s", "N", curves(walked.t, feet, pushed))


def let_go(machine: Walker, walked: Walked, speed: np.ndarray) -> float:
    """How long the joints stay on their gait when the torques of the walk are given back to them without feedback."""
    t, q = machine.driven(walked, speed)
    wanted = np.array([machine.steps(now)[0] for now in t])
    off = np.abs(q[:, machine.joints] - wanted).max(axis=1) > OFF
    return float(t[np.argmax(off)]) if off.any() else float(t[-1])


def swinging(machine: Walker) -> list[int]:
    """Contact points of the legs that swing in the first step."""
    joints = {link for link, shares in zip((machine.system.v_names[k] for k in machine.joints), machine.steps.shares)
              if shares[2:].any()}  # fmt: skip
    return [k for k, body in enumerate(machine.carriers) if body in joints]


def touch_down(walked: Walked, period: float) -> float:
    """The first instant, late in the first step, at which a swinging foot is pushed."""
    late = (walked.t > LATE * period) & (walked.t <= period)
    loaded = walked.feet[:, :, 1] > 0.0
    lifted = ~loaded[np.argmax(late)]
    down = loaded[:, lifted].any(axis=1) & late
    return float(walked.t[np.argmax(down)]) if down.any() else period


@study(*(f"book/{name} in flight" for name in ("planar biped", "quadruped", "hexapod")))
def flight(run: Experiment) -> Iterator[Piece]:
    """The same joint motion without ground: momentum, energy, and the torques given back to the free machine."""
    machine, speed = walker(run, flying=True)
    system = machine.system
    flown = machine.walk(speed, run.duration)
    energy = np.sum(system.energies(flown.q, flown.v), axis=0) - flown.work.sum(axis=1)
    centre = system.kernel("centre_of_mass").call(flown.q)
    fallen = centre[0] + np.outer(flown.t, system.kernel("centre_of_mass_velocity").call(flown.q, flown.v)[0])
    fallen[:, 1] -= 9.81 * flown.t**2 / 2
    spin = system.kernel("centroidal_momentum").call(flown.q, flown.v)
    back = np.abs(system.forward_dynamics(flown.q, flown.v, flown.tau) - flown.vd).max()
    by_recursion, _ = system.kernel("free_base_inverse_dynamics").call(flown.q, flown.v, flown.vd)
    turned = np.asarray(spin)[:, :3]
    ours: dict[str, float] = {
        "force": float(np.abs(flown.tau[:, machine.base]).max()),
        "distance": float(np.abs(centre - fallen).max()),
        "change of the angular": float(np.abs(turned - turned[0]).max()),
        "change of energy": float(np.ptp(energy)),
        "accelerations": float(back),
        "joint torques": float(np.abs(by_recursion - flown.tau).max()),
    }
    for theirs in run.numbers:
        yield judged(run, theirs, next(x for name, x in ours.items() if theirs.quantity.startswith(name)))
    joints = [k for k in range(system.n_v) if k not in machine.base and np.ptp(flown.tau[:, k]) > 0]
    yield Figure(
        "Joint torques in flight", "t in s", "Nm",
        curves(flown.t, [system.v_names[k] for k in joints], flown.tau[:, joints]),
    )  # fmt: skip
