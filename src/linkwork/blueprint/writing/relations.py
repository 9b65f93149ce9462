"""Relations between joint coordinates of a mechanism under construction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...errors import DescriptionError
from ..connections import Joint
from ..relations import GeneralRelation, LinearRelation, Sort, Term
from ..values import number, sequence
from .coordinates import coordinate, law
from .desk import Desk, Draft, name_of
from .handles import Handle


class Relations(Desk):
    """Gears, racks, belts, differentials, screws and the user's own laws."""

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
        """A gear pair: q_driven = ratio · q_driver + offset; ratio = ∓ teeth[0] / teeth[1], plus when `internal`."""
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
        """The user's law h(q, t) = 0: `function(q, t)` gives one number or several, q the coordinates of `joints`."""
        names, what = self._references(joints), f"relation {name!r}"

        def draft(known: Mapping[str, Joint]) -> GeneralRelation:
            return GeneralRelation(name, names, law(function, names, known, what))

        self._relations.append(Draft(name, draft))
        return self._wrote(name_of(name, "relation"))

    def _linear(self, name: str, sort: Sort, pairs: Sequence[tuple[Any, Any]], offset: Any) -> Handle:
        what = f"{sort} {name_of(name, sort)!r}"
        parts = [(*self._variable(target), number(factor, f"factor of {what}")) for target, factor in pairs]
        shift = number(offset, f"offset of {what}")

        def draft(known: Mapping[str, Joint]) -> LinearRelation:
            terms = tuple(Term(joint, coordinate(known, joint, variable, what), f) for joint, variable, f in parts)
            return LinearRelation(name, sort, terms, shift)

        self._relations.append(Draft(name, draft))
        return self._wrote(name)

    def _variable(self, target: Any) -> tuple[str, Any]:
        """(joint, variable) from a joint or from such a pair."""
        if isinstance(target, tuple) and len(target) == 2:
            return self._reference(target[0]), target[1]
        return self._reference(target), None
