"""
Order of the integrators
========================

*Question:* does a method of order p make errors of size hᵖ on a machine with a loop?

*Machine:* a free-swinging four-bar, half a second.
"""

import matplotlib.pyplot as plt
import numpy as np

from linkwork.blueprint.library import four_bar

s = four_bar().compile()
start = {"crank": 0.3}
exact = s.simulate(start, duration=0.5, tolerance=1e-13).q[-1]
methods = {"euler": 1, "heun": 2, "rk4": 4}
steps = 0.5 / np.array([250, 500, 1000, 2000, 4000])

# %%
# The slope of a straight line through the logarithms is the order that is observed.

errors = {
    method: [np.abs(s.simulate(start, duration=0.5, method=method, step=h).q[-1] - exact).max() for h in steps]
    for method in methods
}
for method, row in errors.items():
    slope = np.polyfit(np.log(steps), np.log(row), 1)[0]
    print(f"{method:6} order {methods[method]}, observed {slope:.2f}")

fig, ax = plt.subplots(figsize=(7, 4), layout="constrained")
for method, row in errors.items():
    ax.loglog(steps, row, "o-", label=method)
ax.set(xlabel="step (s)", ylabel="error at the end (rad)")
ax.legend()
plt.show()
