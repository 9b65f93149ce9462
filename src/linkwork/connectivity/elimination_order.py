"""In which order the unknowns of a closed machine are eliminated.

The unknowns are the rates' accelerations 0 … n−1 and the multipliers n … n+m−1 of the block system [M Jᵀ; J 0]. Its
pattern alone decides the order.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from linkwork.connectivity.supernodes import below

Pattern = Mapping[int, Collection[int]]  # unknown → its neighbours, itself not counted
Order = tuple[int, ...]

UNROLLED = 12_000  # multiplications up to which an elimination is written out, one instruction each


def natural(pattern: Pattern, n: int) -> Order:
    """Accelerations from the tips inward, then multipliers as declared."""
    return (*reversed(range(n)), *range(n, len(pattern)))


def least_fill(pattern: Pattern, n: int, *, early: bool = False, start: Sequence[int] = ()) -> Order:
    """Always the unknown that touches the fewest others.

    A multiplier becomes a candidate when the accelerations it acts on are gone: its pivot is then definite wherever
    the rows are independent. With `early` it may go as soon as as many of them are gone as its pivot needs: the legs of
    a platform are then eliminated with their multipliers before the platform. That pivot vanishes where the part alone
    is singular; whoever uses it watches the pivots.
    """
    neighbours = {i: set(adjacent) for i, adjacent in pattern.items()}
    ready = _early if early else _safe
    order: list[int] = []
    gone: set[int] = set()

    def eliminate(k: int) -> None:
        around = neighbours.pop(k)
        for i in around:
            neighbours[i] |= around
            neighbours[i] -= {i, k}
        order.append(k)
        gone.add(k)

    for k in start:
        eliminate(k)
    while neighbours:
        allowed = [k for k in neighbours if k < n or ready(k, n, pattern, neighbours, gone)]
        k = min(allowed, key=lambda i: (len(neighbours[i]), *_turn(i, n)))
        if all(len(around) == len(neighbours) - 1 for around in neighbours.values()):
            return (*order, *sorted(neighbours, key=lambda i: _turn(i, n)))  # all touch all: nothing is left to choose
        eliminate(k)
    return tuple(order)


def _turn(k: int, n: int) -> tuple[bool, int]:
    """Which goes first among equals: accelerations from the tips inward, then multipliers as declared."""
    return k >= n, -k if k < n else k


def _safe(k: int, n: int, pattern: Pattern, neighbours: Mapping[int, set[int]], gone: set[int]) -> bool:
    return all(i >= n for i in neighbours[k])


def _early(k: int, n: int, pattern: Pattern, neighbours: Mapping[int, set[int]], gone: set[int]) -> bool:
    """At least as many of the row's own accelerations are gone as rows that share them take pivots from, or took."""
    own = {i for i in pattern[k] if i < n and i in gone}
    if not own:
        return False
    rivals = {r for i in own for r in pattern[i] if r >= n}
    return len(own) >= len(rivals) or _safe(k, n, pattern, neighbours, gone)


ORDERS: dict[str, Callable[[Pattern, int], Order]] = {
    "reduced": lambda pattern, n: least_fill(pattern, n, start=tuple(reversed(range(n)))),
    "interleaved": least_fill,
    "task": lambda pattern, n: least_fill(pattern, n, early=True),
}


def operations(pattern: Pattern, order: Sequence[int]) -> int:
    """About how many multiplications an elimination takes, from the pattern alone."""
    return sum((len(rows) + 1) * (len(rows) + 2) // 2 for rows in below(pattern, order).values())
