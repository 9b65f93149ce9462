"""
A five-bar of your own
======================

*Question:* how is a robot of one's own described, and what torques move its tip on a circle?

*Machine:* two driven cranks and two rods that meet at the tip, written from nothing.
"""

import matplotlib.pyplot as plt
import numpy as np

import linkwork as lw

TIP = (0.3, 0, 0)  # of a rod
m = lw.Mechanism("my five-bar", gravity=(0, -9.81, 0))
rods = []
for side, x in (("left", -0.1), ("right", 0.1)):
    crank = m.body(f"{side} crank", mass=0.5, com=(0.1, 0, 0), inertia=lw.inertia.rod(0.5, 0.2))
    rod = m.body(f"{side} rod", mass=0.6, com=(0.15, 0, 0), inertia=lw.inertia.rod(0.6, 0.3))
    m.revolute(f"{side} motor", m.ground.at(x, 0, 0), crank)
    m.revolute(f"{side} elbow", crank.at(0.2, 0, 0), rod)
    m.actuate(f"{side} motor")
    rods.append(rod)
m.close("hinge", rods[0].at(*TIP), rods[1].at(*TIP))
m.pose({"left motor": 2.2, "left elbow": -1.4, "right motor": 0.9, "right elbow": 1.4})  # elbows outward

# %%
# The circle begins where the tip stands. ``m.save("mine.json")`` would keep the machine, ``run.save_html("mine.html")``
# shows the run in any browser, ``s.c_code("inverse_dynamics").write("build")`` gives a controller its torques in C.

s = m.compile()
x, y, _ = s.point(s.closed_start, body="left rod", at=TIP)
circle = lw.motion.Circle((x - 0.06, y), 0.06, omega=2 * np.pi, u=(1, 0), v=(0, 1))
law = lw.control.TaskComputedTorque("left rod", circle, at=TIP, axes="xy", gains=lw.control.Gains(frequency=30.0))
run = s.simulate(duration=2.0, control=law, channels=("reaction",))
print(run.report())

fig, ax = plt.subplots(figsize=(8, 4), layout="constrained")
for name in s.driven:
    ax.plot(run.t, run[f"{name}.tau"], label=name)
ax.set(xlabel="time (s)", ylabel="torque (N m)")
ax.legend()
plt.show()
