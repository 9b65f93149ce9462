"""Relations between joint coordinates of a mechanism under construction."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ...errors import DescriptionError
from ..checks import walk
from ..connections import Joint
from ..relations import GeneralRelation, LinearRelation, Sort, Term
from ..values import is_tuple, number, pair
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
            what, example = f"teeth of gear {name!r}", "teeth=(20, 40)"
            driving, following = pair(teeth, what, example)
            if walk.value(driving) <= 0.0 or walk.value(following) <= 0.0:
                raise DescriptionError(what, f"are {driving} and {following}", f"Give two counts: {example}")
            ratio = driving / following if internal else -(driving / following)
        return self._linear(name, "gear", [(driven, 1.0), (driver, -number(ratio, f"ratio of gear {name!r}"))], offset)

    def rack(self, name: str, pinion: Any, rack: Any, radius: Any, *, offset: Any = 0.0) -> Handle:
        """Rack and pinion: q_rack = radius · q_pinion + offset."""
        return self._linear(name, "rack", [(rack, 1.0), (pinion, -number(radius, f"radius of rack {name!r}"))], offset)

    def belt(
        self, name: str, driver: Any, driven: Any, *, radii: Any, crossed: bool = False, offset: Any = 0.0
    ) -> Handle:
        """A belt over two pulleys: radii[1] · q_driven = ± radii[0] · q_driver + offset, minus when crossed."""
        first, second = pair(radii, f"radii of belt {name!r}", "radii=(0.02, 0.06)")
        return self._linear(name, "belt", [(driven, second), (driver, first if crossed else -first)], offset)

    def differential(
        self, name: str, carrier: Any, left: Any, right: Any, *, shares: Any = (0.5, 0.5), offset: Any = 0.0
    ) -> Handle:
        """A differential: q_carrier = shares[0] · q_left + shares[1] · q_right + offset."""
        first, second = pair(shares, f"shares of differential {name!r}", "shares=(0.5, 0.5)")
        return self._linear(name, "differential", [(carrier, 1.0), (left, -first), (right, -second)], offset)

    def screw(self, name: str, turn: Any, slide: Any, pitch: Any, *, offset: Any = 0.0) -> Handle:
        """A screw between two joints: q_slide = pitch · q_turn + offset, pitch in metres per radian."""
        return self._linear(name, "screw", [(slide, 1.0), (turn, -number(pitch, f"pitch of screw {name!r}"))], offset)

    def linear(self, name: str, terms: Mapping[Any, Any] | Iterable[tuple[Any, Any]], offset: Any = 0.0) -> Handle:
        """Any linear law: Σ factor · q = offset, terms = {joint: factor}; a joint may be (joint, variable)."""
        pairs = getattr(terms, "items", terms.__iter__)()
        return self._linear(name, "linear", list(pairs), offset)

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
        if is_tuple(target) and len(target) == 2:
            return self._reference(target[0]), target[1]
        return self._reference(target), None
