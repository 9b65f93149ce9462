"""From a description to a plan: the tree laid out in nodes, with frames, indices and cuts."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from linkwork.algebra.inertias import NOTHING
from linkwork.algebra.poses import Pose
from linkwork.algebra.steps import Step, Weld
from linkwork.algebra.vectors import Vec3
from linkwork.blueprint.bodies import GROUND as GROUND_NAME
from linkwork.blueprint.checks import walk
from linkwork.blueprint.frames import Frame
from linkwork.blueprint.loads import Friction, Rotor
from linkwork.blueprint.mechanism import Blueprint
from linkwork.connectivity.conditions import planned as planned_condition
from linkwork.connectivity.loads import planned
from linkwork.connectivity.modules import serial_modules
from linkwork.connectivity.plan import GROUND, Cut, JointPlace, Node, Place, Plan
from linkwork.connectivity.reframe import Draft, reframe, tidy_inertia
from linkwork.connectivity.seats import seated
from linkwork.connectivity.spanning_tree import Branch, Edge, spanning_tree
from linkwork.errors import OptionError, nearest


def lay_out(
    blueprint: Blueprint,
    cuts: Collection[str] | str | None = None,
    *,
    modules: Sequence[Sequence[str]] | None = None,
    reframed: bool = True,
    merged: bool = True,
) -> Plan:
    """The plan of a description.

    cuts      see `spanning_tree`
    modules   names of the bodies of each module, a serial chain; the book's rule if None
    reframed  choose node frames for the fewest constants (False keeps the user's; the motion is the same)
    merged    bodies on fixed joints are part of the node that carries them (False: nodes of their own, without freedom)
    """
    branches, cut = spanning_tree(blueprint, cuts)
    _uncut(blueprint, {edge.name for edge in cut})
    backwards = {branch.edge.name for branch in branches if branch.reversed}
    _meaningful(blueprint, backwards)
    drafts: list[Draft] = []
    places = {GROUND_NAME: Place(GROUND, Pose())}
    joint_nodes: dict[str, tuple[int, ...]] = {}
    for branch in branches:
        places[branch.child], joint_nodes[branch.edge.name] = _add_branch(blueprint, branch, places, drafts, merged)
    for load in blueprint.loads:
        if isinstance(load, Rotor):
            order = -1 if load.joint in backwards else 1
            node, _ = _variable(joint_nodes[load.joint][::order], drafts, load.variable)
            drafts[node].rotor = drafts[node].rotor + load.inertia * load.ratio * load.ratio
    moved = reframe(drafts) if reframed else [Pose() for _ in drafts]
    bodies = {
        name: place if place.node == GROUND else Place(place.node, moved[place.node].inverse @ place.pose)
        for name, place in places.items()
    }
    nodes = _numbered(drafts)
    joints = {b.edge.name: _joint_place(b, joint_nodes[b.edge.name], nodes, bodies) for b in branches}

    def locate(frame: Frame) -> Place:
        return _inside(bodies[frame.body], frame.pose)

    loads = (planned(load, joints, locate) for load in blueprint.loads)
    plan = Plan(
        name=blueprint.name,
        gravity=Vec3(*blueprint.gravity),
        nodes=nodes,
        n_q=sum(n.step.n_q for n in nodes),
        n_v=sum(n.step.n_v for n in nodes),
        bodies=bodies,
        joints=joints,
        modules=_modules(blueprint, modules, nodes, bodies),
        loads=tuple(load for load in loads if load is not None),
        cuts=tuple(
            Cut(e.name, _inside(bodies[e.a.body], e.a.pose), _inside(bodies[e.b.body], e.b.pose), e.kind, _bodies(e))
            for e in cut
        ),
        conditions=tuple(planned_condition(record, joints, locate) for record in conditions_of(blueprint)),
        actuated=_actuated(blueprint, joints),
    )
    return seated(plan)


def _add_branch(
    blueprint: Blueprint, branch: Branch, places: dict[str, Place], drafts: list[Draft], merged: bool
) -> tuple[Place, tuple[int, ...]]:
    """Append the nodes of a connection; returns the place of the carried body and the new nodes."""
    edge, kind = branch.edge, branch.edge.kind
    near, far = (edge.b, edge.a) if branch.reversed else (edge.a, edge.b)
    steps: tuple[Step, ...] = (
        tuple(s.reversed() for s in reversed(kind.steps)) if branch.reversed else tuple(kind.steps)
    )
    base = places[branch.parent]
    lead = base.pose @ near.pose @ kind.placement
    tail = kind.placement.inverse @ far.pose.inverse
    body = blueprint.body(branch.child)
    steps = steps if steps or merged else (Weld(),)
    if not steps:
        place = Place(base.node, lead @ tail)
        if base.node != GROUND:
            node = drafts[base.node]
            node.inertia = node.inertia + place.pose.inertia_to_parent(body.rigid)
        return place, ()
    parent, first = base.node, len(drafts)
    for k, step in enumerate(steps):
        last = k == len(steps) - 1
        inertia = tidy_inertia(tail.inertia_to_parent(body.rigid)) if last else NOTHING
        drafts.append(Draft(branch.child if last else f"{edge.name}.{k + 1}", parent, lead, step, inertia))
        parent, lead = len(drafts) - 1, Pose()
    return Place(parent, tail), tuple(range(first, len(drafts)))


def _numbered(drafts: Sequence[Draft]) -> tuple[Node, ...]:
    nodes: list[Node] = []
    q = v = 0
    for d in drafts:
        nodes.append(Node(d.name, d.parent, d.placement, d.step, d.inertia, d.rotor, q, v))
        q, v = q + d.step.n_q, v + d.step.n_v
    return tuple(nodes)


def _joint_place(
    branch: Branch, indices: tuple[int, ...], nodes: Sequence[Node], bodies: dict[str, Place]
) -> JointPlace:
    kind, name = branch.edge.kind, branch.edge.name
    a, b = (_inside(bodies[frame.body], frame.pose) for frame in (branch.edge.a, branch.edge.b))
    if not indices:
        return JointPlace(
            name, (), slice(0, 0), slice(0, 0), kind, a=a, b=b, bodies=_bodies(branch.edge), reversed=branch.reversed
        )
    first, last = nodes[indices[0]], nodes[indices[-1]]
    q, v = slice(first.q, last.q + last.step.n_q), slice(first.v, last.v + last.step.n_v)
    order = -1 if branch.reversed and len(indices) > 1 else 1
    variables, rates = tuple(kind.variables)[::order], tuple(kind.rates)[::order]
    return JointPlace(
        name, indices[::order], q, v, kind, variables, rates, order, a, b, _bodies(branch.edge), branch.reversed
    )


def _variable(indices: tuple[int, ...], drafts: Sequence[Draft], variable: int) -> tuple[int, int]:
    """(node, which of its rates) of a joint's rate number `variable`."""
    return [(i, k) for i in indices for k in range(drafts[i].step.n_v)][variable]


def _actuated(blueprint: Blueprint, joints: dict[str, JointPlace]) -> tuple[int, ...]:
    """Indices of the driven rates, in the order of the description."""
    driven = []
    for actuator in blueprint.actuators:
        place = joints[actuator.joint]
        rates = range(place.v.start, place.v.stop)[:: place.order]
        driven.extend(rates[k] for k in actuator.variables)
    return tuple(driven)


def conditions_of(blueprint: Blueprint) -> tuple[Any, ...]:
    """Relations, prescribed motions and velocity relations, in this order."""
    return (*blueprint.relations, *blueprint.motions, *blueprint.velocity_relations)


def _uncut(blueprint: Blueprint, cut: set[str]) -> None:
    """Everything that needs a coordinate finds it: its joint stands in the tree."""
    for record in (*conditions_of(blueprint), *blueprint.loads, *blueprint.actuators):
        for joint in walk.joints_of(record):
            if joint in cut:
                raise OptionError(
                    walk.subject(record),
                    f"acts on joint {joint!r}, which is cut and has no coordinates",
                    "Cut another joint of its loop",
                    see="how-to/loops",
                )


def _meaningful(blueprint: Blueprint, backwards: set[str]) -> None:
    """What acts on single rates of a quaternion joint finds the rates of the description."""
    for record in (*blueprint.actuators, *(load for load in blueprint.loads if isinstance(load, Friction))):
        if record.joint in backwards:
            kind = blueprint.joint(record.joint).kind
            if kind.n_q != kind.n_v:
                raise OptionError(
                    walk.subject(record),
                    f"acts on rates of joint {record.joint!r}, which these cuts let the tree pass from child to parent",
                    "Give that joint Euler angles, coordinates='ZYX', or cut another joint of its loop",
                    see="how-to/loops",
                )


def _bodies(edge: Edge) -> tuple[str, str]:
    return edge.a.body, edge.b.body


def _inside(place: Place, pose: Pose) -> Place:
    return Place(place.node, place.pose @ pose)


def _modules(
    blueprint: Blueprint,
    modules: Sequence[Sequence[str]] | None,
    nodes: Sequence[Node],
    bodies: dict[str, Place],
) -> tuple[tuple[int, ...], ...]:
    parents = [n.parent for n in nodes]
    if modules is None:
        return serial_modules(parents)
    groups: list[tuple[int, ...]] = []
    what = f"modules of mechanism {blueprint.name!r}"
    for names in modules:
        if isinstance(names, str):
            raise OptionError(what, f"have the text {names!r} as a module", f"Give lists of body names: [[{names!r}]]")
        members: list[int] = []
        for name in names:
            if name not in bodies:
                problem = f"names body {name!r}, which mechanism {blueprint.name!r} has not"
                raise OptionError(f"module {list(names)!r}", problem, nearest(str(name), bodies))
            if bodies[name].node == GROUND:
                raise OptionError(f"module {list(names)!r}", f"holds {name!r}, which does not move", "Leave it out")
            chain = [bodies[name].node]
            while parents[chain[-1]] != GROUND and nodes[parents[chain[-1]]].inertia is NOTHING:
                chain.append(parents[chain[-1]])
            members.extend(chain)
        groups.append(tuple(sorted(set(members))))
        for before, i in itertools.pairwise(groups[-1]):
            if parents[i] != before:
                body = next(nodes[j].name for j in groups[-1] if j >= i and nodes[j].name in bodies)
                on = "ground" if parents[i] == GROUND else repr(nodes[parents[i]].name)
                raise OptionError(
                    f"module {list(names)!r}",
                    f"is no serial chain: {body!r} hangs on {on}, not on {nodes[before].name!r}",
                    "A branch begins a module of its own",
                )
    count = Counter(i for group in groups for i in group)
    missing = [repr(node.name) for i, node in enumerate(nodes) if not count[i] and node.name in bodies]
    again = [repr(node.name) for i, node in enumerate(nodes) if count[i] > 1 and node.name in bodies]
    if missing:
        raise OptionError(what, f"leave out {', '.join(missing)}", "Give each moving body a module")
    if again:
        raise OptionError(what, f"hold {', '.join(again)} more than once", "Give each moving body one module")
    return tuple(sorted(groups))
