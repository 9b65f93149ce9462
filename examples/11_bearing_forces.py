"""
Bearing forces of a slider-crank
================================

*Question:* what do the bearings of a slider-crank carry at 600 rpm?

*Machine:* crank, rod and slider; the loop is cut at one joint, the reactions are wanted in all.
"""

import matplotlib.pyplot as plt
import numpy as np

from linkwork.blueprint.library import slider_crank

s = slider_crank().compile()
speed = 2 * np.pi * 600 / 60
angle = s.closed_start[s.q_names.index("crank")] + np.linspace(0, 2 * np.pi, 181)
q = s.follow({"crank": angle}, s.closed_start)
v = s.velocity(q, crank=np.full(181, speed))
vd = s.acceleration(q, v, crank=np.zeros(181))
tau, lam = s.inverse_dynamics(q, v, vd)

# %%
# Moments and forces of every joint, cut or not, at the joint.

reactions = s.reactions(q, v, vd, lam, axes="world")
names = s.reaction_names
force = np.linalg.norm(reactions[..., 3:], axis=-1)
for name, column in zip(names, force.T):
    print(f"{name:10} at most {column.max():8.1f} N")

fig, (above, below) = plt.subplots(2, sharex=True, figsize=(7, 5), layout="constrained")
above.plot(np.degrees(angle), tau[:, s.plan.actuated[0]])
above.set_ylabel("torque (N m)")
below.plot(np.degrees(angle), force, label=names)
below.set(xlabel="crank angle (°)", ylabel="reaction (N)")
below.legend()
plt.show()
