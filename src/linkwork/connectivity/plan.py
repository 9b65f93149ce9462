"""Plan: the frozen order, frames and index ranges that the laws read.

Bodies are gone: a plan has *nodes*, each with one elementary step against its parent node. A joint of several
variables is a chain of nodes of which only the last has inertia; zero inertias fold away when a law is traced.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from linkwork.algebra.inertias import RigidInertia
from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar
from linkwork.algebra.steps import Step
from linkwork.algebra.twists import Twist
from linkwork.algebra.vectors import Vec3

GROUND = -1


@dataclass(frozen=True)
class Node:
    """One elementary step of the tree.

    name       body that it carries, or "joint.k" for an inner step of a joint
    parent     index of the parent node, GROUND for none
    placement  pose of the step's frame at rest in the parent node
    inertia    of everything fixed to the node, about its origin, in its coordinates
    rotor      inertia of a motor's rotor as felt at the joint (ratio² J), added to the pivot
    q, v       index of the first coordinate and of the first rate
    """

    name: str
    parent: int
    placement: Pose
    step: Step
    inertia: RigidInertia
    rotor: Scalar
    q: int
    v: int

    def pose(self, q: Sequence[Scalar]) -> Pose:
        """Pose of the node in its parent node."""
        return self.placement @ self.step.pose(q[self.q : self.q + self.step.n_q])

    @property
    def motion(self) -> tuple[Twist, ...]:
        """Motion columns, in node coordinates."""
        return self.step.motion()

    @property
    def columns(self) -> tuple[tuple[int, Twist], ...]:
        """(index of the rate, motion column) of each freedom."""
        return tuple((self.v + k, s) for k, s in enumerate(self.step.motion()))


@dataclass(frozen=True)
class Place:
    """A frame fixed to a node (or to ground)."""

    node: int
    pose: Pose


@dataclass(frozen=True)
class JointPlace:
    """Where a joint of the description is found: its nodes and index ranges.

    The tree may pass a joint from its child to its parent (`reversed`): then the steps of several variables come in
    reverse order (`order` −1), and quaternions tell the attitude of the parent in the child.
    """

    name: str
    nodes: tuple[int, ...]
    q: slice
    v: slice
    kind: Any
    variables: tuple[str, ...] = ()
    rates: tuple[str, ...] = ()
    order: int = 1
    a: Place | None = None  # the joint's frame on its parent body, as the description gives it
    b: Place | None = None  # the joint's frame on its child body
    bodies: tuple[str, str] = ("", "")  # parent and child of the description
    reversed: bool = False

    def indices(self, variable: int) -> tuple[int, int]:
        """(coordinate, rate) of one of its variables, as the description counts them."""
        q, v = range(self.q.start, self.q.stop), range(self.v.start, self.v.stop)
        return q[:: self.order][variable], v[:: self.order][variable]


@dataclass(frozen=True)
class Cut:
    """A connection that closes a loop: frames a and b, and the kind of joint between them."""

    name: str
    a: Place
    b: Place
    kind: Any
    bodies: tuple[str, str] = ("", "")
    seat: Any = None  # the frame in which its conditions are written, see `seats`


@dataclass(frozen=True)
class Plan:
    """Everything that the laws need to know of a mechanism's tree."""

    name: str
    gravity: Vec3
    nodes: tuple[Node, ...]
    n_q: int
    n_v: int
    bodies: Mapping[str, Place]
    joints: Mapping[str, JointPlace]
    modules: tuple[tuple[int, ...], ...] = ()
    loads: tuple[Any, ...] = ()
    cuts: tuple[Cut, ...] = ()
    conditions: tuple[Any, ...] = ()
    kept: tuple[int, ...] | None = None  # rows to keep where others follow from them; all if None
    actuated: tuple[int, ...] = ()
    notes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def outward(self) -> Iterator[tuple[int, Node, int]]:
        """(index, node, parent) from ground to the tips."""
        return ((i, node, node.parent) for i, node in enumerate(self.nodes))

    @property
    def inward(self) -> Iterator[tuple[int, Node, int]]:
        """(index, node, parent) from the tips to ground."""
        return ((i, self.nodes[i], self.nodes[i].parent) for i in range(len(self.nodes) - 1, -1, -1))

    def branch(self, i: int) -> tuple[int, ...]:
        """The nodes from ground to node i, i included."""
        chain: list[int] = []
        while i != GROUND:
            chain.append(i)
            i = self.nodes[i].parent
        return tuple(reversed(chain))

    def between(self, a: int, b: int) -> tuple[int, ...]:
        """The nodes that carry one of two nodes (each itself included) and not both: those of a's side first."""
        on_a, on_b = self.branch(a), self.branch(b)
        shared = sum(x == y for x, y in zip(on_a, on_b))
        return (*on_a[shared:], *on_b[shared:])
