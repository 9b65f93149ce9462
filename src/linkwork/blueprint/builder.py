"""Mechanism: write down a machine, part by part, and hand it on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import DescriptionError, Fault, MechanismError, Place, TopologyError, nearest
from . import checks
from .actuators import Actuator
from .bodies import GROUND, NO_INERTIA, Body
from .connections import Closure, Joint
from .formula import Formula, flat, formula
from .frames import Frame, Shift, TurnBy
from .joints import Distance
from .joints.choose import choose
from .loads import AppliedWrench, Friction, JointSpring, Limit, PointSpring, Rotor
from .mechanism import Blueprint, NamedFrame, Placed
from .motions import JointMotion, PointMotion
from .relations import GeneralRelation, LinearRelation, Term
from .rolling import Edge, GeneralVelocityRelation, Roll
from .values import matrix, number, sequence, triple

if TYPE_CHECKING:
    from ..system import System

HERE = os.path.normcase(__file__)


@dataclass(frozen=True)
class BodyHandle:
    """A body of a mechanism under construction; stands wherever its name may."""

    mechanism: Mechanism
    name: str

    def at(self, x: Any = 0.0, y: Any = 0.0, z: Any = 0.0, rotation: Any = None, name: str | None = None) -> Frame:
        """A frame on the body with its origin at (x, y, z) of the body's own.

        `rotation`: ("z", angle), ("ZYX", (a, b, c)), ((1, 0, 0), angle), a quaternion (w, x, y, z) or a 3×3 matrix.
        With a `name` the frame can be used by that name from then on.
        """
        frame = Frame(self.name).at(x, y, z, rotation)
        if name is not None:
            self.mechanism.frame(name, frame)
        return frame

    def dh(self, a: Any = 0.0, alpha: Any = 0.0, b: Any = 0.0, theta: Any = 0.0) -> Frame:
        """A frame on the body by a row of modified Denavit–Hartenberg parameters."""
        return dh_frame(Frame(self.name), a, alpha, b, theta)

    def __repr__(self) -> str:
        return f"<body {self.name!r} of {self.mechanism.name!r}>"


@dataclass(frozen=True)
class Handle:
    """A joint, closure, relation, load ... of a mechanism under construction; stands wherever its name may."""

    mechanism: Mechanism
    name: str

    def __repr__(self) -> str:
        return f"<{self.name!r} of {self.mechanism.name!r}>"


Record = Any
Draft = Callable[[Mapping[str, Joint]], Record]  # what waits for the joints that it names


class Mechanism:
    """A machine under construction. Names are accepted wherever a handle is; `freeze` gives the finished description."""

    def __init__(self, name: str, gravity: Any = (0.0, 0.0, -9.81)):
        self.name = _name(name, "mechanism")
        self.gravity = triple(gravity, f"gravity of mechanism {name!r}")
        self.ground = BodyHandle(self, GROUND)
        self.notes = ""
        self._bodies: list[Body] = []
        self._frames: list[NamedFrame] = []
        self._joints: list[Joint] = []
        self._closures: list[Closure] = []
        self._relations: list[Record | Draft] = []
        self._motions: list[Record | Draft] = []
        self._velocity_relations: list[Record | Draft] = []
        self._loads: list[Record | Draft] = []
        self._actuators: list[Record | Draft] = []
        self._start: dict[str, Any] = {}
        self._ground_shapes: list[Any] = []
        self._cuts: list[str] = []
        self._places: dict[tuple[str, str], Place] = {}
        self._later: list[Fault] = []

    def __repr__(self) -> str:
        return f"<mechanism {self.name!r}: {len(self._bodies)} bodies, {len(self._joints)} joints, {len(self._closures)} closures>"

    # ---- bodies and frames

    def body(
        self,
        name: str,
        *,
        mass: Any = 0.0,
        com: Any = (0.0, 0.0, 0.0),
        inertia: Any = None,
        inertia_about: str = "com",
        shapes: Any = (),
        color: str | None = None,
    ) -> BodyHandle:
        """A rigid part. `inertia`: three moments, a 3×3 matrix or one of `linkwork.inertia`, about "com" or "origin"."""
        what = f"body {name!r}"
        if inertia_about not in ("com", "origin"):
            raise DescriptionError(what, f"has its inertia about {inertia_about!r}", "Use 'com' or 'origin'")
        body = Body(
            _name(name, "body"),
            number(mass, f"mass of {what}"),
            triple(com, f"centre of mass of {what}"),
            _inertia(inertia, f"inertia of {what}"),
            inertia_about,
            _shapes(shapes),
            color,
        )
        self._bodies.append(body)
        self._wrote(name, "body")
        return BodyHandle(self, name)

    def frame(self, name: str, frame: Any) -> Frame:
        """Give a frame a name that can be used in its place from then on."""
        self._frames.append(NamedFrame(_name(name, "frame"), self._frame(frame)))
        self._wrote(name, "body")
        return self._frames[-1].frame

    def draw_ground(self, *shapes: Any) -> None:
        """Shapes of the ground."""
        self._ground_shapes.extend(_shapes(shapes))

    # ---- joints

    def joint(self, name: str, parent: Any, child: Any, kind: Any, **options: Any) -> Handle:
        """A joint of any kind that carries the body of `child` on the body of `parent`."""
        chosen = choose(kind, options, f"joint {name!r}")
        self._joints.append(Joint(_name(name, "joint"), self._frame(parent), self._frame(child), chosen))
        return self._wrote(name)

    def fixed(self, name: str, parent: Any, child: Any) -> Handle:
        """No motion between the two bodies."""
        return self.joint(name, parent, child, "fixed")

    def revolute(self, name: str, parent: Any, child: Any, axis: Any = "z") -> Handle:
        """A hinge: q = angle about `axis`."""
        return self.joint(name, parent, child, "revolute", axis=axis)

    def prismatic(self, name: str, parent: Any, child: Any, axis: Any = "z") -> Handle:
        """A slider: q = distance along `axis`."""
        return self.joint(name, parent, child, "prismatic", axis=axis)

    def helical(self, name: str, parent: Any, child: Any, pitch: Any, axis: Any = "z") -> Handle:
        """A screw: q = angle about `axis`, with `pitch` metres along it per radian."""
        return self.joint(name, parent, child, "helical", axis=axis, pitch=pitch)

    def cylindrical(self, name: str, parent: Any, child: Any, axis: Any = "z") -> Handle:
        """A shaft in a sleeve: q = (angle about, distance along) `axis`."""
        return self.joint(name, parent, child, "cylindrical", axis=axis)

    def universal(self, name: str, parent: Any, child: Any, axes: Any = "XY") -> Handle:
        """A Cardan cross: q = two angles about `axes`, the first fixed in the parent, the second in the child."""
        return self.joint(name, parent, child, "universal", axes=axes)

    def spherical(self, name: str, parent: Any, child: Any, coordinates: str = "quaternion") -> Handle:
        """A ball: q = quaternion (w, x, y, z), or three angles of a sequence such as "ZYX"."""
        return self.joint(name, parent, child, "spherical", coordinates=coordinates)

    def planar(self, name: str, parent: Any, child: Any, normal: Any = "z") -> Handle:
        """A plate on a table: q = (x, y, angle) in the plane with that normal."""
        return self.joint(name, parent, child, "planar", normal=normal)

    def floating(self, name: str, child: Any, parent: Any = GROUND, coordinates: str = "quaternion") -> Handle:
        """A body that is free to move: q = (x, y, z, quaternion), or (x, y, z, three angles)."""
        return self.joint(name, parent, child, "floating", coordinates=coordinates)

    def dh(
        self,
        name: str,
        parent: Any,
        child: Any,
        *,
        a: Any = 0.0,
        alpha: Any = 0.0,
        b: Any = 0.0,
        theta: Any = 0.0,
        kind: str = "revolute",
    ) -> Handle:
        """A joint about or along z by a row of modified Denavit–Hartenberg parameters; q is added to `theta` or to `b`.

        X(q) = Shift_x(a) Rot_x(α) Shift_z(b) Rot_z(θ + q), or Shift_z(b + q) Rot_z(θ) if prismatic.
        """
        if kind not in ("revolute", "prismatic"):
            raise DescriptionError(f"joint {name!r}", f"is of kind {kind!r}", "A DH row is 'revolute' or 'prismatic'")
        return self.joint(name, dh_frame(self._frame(parent), a, alpha, b, theta), child, kind, axis="z")

    # ---- closures

    def close(self, name: str, a: Any, b: Any, kind: Any = "revolute", **options: Any) -> Handle:
        """Close a loop: join two bodies that the joints already connect, by a joint of any kind, "point" or "distance"."""
        chosen = choose(kind, options, f"closure {name!r}", carries=False)
        self._closures.append(Closure(_name(name, "closure"), self._frame(a), self._frame(b), chosen))
        return self._wrote(name)

    def distance(self, name: str, a: Any, b: Any, length: Any) -> Handle:
        """Hold two points at a distance: a rod of negligible mass with a ball at each end."""
        chosen = Distance(number(length, f"length of closure {name!r}"))
        self._closures.append(Closure(_name(name, "closure"), self._frame(a), self._frame(b), chosen))
        return self._wrote(name)

    def cut(self, *joints: Any) -> None:
        """Make these joints closures: they close loops instead of carrying bodies."""
        self._cuts.extend(self._reference(j) for j in joints)

    # ---- relations between joint coordinates

    def gear(
        self,
        name: str,
        driver: Any,
        driven: Any,
        ratio: Any = None,
        *,
        teeth: Any = None,
        internal: bool = False,
        offset: Any = 0.0,
    ) -> Handle:
        """A gear pair: q_driven = ratio · q_driver + offset; or teeth=(driver, driven), which turn against each other unless `internal`."""
        if (ratio is None) == (teeth is None):
            raise DescriptionError(
                f"gear {name!r}", "needs either ratio= or teeth=", "Write ratio=-0.5 or teeth=(20, 40)"
            )
        if teeth is not None:
            pair = sequence(teeth, f"teeth of gear {name!r}", "two numbers")
            if len(pair) != 2:
                raise DescriptionError(
                    f"teeth of gear {name!r}", f"are {len(pair)} numbers", "Give two: teeth=(20, 40)"
                )
            ratio = pair[0] / pair[1] if internal else -(pair[0] / pair[1])
        return self._linear(name, "gear", [(driven, 1.0), (driver, -ratio)], offset)

    def rack(self, name: str, pinion: Any, rack: Any, radius: Any, *, offset: Any = 0.0) -> Handle:
        """Rack and pinion: q_rack = radius · q_pinion + offset."""
        return self._linear(name, "rack", [(rack, 1.0), (pinion, -radius)], offset)

    def belt(
        self, name: str, driver: Any, driven: Any, *, radii: Any, crossed: bool = False, offset: Any = 0.0
    ) -> Handle:
        """A belt over two pulleys: radii[1] · q_driven = ± radii[0] · q_driver + offset, minus when crossed."""
        pair = sequence(radii, f"radii of belt {name!r}", "two numbers")
        if len(pair) != 2:
            raise DescriptionError(
                f"radii of belt {name!r}", f"are {len(pair)} numbers", "Give two: radii=(0.02, 0.06)"
            )
        return self._linear(name, "belt", [(driven, pair[1]), (driver, pair[0] if crossed else -pair[0])], offset)

    def differential(
        self, name: str, carrier: Any, left: Any, right: Any, *, shares: Any = (0.5, 0.5), offset: Any = 0.0
    ) -> Handle:
        """A differential: q_carrier = shares[0] · q_left + shares[1] · q_right + offset."""
        pair = sequence(shares, f"shares of differential {name!r}", "two numbers")
        if len(pair) != 2:
            raise DescriptionError(
                f"shares of differential {name!r}", f"are {len(pair)} numbers", "Give two: shares=(0.5, 0.5)"
            )
        return self._linear(name, "differential", [(carrier, 1.0), (left, -pair[0]), (right, -pair[1])], offset)

    def screw(self, name: str, turn: Any, slide: Any, pitch: Any, *, offset: Any = 0.0) -> Handle:
        """A screw between two joints: q_slide = pitch · q_turn + offset, pitch in metres per radian."""
        return self._linear(name, "screw", [(slide, 1.0), (turn, -pitch)], offset)

    def linear(self, name: str, terms: Mapping[Any, Any] | Iterable[tuple[Any, Any]], offset: Any = 0.0) -> Handle:
        """Any linear law: Σ factor · q = offset, terms = {joint: factor}; a joint may be (joint, variable)."""
        pairs = list(terms.items()) if isinstance(terms, Mapping) else list(terms)
        return self._linear(name, "linear", pairs, offset)

    def relate(self, name: str, function: Any, joints: Any) -> Handle:
        """The user's own law h(q, t) = 0: `function(q, t)` gives one number or several, q = the coordinates of `joints` in order."""
        names, what = self._references(joints), f"relation {name!r}"

        def draft(known: Mapping[str, Joint]) -> GeneralRelation:
            return GeneralRelation(name, names, _law(function, names, known, what))

        self._relations.append(_draft(name, draft, names))
        return self._wrote(_name(name, "relation"))

    # ---- motions and velocities

    def prescribe(
        self, target: Any, function: Any, *, variables: Any = None, axes: str = "xyz", name: str | None = None
    ) -> Handle:
        """Let a joint, or a point of a body, follow a function of time (a constant holds it).

        A joint: `function(t)` gives its coordinates, or only those in `variables`.
        A frame or body: `function(t)` gives the place of its origin in the ground, along `axes` such as "xy".
        """
        if self._is_point(target):
            return self._prescribe_point(self._frame(target), function, axes, name)
        joint = self._reference(target)
        label = _name(name or f"motion of {joint}", "prescribed motion")
        what = f"prescribed motion {label!r}"

        def draft(known: Mapping[str, Joint]) -> JointMotion:
            chosen = _coordinates(known, joint, variables, what)
            return JointMotion(
                label, joint, chosen, formula(function, ("t",), len(chosen) if joint in known else None, what)
            )

        self._motions.append(_draft(label, draft, (joint,)))
        return self._wrote(label)

    def _prescribe_point(self, frame: Frame, function: Any, axes: str, name: str | None) -> Handle:
        label = _name(name or f"motion of a point of {frame.body}", "prescribed motion")
        word = axes.lower() if isinstance(axes, str) else ""
        if not word or any(c not in "xyz" for c in word) or len(set(word)) != len(word):
            raise DescriptionError(
                f"prescribed motion {label!r}", f"has the axes {axes!r}", "Use some of 'xyz', such as 'xy'"
            )
        law = formula(function, ("t",), len(word), f"prescribed motion {label!r}")
        self._motions.append(PointMotion(label, frame, word, law))
        return self._wrote(label)

    def velocity_relation(self, name: str, function: Any, joints: Any) -> Handle:
        """A law between velocities A(q, t) v = b: `function(q, t)` gives (A, b), A one row or several, b = 0 or one number a row."""
        names, what = self._references(joints), f"velocity relation {name!r}"

        def draft(known: Mapping[str, Joint]) -> GeneralVelocityRelation:
            return _velocity_relation(name, names, function, known, what)

        self._velocity_relations.append(_draft(name, draft, names))
        return self._wrote(_name(name, "velocity relation"))

    def roll(self, name: str, wheel: Any, radius: Any, floor: Any = GROUND) -> Handle:
        """A thin wheel rolls without slip: centre and axle (z) of frame `wheel`, on the plane z = 0 of frame `floor`."""
        record = Roll(
            _name(name, "rolling"), self._frame(wheel), self._frame(floor), number(radius, f"radius of {name!r}")
        )
        self._velocity_relations.append(record)
        return self._wrote(name)

    def edge(self, name: str, frame: Any, across: str = "y", on: Any = GROUND) -> Handle:
        """A knife or skate: the origin of `frame` does not move along the frame's axis `across`."""
        if across not in ("x", "y", "z"):
            raise DescriptionError(f"edge {name!r}", f"has across={across!r}", "Use 'x', 'y' or 'z'")
        self._velocity_relations.append(Edge(_name(name, "edge"), self._frame(frame), self._frame(on), across))
        return self._wrote(name)

    # ---- loads and actuators

    def spring(
        self,
        name: str,
        a: Any,
        b: Any = None,
        *,
        stiffness: Any = 0.0,
        damping: Any = 0.0,
        length: Any = 0.0,
        rest: Any = 0.0,
        variable: Any = None,
    ) -> Handle:
        """A spring and damper: between two points `a` and `b` (unstretched `length`), or on a joint `a` (at ease at `rest`)."""
        what = f"spring {_name(name, 'spring')!r}"
        k, c = number(stiffness, f"stiffness of {what}"), number(damping, f"damping of {what}")
        if b is not None:
            self._loads.append(
                PointSpring(name, self._frame(a), self._frame(b), k, c, number(length, f"length of {what}"))
            )
            return self._wrote(name)
        joint, at_ease = self._reference(a), number(rest, f"rest of {what}")

        def draft(known: Mapping[str, Joint]) -> JointSpring:
            return JointSpring(name, joint, _coordinate(known, joint, variable, what), k, c, at_ease)

        self._loads.append(_draft(name, draft, (joint,)))
        return self._wrote(name)

    def friction(
        self,
        joint: Any,
        *,
        viscous: Any = 0.0,
        coulomb: Any = 0.0,
        smoothing: Any = 0.01,
        variables: Any = None,
        name: str | None = None,
    ) -> Handle:
        """Friction in a joint: −viscous · v − coulomb · tanh(v / smoothing) on each rate, or on those in `variables`."""
        target = self._reference(joint)
        label = _name(name or f"friction of {target}", "friction")
        what = f"friction {label!r}"
        numbers = [
            number(x, f"{n} of {what}")
            for n, x in (("viscous", viscous), ("coulomb", coulomb), ("smoothing", smoothing))
        ]

        def draft(known: Mapping[str, Joint]) -> Friction:
            return Friction(label, target, _rates(known, target, variables, what), *numbers)

        self._loads.append(_draft(label, draft, (target,)))
        return self._wrote(label)

    def limit(
        self,
        joint: Any,
        *,
        lower: Any = None,
        upper: Any = None,
        stiffness: Any = 1e4,
        damping: Any = 0.0,
        variable: Any = None,
        name: str | None = None,
    ) -> Handle:
        """Stops of a joint coordinate as stiff one-sided springs beyond `lower` and `upper`."""
        target = self._reference(joint)
        label = _name(name or f"limit of {target}", "limit")
        what = f"limit {label!r}"
        if lower is None and upper is None:
            raise DescriptionError(what, "has neither lower nor upper", "Give one of them or both")
        low, high = (None if x is None else number(x, f"bound of {what}") for x in (lower, upper))
        k, c = number(stiffness, f"stiffness of {what}"), number(damping, f"damping of {what}")

        def draft(known: Mapping[str, Joint]) -> Limit:
            return Limit(label, target, _coordinate(known, target, variable, what), low, high, k, c)

        self._loads.append(_draft(label, draft, (target,)))
        return self._wrote(label)

    def wrench(
        self, name: str, at: Any, *, force: Any = (0.0, 0.0, 0.0), moment: Any = (0.0, 0.0, 0.0), axes: str = "world"
    ) -> Handle:
        """A force and a moment at the origin of a frame, constant or a function of time, in the axes of the "world" or the "body" frame."""
        if axes not in ("world", "body"):
            raise DescriptionError(f"wrench {name!r}", f"has axes={axes!r}", "Use 'world' or 'body'")
        push = formula(force, ("t",), 3, f"force of wrench {name!r}")
        twist = formula(moment, ("t",), 3, f"moment of wrench {name!r}")
        self._loads.append(AppliedWrench(_name(name, "wrench"), self._frame(at), push, twist, axes))
        return self._wrote(name)

    def rotor(
        self, joint: Any, *, inertia: Any, ratio: Any = 1.0, variable: Any = None, name: str | None = None
    ) -> Handle:
        """The rotor of a motor that turns `ratio` times as fast as the joint: adds inertia · ratio² to it."""
        target = self._reference(joint)
        label = _name(name or f"rotor of {target}", "rotor")
        what = f"rotor {label!r}"
        moment, gear = number(inertia, f"inertia of {what}"), number(ratio, f"ratio of {what}")

        def draft(known: Mapping[str, Joint]) -> Rotor:
            return Rotor(label, target, _coordinate(known, target, variable, what), moment, gear)

        self._loads.append(_draft(label, draft, (target,)))
        return self._wrote(label)

    def actuate(
        self, *joints: Any, lower: Any = None, upper: Any = None, variables: Any = None, name: str | None = None
    ) -> None:
        """Drive these joints (all their rates, or those in `variables`), with forces or torques between `lower` and `upper`."""
        if not joints:
            raise DescriptionError("actuate", "was given no joint", "Name one: m.actuate('O1')")
        if name is not None and len(joints) > 1:
            raise DescriptionError(
                f"actuator {name!r}", f"names {len(joints)} joints", "Leave the name out or name one joint"
            )
        for joint in joints:
            self._actuate(self._reference(joint), lower, upper, variables, name)

    def _actuate(self, joint: str, lower: Any, upper: Any, variables: Any, name: str | None) -> None:
        label = _name(name or f"actuator of {joint}", "actuator")
        what = f"actuator {label!r}"
        low, high = (None if x is None else number(x, f"limit of {what}") for x in (lower, upper))

        def draft(known: Mapping[str, Joint]) -> Actuator:
            return Actuator(label, joint, _rates(known, joint, variables, what), low, high)

        self._actuators.append(_draft(label, draft, (joint,)))
        self._wrote(label)

    def pose(self, values: Mapping[Any, Any] | None = None, **more: Any) -> None:
        """The starting pose: coordinates of joints, a number or all of them; names that are no identifiers go in a dictionary."""
        for joint, q in [*(values or {}).items(), *more.items()]:
            name = self._reference(joint)
            items = q if isinstance(q, (tuple, list)) or getattr(q, "ndim", 0) == 1 else [q]
            self._start[name] = tuple(number(x, f"starting pose of joint {name!r}") for x in items)
            self._wrote(name, "start")

    # ---- handing on

    def freeze(self) -> Blueprint:
        """The finished description; raises once with every fault that it has."""
        blueprint, faults = self._assemble()
        faults = [*faults, *checks.faults(blueprint)]
        if faults:
            raise _error(self.name, [self._placed(f) for f in faults])
        return blueprint

    def check(self) -> None:
        """Raise once with every fault of the description; say nothing if there is none."""
        self.freeze()

    def compile(self, **options: Any) -> System:
        """Analyse the structure, trace the equations and make machine code."""
        from ..system import compile_mechanism

        return compile_mechanism(self.freeze(), **options)

    def save(self, path: str | Path) -> None:
        """Write the description to a JSON file."""
        from .document import save

        save(self.freeze(), path)

    @classmethod
    def of(cls, blueprint: Blueprint) -> Mechanism:
        """A mechanism that goes on where a finished description stands."""
        m = cls(blueprint.name, blueprint.gravity)
        m.notes = blueprint.notes
        m._bodies, m._frames = list(blueprint.bodies), list(blueprint.frames)
        m._joints, m._closures = list(blueprint.joints), list(blueprint.closures)
        m._relations, m._motions = list(blueprint.relations), list(blueprint.motions)
        m._velocity_relations, m._loads = list(blueprint.velocity_relations), list(blueprint.loads)
        m._actuators, m._ground_shapes = list(blueprint.actuators), list(blueprint.ground_shapes)
        m._start = {placed.joint: placed.q for placed in blueprint.start}
        return m

    # ---- inside

    def _assemble(self) -> tuple[Blueprint, list[Fault]]:
        """The description as far as it can be made, and what stood in the way."""
        faults = list(self._later)
        cuts = set(self._cuts)
        known = {j.name: j for j in self._joints if j.name not in cuts}
        cut = [Closure(j.name, j.parent, j.child, j.kind) for j in self._joints if j.name in cuts]
        for name in self._cuts:
            if name not in {j.name for j in self._joints}:
                faults.append(
                    Fault(f"cut {name!r}", "names a joint that does not exist", nearest(name, known), topology=True)
                )

        def finished(records: list[Record | Draft]) -> tuple[Record, ...]:
            done = []
            for record in records:
                try:
                    done.append(record.make(known) if isinstance(record, _Draft) else record)
                except DescriptionError as error:
                    name = record.name if isinstance(record, _Draft) else ""
                    faults.append(Fault(error.subject, error.problem, error.remedy, error.see, about=name))
            return tuple(done)

        blueprint = Blueprint(
            name=self.name,
            gravity=self.gravity,
            bodies=tuple(self._bodies),
            frames=tuple(self._frames),
            joints=tuple(j for j in self._joints if j.name not in cuts),
            closures=(*cut, *self._closures),
            relations=finished(self._relations),
            motions=finished(self._motions),
            velocity_relations=finished(self._velocity_relations),
            loads=finished(self._loads),
            actuators=finished(self._actuators),
            start=tuple(Placed(joint, q) for joint, q in self._start.items()),
            ground_shapes=tuple(self._ground_shapes),
            notes=self.notes,
        )
        return blueprint, faults

    def _linear(self, name: str, sort: str, pairs: Sequence[tuple[Any, Any]], offset: Any) -> Handle:
        what = f"{sort} {_name(name, sort)!r}"
        parts = [(*self._variable(target), number(factor, f"factor of {what}")) for target, factor in pairs]
        shift = number(offset, f"offset of {what}")

        def draft(known: Mapping[str, Joint]) -> LinearRelation:
            terms = tuple(Term(joint, _coordinate(known, joint, variable, what), f) for joint, variable, f in parts)
            return LinearRelation(name, sort, terms, shift)

        self._relations.append(_draft(name, draft, tuple(joint for joint, _, _ in parts)))
        return self._wrote(name)

    def _variable(self, target: Any) -> tuple[str, Any]:
        """(joint, variable) from a joint or from such a pair."""
        if isinstance(target, tuple) and len(target) == 2:
            return self._reference(target[0]), target[1]
        return self._reference(target), None

    def _frame(self, where: Any) -> Frame:
        if isinstance(where, Frame):
            return where
        if isinstance(where, BodyHandle):
            if where.mechanism is not self:
                self._foreign("body", where.name, where.mechanism)
            return Frame(where.name)
        if isinstance(where, str):
            for named in self._frames:
                if named.name == where:
                    return named.frame
            return Frame(where)
        raise DescriptionError(f"{where!r}", "is neither a body nor a frame", "Give a body, body.at(x, y, z) or a name")

    def _is_point(self, target: Any) -> bool:
        if isinstance(target, (Frame, BodyHandle)):
            return True
        joints = {j.name for j in self._joints}
        places = {b.name for b in self._bodies} | {f.name for f in self._frames}
        return isinstance(target, str) and target not in joints and target in places

    def _reference(self, target: Any) -> str:
        """The name of a joint."""
        if isinstance(target, Handle):
            if target.mechanism is not self:
                self._foreign("joint", target.name, target.mechanism)
            return target.name
        if isinstance(target, str):
            return target
        raise DescriptionError(
            f"{target!r}", "is not a joint", "Give the name of a joint or what m.revolute(...) returned"
        )

    def _references(self, targets: Any) -> tuple[str, ...]:
        items = [targets] if isinstance(targets, (str, Handle)) else sequence(targets, "joints", "a list of joints")
        return tuple(self._reference(t) for t in items)

    def _foreign(self, kind: str, name: str, other: Mechanism) -> None:
        problem = f"belongs to another mechanism, {other.name!r}"
        self._later.append(Fault(f"{kind} {name!r}", problem, f"Use a {kind} of {self.name!r}", topology=True))

    def _wrote(self, name: str, space: str = "item") -> Handle:
        self._places[space, name] = _place()  # of two with one name, the second is the fault
        return Handle(self, name)

    def _placed(self, fault: Fault) -> Fault:
        return replace(fault, place=self._places.get((fault.space, fault.about)))


@dataclass(frozen=True)
class _Draft:
    name: str
    make: Callable[[Mapping[str, Joint]], Record]
    joints: tuple[str, ...]


def _draft(name: str, make: Callable[[Mapping[str, Joint]], Record], joints: tuple[str, ...]) -> _Draft:
    return _Draft(name, make, joints)


def dh_frame(frame: Frame, a: Any = 0.0, alpha: Any = 0.0, b: Any = 0.0, theta: Any = 0.0) -> Frame:
    """Shift_x(a) Rot_x(α) Shift_z(b) Rot_z(θ) from a frame; what is zero leaves no move."""
    a, alpha, b, theta = (number(x, f"DH parameter on body {frame.body!r}") for x in (a, alpha, b, theta))
    moves: list[Any] = []
    if not _is_zero(a):
        moves.append(Shift((a, 0.0, 0.0)))
    if not _is_zero(alpha):
        moves.append(TurnBy("x", alpha))
    if not _is_zero(b):
        moves.append(Shift((0.0, 0.0, b)))
    if not _is_zero(theta):
        moves.append(TurnBy("z", theta))
    return Frame(frame.body, (*frame.moves, *moves))


def _is_zero(x: Any) -> bool:
    return isinstance(x, (int, float)) and x == 0


def _error(name: str, faults: list[Fault]) -> MechanismError:
    return (TopologyError if all(f.topology for f in faults) else MechanismError)(name, faults)


def _name(name: Any, kind: str) -> str:
    if not isinstance(name, str) or not name.strip():
        raise DescriptionError(f"{kind} {name!r}", "has no name", "Give a text that is not empty")
    return name


def _inertia(value: Any, what: str) -> Any:
    if value is None:
        return NO_INERTIA
    items = sequence(value, what, "three moments or a 3×3 matrix")
    if len(items) == 3 and not isinstance(items[0], (tuple, list)) and getattr(items[0], "ndim", 0) == 0:
        xx, yy, zz = triple(items, what)
        return ((xx, 0.0, 0.0), (0.0, yy, 0.0), (0.0, 0.0, zz))
    return matrix(items, what)


def _shapes(shapes: Any) -> tuple[Any, ...]:
    from .shapes import SHAPES

    items = [shapes] if isinstance(shapes, tuple(SHAPES.values())) else sequence(shapes, "shapes", "a list of shapes")
    for shape in items:
        if not isinstance(shape, tuple(SHAPES.values())):
            raise DescriptionError("shapes", f"hold {shape!r}", "Make them with linkwork.shapes: " + ", ".join(SHAPES))
    return tuple(items)


def _law(function: Any, joints: tuple[str, ...], known: Mapping[str, Joint], what: str) -> Formula:
    """The formula of a function of (q, t); empty while a joint is missing, which the check reports."""
    if not all(j in known for j in joints):
        return Formula((), ())
    inputs = tuple(f"q{k}" for k in range(sum(known[j].kind.n_q for j in joints)))
    return formula(function, (*inputs, "t"), None, what, group=len(inputs))


def _velocity_relation(
    name: str, joints: tuple[str, ...], function: Any, known: Mapping[str, Joint], what: str
) -> GeneralVelocityRelation:
    """The record of a function of (q, t) that gives (A, b), A one row or several, b one number a row or 0 for all."""
    n_v = sum(known[j].kind.n_v for j in joints) if all(j in known for j in joints) else 0
    if n_v == 0 or not callable(function):
        if n_v and not callable(function):
            raise DescriptionError(what, "needs a function", "Write function(q, t) that gives (A, b) of A v = b")
        return GeneralVelocityRelation(name, joints, 1, Formula((), ()))
    rows: list[int] = []

    def flattened(*arguments: Any) -> list[Any]:
        pair = function(*arguments)
        if not isinstance(pair, (tuple, list)) or len(pair) != 2:
            raise DescriptionError(
                what, "does not give a pair", "Give (A, b) of A v = b, with b = 0 for a law without drift"
            )
        A, b = flat(pair[0]), flat(pair[1])
        count = len(A) // n_v
        b = b * count if len(b) == 1 else b
        if not A or len(A) % n_v or len(b) != count:
            raise DescriptionError(
                what,
                f"gives {len(A)} numbers for A and {len(b)} for b",
                f"A needs {n_v} a row, one for each rate, and b one a row",
            )
        rows.append(count)
        return [*A, *b]

    law = _law(wraps(function)(flattened), joints, known, what)
    return GeneralVelocityRelation(name, joints, rows[0], law)


def _coordinates(known: Mapping[str, Joint], joint: str, variables: Any, what: str) -> tuple[int, ...]:
    if joint not in known:
        return ()
    return _indices(known[joint].kind.variables, variables, what, joint)


def _rates(known: Mapping[str, Joint], joint: str, variables: Any, what: str) -> tuple[int, ...]:
    if joint not in known:
        return ()
    return _indices(known[joint].kind.rates, variables, what, joint)


def _coordinate(known: Mapping[str, Joint], joint: str, variable: Any, what: str) -> int:
    """The one coordinate that is meant."""
    if joint not in known:
        return 0
    names = known[joint].kind.variables
    if variable is None and len(names) > 1:
        raise DescriptionError(
            what,
            f"does not say which coordinate of joint {joint!r} it means",
            "Add variable=, one of: " + ", ".join(names),
        )
    if not names:
        return 0
    return _indices(names, [0] if variable is None else [variable], what, joint)[0]


def _indices(names: tuple[str, ...], variables: Any, what: str, joint: str) -> tuple[int, ...]:
    if variables is None:
        return tuple(range(len(names)))
    items = [variables] if isinstance(variables, (str, int)) else sequence(variables, what, "names of variables")
    chosen = []
    for item in items:
        if item in names:
            chosen.append(names.index(item))
        elif isinstance(item, int) and 0 <= item < len(names):
            chosen.append(item)
        else:
            raise DescriptionError(
                what, f"names the variable {item!r} of joint {joint!r}, which does not exist", nearest(str(item), names)
            )
    return tuple(chosen)


def _place() -> Place:
    """The first line outside of this file on the way here."""
    frame = sys._getframe(1)
    while frame.f_back is not None and os.path.normcase(frame.f_code.co_filename) == HERE:
        frame = frame.f_back
    return Place(frame.f_code.co_filename, frame.f_lineno)
