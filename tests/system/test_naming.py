"""Values by name in a mapping, for names that are no words of Python; wrong values are told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwork as lw
from linkwork.errors import DescriptionError, ShapeError, UnknownName


@pytest.fixture(scope="module")
def system() -> Any:
    """A four-bar whose joints have names with spaces, and one named like an option."""
    return _four_bar().compile()


def _four_bar() -> lw.Mechanism:
    m = lw.Mechanism("four bar")
    a, b, c = (m.body(name, mass=1.0, com=(x / 2, 0, 0)) for name, x in (("a", 0.1), ("b", 0.4), ("c", 0.3)))
    m.revolute("O 1", m.ground, a)
    m.revolute("t", a.at(0.1, 0, 0), b)
    m.revolute("O 2", m.ground.at(0.35, 0, 0), c)
    m.close("loop", b.at(0.4, 0, 0), c.at(0.3, 0, 0))
    m.pose({"O 1": 0.6, "t": 0.2, "O 2": 1.5})
    m.actuate("O 1")
    return m


def test_names_with_spaces_stand_in_a_mapping(system: Any) -> None:
    q = system.assemble({"O 1": 0.5})
    assert q[0] == 0.5 and np.abs(system.closure_gap(q)).max() < 1e-12
    assert system.q({"O 1": 0.3})[0] == 0.3 and system.q({"O 1": 0.3}, t=0.1)[1] == 0.1
    assert system.v({"O 1": 2.0})[0] == 2.0 and system.tau({"O 1": 2.0})[0] == 2.0
    v = system.velocity(q, {"O 1": 2.0})
    assert v[0] == pytest.approx(2.0) and np.array_equal(v, system.velocity(q, **{"O 1": 2.0}))
    assert system.acceleration(q, v, {"O 1": 0.5})[0] == pytest.approx(0.5)
    assert (system.assembly_modes({"O 1": 0.5}, starts=20)[:, 0] == 0.5).all()


def test_a_joint_may_be_named_as_an_option_is(system: Any) -> None:
    """Time is an option of `assemble`, and `t` a joint: in a mapping it is the joint."""
    now = system.assemble({"O 1": 0.5})
    assert system.assemble({"t": now[1] + 0.01})[1] == pytest.approx(now[1] + 0.01)
    run = system.simulate({"t": now[1] + 0.01}, {"O 1": 1.0}, duration=0.01)
    assert run.q[0, 1] == pytest.approx(now[1] + 0.01) and run.v[0, 0] == pytest.approx(1.0)


def test_what_is_no_row_and_no_name_is_told(system: Any) -> None:
    with pytest.raises(UnknownName, match="O 3"):
        system.q({"O 3": 0.3})
    with pytest.raises(ShapeError, match="q of .* is not a row of numbers. Give 3 numbers: .*; or values by name"):
        system.q("O 1")
    with pytest.raises(ShapeError, match=r"v of .* has shape \(2,\)"):
        system.v([1.0, 2.0])
    with pytest.raises(ShapeError, match="joint 'O 1': is given 'fast'. Give one number"):
        system.v({"O 1": "fast"})
    with pytest.raises(
        ShapeError, match=r"a state of .* is given by name, which leaves the other joints open. .*assemble"
    ):
        system.velocity({"O 1": 0.5}, {"O 1": 1.0})


def test_a_mechanism_of_a_mechanism_is_a_copy() -> None:
    first = _four_bar()
    copy = lw.Mechanism.of(first)
    copy.body("another", mass=1.0)
    assert "another" not in {body.name for body in first.freeze().bodies}
    with pytest.raises(DescriptionError, match="Mechanism.of: is given a System. Give a finished description"):
        lw.Mechanism.of(first.compile())  # pyright: ignore[reportArgumentType]
