"""Observer: fills in what a record tells of a sample beyond the state, many samples at once."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from linkwork.expression.trace import Function
from linkwork.kernel.batch import batch_function, batch_ir, run
from linkwork.kernel.host import host
from linkwork.kernel.modules import Module
from linkwork.record.layout import Channel, Layout
from linkwork.record.standard import WRENCH, channels

from ..machine import Machine
from ..machine_code.layout import ROW_HEAD
from ..machine_code.layout import Layout as Places
from .equations import Problem, loops

FLOWS = {"work_dot": 2, "lost_dot": 3}  # columns of the channel "energy"


class Observer:
    """Recorded rows (t, step, evaluations, y, u) → rows of a record."""

    def __init__(self, problem: Problem, places: Places, extra: tuple[str, ...] = ()) -> None:
        self.places = places
        self.function: Function = problem.observation(extra)
        self.layout = _layout(problem, self.function, extra)
        module = Module("observation")
        entry = module.add(self.function, "body", host().width)
        text, pieces = batch_ir(entry, "batch")
        module.write(text, pieces)
        self._batch = batch_function(module.link("batch"), "batch")

    def __call__(self, rows: np.ndarray, parameters: np.ndarray) -> np.ndarray:
        """A matrix in the record's layout."""
        places, where = self.places, self.layout.slices
        n, start = len(rows), len(ROW_HEAD)
        matrix = np.zeros((n, self.layout.width))
        parts = {
            "t": (0, 1),
            "q": (start, start + places.n_q),
            "v": (start + places.n_q, start + places.n_q + places.n_v),
            "c": (start + places.n_q + places.n_v, start + places.controlled),
            "u": (start + places.size, start + places.size + places.n_u),
        }
        inputs = []
        for port in self.function.inputs:
            inputs.append(parameters[None] if port.name == "p" else rows[:, slice(*parts[port.name])])
        outputs = {port.name: np.empty((n, port.size)) for port in self.function.outputs}
        run(self._batch, inputs, list(outputs.values()), n)
        matrix[:, where["t"]] = rows[:, :1]
        matrix[:, where["step"]] = rows[:, 1:2]
        matrix[:, where["evaluations"]] = rows[:, 2:3]
        for name in ("q", "v"):
            matrix[:, where[name]] = rows[:, slice(*parts[name])]
        if "control" in where:
            matrix[:, where["control"]] = rows[:, slice(*parts["c"])]
        if "rotations" in outputs:
            outputs["pose"] = _poses(outputs.pop("rotations"), outputs.pop("positions"))
        for name, values in outputs.items():
            first = where[name].start
            matrix[:, first : first + values.shape[1]] = values
        for k, flow in enumerate(places.flows):
            matrix[:, where["energy"].start + FLOWS[flow]] = rows[:, start + places.controlled + k]
        return matrix


def _poses(rotations: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """(x, y, z, w, qx, qy, qz) of every body."""
    n = len(rotations)
    turns = Rotation.from_matrix(rotations.reshape(-1, 3, 3)).as_quat(canonical=True).reshape(n, -1, 4)
    return np.concatenate([positions.reshape(n, -1, 3), turns[..., 3:], turns[..., :3]], axis=2).reshape(n, -1)


def _layout(problem: Problem, function: Function, extra: tuple[str, ...]) -> Layout:
    """t, q, v, then what the observation gives, then how the run went."""
    system: Machine = problem.system
    known = channels(system.plan, loops(system) if system.closed else {})
    given = {port.name for port in function.outputs} | set(extra)
    if "reaction" in extra:
        names = [name for name, joint in system.plan.joints.items() if joint.nodes]
        names += [cut.name for cut in system.plan.cuts]
        known["reaction"] = Channel.owned("reaction", dict.fromkeys(names, WRENCH))
    order = ["t", "q", "v", *(name for name in known if name in given), "step", "evaluations"]
    found = [known[name] for name in dict.fromkeys(order)]
    states = len(problem.control.start)
    if states:
        own = problem.control.names or tuple(f"state {k + 1}" for k in range(states))
        found.append(Channel.parts("control", own))
    return Layout(tuple(found))
