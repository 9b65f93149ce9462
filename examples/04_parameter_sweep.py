"""
Sweep a length without compiling again
======================================

*Question:* how does the length of the crank change the peak torque of a four-bar?

*Machine:* the four-bar of the first example, its crank length a parameter.
"""

import matplotlib.pyplot as plt
import numpy as np

import linkwork as lw

length = lw.Parameter("crank", 0.038)
m = lw.Mechanism("four-bar", gravity=(0, -9.81, 0))
crank = m.body("crank", mass=1.5, com=(length / 2, 0, 0), inertia=lw.inertia.rod(1.5, length))
coupler = m.body("coupler", mass=3.0, com=(0.0576, 0, 0), inertia=lw.inertia.rod(3.0, 0.1152))
rocker = m.body("rocker", mass=5.0, com=(0.0576, 0, 0), inertia=lw.inertia.rod(5.0, 0.1152))
m.revolute("O1", m.ground, crank)
m.revolute("A", crank.at(length, 0, 0), coupler)
m.revolute("O2", m.ground.at(0.0895, 0, 0), rocker)
m.close("B", coupler.at(0.1152, 0, 0), rocker.at(0.1152, 0, 0))
m.pose(O1=0.0, A=1.35, O2=1.8)
m.actuate("O1")
s = m.compile()

# %%
# Torque that holds the machine at rest, for 13 lengths and 37 crank angles, from one kernel.

lengths, angles = np.linspace(0.01, 0.04, 13), np.linspace(0, 2 * np.pi, 37)
q = np.empty((len(lengths), len(angles), s.n_q))
for k, value in enumerate(lengths):
    p = {"crank": value}
    q[k] = s.assemble(s.assemble(O1=0.0, p=p), O1=angles, p=p)
rest = np.zeros(s.n_v)
tau, _ = s.inverse_dynamics(q, rest, rest, p=lengths[:, None, None])

# %%

fig, ax = plt.subplots(figsize=(7, 4), layout="constrained")
map_ = ax.pcolormesh(np.degrees(angles), 1e3 * lengths, tau[..., 0], cmap="RdBu_r", shading="gouraud")
ax.set(xlabel="crank angle (°)", ylabel="crank length (mm)")
fig.colorbar(map_, label="holding torque (N m)")
plt.show()
