"""Machines with hundreds of unknowns: what is separate stays separate, and the equations hold."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import linkwork as lw
from linkwork.blueprint import library
from linkwork.expression.evaluate import evaluate
from linkwork.kernel.body import body_ir

LARGE: dict[str, Callable[[], lw.Mechanism]] = {
    "row of 50 four-bars": lambda: library.four_bar_row(k=50),
    "platform on 40 legs": lambda: library.legged_platform(k=40),
    "scissor grid 7 × 7": lambda: library.scissor_grid(k=7),
}


def at_rest(system: lw.System) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A closed pose, no rates, forces at random."""
    return system.closed_start, np.zeros(system.n_v), np.random.default_rng(0).normal(size=system.n_v)


@pytest.mark.parametrize("name", LARGE)
def test_accelerations_and_multipliers_satisfy_the_equations(name: str) -> None:
    """M q̈ + h = τ + Jᵀ λ and, at rest, J q̈ = 0, to the rounding of sums of a few hundred terms."""
    system = LARGE[name]().compile()
    q, v, tau = at_rest(system)
    qdd, lam = system.forward_dynamics(q, v, tau)
    J = system.closure_jacobian(q)
    force = system.mass_matrix(q) @ qdd + system.bias(q, v)
    size = np.abs(J).T @ np.abs(lam) + np.abs(tau) + 1.0
    assert np.all(np.abs(force - tau - J.T @ lam) < 1e-9 * size.max())
    assert np.all(np.abs(J @ qdd) < 1e-9 * np.abs(qdd).max())


@pytest.mark.parametrize(
    ("make", "few", "many"),
    [(library.four_bar_row, 5, 50), (library.legged_platform, 6, 40)],
    ids=["row of four-bars", "platform on legs"],
)
def test_operations_grow_with_the_number_of_parts(make: Callable[..., lw.Mechanism], few: int, many: int) -> None:
    """Not with its cube, as those of one dense block would."""
    small, large = (make(k=k).compile().counts("forward_dynamics").total for k in (few, many))
    assert large < 1.2 * many / few * small


def test_dense_blocks_of_many_rows_are_factorised_by_loops() -> None:
    """The 60 rows of a platform's J Jᵀ touch each other: most of the operations on it are not written out."""
    make = lambda: library.legged_platform(k=20)  # noqa: E731
    system = make().compile(formulation="projection")
    q, v, tau = at_rest(system)
    assert 4 * len(system.function("forward_dynamics").live()) < system.counts("forward_dynamics").total
    for ours, theirs in zip(system.forward_dynamics(q, v, tau), make().compile().forward_dynamics(q, v, tau)):
        np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-9 * np.abs(theirs).max())


def test_the_plan_of_a_large_machine_is_told() -> None:
    assert "written out, one instruction each" in str(LARGE["platform on 40 legs"]().compile().explain())
    explained = str(library.legged_platform(k=40).compile(formulation="reduced").explain())
    assert "dense fronts" in explained and "Elimination, order 'reduced'" in explained


def general_chain(n: int) -> lw.Mechanism:
    """Hinges in general position, with offsets and twists of any sign."""
    random = np.random.default_rng(n)
    m = lw.Mechanism(f"chain of {n}", gravity=(0.0, 0.0, -9.81))
    parent = m.ground
    for k in range(n):
        A = 0.2 * random.normal(size=(3, 3))
        inertia = np.trace(A @ A.T) * np.eye(3) - A @ A.T + 0.01 * np.eye(3)
        com = tuple(random.uniform(-0.2, 0.2, 3).tolist())
        body = m.body(f"link{k}", mass=float(random.uniform(1, 3)), com=com, inertia=inertia.tolist())
        a, alpha, b = random.uniform((0.1, -1.5, 0.1), (0.5, 1.5, 0.4)).tolist()
        m.dh(f"joint{k}", parent, body, a=a, alpha=alpha, b=b)
        parent = body
    return m


def test_a_long_chain_moves_as_its_inverse_dynamics_says() -> None:
    """Its forward dynamics is rolled, for one state and in lanes; the graph is evaluated beside it. Rounding grows
    along 80 joints, by which forces at the base feel those at the tip."""
    system = general_chain(80).compile(formulation="recursive")
    function = system.function("forward_dynamics")
    assert ".loop." in body_ir(function, "body").text
    random = np.random.default_rng(0)
    for shape in ((), (17,)):
        q, v, tau = 0.3 * random.normal(size=(3, *shape, 80))
        qdd = system.forward_dynamics(q, v, tau)
        exact = evaluate(function, **{port.name: x for port, x in zip(function.inputs, (q, v, tau))})
        np.testing.assert_allclose(qdd, exact["qdd"], rtol=0, atol=1e-11 * np.abs(exact["qdd"]).max())
        back = system.inverse_dynamics(q, v, qdd)
        np.testing.assert_allclose(back, tau, rtol=0, atol=1e-8 * np.abs(qdd).max())
