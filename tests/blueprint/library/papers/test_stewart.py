"""Semi-regular Stewart platform."""

from __future__ import annotations

import numpy as np
import pytest
from posed_machine import PosedMachine

from linkwork.blueprint.library import stewart_platform
from linkwork.errors import OptionError


def test_leg_lengths_and_angles_at_the_start_are_those_of_the_digest() -> None:  # [D]
    posed = PosedMachine(stewart_platform())
    assert [posed.angle(f"leg_{k}") for k in range(1, 7)] == pytest.approx([1.208328] * 6, abs=5e-7)
    phi, psi = zip(*(posed.q[f"foot_{k}"] for k in range(1, 7)))
    assert phi == pytest.approx((-0.423902, -0.423902, 0.266725, 0.176180, 0.176180, 0.266725), abs=5e-7)
    assert psi == pytest.approx((0.050062, -0.050062, 0.337095, 0.390648, -0.390648, -0.337095), abs=5e-7)


@pytest.mark.parametrize(
    ("masses", "energy"), [("corrected", 513.48451), ("exchanged", 296.20114), ("printed", 182.52735)]
)
def test_potential_energy_at_the_start_is_that_of_the_digest(masses, energy) -> None:  # [D]
    posed = PosedMachine(stewart_platform(masses))
    height = sum(b.mass * (posed.frame(b.name) @ [*b.com, 1.0])[2] for b in posed.blueprint.bodies)
    assert 9.81 * height == pytest.approx(energy, abs=5e-6)


@pytest.mark.parametrize("tree", ["extended", "legs"])
def test_any_pose_may_be_the_start(tree) -> None:
    posed = PosedMachine(stewart_platform(pose=(0.1, -0.05, 1.2, 0.1, -0.2, 0.3), tree=tree))
    assert np.abs(posed.gap()).max() < 1e-14
    assert posed.point("platform") == pytest.approx((0.1, -0.05, 1.2))
    assert posed.freedom() == 6


def test_lengths_fit_the_corrected_masses_as_uniform_cylinders() -> None:
    b = stewart_platform().freeze()
    for name, length in (("cylinder_1", 0.5), ("piston_1", 1.5)):
        xx, zz = b.body(name).inertia[0][0], b.body(name).inertia[2][2]
        assert xx == pytest.approx(b.body(name).mass * length**2 / 12 + zz / 2, rel=1e-3)


def test_an_unknown_set_of_masses_is_named() -> None:
    with pytest.raises(OptionError, match="Use 'printed', 'exchanged', 'corrected'"):
        stewart_platform("MS")
