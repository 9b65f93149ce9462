"""The tree as text."""

from __future__ import annotations

import pytest

import linkwork as lw
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.outline import condition_word, outline


def test_a_four_bar_as_text() -> None:
    m = lw.Mechanism("four-bar")
    crank, coupler, rocker = (m.body(n, mass=1.0) for n in ("crank", "coupler", "rocker"))
    m.revolute("O1", m.ground, crank)
    m.revolute("A", crank.at(0.1, 0, 0), coupler)
    m.revolute("O2", m.ground.at(0.3, 0, 0), rocker)
    m.close("B", coupler.at(0.3, 0, 0), rocker.at(0.2, 0, 0), kind="revolute")
    m.actuate("O1")
    assert outline(lay_out(m.freeze())).splitlines() == [
        "ground",
        "├─ O1 (revolute) ⚙ ─ crank",
        "│  └─ A (revolute) ─ coupler",
        "│     └─ ✂ L1 B (revolute) ┄ rocker",
        "└─ O2 (revolute) ─ rocker",
        "   └─ ✂ L1 B (revolute) ┄ coupler",
    ]
    assert outline(lay_out(m.freeze(), "A")).splitlines() == [
        "ground",
        "├─ O1 (revolute) ⚙ ─ crank",
        "│  └─ ✂ L1 A (revolute) ┄ coupler",
        "└─ O2 (revolute) ─ rocker",
        "   └─ B (revolute, passed backwards) ─ coupler",
        "      └─ ✂ L1 A (revolute) ┄ crank",
    ]


def test_a_machine_without_bodies_that_move_is_only_ground() -> None:
    m = lw.Mechanism("stand")
    m.body("plate", mass=1.0)
    m.fixed("weld", m.ground, "plate")
    assert outline(lay_out(m.freeze())) == "ground\n└─ weld (fixed) ─ plate"


def test_conditions_have_the_words_of_the_user() -> None:
    m = lw.Mechanism("words")
    a, b = (m.body(n, mass=1.0, inertia=(0.1, 0.1, 0.1)) for n in "ab")
    m.revolute("1", m.ground, a)
    m.planar("2", m.ground, b)
    m.gear("mesh", "1", ("2", "angle"), ratio=2.0)
    m.relate("law", lambda q: q[0] * q[1], ["1", "2"])
    m.prescribe("1", lambda t: t)
    m.prescribe(b.at(1, 0, 0), lambda t: t, axes="x", name="led")
    m.velocity_relation("rates", lambda q, t: ([1.0, 2.0, 3.0], 0), ["2"])
    m.roll("wheel", b, radius=1.0)
    m.edge("skate", b)
    words = [condition_word(c) for c in lay_out(m.freeze()).conditions]
    assert words == [
        "gear", "relation", "prescribed motion", "prescribed motion", "velocity relation", "rolling", "edge",
    ]  # fmt: skip


@pytest.mark.parametrize("count", [300])
def test_long_chains_are_no_deeper_than_the_stack(count: int) -> None:
    m = lw.Mechanism("chain")
    last = m.ground
    for k in range(count):
        body = m.body(f"b{k}", mass=1.0)
        m.revolute(f"j{k}", last, body)
        last = body
    assert len(outline(lay_out(m.freeze())).splitlines()) == count + 1
