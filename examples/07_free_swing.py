"""
How far loops open
==================

*Question:* how far does the loop of a free-swinging four-bar open in ten seconds, with and without projection?

*Machine:* the four-bar of the first example, from the library.
"""

import matplotlib.pyplot as plt
import numpy as np

from linkwork.blueprint.library import four_bar

s = four_bar().compile()
kinds = {"none": "nothing", "baumgarte": "Baumgarte's terms", "position+velocity": "projection"}
runs = {
    kind: s.simulate({"crank": 0.3}, duration=10.0, method="rk4", step=2e-3, projection=kind, record_every=0.02)
    for kind in kinds
}
for kind, run in runs.items():
    print(f"{kinds[kind]:18} loop error {run.e1.max():.1e} m, energy error {np.abs(run.energy_balance).max():.1e} J")

# %%
# The same fixed steps of two milliseconds in all three.

fig, (left, right) = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
for kind, run in runs.items():
    left.semilogy(run.t, np.maximum(run.e1, 1e-18), label=kinds[kind])
    right.semilogy(run.t, np.maximum(np.abs(run.energy_balance), 1e-12), label=kinds[kind])
left.set(xlabel="time (s)", ylabel="gap of the loop (m)")
right.set(xlabel="time (s)", ylabel="energy from nowhere (J)")
left.legend()
plt.show()
