"""Numbers of the book's trees: sizes and zeros of its matrices, torques and accelerations of its machines."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from linkwork.blueprint import library
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.catalogue import TREES


def law(plan: Plan, name: str, *inputs: Any) -> list[np.ndarray]:
    found = TREES[name].build(plan, *(list(x) for x in inputs))
    return [np.array(found[key]) for key in TREES[name].gives]


def cycloid(start: float, end: float, t: float, duration: float = 1.0) -> tuple[float, float, float]:
    """Book, Eq. (6.14)."""
    d, w = end - start, 2 * math.pi / duration
    return (
        start + d / duration * (t - math.sin(w * t) / w),
        d / duration * (1 - math.cos(w * t)),
        d * w / duration * math.sin(w * t),
    )


@pytest.fixture
def gripper() -> Plan:
    return lay_out(library.gripper().freeze())


TORQUES = {  # digest of the book, section 3.3: palm, finger, fingertip, thumb
    0.0: (0.88290000, 0.19620000, 0.04905000, 0.00000000),
    0.25: (0.97437109, 0.22672515, 0.05743535, -0.00513509),
    0.5: (0.54092872, 0.03430231, -0.01077840, -0.03362433),
    0.75: (0.14881974, -0.15283960, -0.04680174, -0.04919890),
    1.0: (0.14400208, -0.15029792, -0.03757448, -0.04905000),
}
RANGES = {"palm": (0, 60), "finger": (0, 80), "fingertip": (0, 80), "thumb": (90, 120)}


def by_body(plan: Plan, names: tuple[str, ...]) -> list[int]:
    """Rates of the joints that carry the bodies."""
    return [plan.nodes[plan.bodies[name].node].v for name in names]


@pytest.mark.parametrize("t", TORQUES)
def test_gripper_torques_along_the_cycloid(gripper: Plan, t: float) -> None:
    rates = by_body(gripper, tuple(RANGES))
    q, v, a = np.zeros(4), np.zeros(4), np.zeros(4)
    for k, (start, end) in zip(rates, RANGES.values()):
        q[k], v[k], a[k] = cycloid(math.radians(start), math.radians(end), t)
    (tau,) = law(gripper, "inverse_dynamics", q, v, a)
    np.testing.assert_allclose(tau[rates], TORQUES[t], atol=6e-9)  # printed to eight decimals


def test_gripper_falls_from_rest_as_the_digest_says(gripper: Plan) -> None:
    rates = by_body(gripper, tuple(RANGES))
    q = np.zeros(4)
    q[rates[0]] = math.radians(-60)
    (qdd,) = law(gripper, "recursive_forward_dynamics", q, np.zeros(4), np.zeros(4))
    np.testing.assert_allclose(qdd[rates], (-68.1809384, 117.3747801, -65.5917889, 23.3023460), atol=6e-8)
    potential = law(gripper, "energies", q, np.zeros(4))[1]
    assert potential == pytest.approx(-0.8070923751, abs=1e-10)


def test_gripper_complement_has_the_books_sizes_and_its_inertia_matrix_the_books_zero(gripper: Plan) -> None:
    """Eqs (4.40)–(5.54): N_l 24×24, N_d 24×4; finger and thumb do not feel each other."""
    q = np.array([0.3, -0.2, 0.5, 0.9])
    N_l, N_d = law(gripper, "module_complement", q)
    assert N_l.shape == (24, 24)
    assert N_d.shape == (24, 4)
    assert [len(part) for part in gripper.modules] == [1, 2, 1] or sorted(map(len, gripper.modules)) == [1, 1, 2]
    (M,) = law(gripper, "mass_matrix", q)
    palm, finger, tip, thumb = by_body(gripper, tuple(RANGES))
    U, D = law(gripper, "mass_matrix_factors", q)
    for matrix in (M, U, D):
        assert matrix[thumb, finger] == matrix[thumb, tip] == matrix[finger, thumb] == matrix[tip, thumb] == 0.0
    assert D[palm, finger] == D[palm, tip] == D[palm, thumb] == 0.0 != D[finger, tip]


def test_spatial_double_pendulum_has_the_books_sizes() -> None:
    """Section 4.2.2: a spherical joint and a hinge, N_l 24×24, N_d 24×4."""
    plan = lay_out(library.double_pendulum().freeze())
    N_l, N_d = law(plan, "complement", np.array([0.1, 0.2, 0.3, 0.4]))
    assert N_l.shape == (24, 24)
    assert N_d.shape == (24, 4)


KUKA = {  # torque file published with the book's program, in N m
    0.0: (0.0, 128.7117, 14.53612, 0.0, 0.0, 0.0),
    0.25: (106.0031, 209.5310, 35.72768, -0.00086, -0.17532, 0.00001),
    0.5: (-39.53028, 150.3598, 21.46336, 0.19676, -0.32364, 0.00001),
    0.75: (-74.10312, 2.82747, -8.69974, -0.29154, -0.06237, -0.00004),
    1.0: (0.0, 66.78584, 9.69806, 0.13056, 0.05428, 0.0),
}


@pytest.mark.parametrize("t", KUKA)
def test_kuka_torques_along_the_cycloid(t: float) -> None:
    plan = lay_out(library.kuka_kr5().freeze())
    q, v, a = (np.full(6, x) for x in cycloid(0.0, math.radians(60), t))
    (tau,) = law(plan, "inverse_dynamics", q, v, a)
    np.testing.assert_allclose(
        tau, KUKA[t], atol=7e-5
    )  # inertias are printed to nine decimals, torques to seven digits


@pytest.mark.parametrize(
    "modules",
    [
        [["swing_thigh", "swing_shank"], ["swing_foot"], ["support_foot", "support_shank", "support_thigh"], ["trunk"]],
        [["swing_thigh", "swing_shank", "swing_foot"], ["trunk", "support_thigh", "support_shank"], ["support_foot"]],
    ],
    ids=["tips first", "a branch from the middle of a module"],
)
def test_factors_by_the_users_own_modules_multiply_to_the_inertia_matrix(modules: list[list[str]]) -> None:
    system = library.spatial_biped().compile(modules=modules)
    q = np.array(system.start) + 0.1 * np.random.default_rng(0).normal(size=system.n_q)
    U, D = system.mass_matrix_factors(q)
    np.testing.assert_allclose(U @ D @ U.T, system.mass_matrix(q), rtol=0, atol=1e-12)
