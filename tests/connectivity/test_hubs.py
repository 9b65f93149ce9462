"""Deep trees are taken apart at heavy bodies, shallow ones are not."""

from __future__ import annotations

import linkwork as lw
from linkwork.blueprint import library
from linkwork.connectivity.hubs import hubs
from linkwork.connectivity.layout import lay_out


def chain(n: int, *, weightless: tuple[int, ...] = ()) -> lw.Mechanism:
    m = lw.Mechanism("chain", gravity=(0, -9.81, 0))
    end = m.ground
    for k in range(n):
        mass = {} if k in weightless else {"mass": 1.0, "inertia": (0.0, 0.01, 0.01)}
        body = m.body(f"b{k}", **mass)
        m.revolute(f"j{k}", end, body)
        end = body.at(1.0, 0, 0)
    return m


def names(m: lw.Mechanism, apart: int) -> list[str]:
    plan = lay_out(m.freeze())
    return [plan.nodes[i].name for i in hubs(plan, apart)]


def test_every_so_many_rates_a_body_is_a_hub_but_no_tip_is() -> None:
    assert names(chain(9), 3) == ["b2", "b5"]
    assert names(chain(3), 3) == []


def test_a_hub_has_inertia_in_every_direction_in_which_it_moves() -> None:
    assert names(chain(9, weightless=(2,)), 3) == ["b3", "b6"]


def test_four_bars_have_none_and_grids_many() -> None:
    assert not names(library.four_bar(), 3)
    assert len(names(library.scissor_grid(k=5), 3)) > 8
