"""
A sleigh that cannot slide sideways
===================================

*Question:* where does a sleigh on one blade go, if its mass centre lies ahead of or behind the blade?

*Machine:* a planar body whose blade may only move along itself, a condition on velocities.
"""

import matplotlib.pyplot as plt
import numpy as np

import linkwork as lw


def sleigh(ahead):
    m = lw.Mechanism("sleigh", gravity=(0, 0, -9.81))
    body = m.body("sleigh", mass=1.0, com=(ahead, 0, 0), inertia=(0.01, 0.01, 0.02))
    m.planar("floor", m.ground, body)
    m.edge("blade", body, across="y")
    return m.compile()


# %%
# Pushed backwards, the sleigh with its mass ahead turns round until it runs ahead: Chaplygin's motion. Without an
# offset it goes straight or in a circle for ever.

fig, ax = plt.subplots(figsize=(7, 4.5), layout="constrained")
for ahead in (0.1, 0.05, 0.0):
    s = sleigh(ahead)
    run = s.simulate(v=[-1.0, 0.0, 0.2], duration=12.0)
    print(f"{ahead:4} m: energy balance within {np.abs(run.energy_balance).max():.1e} J")
    ax.plot(run["floor.q.x"], run["floor.q.y"], label=f"mass {1e2 * ahead:.0f} cm ahead")
ax.set(xlabel="x (m)", ylabel="y (m)", aspect="equal")
ax.legend()
plt.show()
