"""Which unknowns of a sparse elimination are eliminated together, as one dense front with loops inside."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

FRONT = 32  # rows from which a front is worth a call
TOGETHER = 6  # unknowns that it must eliminate at once
PADDING = 0.25  # share of explicit zeros that a merged front may hold


@dataclass(frozen=True)
class Front:
    """Unknowns eliminated together, and the later unknowns that they touch."""

    inside: tuple[int, ...]
    outside: tuple[int, ...]

    @property
    def dense(self) -> bool:
        """Whether it is large enough to be done by loops."""
        return len(self.inside) >= TOGETHER and len(self.inside) + len(self.outside) >= FRONT


def fronts(pattern: Mapping[int, Collection[int]], order: Sequence[int]) -> tuple[Front, ...]:
    """The elimination in `order` as fronts: columns of L with the same rows below them, merged where few zeros are added.

    The structure of a column is its own neighbours that come later and those of the columns it receives updates from.
    """
    position = {k: i for i, k in enumerate(order)}
    structure: dict[int, set[int]] = {k: {j for j in pattern[k] if position[j] > position[k]} for k in order}
    children: dict[int, list[int]] = {}
    for k in order:
        for child in children.get(k, ()):
            structure[k] |= structure[child] - {k}
        if structure[k]:
            children.setdefault(min(structure[k], key=position.__getitem__), []).append(k)
    groups: list[Front] = []
    last_of: dict[int, int] = {}
    for k in order:
        rows = structure[k]
        home = last_of.get(order[position[k] - 1]) if position[k] else None
        if home is not None:
            front = groups[home]
            union = (set(front.outside) | rows) - {k}
            joined = Front((*front.inside, k), tuple(sorted(union, key=position.__getitem__)))
            if k in front.outside and _padding(joined, structure) <= PADDING:
                groups[home] = joined
                last_of[k] = home
                continue
        last_of[k] = len(groups)
        groups.append(Front((k,), tuple(sorted(rows, key=position.__getitem__))))
    return tuple(groups)


def _padding(front: Front, structure: Mapping[int, Collection[int]]) -> float:
    """Share of the front's entries that are zero by structure."""
    s, r = len(front.inside), len(front.outside)
    full = s * (s - 1) // 2 + s * r
    return 1.0 - sum(len(structure[k]) for k in front.inside) / full if full else 0.0
