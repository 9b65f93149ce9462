"""
Torque that drives a four-bar
=============================

*Question:* what torque turns the crank of a four-bar at constant speed, and what force does its closing joint carry?

*Machine:* crank, coupler and rocker, the loop closed at the joint between coupler and rocker.
"""

import matplotlib.pyplot as plt
import numpy as np

import linkwork as lw

m = lw.Mechanism("four-bar", gravity=(0, -9.81, 0))
crank = m.body("crank", mass=1.5, com=(0.019, 0, 0), inertia=lw.inertia.rod(1.5, 0.038))
coupler = m.body("coupler", mass=3.0, com=(0.0576, 0, 0), inertia=lw.inertia.rod(3.0, 0.1152))
rocker = m.body("rocker", mass=5.0, com=(0.0576, 0, 0), inertia=lw.inertia.rod(5.0, 0.1152))
m.revolute("O1", m.ground, crank)
m.revolute("A", crank.at(0.038, 0, 0), coupler)
m.revolute("O2", m.ground.at(0.0895, 0, 0), rocker)
m.close("B", coupler.at(0.1152, 0, 0), rocker.at(0.1152, 0, 0))
m.pose(O1=0.0, A=1.35, O2=1.8)
m.actuate("O1")
s = m.compile()

# %%
# The crank turns at 45 rpm. The other rates and accelerations follow from the loop: J v = 0, J v̇ = ψ.

angle, speed = np.linspace(0, 2 * np.pi, 91), 2 * np.pi * 45 / 60
q = s.assemble(s.assemble(O1=0.0), O1=angle)
v, vd = np.zeros_like(q), np.zeros_like(q)
for k in range(len(q)):
    J = s.closure_jacobian(q[k])
    v[k] = [speed, *np.linalg.solve(J[:, 1:], -J[:, 0] * speed)]
    vd[k, 1:] = np.linalg.solve(J[:, 1:], s.closure_rates(q[k], v[k])[2])
tau, lam = s.inverse_dynamics(q, v, vd)

# %%
# All 91 states were computed in one call, torque and multipliers together.

fig, (above, below) = plt.subplots(2, sharex=True, figsize=(7, 5), layout="constrained")
above.plot(np.degrees(angle), tau[:, 0])
above.set_ylabel("torque at O1 (N m)")
below.plot(np.degrees(angle), lam, label=s.lam_names)
below.set(xlabel="crank angle (°)", ylabel="force (N)")
below.legend()
plt.show()
