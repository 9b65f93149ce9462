"""Random trees of all joints, as a mechanism and, step by step, as a model of Pinocchio."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pinocchio as pin
from hypothesis import strategies as st

import linkwork as lw
from linkwork.algebra.euler_angles import PAIRS, TRIPLES
from linkwork.connectivity.layout import lay_out
from linkwork.connectivity.plan import Plan

AXES = {"X": (1.0, 0.0, 0.0), "Y": (0.0, 1.0, 0.0), "Z": (0.0, 0.0, 1.0)}
TURNS = {"X": pin.JointModelRX, "Y": pin.JointModelRY, "Z": pin.JointModelRZ}
SLIDES = {"X": pin.JointModelPX, "Y": pin.JointModelPY, "Z": pin.JointModelPZ}
KINDS = ("revolute", "prismatic", "helical", "cylindrical", "universal", "euler", "ball", "planar", "fixed")


@dataclass
class Tree:
    """A mechanism, its plan, and the same as a Pinocchio model; `q` and `v` say where the model's entries come from."""

    mechanism: lw.Mechanism
    plan: Plan
    model: Any
    last_joint: dict[str, int]
    q: np.ndarray = field(default_factory=lambda: np.zeros(0, int))
    v: np.ndarray = field(default_factory=lambda: np.zeros(0, int))

    def pin_state(self, q: np.ndarray, *rates: np.ndarray) -> list[np.ndarray]:
        """q and rates in Pinocchio's order."""
        return [np.asarray(q)[self.q], *(np.asarray(x)[self.v] for x in rates)]

    def back(self, M: np.ndarray) -> np.ndarray:
        """A square matrix over rates (or its rows alone) in the plan's order."""
        order = np.argsort(self.v)
        return M[np.ix_(order, order)] if M.ndim == 2 else M[order]

    def columns(self, M: np.ndarray) -> np.ndarray:
        """A matrix whose columns are rates, in the plan's order."""
        return M.reshape(len(M), -1)[:, np.argsort(self.v)]


def random_inertia(rng: np.random.Generator) -> tuple[float, np.ndarray, np.ndarray]:
    """Mass, centre of mass and a second moment about it that a body can have."""
    B = rng.normal(size=(3, 3)) * 0.3
    spread = B @ B.T + 0.02 * np.eye(3)
    mass = float(rng.uniform(0.5, 3.0))
    return mass, rng.uniform(-0.3, 0.3, 3), mass * (np.trace(spread) * np.eye(3) - spread)


def random_rotation(rng: np.random.Generator) -> np.ndarray:
    """Uniform; now and then quarter turns, as people draw machines."""
    if rng.random() < 0.4:
        R = np.eye(3)[rng.permutation(3)] * rng.choice([-1.0, 1.0], 3)
        return R * np.linalg.det(R)
    q = rng.normal(size=4)
    return pin.Quaternion(q / np.linalg.norm(q)).toRotationMatrix()


def random_placement(rng: np.random.Generator) -> pin.SE3:
    """Somewhere near; now and then on an axis or at the origin."""
    t = rng.uniform(-0.5, 0.5, 3) * (rng.random(3) < rng.choice([0.0, 0.4, 1.0], p=[0.15, 0.35, 0.5]))
    return pin.SE3(random_rotation(rng), t)


def random_tree(
    seed: int, n: int, *, floating: str | None = None, kinds: tuple[str, ...] = KINDS, gravity: bool = True
) -> Tree:
    """A tree of n bodies; `floating`: None, "quaternion" or an Euler sequence for the first joint."""
    rng = np.random.default_rng(seed)
    g = rng.normal(size=3) * 5.0 if gravity else np.zeros(3)
    m = lw.Mechanism("tree", gravity=tuple(map(float, g)))
    model = pin.Model()
    model.gravity = pin.Motion(g, np.zeros(3))
    bodies: list[Any] = [m.ground]
    links: list[_Link] = []
    for k in range(n):
        offered = kinds if k else tuple(kind for kind in kinds if kind != "fixed")  # something moves
        kind = "floating" if floating and k == 0 else str(rng.choice(offered))
        parent = int(rng.integers(1 if floating and k else 0, len(bodies)))
        mass, com, inertia = random_inertia(rng)
        body = m.body(f"b{k}", mass=mass, com=tuple(com), inertia=inertia.tolist())
        near, far = (random_placement(rng), random_placement(rng)) if kind != "floating" else [pin.SE3.Identity()] * 2
        steps, options = _steps(kind, rng, floating)
        a, b = _frame(bodies[parent], near), _frame(body, far)
        if kind == "floating":
            m.floating(f"j{k}", body, coordinates=floating or "quaternion")
        elif kind in ("euler", "ball"):
            m.spherical(f"j{k}", a, b, **options)
        else:
            getattr(m, kind)(f"j{k}", a, b, **options)
        bodies.append(body)
        links.append(_Link(k + 1, parent, near, far, steps, pin.Inertia(mass, com, inertia)))
    last_joint: dict[str, int] = {}
    order = _add(model, links, 0, 0, pin.SE3.Identity(), last_joint)
    plan = lay_out(m.freeze())
    return Tree(m, plan, model, last_joint, *_orders(plan, order))


@dataclass
class _Link:
    number: int
    parent: int
    near: pin.SE3
    far: pin.SE3
    steps: list[Any]
    inertia: pin.Inertia


def _add(
    model: pin.Model, links: list[_Link], parent: int, joint: int, where: pin.SE3, last_joint: dict[str, int]
) -> list[str]:
    """Add what hangs on a body, branch after branch: Pinocchio's derivatives need the joints of a branch in a row."""
    order: list[str] = []
    for link in links:
        if link.parent != parent:
            continue
        own, placement, name = joint, where * link.near, f"j{link.number - 1}"
        for i, step in enumerate(link.steps):
            own = model.addJoint(own, step, placement, f"{name}.{i}")
            placement = pin.SE3.Identity()
        placement = placement * link.far.inverse()
        model.appendBodyToJoint(own, link.inertia, placement)
        model.addFrame(pin.Frame(f"b{link.number - 1}", own, placement, pin.FrameType.BODY))
        last_joint[name] = own
        order += [name] if link.steps else []
        order += _add(model, links, link.number, own, placement, last_joint)
    return order


def _steps(kind: str, rng: np.random.Generator, floating: str | None) -> tuple[list[Any], dict[str, Any]]:
    """Joint models of Pinocchio, one a step, and the options of the builder's method."""
    axis = str(rng.choice(list("XYZ")))
    unit = np.array(AXES[axis])
    oblique = rng.random() < 0.5
    if oblique:
        unit = rng.normal(size=3)
        unit /= np.linalg.norm(unit)
    named: dict[str, Any] = {"axis": tuple(map(float, unit)) if oblique else axis.lower()}
    if kind == "revolute":
        return [pin.JointModelRevoluteUnaligned(unit)], named
    if kind == "prismatic":
        return [pin.JointModelPrismaticUnaligned(unit)], named
    if kind == "helical":
        pitch = float(rng.uniform(-0.2, 0.2))
        return [pin.JointModelHelicalUnaligned(unit, pitch)], {**named, "pitch": pitch}
    if kind == "cylindrical":
        return [pin.JointModelRevoluteUnaligned(unit), pin.JointModelPrismaticUnaligned(unit)], named
    if kind == "planar":
        return [SLIDES["X"](), SLIDES["Y"](), TURNS["Z"]()], {"normal": "z"}
    if kind == "universal":
        pair = str(rng.choice(PAIRS))
        return [TURNS[c]() for c in pair], {"axes": pair}
    if kind == "euler":
        triple = str(rng.choice(TRIPLES))
        return [TURNS[c]() for c in triple], {"coordinates": triple}
    if kind == "ball":
        return [pin.JointModelSpherical()], {"coordinates": "quaternion"}
    if kind == "floating" and floating == "quaternion":
        return [pin.JointModelFreeFlyer()], {}
    if kind == "floating":
        return [*(SLIDES[c]() for c in "XYZ"), *(TURNS[c]() for c in floating or "")], {}
    return [], {}


def _frame(body: Any, placement: pin.SE3) -> Any:
    return body.at(*map(float, placement.translation), rotation=placement.rotation.tolist())


def _orders(plan: Plan, names: list[str]) -> tuple[np.ndarray, np.ndarray]:
    """For every entry of Pinocchio's q and v the index in the plan's."""
    q: list[int] = []
    v: list[int] = []
    for name in names:
        place = plan.joints[name]
        at_q, at_v = list(range(plan.n_q))[place.q], list(range(plan.n_v))[place.v]
        if len(at_q) == 4 and len(at_v) == 3:
            at_q = at_q[1:] + at_q[:1]
        if len(at_q) == 7:
            at_q, at_v = at_q[:3] + at_q[4:] + at_q[3:4], at_v[3:] + at_v[:3]
        q, v = q + at_q, v + at_v
    return np.array(q, int), np.array(v, int)


def random_state(plan: Plan, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """q with unit quaternions and Euler angles away from their singularity, rates and accelerations."""
    rng = np.random.default_rng(seed)
    q = rng.uniform(-1.2, 1.2, plan.n_q)
    for joint in plan.joints.values():
        for i in joint.nodes:
            node = plan.nodes[i]
            if node.step.n_q > node.step.n_v:
                turn = rng.normal(size=4)
                q[node.q + node.step.n_q - 4 : node.q + node.step.n_q] = turn / np.linalg.norm(turn)
        letters = getattr(joint.kind, "coordinates", "quaternion")
        if letters in TRIPLES and letters[0] == letters[2]:
            q[joint.q.stop - 2] = rng.uniform(0.5, 2.5)  # the middle angle of a sequence such as ZXZ
    return q, rng.normal(size=plan.n_v), rng.normal(size=plan.n_v)


FLOATING = (None, "quaternion", "ZYX", "YXZ")

trees = st.builds(random_tree, seed=st.integers(0, 10**6), n=st.integers(1, 20), floating=st.sampled_from(FLOATING))
small_trees = st.builds(
    random_tree, seed=st.integers(0, 10**6), n=st.integers(1, 5), floating=st.sampled_from(FLOATING)
)
seeds = st.integers(0, 10**6)
