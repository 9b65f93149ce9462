"""Which unknowns of a sparse elimination are eliminated together, as dense fronts with loops inside.

The columns of L form a tree: what an unknown leaves behind is taken over by the first of the later unknowns that it
touches. A front is a piece of that tree: unknowns that are eliminated one after the other in one small dense matrix.
Reference: Liu (1992), "The multifrontal method for sparse matrix solution", SIAM Review 34.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

START, CARRY = 150, 12  # what a front, and an entry that it hands on, cost; in multiplications inside a dense loop


@dataclass(frozen=True)
class Front:
    """Unknowns eliminated together, the later unknowns that they touch, and the front that takes those over."""

    inside: tuple[int, ...]
    outside: tuple[int, ...]
    parent: int | None

    @property
    def rows(self) -> tuple[int, ...]:
        """All unknowns of its matrix."""
        return self.inside + self.outside


def below(pattern: Mapping[int, Collection[int]], order: Sequence[int]) -> dict[int, set[int]]:
    """The rows of L below the diagonal for each unknown.

    They are its own neighbours that come later, and those of the columns whose first row below the diagonal it is.
    """
    position = {k: i for i, k in enumerate(order)}
    rows = {k: {j for j in pattern[k] if position[j] > position[k]} for k in order}
    for k in order:
        first = min(rows[k], key=position.__getitem__, default=None)
        if first is not None:
            rows[first] |= rows[k] - {first}
    return rows


@dataclass
class _Group:
    """A front in the making; `size` is the number of its rows."""

    inside: list[int]
    size: int
    children: list[_Group] = field(default_factory=list)

    @property
    def time(self) -> int:
        return _time(len(self.inside), self.size)

    def take_in(self, child: _Group) -> None:
        self.children = [other for other in self.children if other is not child] + child.children
        self.inside = child.inside + self.inside
        self.size += len(child.inside)


def _time(s: int, n: int) -> int:
    """What s eliminations among n rows cost, the entries that are left and handed on included."""
    left = n - s
    return START + CARRY * left * (left + 1) // 2 + (n * (n * n - 1) - left * (left * left - 1)) // 6


def fronts(pattern: Mapping[int, Collection[int]], order: Sequence[int]) -> tuple[Front, ...]:
    """The elimination in `order` as fronts, each behind those that hand over to it.

    A front takes in one that hands over to it where that saves time, although it may add entries that are zero.
    """
    rows = below(pattern, order)
    position = {k: i for i, k in enumerate(order)}
    waiting: dict[int, list[_Group]] = {}
    roots: list[_Group] = []
    for k in order:
        group = _Group([k], 1 + len(rows[k]), waiting.pop(k, []))
        for child in sorted(group.children, key=lambda other: -other.size):
            together = _time(len(child.inside) + len(group.inside), group.size + len(child.inside))
            if together <= child.time + group.time:
                group.take_in(child)
        last = min(rows[k], key=position.__getitem__, default=None)
        (roots if last is None else waiting.setdefault(last, [])).append(group)
    return _listed(roots, rows)


def _listed(roots: Sequence[_Group], rows: Mapping[int, Collection[int]]) -> tuple[Front, ...]:
    """The tree from its tips to its roots."""
    listed: list[_Group] = []
    todo = list(roots)
    while todo:
        group = todo.pop()
        listed.append(group)
        todo += group.children
    listed.reverse()
    number = {id(group): i for i, group in enumerate(listed)}
    parent = {id(child): number[id(group)] for group in listed for child in group.children}
    position = {k: i for i, k in enumerate(k for group in listed for k in group.inside)}
    return tuple(
        Front(
            tuple(group.inside),
            tuple(sorted(rows[group.inside[-1]], key=position.__getitem__)),
            parent.get(id(group)),
        )
        for group in listed
    )
