"""Count tables of Shah, Saha and Dutt (2013): formulas evaluated, joints and single operations counted."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import cos, sin
from typing import Any

import numpy as np

from linkwork.algebra.inertias import ArticulatedInertia, RigidInertia, spin
from linkwork.algebra.matrices import Mat3
from linkwork.algebra.poses import Pose
from linkwork.algebra.symmetric import Sym3
from linkwork.algebra.twists import Twist, Wrench
from linkwork.algebra.vectors import Vec3
from linkwork.blueprint.library.experiment import Experiment
from linkwork.blueprint.library.families.general_tree import VARIABLES, general_tree
from linkwork.blueprint.library.published.count_formulas import FORMULAS
from linkwork.expression.counts import Counts, counts
from linkwork.expression.trace import trace

from ..findings import Curve, Figure, Piece, Verdict, beside, cannot, judged, number
from ..runs import compiled
from ..study import study

WORDS = {"revolute": "hinge", "universal": "universal joint", "spherical": "spherical joint"}
FIGURES = {  # our law; whether the base floats; per-variable counts M of tables 6.10 and 7.5; constant; figure
    "inverse dynamics": ("inverse_dynamics", False, (94, 58, 46), -81, "6.15"),
    "forward dynamics": ("forward_dynamics", False, (229, 157, 133), -197, "6.16, with the bias added to theirs"),
    "inverse dynamics with a free base": ("free_base_inverse_dynamics", True, (164, 113, 96), 60, "7.30"),
    "forward dynamics with a free base": ("forward_dynamics", True, (209, 139.5, 349 / 3), 60, "7.31"),
}
SIZES = (6, 12, 18, 24)  # joint variables of a chain in the figures
LONGEST = 16  # hinges of the chains in which O(n) and O(n³) are compared


@lru_cache
def law_counts(law: str, joints: tuple[str, ...], floating: bool) -> tuple[int, int]:
    """Multiplications and additions in a general chain."""
    found = general_tree(joints, floating=floating).compile().counts(law)
    return found.multiplications, found.additions


@study("book/counts per joint", long=True)
def per_joint(run: Experiment) -> Iterator[Piece]:
    """What the sixth to the ninth joint cost, each; counts against the number of joint variables."""
    for what, (law, floating, *_) in FIGURES.items():
        for kind, word in WORDS.items():
            a, b = (np.array(law_counts(law, (kind,) * k, floating)) for k in (3, 6))
            ours = tuple(((b - a) / 3).round(1).tolist())
            theirs = number(run, f"{what}, M, A per {word}")
            more = " and ".join(
                name for name, x, y in zip(("multiplications", "additions"), ours, theirs.value) if x > y
            )
            each = [_per_variable(pair, VARIABLES[kind]) for pair in (theirs.value, ours)]
            told = f"; for each variable {each[0]} there, {each[1]} here" if VARIABLES[kind] > 1 else ""
            yield beside(run, theirs, ours, (f"more {more} here" if more else "fewer here") + told)
    first = law_counts("inverse_dynamics", ("revolute",), False)
    yield beside(run, number(run, "inverse dynamics, M, A of the link"), first)
    yield cannot(run, number(run, "forward dynamics, M, A of the link"), "how it arises is not shown there")
    for law, words in (("free_base_inverse_dynamics", "inverse dynamics, M, A of a free"),
                       ("forward_dynamics", "forward dynamics, M, A of a free"),
                       ("forward_dynamics", "the same, McMillan and Orin (1998), art"),
                       ("forward_dynamics", "the same, McMillan and Orin (1998), com")):  # fmt: skip
        yield beside(
            run, number(run, words), law_counts(law, (), True), "a free body alone, gravity and attitude in it"
        )
    last, reason = _crossing()
    yield beside(run, number(run, "joints beyond"), last, reason)
    yield from _figures()


def _per_variable(pair: Sequence[float], variables: int) -> str:
    """Such as 46M36.7A."""
    return "M".join(f"{x / variables:.4g}" for x in pair) + "A"


def _crossing() -> tuple[int, str]:
    """The largest chain of hinges for which the factorised mass matrix costs less than the recursion."""
    last = 0
    for n in range(1, LONGEST + 1):
        recursive, factorised = (
            sum(law_counts(law, ("revolute",) * n, False))
            for law in ("recursive_forward_dynamics", "factorised_forward_dynamics")
        )
        if factorised < recursive:
            last = n
    return last, "operations in all, mass matrix and its factors in place of a general solution"


def _figures() -> Iterator[Figure]:
    """Multiplications against joint variables, the book's four panels for each figure."""
    mixed = ("revolute", "universal", "spherical")
    for what, (law, floating, per_variable, constant, figure) in FIGURES.items():
        for k, (kind, word) in enumerate(WORDS.items()):
            joints = [(kind,) * (n // VARIABLES[kind]) for n in SIZES]
            lines = [per_variable[k] * n + constant for n in SIZES]
            yield _panel(f"Figure {figure}: {word}s only", what, law, joints, floating, lines)
        joints = [mixed * (n // 6) for n in SIZES]
        share = sum(v * n for v, n in zip(per_variable, (1, 2, 3))) / 6
        yield _panel(f"Figure {figure}: all kinds", what, law, joints, floating, [share * n + constant for n in SIZES])


def _panel(
    title: str, what: str, law: str, joints: Sequence[tuple[str, ...]], floating: bool, theirs: list[float]
) -> Figure:
    n = np.array(SIZES, dtype=float)
    ours = np.array([law_counts(law, kinds, floating)[0] for kinds in joints], dtype=float)
    book = Curve("the book's formula", n, np.array(theirs, dtype=float))
    return Figure(title, f"joint variables; {what}", "multiplications", (Curve("here", n, ours), book))


@study("book/counts humanoid")
def humanoid(run: Experiment) -> Iterator[Piece]:
    """Links, joint variables and operations of the humanoid."""
    system = compiled(run)
    links, variables, operations = run.numbers
    yield judged(run, links, len(system.blueprint.bodies))
    yield judged(run, variables, system.n_v - 6)
    found = system.counts("forward_dynamics")
    ours = found.multiplications, found.additions
    yield beside(run, operations, ours, f"in all {sum(ours)}, there {sum(operations.value)}")


# ---- totals by the printed formulas

N = {"gripper": (4, 0, 0), "arm": (6, 0, 0), "biped": (2, 4, 6), "quadruped": (4, 8, 0), "hexapod": (12, 0, 0)}
"""Joint variables that belong to joints of one, two and three."""

WHY = {
    ("table 6.11", "proposed", "biped"): "36⅔ was taken as 36",
    ("table 6.11", "Angeles et al. (1989)", "biped"): "digits transposed",
    ("table 6.12", "proposed", "gripper"): "a misprint: the additions agree",
    (
        "table 7.6",
        "proposed",
    ): "the printed formula has 113 additions where table 7.5 gives 202 for a joint of two, and 82",
    (
        "table 7.6",
    ): "the printed totals exceed the printed formulas by about 216M190A; where that comes from is not said",
    ("table 7.7", "proposed", "biped"): "1430 stands for 1730, fractions dropped; 66 additions for the base, not 72",
    ("table 7.7", "proposed"): "the totals drop fractions and take 66 additions for the base where table 7.4 has 72",
    ("table 7.7", "McMillan, Orin (1998), composite"): "178 n in place of the printed 175⅓ n would give it",
}


@study("book/count formulas")
def totals(run: Experiment) -> Iterator[Piece]:
    """Each printed total beside its formula."""
    for theirs in run.numbers:
        author, robot = theirs.quantity.removesuffix(": M, A").rsplit(", ", 1)
        ours = FORMULAS[theirs.source][author](N[robot])
        keys = ((theirs.source, author, robot), (theirs.source, author), (theirs.source,))
        row = judged(run, theirs, tuple(round(x, 2) for x in ours))
        if row.verdict is Verdict.DIFFERS:
            reason = next((WHY[key] for key in keys if key in WHY), "")
            row = judged(run, theirs, row.ours, reason)
        yield row


# ---- appendix A

ALPHA, A, B, THETA = 0.7, 0.43, 0.31, 1.1  # a row's constants, none of them special


def _row(c: Any, s: Any, right: bool = False) -> Pose:
    """X = Shift_x(a) Rot_x(α) Shift_z(b) Rot_z(θ)."""
    twist = (0.0, 1.0) if right else (cos(ALPHA), sin(ALPHA))
    return Pose.shift((A, 0.0, 0.0)) @ Pose.turn(0, *twist) @ Pose.shift((0.0, 0.0, B)) @ Pose.turn(2, c, s)


def _slide(b: Any) -> Pose:
    """The same with b in place of θ."""
    turned = Pose.turn(2, cos(THETA), sin(THETA))
    return Pose.shift((A, 0.0, 0.0)) @ Pose.turn(0, cos(ALPHA), sin(ALPHA)) @ Pose.shift((0.0, 0.0, b)) @ turned


def _symmetric(x: Any) -> Sym3:
    return Sym3(*x)


def _rigid(x: Any) -> RigidInertia:
    return RigidInertia(x[0], Vec3(*x[1:4]), _symmetric(x[4:10]))


def _articulated(x: Any) -> ArticulatedInertia:
    """After the elimination of its hinge: nothing is left about z."""
    A = Sym3(x[0], x[1], 0.0, x[2], 0.0, 0.0)
    return ArticulatedInertia(A, Mat3([list(x[3:6]), list(x[6:9]), [0.0, 0.0, 0.0]]), _symmetric(x[9:15]))


def _slid(x: Any) -> ArticulatedInertia:
    """After the elimination of its slider: nothing is left along z."""
    H = Mat3([[x[6], x[7], 0.0], [x[8], x[9], 0.0], [x[10], x[11], 0.0]])
    return ArticulatedInertia(_symmetric(x[:6]), H, Sym3(x[12], x[13], 0.0, x[14], 0.0, 0.0))


def _all_of(inertia: ArticulatedInertia) -> list[Any]:
    """Its 21 numbers."""
    return [*inertia.A.e, *(y for row in inertia.H.rows for y in row), *inertia.M.e]


OPERATIONS: dict[str, tuple[int, Callable[[Any, Any, Any], Any]]] = {
    # numbers of what is moved; the operation from cos θ, sin θ and these numbers
    "vector to the parent": (3, lambda c, s, x: list(_row(c, s).rotate_out(Vec3(*x)))),
    "vector from the parent": (3, lambda c, s, x: list(_row(c, s).rotate_into(Vec3(*x)))),
    "vector to the parent, axes at right angles": (3, lambda c, s, x: list(_row(c, s, True).rotate_out(Vec3(*x)))),
    "general matrix to the parent": (
        9, lambda c, s, x: [
            y
            for row in Mat3([x[:3], x[3:6], x[6:]]).turned(2, c, s).turned(0, cos(ALPHA), sin(ALPHA)).rows
            for y in row
        ],
    ),
    "symmetric matrix to the parent, slider": (
        6, lambda c, s, x: list(
            _symmetric(x).turned(2, cos(THETA), sin(THETA)).turned(0, cos(ALPHA), sin(ALPHA)).e),
    ),
    "symmetric matrix to the parent": (
        6, lambda c, s, x: list(_symmetric(x).turned(2, c, s).turned(0, cos(ALPHA), sin(ALPHA)).e),
    ),
    "wrench to the parent": (6, lambda c, s, x: _row(c, s).to_parent(Wrench(Vec3(*x[:3]), Vec3(*x[3:]))).six()),
    "twist from the parent": (6, lambda c, s, x: _row(c, s).to_child(Twist(Vec3(*x[:3]), Vec3(*x[3:]))).six()),
    "spin matrix of ω and ω̇": (6, lambda c, s, x: [y for row in spin(Vec3(*x[:3]), Vec3(*x[3:])).rows for y in row]),
    "acceleration of the next origin": (
        12,
        lambda c, s, x: list(
            _row(c, s).rotate_into(Vec3(*x[:3]) + Mat3([x[3:6], x[6:9], x[9:]]) @ _row(c, s).translation)
        ),
    ),
    "wrench of a rigid body's motion": (
        9, lambda c, s, x: RigidInertia(1.7, Vec3(0.3, 0.5, 0.2), Sym3(0.7, 0.9, 0.8, 0.11, 0.13, 0.17)).wrench(
            Vec3(*x[:3]), Vec3(*x[3:6]), Vec3(*x[6:])).six(),
    ),
    "composite body's inertia to the parent, slider": (
        11, lambda c, s, x: (lambda I: [*I.h, *I.I.e])(_slide(x[10]).inertia_to_parent(_rigid(x))),
    ),
    "composite body's inertia with its parent's": (
        20, lambda c, s, x: (lambda I: [*I.h, *I.I.e])(_rigid(x[10:]) + _row(c, s).inertia_to_parent(_rigid(x))),
    ),
    "articulated body's inertia to the parent, slider": (
        16, lambda c, s, x: _all_of(_slide(x[15]).articulated_to_parent(_slid(x))),
    ),
    "articulated body's inertia with its parent's": (
        25, lambda c, s, x: _all_of(_rigid(x[15:]).articulated() + _row(c, s).articulated_to_parent(_articulated(x))),
    ),
    "composite body's inertia to the parent": (
        10, lambda c, s, x: (lambda I: [*I.h, *I.I.e])(_row(c, s).inertia_to_parent(_rigid(x))),
    ),
    "articulated body's inertia to the parent": (
        15, lambda c, s, x: _all_of(_row(c, s).articulated_to_parent(_articulated(x))),
    ),
}  # fmt: skip


def operation_counts(name: str) -> Counts:
    """Operations of one of them."""
    size, operation = OPERATIONS[name]
    return counts(trace(lambda c, s, x: {"y": operation(c, s, x)}, {"c": (), "s": (), "x": (size,)}))


@study("book/counts of appendix A")
def single(run: Experiment) -> Iterator[Piece]:
    """Single operations of the algebra."""
    for theirs in run.numbers:
        found = operation_counts(theirs.quantity.removesuffix(": M, A"))
        ours = found.multiplications, found.additions
        fewer, more = sum(ours) < sum(theirs.value), sum(ours) > sum(theirs.value)
        yield beside(run, theirs, ours, "fewer here" if fewer else "more here" if more else "as many in all")
