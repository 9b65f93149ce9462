"""Inertia of uniform shapes against sums over many points of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from linkwork import Parameter, inertia
from linkwork.algebra.parameter import default

N = 60


def grid(*sides: float) -> np.ndarray:
    """Points in the middle of the cells of a box around the origin."""
    axes = [(np.arange(N if s else 1) + 0.5) / (N if s else 1) * s - s / 2 for s in sides]
    return np.stack(np.meshgrid(*axes, indexing="ij"), -1).reshape(-1, 3)


def summed(points: np.ndarray, mass: float) -> np.ndarray:
    """Second moment of equal point masses."""
    squares = (points**2).sum(1)
    return mass / len(points) * (squares.sum() * np.eye(3) - points.T @ points)


def ball(points: np.ndarray) -> np.ndarray:
    return points[(points**2).sum(1) <= 0.25]


def round_bar(points: np.ndarray) -> np.ndarray:
    return points[(points[:, :2] ** 2).sum(1) <= 0.25]


CASES: list[tuple[str, object, Callable[[], np.ndarray]]] = [
    ("rod", inertia.rod(2.0, 1.5), lambda: grid(1.5, 0, 0)),
    ("rod along z", inertia.rod(2.0, 1.5, axis="z"), lambda: grid(0, 0, 1.5)),
    ("box", inertia.box(2.0, 1.0, 2.0, 3.0), lambda: grid(1, 2, 3)),
    ("plate", inertia.plate(2.0, 1.0, 2.0), lambda: grid(1, 2, 0)),
    ("sphere", inertia.sphere(2.0, 0.5), lambda: ball(grid(1, 1, 1))),
    ("cylinder", inertia.cylinder(2.0, 0.5, 2.0), lambda: round_bar(grid(1, 1, 2))),
    ("cylinder along x", inertia.cylinder(2.0, 0.5, 2.0, "x"), lambda: round_bar(grid(1, 1, 2))[:, [2, 0, 1]]),
    ("disc", inertia.disc(2.0, 0.5), lambda: round_bar(grid(1, 1, 0))),
]


@pytest.mark.parametrize(("tensor", "points"), [c[1:] for c in CASES], ids=[c[0] for c in CASES])
def test_a_shape_is_the_sum_of_its_points(tensor: object, points: Callable[[], np.ndarray]) -> None:
    np.testing.assert_allclose(tensor, summed(points(), 2.0), rtol=5e-3, atol=1e-12)  # 60 points a side


def test_a_shell_is_the_limit_of_two_spheres() -> None:
    outer, inner = 1.0, 1.0 - 1e-6
    density = 1.0 / (outer**3 - inner**3)
    difference = np.subtract(inertia.sphere(density * outer**3, outer), inertia.sphere(density * inner**3, inner))
    np.testing.assert_allclose(inertia.shell(1.0, 1.0), difference, rtol=1e-5)


def test_a_tube_is_a_cylinder_without_its_core() -> None:
    m = 3.0
    whole, core = m * 4 / 3, m / 3  # radii 2 and 1: masses as 4 to 1
    tube = np.subtract(inertia.cylinder(whole, 2.0, 5.0), inertia.cylinder(core, 1.0, 5.0))
    np.testing.assert_allclose(inertia.tube(m, 2.0, 1.0, 5.0), tube, rtol=1e-15)


def test_a_triangle_is_the_sum_of_its_points() -> None:
    a, b, c = np.array([(0.0, 0, 0), (2.0, 0, 0), (0.5, 1.0, 0.3)])
    u, v = (grid(1, 1, 0)[:, :2] + 0.5).T
    inside = u + v < 1
    points = a + u[inside, None] * (b - a) + v[inside, None] * (c - a)
    np.testing.assert_allclose(
        inertia.triangle(2.0, a, b, c), summed(points - points.mean(0), 2.0), rtol=2e-2, atol=1e-3
    )


def test_points_are_taken_about_their_centre() -> None:
    places = np.array([(0.0, 0, 0), (1.0, 2, 0), (0, 1, 3.0)])
    masses = np.array([1.0, 2.0, 3.0])
    center = masses @ places / masses.sum()
    np.testing.assert_allclose(inertia.com(masses, places), center)
    d = places - center
    expected = sum(m * (r @ r * np.eye(3) - np.outer(r, r)) for m, r in zip(masses, d))
    np.testing.assert_allclose(inertia.points(masses, places), expected, atol=1e-15)


def test_products_have_the_signs_of_the_matrix() -> None:
    assert inertia.tensor(1, 2, 3, xy=4, yz=5, zx=6) == ((1, 4, 6), (4, 2, 5), (6, 5, 3))


def test_parameters_stay_open() -> None:
    moment = inertia.rod(Parameter("m", 12.0), Parameter("l", 2.0))[1][1]
    assert default(moment) == 4.0
