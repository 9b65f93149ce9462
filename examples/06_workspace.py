"""
Workspace and singular poses of a five-bar
==========================================

*Question:* where can the tip of a five-bar go, and where does it lose the control of its motors?

*Machine:* two driven cranks and two couplers; the tip is where the couplers meet.
"""

import matplotlib.pyplot as plt
import numpy as np

from linkwork.blueprint.library import five_bar

crank, coupler, base = 0.2, 0.35, 0.25
s = five_bar(crank, coupler, base).compile()

# %%
# Both legs to a grid of tip positions by the law of cosines, elbows outward; NaN where it is out of reach.

x, y = np.meshgrid(np.linspace(-0.55, 0.55, 221), np.linspace(-0.05, 0.55, 121))
q = np.zeros((*x.shape, s.n_q))
with np.errstate(invalid="ignore"):
    for side, sign in (("left", 1), ("right", -1)):
        dx, dy = x + sign * base / 2, y
        r2 = dx**2 + dy**2
        shoulder = np.arccos((crank**2 + r2 - coupler**2) / (2 * crank * np.sqrt(r2)))
        elbow = np.arccos((r2 - crank**2 - coupler**2) / (2 * crank * coupler))
        q[..., s.q_names.index(f"{side}_crank")] = np.arctan2(dy, dx) + sign * shoulder
        q[..., s.q_names.index(f"{side}_coupler")] = -sign * elbow

# %%
# The motors lose control where the columns of J that belong to the undriven joints become dependent.

passive = [s.v_names.index(name) for name in ("left_coupler", "right_coupler")]
reached = np.isfinite(q).all(axis=-1)
measure = np.full(x.shape, np.nan)
measure[reached] = np.abs(np.linalg.det(s.closure_jacobian(q[reached])[..., passive])) / coupler**2

fig, ax = plt.subplots(figsize=(8, 4.2), layout="constrained")
map_ = ax.contourf(x, y, measure, levels=np.linspace(0, 1, 11), cmap="viridis")
ax.plot([-base / 2, base / 2], [0, 0], "ko")
ax.set(xlabel="x (m)", ylabel="y (m)", aspect="equal", title="0: the couplers lie in one line")
fig.colorbar(map_, label="sine of the angle between the couplers")
plt.show()
