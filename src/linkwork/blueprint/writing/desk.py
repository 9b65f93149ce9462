"""Desk: what has been written down of a mechanism so far, where, and how names are looked up."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ...errors import DescriptionError, Fault, Place
from ..bodies import GROUND, Body
from ..connections import Closure, Joint
from ..frames import Frame
from ..mechanism import NamedFrame
from ..values import sequence, triple
from .handles import BodyHandle, Handle

BLUEPRINT = os.path.dirname(os.path.dirname(__file__))
HERE = tuple(os.path.join(BLUEPRINT, part) for part in ("writing", "formats", "builder.py"))


@dataclass(frozen=True)
class Draft:
    """A record that waits for the joints that it names; `make` gets the joints by name."""

    name: str
    make: Callable[[Mapping[str, Joint]], Any]


class Desk:
    """The lists that the methods of `Mechanism` fill."""

    def __init__(self, name: str, gravity: Any = (0.0, 0.0, -9.81)):
        self.name = name_of(name, "mechanism")
        self.gravity = triple(gravity, f"gravity of mechanism {name!r}", "(0, 0, -9.81)")
        self.ground = BodyHandle(self, GROUND)
        self.notes = ""
        self._bodies: list[Body] = []
        self._frames: list[NamedFrame] = []
        self._joints: list[Joint] = []
        self._closures: list[Closure] = []
        self._relations: list[Any] = []
        self._motions: list[Any] = []
        self._velocity_relations: list[Any] = []
        self._loads: list[Any] = []
        self._actuators: list[Any] = []
        self._start: dict[str, Any] = {}
        self._ground_shapes: list[Any] = []
        self._cuts: list[str] = []
        self._places: dict[tuple[str, str], Place] = {}
        self._later: list[Fault] = []

    def frame(self, name: str, frame: Any) -> Frame:
        """Give a frame a name that can be used in its place from then on."""
        self._frames.append(NamedFrame(name_of(name, "frame"), self._frame(frame)))
        self._wrote(name, "body")
        return self._frames[-1].frame

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

    def _foreign(self, kind: str, name: str, other: Desk) -> None:
        problem = f"belongs to another mechanism, {other.name!r}"
        self._later.append(Fault(f"{kind} {name!r}", problem, f"Use a {kind} of {self.name!r}", topology=True))

    def _wrote(self, name: str, space: str = "item") -> Handle:
        self._places[space, name] = place()  # of two with one name, the second is the fault
        return Handle(self, name)


def name_of(name: Any, kind: str) -> str:
    """The name if it is a text."""
    if not isinstance(name, str) or not name.strip():
        raise DescriptionError(f"{kind} {name!r}", "has no name", "Give a text that is not empty")
    return name


def place() -> Place:
    """The first line outside of these files on the way here."""
    frame = sys._getframe(1)  # pyright: ignore[reportPrivateUsage]
    while frame.f_back is not None and frame.f_code.co_filename.startswith(HERE):
        frame = frame.f_back
    return Place(frame.f_code.co_filename, frame.f_lineno)
