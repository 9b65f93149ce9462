"""Agile eye."""

from __future__ import annotations

import numpy as np
from posed_machine import PosedMachine

from linkwork.blueprint.library import agile_eye


def test_all_axes_meet_in_one_point() -> None:
    b = agile_eye().freeze()
    assert all(not j.parent.moves and not j.child.moves for j in b.joints)


def test_the_start_is_isotropic() -> None:
    machine = PosedMachine(agile_eye())
    columns = []
    for joint, k in machine._rates():
        ahead, behind = (PosedMachine(machine.blueprint, machine._moved(joint, k, s * 1e-6)).gap() for s in (1, -1))
        columns.append((ahead - behind) / 2e-6)
    names = [joint for joint, _ in machine._rates()]
    _, _, vh = np.linalg.svd(np.column_stack(columns))
    free = vh[-3:]  # the motions that the loops leave
    motors = free[:, [names.index(f"base_{k}") for k in (1, 2, 3)]]
    turning = free[:, [names.index(f"{kind}_1") for kind in ("base", "elbow", "tip")]]  # about x, z, y
    gains = np.linalg.svd(np.linalg.solve(motors, turning), compute_uv=False)
    assert np.allclose(gains, gains[0], rtol=1e-6)
