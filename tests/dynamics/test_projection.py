"""Back onto the loops: at once, or at a rate."""

from __future__ import annotations

import numpy as np
import pytest

import linkwork as lw
from linkwork.blueprint import library
from linkwork.dynamics.projection import drawn_back, projection
from linkwork.errors import OptionError
from linkwork.kernel import compile_function
from linkwork.simulate.choices import settings
from linkwork.simulate.coordinates import difference
from linkwork.system import System


def near_the_loops(name: str) -> tuple[System, np.ndarray, np.ndarray]:
    """A machine, a pose whose loops are a little open, and rates."""
    system, random = library.find(name).machine().compile(), np.random.default_rng(3)
    q = system.closed_start + 1e-3 * random.normal(size=system.n_q)
    return system, q, random.normal(size=system.n_v)


@pytest.mark.parametrize("name", ["four_bar", "koul_three_rrr", "six_rss"])
@pytest.mark.parametrize("order", ["reduced", "recursive"])
def test_first_order_rates_close_every_gap_by_the_same_share(name: str, order: str) -> None:
    system, q, v = near_the_loops(name)
    rates = np.array(drawn_back(system.plan, q.tolist(), v.tolist(), 0.0, 7.0, order))
    h, J = system.loops().gaps(q)
    assert np.abs(J @ (rates - v) + 7.0 * h).max() < 1e-12
    M = system.mass_matrix(q)
    free = np.linalg.svd(J)[2][np.linalg.matrix_rank(J) :]
    assert np.abs(free @ M @ (rates - v)).max() < 1e-10 * np.abs(M).max()  # nothing along the freedoms


def test_gains_act_on_rates_and_gaps_as_they_are_written() -> None:
    system, q, v = near_the_loops("four_bar")
    h, J = system.loops().gaps(q)
    tau = np.zeros(3)
    plain = J @ system.forward_dynamics(q, v, tau)[0]
    for gains, change in (
        (lw.Stabilisation(alpha=3.0), -6.0 * J @ v),
        (lw.Stabilisation(beta=4.0), -16.0 * h),
        (lw.Stabilisation(sigma=5.0), -5.0 * J @ v),
    ):
        drawn = library.four_bar().compile(stabilisation=gains)
        assert np.allclose(J @ drawn.forward_dynamics(q, v, tau)[0] - plain, change, atol=1e-10)


def test_first_order_runs_stay_nearer_than_runs_left_alone() -> None:
    s = library.koul_three_rrr().compile()
    q = s.closed_start
    v = s.consistent_velocity(q, np.random.default_rng(0).normal(size=s.n_v))
    ends = {
        kind: float(s.simulate(q, v, duration=0.5, method="rk4", step=1e-2, projection=kind).e1[-1].max())
        for kind in ("none", "first-order")
    }
    assert 0.0 < ends["first-order"] < 0.05 * ends["none"]


@pytest.mark.parametrize("gains", [{"alpha": -1.0}, {"beta": float("nan")}, {"sigma": float("inf")}])
def test_gains_that_make_no_sense_are_refused(gains: dict[str, float]) -> None:
    with pytest.raises(OptionError, match=f"gain '{next(iter(gains))}' of a stabilisation"):
        lw.Stabilisation(**gains)


@pytest.mark.parametrize("name", ["four_bar", "koul_three_rrr", "rssr", "stewart_platform"])
def test_dependent_joints_follow_and_independent_ones_stay(name: str) -> None:
    """Root tracking: what an integrator left of the independent coordinates is not touched."""
    s = library.find(name).machine().compile()
    chosen = settings(s, "minimal")
    rng = np.random.default_rng(0)
    law = s.trace(
        lambda plan, t, q, v: vars(projection(plan, q, v, t, dependent=chosen)),
        {"q": (s.n_q,), "v": (s.n_v,)},
        "follow",
    )
    follow = compile_function(law)
    q = s.closed_start + 1e-3 * rng.normal(size=s.n_q)
    v = rng.normal(size=s.n_v)
    first, speed = q, v
    for _ in range(4):
        given = {"q": first, "v": speed, "t": np.zeros(())}
        found = dict(zip(follow.outputs, follow.call(**{port: given[port] for port in follow.inputs})))
        first, speed = found["q"], found["v"]
    kept = list(chosen.independent)
    assert np.abs(s.loops().gaps(first)[0]).max() < 1e-14
    assert np.abs(s.loops().jacobian(first) @ speed).max() < 1e-13
    np.testing.assert_array_equal(difference(s.plan, q, first)[kept], np.zeros(len(kept)))
    np.testing.assert_allclose(speed[kept], v[kept], rtol=1e-14)


def test_a_run_in_minimal_coordinates_moves_as_any_other() -> None:
    s = library.koul_three_rrr().compile()
    usual, minimal = (x.simulate(duration=0.2, tolerance=1e-10) for x in (s, s.reformulated("minimal")))
    assert (usual.about["projection"], minimal.about["projection"]) == ("position+velocity", "dependent")
    np.testing.assert_allclose(minimal.q[-1], usual.q[-1], atol=1e-8)  # both to the tolerance of their steps
    assert minimal.e1.max() < 1e-14


def test_rest_means_the_same_in_minimal_coordinates() -> None:
    """What is led moves from the start: of all rates that go with it, those of least kinetic energy."""
    m = library.koul_three_rrr()
    m.prescribe("base_1", lambda t: 1.0467 + 0.3 * lw.sin(t))
    s = m.compile()
    q = s.assemble(t=0.0)
    usual, minimal = (x.simulate(q, duration=0.05).v[0] for x in (s, s.reformulated("minimal")))
    assert np.abs(usual).max() > 0.1
    np.testing.assert_allclose(minimal, usual, atol=1e-12)
