"""How large a machine is: what its gaps are compared with."""

from __future__ import annotations

import numpy as np

from linkwork.algebra.parameter import default
from linkwork.algebra.poses import Pose
from linkwork.connectivity.plan import Plan


def size(plan: Plan) -> float:
    """The longest distance between two joints of a body, in metres; 1 for a machine without lengths."""
    poses = [node.placement for node in plan.nodes]
    poses += [place.pose for cut in plan.cuts for place in (cut.a, cut.b)]
    poses += [place.pose for place in plan.bodies.values()]
    longest = max((_length(pose) for pose in poses), default=0.0)
    return longest if longest > 0.0 else 1.0


def _length(pose: Pose) -> float:
    return float(np.linalg.norm([default(x) for x in pose.translation]))
