"""
Cost of a longer chain
======================

*Question:* does the cost of the recursions grow linearly with the number of joints?

*Machine:* a chain of n hinges, n from 1 to 40.
"""

import matplotlib.pyplot as plt

from linkwork.blueprint.library import chain

numbers = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 40)
laws = ("inverse_dynamics", "recursive_forward_dynamics", "factorised_forward_dynamics")
counts = {law: [] for law in laws}
for n in numbers:
    s = chain(n).compile()
    for law in laws:
        counts[law].append(s.counts(law).total)

# %%
# Forming the inertia matrix and factoring it is cheaper for few joints, the articulated recursion for many.
# ``formulation="auto"`` counts both.

fig, ax = plt.subplots(figsize=(7, 4), layout="constrained")
for law in laws:
    ax.plot(numbers, counts[law], "o-", label=law.replace("_", " "))
ax.set(xlabel="joints", ylabel="multiplications and additions", xlim=(0, None), ylim=(0, None))
ax.legend()
plt.show()
