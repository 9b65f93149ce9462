"""Mechanism: write down a machine, part by part, and hand it on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..errors import DescriptionError, Fault, MechanismError, TopologyError, nearest
from . import checks
from .connections import Closure
from .mechanism import Blueprint, Placed
from .writing.bodies import Bodies
from .writing.desk import Draft
from .writing.joints import Joints
from .writing.loads import Loads
from .writing.motions import Motions
from .writing.relations import Relations

if TYPE_CHECKING:
    from ..connectivity.explain import Explanation
    from ..system import System


class Mechanism(Bodies, Joints, Relations, Motions, Loads):
    """A machine under construction: `freeze` gives the finished description.

    Names are accepted wherever a handle is, so long as the part is described at last.
    """

    def __repr__(self) -> str:
        counts = ((self._bodies, "bodies"), (self._joints, "joints"), (self._closures, "closures"))
        return f"<mechanism {self.name!r}: {', '.join(f'{len(some)} {word}' for some, word in counts)}>"

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

    def explain(self, cuts: Any = None) -> Explanation:
        """How the machine hangs together: tree, cuts, loops, freedoms, block patterns; print it or draw it (`svg`)."""
        from ..connectivity.explain import explain

        return explain(self.freeze(), cuts)

    def compile(self, **options: Any) -> System:
        """Analyse the structure, trace the equations and make machine code."""
        from ..system import compile_mechanism

        return compile_mechanism(self.freeze(), **options)

    def save(self, path: str | Path) -> None:
        """Write the description to a JSON file."""
        from .document import save

        save(self.freeze(), path)

    @classmethod
    def of(cls, blueprint: Blueprint | Mechanism) -> Mechanism:
        """A mechanism that goes on where a finished description stands; of another mechanism, a copy."""
        if isinstance(blueprint, Mechanism):
            blueprint = blueprint.freeze()
        if not isinstance(blueprint, Blueprint):  # pyright: ignore[reportUnnecessaryIsInstance]
            right = "Give a finished description, as of load(...) or system.blueprint, or a Mechanism"
            raise DescriptionError("Mechanism.of", f"is given a {type(blueprint).__name__}", right)
        m = cls(blueprint.name, blueprint.gravity)
        m.notes = blueprint.notes
        m._bodies, m._frames = list(blueprint.bodies), list(blueprint.frames)
        m._joints, m._closures = list(blueprint.joints), list(blueprint.closures)
        m._relations, m._motions = list(blueprint.relations), list(blueprint.motions)
        m._velocity_relations, m._loads = list(blueprint.velocity_relations), list(blueprint.loads)
        m._actuators, m._ground_shapes = list(blueprint.actuators), list(blueprint.ground_shapes)
        m._start = {placed.joint: placed.q for placed in blueprint.start}
        return m

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

        def finished(records: list[Any]) -> tuple[Any, ...]:
            done: list[Any] = []
            for record in records:
                try:
                    done.append(record.make(known) if isinstance(record, Draft) else record)
                except DescriptionError as error:
                    name = record.name if isinstance(record, Draft) else ""
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

    def _placed(self, fault: Fault) -> Fault:
        return replace(fault, place=self._places.get((fault.space, fault.about)))


def _error(name: str, faults: list[Fault]) -> MechanismError:
    return (TopologyError if all(f.topology for f in faults) else MechanismError)(name, faults)
