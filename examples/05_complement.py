"""
The complement of an arm
========================

*Question:* what do the matrices of the decoupled natural orthogonal complement look like?

*Machine:* a six-joint industrial arm.
"""

import matplotlib.pyplot as plt
import numpy as np

from linkwork.blueprint.library import kuka_kr5

s = kuka_kr5().compile()
q = s.q() + 0.1 * np.arange(s.n_q)
N_l, N_d = s.complement(q)

# %%
# Twists of all links are N_l N_d times the joint rates, and the inertia matrix is Nᵀ M_b N. Column k of N says how
# all links move when only joint k turns.

N = N_l @ N_d
rate = np.arange(1.0, s.n_v + 1)
print("twist of the last link:", np.round((N @ rate)[-6:], 4))

fig, axes = plt.subplots(1, 3, figsize=(9, 4), layout="constrained", width_ratios=(6, 1.4, 1.4))
for ax, matrix, name in zip(axes, (N_l, N_d, N), ("N_l", "N_d", "N")):
    ax.spy(np.abs(matrix) > 1e-12, markersize=3)
    ax.set(title=name, xticks=[], yticks=[])
plt.show()
