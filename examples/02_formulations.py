"""
What the formulations cost
==========================

*Question:* how many operations does one evaluation of the forward dynamics take, by formulation?

*Machines:* four machines with loops from the library.
"""

import matplotlib.pyplot as plt
import numpy as np

from linkwork.blueprint import library

machines = {
    "four-bar": library.four_bar(),
    "robotic leg": library.robotic_leg(),
    "3-RRR": library.book_three_rrr(),
    "Delta": library.delta(),
}
formulations = ("augmented", "multipliers", "embedding", "reduced", "task")

# %%
# Counting traces the law and compiles nothing.

totals = {
    name: [m.compile(formulation=each).counts("forward_dynamics").total for each in formulations]
    for name, m in machines.items()
}
for name, row in totals.items():
    print(f"{name:12}", *(f"{each} {count}" for each, count in zip(formulations, row)), sep="  ")

# %%
# Relative to the whole block system solved at once:

fig, ax = plt.subplots(figsize=(7, 4), layout="constrained")
place, width = np.arange(len(machines)), 0.16
for k, each in enumerate(formulations):
    ax.bar(place + (k - 2) * width, [row[k] / row[0] for row in totals.values()], width, label=each)
ax.set_xticks(place, list(machines))
ax.set(ylabel="multiplications and additions, augmented = 1", ylim=(0, 1.15))
ax.legend(ncols=5, loc="upper center")
plt.show()
