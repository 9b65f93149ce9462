"""Euler-angle joints at their singularity give a clear report; quaternions pass through."""

from __future__ import annotations

import math

import numpy as np
import pytest

import linkwork as lw
from linkwork.algebra.euler_angles import PAIRS, TRIPLES, singular_middle_angle
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan
from linkwork.dynamics.catalogue import TREES
from linkwork.dynamics.gimbal import gimbal_lock, gimbal_measures, gimbal_names
from linkwork.errors import SingularError

BOX = [[0.3, 0.02, 0.01], [0.02, 0.4, 0.03], [0.01, 0.03, 0.25]]


def top(kind: str, **options: str) -> Plan:
    m = lw.Mechanism("top")
    body = m.body("body", mass=2.0, com=(0.2, 0.0, 0.1), inertia=BOX)
    if kind == "floating":
        m.floating("pivot", body, **options)
    else:
        getattr(m, kind)("pivot", m.ground, body, **options)
    return lay_out(m.freeze())


@pytest.mark.parametrize("sequence", TRIPLES)
@pytest.mark.parametrize("kind", ["spherical", "floating"])
def test_the_measure_vanishes_exactly_where_the_digest_says(kind: str, sequence: str) -> None:
    plan = top(kind, coordinates=sequence)
    for middle in singular_middle_angle(sequence):
        q = [0.3] * (plan.n_q - 2) + [middle, 0.7]
        assert gimbal_measures(plan, q) == pytest.approx([0.0], abs=1e-15)
        error = gimbal_lock(plan, gimbal_measures(plan, q))
        assert error is not None
        assert "joint 'pivot': is at the singularity of its Euler angles" in str(error)
        assert "coordinates='quaternion'" in str(error)
    q = [0.3] * (plan.n_q - 2) + [singular_middle_angle(sequence)[0] + math.pi / 2, 0.7]
    assert np.abs(gimbal_measures(plan, q)) == pytest.approx([1.0])
    assert gimbal_lock(plan, gimbal_measures(plan, q)) is None


def test_only_three_turns_about_a_point_can_lock() -> None:
    assert gimbal_names(top("spherical", coordinates="quaternion")) == ()
    assert all(gimbal_names(top("universal", axes=pair)) == () for pair in PAIRS)
    assert gimbal_names(top("spherical", coordinates="ZXZ")) == ("pivot",)


def test_forward_dynamics_names_the_joint_that_is_locked() -> None:
    """At the angle zero the symmetric sequence is singular to the last digit."""
    plan = top("spherical", coordinates="ZXZ")
    for name in ("recursive_forward_dynamics", "factorised_forward_dynamics"):
        with pytest.raises(SingularError, match="joint 'pivot': feels no inertia.*Euler angles"):
            TREES[name].build(plan, [0.0, 0.0, 0.0], [0.0] * 3, [0.0] * 3)


def test_a_compiled_machine_raises_in_gimbal_lock_and_nowhere_else() -> None:
    m = lw.Mechanism("top")
    m.spherical("pivot", m.ground, m.body("body", mass=2.0, com=(0.2, 0.0, 0.1), inertia=BOX), coordinates="YXZ")
    system = m.compile()
    good, locked = np.array([0.1, 0.5, 0.2]), np.array([0.1, math.pi / 2, 0.2])
    one = np.ones(3)
    assert np.isfinite(system.forward_dynamics(good, one, one)).all()
    many = np.vstack([good, good])
    assert system.forward_dynamics(many, many, many).shape == (2, 3)
    for q in (locked, np.vstack([good, locked, good])):
        with pytest.raises(SingularError, match="joint 'pivot': is at the singularity"):
            system.forward_dynamics(q, np.ones(q.shape), np.ones(q.shape))


def test_a_quaternion_passes_through() -> None:
    """The same pose and motion in quaternions are as good as any other."""
    plan = top("spherical", coordinates="quaternion")
    qdd = TREES["recursive_forward_dynamics"].build(plan, [1.0, 0.0, 0.0, 0.0], [1.0, 2.0, 3.0], [0.0] * 3)["qdd"]
    assert np.isfinite(qdd).all()


def test_a_body_without_inertia_is_named() -> None:
    m = lw.Mechanism("feather")
    m.revolute("hinge", m.ground, m.body("dot", mass=1.0))
    with pytest.raises(SingularError, match="joint 'hinge': feels no inertia"):
        TREES["recursive_forward_dynamics"].build(lay_out(m.freeze()), [0.0], [0.0], [0.0])
