"""Loads, actuators and the starting pose of a mechanism under construction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import DescriptionError
from ..actuators import Actuator
from ..connections import Joint
from ..formula import formula
from ..loads import AppliedWrench, Friction, JointSpring, Limit, PointSpring, Rotor
from ..values import is_list, is_tuple, number
from .coordinates import coordinate, rates
from .desk import Desk, Draft, name_of
from .handles import Handle


class Loads(Desk):
    """What pushes and pulls, what drives, and where the machine starts."""

    def spring(
        self,
        name: str,
        a: Any,
        b: Any = None,
        *,
        stiffness: Any = 0.0,
        damping: Any = 0.0,
        length: Any = None,
        rest: Any = None,
        variable: Any = None,
    ) -> Handle:
        """A spring and damper between points `a`, `b` (unstretched `length`), or on a joint `a` (at ease at `rest`)."""
        what = f"spring {name_of(name, 'spring')!r}"
        k, c = number(stiffness, f"stiffness of {what}"), number(damping, f"damping of {what}")
        if b is not None:
            if rest is not None or variable is not None:
                raise DescriptionError(what, "is one between points", "Give its unstretched length; rest is for joints")
            free = number(0.0 if length is None else length, f"length of {what}")
            self._loads.append(PointSpring(name, self._frame(a), self._frame(b), k, c, free))
            return self._wrote(name)
        if length is not None:
            raise DescriptionError(
                what, "is one on a joint", "Give rest, the position at which it is at ease, for length"
            )
        joint, at_ease = self._reference(a), number(0.0 if rest is None else rest, f"rest of {what}")

        def draft(known: Mapping[str, Joint]) -> JointSpring:
            return JointSpring(name, joint, coordinate(known, joint, variable, what), k, c, at_ease)

        self._loads.append(Draft(name, draft))
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
        """Friction in a joint: −viscous · v − coulomb · tanh(v / smoothing), on each rate or those in `variables`."""
        target = self._reference(joint)
        label = name_of(name or f"friction of {target}", "friction")
        what = f"friction {label!r}"
        numbers = [
            number(x, f"{n} of {what}")
            for n, x in (("viscous", viscous), ("coulomb", coulomb), ("smoothing", smoothing))
        ]

        def draft(known: Mapping[str, Joint]) -> Friction:
            return Friction(label, target, rates(known, target, variables, what), *numbers)

        self._loads.append(Draft(label, draft))
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
        label = name_of(name or f"limit of {target}", "limit")
        what = f"limit {label!r}"
        if lower is None and upper is None:
            raise DescriptionError(what, "has neither lower nor upper", "Give one of them or both")
        low, high = (None if x is None else number(x, f"bound of {what}") for x in (lower, upper))
        k, c = number(stiffness, f"stiffness of {what}"), number(damping, f"damping of {what}")

        def draft(known: Mapping[str, Joint]) -> Limit:
            return Limit(label, target, coordinate(known, target, variable, what), low, high, k, c)

        self._loads.append(Draft(label, draft))
        return self._wrote(label)

    def wrench(
        self, name: str, at: Any, *, force: Any = (0.0, 0.0, 0.0), moment: Any = (0.0, 0.0, 0.0), axes: str = "world"
    ) -> Handle:
        """A force and a moment at a frame's origin, constant or functions of time, in axes of "world" or "body"."""
        if axes not in ("world", "body"):
            raise DescriptionError(f"wrench {name!r}", f"has axes={axes!r}", "Use 'world' or 'body'")
        push = formula(force, ("t",), 3, f"force of wrench {name!r}")
        twist = formula(moment, ("t",), 3, f"moment of wrench {name!r}")
        self._loads.append(AppliedWrench(name_of(name, "wrench"), self._frame(at), push, twist, axes))
        return self._wrote(name)

    def rotor(
        self, joint: Any, *, inertia: Any, ratio: Any = 1.0, variable: Any = None, name: str | None = None
    ) -> Handle:
        """The rotor of a motor that turns `ratio` times as fast as the joint: adds inertia · ratio² to it."""
        target = self._reference(joint)
        label = name_of(name or f"rotor of {target}", "rotor")
        what = f"rotor {label!r}"
        moment, gear = number(inertia, f"inertia of {what}"), number(ratio, f"ratio of {what}")

        def draft(known: Mapping[str, Joint]) -> Rotor:
            return Rotor(label, target, coordinate(known, target, variable, what), moment, gear)

        self._loads.append(Draft(label, draft))
        return self._wrote(label)

    def actuate(
        self, *joints: Any, lower: Any = None, upper: Any = None, variables: Any = None, name: str | None = None
    ) -> None:
        """Drive joints (all their rates, or those in `variables`) with forces or torques from `lower` to `upper`."""
        if not joints:
            raise DescriptionError("actuate", "was given no joint", "Name one: m.actuate('O1')")
        if name is not None and len(joints) > 1:
            raise DescriptionError(
                f"actuator {name!r}", f"names {len(joints)} joints", "Leave the name out or name one joint"
            )
        for joint in joints:
            self._actuate(self._reference(joint), lower, upper, variables, name)

    def _actuate(self, joint: str, lower: Any, upper: Any, variables: Any, name: str | None) -> None:
        label = name_of(name or f"actuator of {joint}", "actuator")
        what = f"actuator {label!r}"
        low, high = (None if x is None else number(x, f"limit of {what}") for x in (lower, upper))

        def draft(known: Mapping[str, Joint]) -> Actuator:
            return Actuator(label, joint, rates(known, joint, variables, what), low, high)

        self._actuators.append(Draft(label, draft))
        self._wrote(label)

    def pose(self, values: Mapping[Any, Any] | None = None, **more: Any) -> None:
        """The starting pose: coordinates by joint; names that are no identifiers go in a dictionary."""
        for joint, q in [*(values or {}).items(), *more.items()]:
            name = self._reference(joint)
            items = q if is_tuple(q) or is_list(q) or getattr(q, "ndim", 0) == 1 else [q]
            self._start[name] = tuple(number(x, f"starting pose of joint {name!r}") for x in items)
            self._wrote(name, "start")
