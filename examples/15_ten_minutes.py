"""
Ten minutes without drift
=========================

*Question:* how much energy does a four-bar that nothing drives or brakes gain or lose in ten minutes of turning?

*Machine:* the four-bar of the first example, its crank turning at ten radians a second and faster.
"""

import matplotlib.pyplot as plt
import numpy as np

from linkwork.blueprint.library import four_bar

s = four_bar().compile()
ways = {
    "variational, order 4": {"method": "rattle4", "step": 1e-3},
    "Runge-Kutta 4": {"method": "rk4", "step": 1e-3},
}
errors = {}
for name, way in ways.items():
    run = s.simulate(v={"crank": 10.0}, duration=600.0, record_every=0.25, **way)
    errors[name] = run.t, run.energy_balance / np.ptp(run["energy.kinetic"])
    slope = np.polyfit(*errors[name], 1)[0]
    print(f"{name:20} energy off by {np.abs(errors[name][1]).max():.1e} of what is exchanged, "
          f"{600 * slope:.1e} of it drift; loop error {run.e1.max():.1e} m; {run.ending}")  # fmt: skip

# %%
# A structure-preserving method errs, but does not add up its errors.

fig, (left, right) = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
left.plot(*errors["variational, order 4"], lw=0.5)
for name, (t, error) in errors.items():
    right.semilogy(t, np.maximum(np.abs(error), 1e-12), lw=0.5, label=name)
left.set(xlabel="time (s)", ylabel="energy error / energy exchanged", title="variational, order 4")
right.set(xlabel="time (s)", title="both, logarithmic")
right.legend()
plt.show()
