"""
How long a run can be believed
==============================

*Question:* how long do two runs of a falling parallel robot agree that differ in their tolerance alone?

*Machine:* the planar 3-RRR robot, its motors off.
"""

import matplotlib.pyplot as plt
import numpy as np

from linkwork.blueprint.library import koul_three_rrr

s = koul_three_rrr().compile()
tolerances = (1e-6, 1e-9, 1e-12)
runs = [s.simulate(duration=3.0, tolerance=each, record_every=0.01) for each in tolerances]
for each, run in zip(tolerances, runs):
    print(
        f"{each:.0e}: {run['evaluations'][-1]:.0f} evaluations, energy within {np.abs(run.energy_balance).max():.1e} J"
    )

# %%
# Energy balances and loops stay closed in all of them, yet they part: the motion is chaotic, and a small difference
# grows by a constant factor in a constant time. A balanced run is a true motion of the machine, not the only one.

fig, ax = plt.subplots(figsize=(7, 4), layout="constrained")
for each, run in zip(tolerances[:-1], runs[:-1]):
    difference = np.abs(run.q - runs[-1].q).max(axis=1)
    ax.semilogy(run.t, np.maximum(difference, 1e-15), label=f"tolerance {each:.0e}")
ax.set(xlabel="time (s)", ylabel="difference from tolerance 1e-12 (rad)")
ax.legend()
plt.show()
