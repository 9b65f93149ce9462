"""Which law is traced when the user leaves the choice open."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.system import tracing


def chain(n: int) -> lw.Mechanism:
    m = lw.Mechanism("chain", gravity=(0.0, 0.0, -9.81))
    parent = m.ground
    for k in range(n):
        body = m.body(f"link{k}", mass=1.0, com=(0.1, 0.02, 0.03), inertia=lw.inertia.box(1.0, 0.2, 0.05, 0.06))
        m.revolute(f"hinge{k}", parent.at(0.2, 0, 0.1), body, axis="xyz"[k % 3])
        parent = body
    return m


@pytest.mark.parametrize("n, formulation, tried", [(4, "factorised", True), (50, "recursive", False)])
def test_a_long_chain_is_not_traced_by_a_law_that_grows_with_the_cube(monkeypatch, n, formulation, tried):
    seen = []
    law_of = tracing.forward_law_of
    monkeypatch.setattr(tracing, "forward_law_of", lambda s, name: seen.append(name) or law_of(s, name))
    assert chain(n).compile().formulation == formulation
    assert ("factorised" in seen) == tried
