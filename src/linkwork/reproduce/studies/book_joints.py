"""Euler-angle joints of Shah, Saha and Dutt (2013): their rows and matrices beside the package's own turns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations, product
from math import cos, radians, sin

import numpy as np

from linkwork.algebra.euler_angles import turns
from linkwork.algebra.poses import Pose
from linkwork.algebra.vectors import AXES
from linkwork.blueprint.library.experiment import Experiment
from linkwork.blueprint.library.published.book_joints import MISPRINTS, PAIRS, TRIPLES

from ..findings import Piece, differing, judged
from ..study import study

ANGLES = ((0.3, -0.7, 1.1), (2.5, 0.4, -1.9))  # at which both are compared


@study("book/Euler-angle joints")
def joints(run: Experiment) -> Iterator[Piece]:
    """Each sequence by its rows, by its printed matrix and by three turns; misprints; the rule of quarter turns."""
    numbers = iter(run.numbers)
    for name in (*TRIPLES, *PAIRS):
        yield judged(run, next(numbers), worst(name))
    for name, _, k, _ in MISPRINTS:
        yield differing(run, next(numbers), TRIPLES[name][3].split()[k], "misprinted: only this gives the turns")
    same, reversed_ = next(numbers), next(numbers)
    found = [swaps(*order) for order in ((0, 1, 2), (2, 1, 0))]
    yield judged(run, same, found[0], "the signs of the outer turns change places too")
    yield judged(run, reversed_, found[1])


def worst(name: str) -> float:
    """Largest difference of rows and matrix from the turns."""
    before, rows, behind, entries = {**TRIPLES, **PAIRS}[name]
    found = 0.0
    for angles in ANGLES:
        R = np.eye(3)
        for turn, q in zip(turns(name), angles):
            R = R @ matrix(turn.pose((q,)))
        by_rows = about(2, before)
        for (alpha, constant), q in zip((*rows, *behind), (*angles[: len(rows)], *(0.0 for _ in behind))):
            by_rows = by_rows @ about(0, alpha) @ matrix(Pose.turn(2, cos(q), sin(q))) @ about(2, constant)
        printed = np.array([value(entry, angles) for entry in entries.split()]).reshape(3, 3)
        found = max(found, float(np.abs(by_rows - R).max()), float(np.abs(printed - R).max()))
    return found


def about(axis: int, degrees: float) -> np.ndarray:
    """A constant turn; quarter turns without rounding."""
    a = radians(degrees)
    return matrix(Pose.turn(axis, *(round(x) if degrees % 90 == 0 else x for x in (cos(a), sin(a)))))


def matrix(pose: Pose) -> np.ndarray:
    """The rotation of a pose."""
    return np.array([list(pose.rotate_out(axis)) for axis in AXES], dtype=float).T


def value(entry: str, angles: tuple[float, ...]) -> float:
    """A printed entry such as -S1C2S3+C1C3."""
    total = 0.0
    for sign, factors in re.findall(r"([+-]?)((?:[SC]\d)+)", entry):
        term = -1.0 if sign == "-" else 1.0
        for word, k in re.findall(r"([SC])(\d)", factors):
            term *= (sin if word == "S" else cos)(angles[int(k) - 1])
        total += term
    return total


def swaps(*order: int) -> int:
    """Sign patterns, over all pairs of axes, with A(s₁) B(s₂) A(s₃) = B(…) A(…) B(…), the signs in the given order."""
    count = 0
    for a, b in permutations(range(3), 2):
        for signs in product((90, -90), repeat=3):
            x, y, z = (signs[k] for k in order)
            left = about(a, signs[0]) @ about(b, signs[1]) @ about(a, signs[2])
            count += bool(np.array_equal(left, about(b, x) @ about(a, y) @ about(b, z)))
    return count
