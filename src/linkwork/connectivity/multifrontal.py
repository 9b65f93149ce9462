"""Where the numbers of a multifrontal elimination lie in one array: known before any of them is.

    0                         the largest inverse relative pivot
    1 … N                     1/d of each unknown, in the order of elimination
    N + 1 … 2N                for each of them what its diagonal lost to positive pivots
    pivot rows                for each front the rows of D Lᵀ of the unknowns that it eliminates, side by side
    rests                     for each front what it hands on; places are used again when that has been taken over

Rows of a front are upper triangular: row i has the columns i … n−1, then zeros up to a multiple of `lanes` columns,
so that loops over rows run in whole vectors. Column k of a row lies at its base + k.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from linkwork.connectivity.supernodes import Front, fronts

LANES = (1, 4, 8)  # columns that a loop may take at once


@dataclass(frozen=True)
class Multifrontal:
    """A sparse symmetric matrix whose numbers are to come, and how its elimination goes.

    size      number of unknowns, 0 … size − 1
    entries   (row, column) of the given numbers, row ≥ column
    watched   unknowns whose pivots are looked at
    weighted  whether their usual sizes are given too; else a pivot is compared with what the diagonal lost
    """

    size: int
    entries: tuple[tuple[int, int], ...]
    fronts: tuple[Front, ...]
    watched: tuple[int, ...]
    weighted: bool

    @classmethod
    def of(
        cls, rows: Mapping[int, Collection[int]], order: Sequence[int], watched: Sequence[int], *, weighted: bool
    ) -> Multifrontal:
        """The elimination, in an order, of a symmetric matrix with these columns in its rows."""
        entries = tuple((i, j) for i, row in rows.items() for j in row if j <= i)
        pattern = {i: [j for j in row if j != i] for i, row in rows.items()}
        return cls(len(order), entries, fronts(pattern, order), tuple(watched), weighted)

    @cached_property
    def key(self) -> str:
        """A short name, the same for the same pattern, fronts and watched unknowns."""
        parts = (self.size, self.entries, [front.inside for front in self.fronts], self.watched, self.weighted)
        return hashlib.blake2b(repr(parts).encode(), digest_size=8).hexdigest()

    @property
    def given(self) -> int:
        """How many numbers a factorisation is given: the entries and, if any, the weights."""
        return len(self.entries) + (len(self.watched) if self.weighted else 0)

    @cached_property
    def position(self) -> dict[int, int]:
        """When each unknown is eliminated."""
        return {k: i for i, k in enumerate(k for front in self.fronts for k in front.inside)}

    @cached_property
    def multiplications(self) -> int:
        """Of the factorisation."""
        return sum(len(f.rows) - j + _left(f, j) for f in self.fronts for j in range(len(f.inside)))

    @cached_property
    def additions(self) -> int:
        """Of the factorisation, those that bring together what fronts hand on included."""
        handed = sum(len(f.outside) * (len(f.outside) + 1) // 2 for f in self.fronts)
        return handed + sum(_left(f, j) for f in self.fronts for j in range(len(f.inside)))

    @cached_property
    def below(self) -> int:
        """Entries of L below the diagonal, zeros that fronts fill in included."""
        return sum(len(f.rows) - j - 1 for f in self.fronts for j in range(len(f.inside)))

    @cached_property
    def space(self) -> int:
        """Numbers that the array holds, for any of LANES."""
        return max(storage(self, lanes).size for lanes in LANES)


def _left(front: Front, j: int) -> int:
    """Entries that elimination j of a front changes."""
    n = len(front.rows)
    return (n - j - 1) * (n - j) // 2


@dataclass(frozen=True)
class Storage:
    """Places in the array.

    entries     of each given entry
    zeros       (first, number) of the pivot rows, which start as zeros
    first       of each front: where its rows begin in the tables of rows; one more at the end
    pivots      of each front: place of 1/d of its first unknown
    inside, rows, end    of each front: unknowns that it eliminates, its rows, columns up to whole vectors
    rest, rest_size      of each front: what it hands on
    heirs       of each front: where its children begin in `children`; one more at the end
    unknown, turn        of each row of each front: its unknown, the place of its 1/d
    base, seat           of each row of each front: its base, its row in the parent
    watched     place of 1/d of each watched unknown
    """

    size: int
    entries: tuple[int, ...]
    zeros: tuple[int, int]
    first: tuple[int, ...]
    pivots: tuple[int, ...]
    inside: tuple[int, ...]
    rows: tuple[int, ...]
    end: tuple[int, ...]
    rest: tuple[int, ...]
    rest_size: tuple[int, ...]
    heirs: tuple[int, ...]
    children: tuple[int, ...]
    unknown: tuple[int, ...]
    turn: tuple[int, ...]
    base: tuple[int, ...]
    seat: tuple[int, ...]
    watched: tuple[int, ...]


@lru_cache(maxsize=16)
def storage(system: Multifrontal, lanes: int) -> Storage:
    """The array of a system for loops over `lanes` columns at once."""
    tree = system.fronts
    inside = [len(f.inside) for f in tree]
    rows = [len(f.rows) for f in tree]
    left = [-(-len(f.outside) // lanes) * lanes for f in tree]
    end = [s + r for s, r in zip(inside, left)]
    width = [-(-e // lanes) * lanes for e in end]
    start = _sums(1 + 2 * system.size, (s * w for s, w in zip(inside, width)))
    rest_size = [len(f.outside) * r for f, r in zip(tree, left)]
    rest, size = _shared(start[-1], tree, rest_size)
    bases = [
        [start[f] + i * width[f] + width[f] - end[f] for i in range(inside[f])]
        + [rest[f] + i * left[f] - inside[f] for i in range(rows[f] - inside[f])]
        for f in range(len(tree))
    ]
    rank = [{k: i for i, k in enumerate(f.rows)} for f in tree]
    home = {k: f for f, front in enumerate(tree) for k in front.inside}

    def place(i: int, j: int) -> int:
        early, late = sorted((i, j), key=system.position.__getitem__)
        f = home[early]
        return bases[f][rank[f][early]] + rank[f][late]

    children = [[c for c, front in enumerate(tree) if front.parent == f] for f in range(len(tree))]
    return Storage(
        size=size,
        entries=tuple(place(i, j) for i, j in system.entries),
        zeros=(start[0], start[-1] - start[0]),
        first=_sums(0, rows),
        pivots=_sums(1, inside)[:-1],
        inside=tuple(inside),
        rows=tuple(rows),
        end=tuple(end),
        rest=tuple(rest),
        rest_size=tuple(rest_size),
        heirs=_sums(0, map(len, children)),
        children=tuple(c for group in children for c in group),
        unknown=tuple(k for front in tree for k in front.rows),
        turn=tuple(1 + system.position[k] for front in tree for k in front.rows),
        base=tuple(place for group in bases for place in group),
        seat=tuple(
            0 if front.parent is None or i < inside[f] else rank[front.parent][k]
            for f, front in enumerate(tree)
            for i, k in enumerate(front.rows)
        ),
        watched=tuple(1 + system.position[k] for k in system.watched),
    )


def _sums(first: int, steps: Iterable[int]) -> tuple[int, ...]:
    """Running sums, from `first` to the total."""
    sums = [first]
    for step in steps:
        sums.append(sums[-1] + step)
    return tuple(sums)


def _shared(first: int, tree: Sequence[Front], sizes: Sequence[int]) -> tuple[list[int], int]:
    """Places for what each front hands on, from its own turn to its parent's, and the end of all places."""
    places = [first] * len(sizes)
    taken: dict[int, int] = {}  # place -> front
    end = first
    for f, size in enumerate(sizes):
        place = first
        for other in sorted(taken):
            if other - place >= size:
                break
            place = other + sizes[taken[other]]
        places[f] = place
        if size:
            taken[place] = f
        end = max(end, place + size)
        taken = {p: g for p, g in taken.items() if tree[g].parent != f}
    return places, end
