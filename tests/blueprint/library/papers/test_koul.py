"""Carpet scraper and 3-RRR of Koul et al."""

from __future__ import annotations

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import carpet_scraper, koul_three_rrr
from linkwork.errors import AssemblyError


def test_the_scraper_starts_as_the_digest_computed() -> None:  # [D], whole turns of links 3 and 7 apart
    posed = PosedMachine(carpet_scraper())
    q = [posed.angle(j.name) for j in posed.blueprint.joints]
    expected = [0, 0.98437306, -5.11033878, -0.38714248, -1.56308988, -1.56308988, 4.70468253]
    assert np.allclose(np.exp(1j * np.array(q)), np.exp(1j * np.array(expected)), atol=2e-8)


def test_the_scraper_has_the_masses_and_lengths_of_table_1() -> None:
    b = carpet_scraper().freeze()
    assert [body.mass for body in b.bodies] == [1.5, 3, 5, 4.2, 3, 10.5, 3]
    lengths = [0.038, 0.1152, 0.2304, 0.3346, 0.239, 0.8365, 0.239]
    assert [body.inertia[2][2] for body in b.bodies] == pytest.approx(
        [body.mass * length**2 / 12 for body, length in zip(b.bodies, lengths)]
    )


def test_the_scraper_turns_all_the_way_round_and_its_blade_moves_3_5_times_as_far_as_the_couplers_tip() -> None:
    m = [PosedMachine(carpet_scraper(angle=2 * np.pi * k / 24)) for k in range(24)]
    blade = np.array([p.point("scraper")[:2] for p in m])
    tip = np.array([(p.bodies["coupler"] @ [0.1152, 0, 0, 1])[:2] for p in m])
    pivot = np.array([-0.0895, 0.45])
    assert np.allclose(blade - pivot, 3.5 * (tip - pivot), atol=1e-12)
    # the free end of the coupler: x between −0.1813 and 0.0023, y between 0.1919 and 0.2246 m [D]
    assert tip.max(axis=0) == pytest.approx((0.0023, 0.2246), abs=1e-3)


def test_a_pivot_out_of_reach_says_so() -> None:
    with pytest.raises(AssemblyError, match="cannot meet"):
        carpet_scraper(pivot=(1.0, 1.0))


@pytest.mark.parametrize(
    ("angle", "others"),
    [
        (1.04, (-0.85291280, 3.72886621, 1.30806513, 2.96430536)),
        (1.0467, (-0.86237980, 3.73354833, 1.30896786, 2.96027248)),
    ],
)
def test_the_three_rrr_is_in_the_assembly_mode_of_the_digest(angle, others) -> None:  # [D]
    posed = PosedMachine(koul_three_rrr(angle))
    found = [posed.angle(j) for j in ("elbow_1", "corner_1", "corner_2", "corner_3")]
    assert found == pytest.approx(others, abs=1e-8)
