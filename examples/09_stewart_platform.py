"""
A falling Stewart platform
==========================

*Question:* what happens when the legs of a Stewart platform are released, and when is it singular?

*Machine:* a semi-regular 6-UPS platform: 13 bodies, six loops, six degrees of freedom.
"""

import matplotlib.pyplot as plt
import numpy as np

from linkwork.blueprint.library import stewart_platform

s = stewart_platform().compile()
run = s.simulate(duration=0.8, channels=("pose",))
print(run.report())

# %%
# The platform falls through the plane of its base. In that pose the legs lie flat and could not hold it: something
# moves although the legs are locked.

height = run["platform.pose.z"]
gain = np.array([s.singularity(q).gain for q in run.q[::10]])
flat = run.t[np.argmin(np.abs(height))]
print(f"coplanar with the base at {flat:.3f} s")

fig, (left, right) = plt.subplots(1, 2, figsize=(9, 3.8), layout="constrained")
left.plot(run.t, height)
left.axvline(flat, color="k", linestyle=":")
left.set(xlabel="time (s)", ylabel="height of the platform (m)")
right.semilogy(run.t[::10], gain)
right.axvline(flat, color="k", linestyle=":")
right.set(xlabel="time (s)", ylabel="what the legs see of a unit motion")
plt.show()
