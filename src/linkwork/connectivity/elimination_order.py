"""In which order the unknowns of a closed machine are eliminated.

The unknowns are the rates' accelerations 0 … n−1 and the multipliers n … n+m−1 of the block system [M Jᵀ; J 0]. Its
pattern alone decides the order. Deep trees may be taken apart at hubs, whose twists and wrenches are unknowns as well.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from heapq import heappop, heappush

from linkwork.connectivity.supernodes import below

Pattern = Mapping[int, Collection[int]]  # unknown → its neighbours, itself not counted
Order = tuple[int, ...]

UNROLLED = 12_000  # multiplications up to which an elimination is written out, one instruction each


def natural(pattern: Pattern, n: int) -> Order:
    """Accelerations from the tips inward, then multipliers as declared."""
    return (*reversed(range(n)), *range(n, len(pattern)))


Ready = Callable[[int, set[int]], bool]  # (unknown, what is gone) → whether it may go


def least_fill(
    pattern: Pattern,
    n: int,
    *,
    early: bool = False,
    eager: bool = False,
    start: Sequence[int] = (),
    ready: Ready | None = None,
) -> Order:
    """Always the unknown that touches the fewest others.

    A multiplier becomes a candidate when the accelerations it acts on are gone: its pivot is then definite wherever
    the rows are independent. With `early` it may go as soon as what is gone gives it a pivot: the legs of a platform
    are then eliminated with their multipliers before the platform. That pivot vanishes where the part alone is
    singular; whoever uses it watches the pivots. `eager` takes any multiplier that may go before accelerations.
    `ready` is another rule than these.
    """
    neighbours = {i: set(adjacent) for i, adjacent in pattern.items()}
    allowed = ready or (_early if early else _safe)(pattern, n)
    order: list[int] = []
    gone: set[int] = set()
    waiting: list[tuple[bool, int, bool, int, int]] = []

    def offer(k: int) -> None:
        if allowed(k, gone):
            heappush(waiting, (eager and k < n, len(neighbours[k]), *_turn(k, n), k))

    def eliminate(k: int) -> None:
        around = neighbours.pop(k)
        order.append(k)
        gone.add(k)
        for i in around:
            neighbours[i] |= around
            neighbours[i] -= {i, k}
        for i in around:
            offer(i)

    for k in start:
        eliminate(k)
    for k in neighbours:
        offer(k)
    while neighbours:
        _, size, _, _, k = heappop(waiting)
        if k in gone or size != len(neighbours[k]) or not allowed(k, gone):
            continue  # an older entry, from when it touched others or nobody had taken its pivot
        dense = size == len(neighbours) - 1 and all(len(around) == size for around in neighbours.values())
        if dense and (ready is None or all(ready(i, gone) for i in neighbours)):
            return (*order, *sorted(neighbours, key=lambda i: _turn(i, n)))  # all touch all: nothing is left to choose
        eliminate(k)
    return tuple(order)


def _turn(k: int, n: int) -> tuple[bool, int]:
    """Which goes first among equals: accelerations from the tips inward, then multipliers as declared."""
    return k >= n, -k if k < n else k


def _safe(pattern: Pattern, n: int) -> Ready:
    """Accelerations at once, multipliers after those on which they act."""
    return lambda k, gone: k < n or all(i in gone for i in pattern[k] if i < n)


def _early(pattern: Pattern, n: int) -> Ready:
    """A multiplier may go once all rows at the outermost of its accelerations that are gone, with those that went
    before, can each take a pivot from one of their own: the Jacobian of such a part, a leg of a platform, is then
    regular but in poses of its own. One whose accelerations are all gone waits only for what others took early."""
    needed = {r: sum(i < n for i in row) for r, row in pattern.items() if r >= n}

    def own(k: int, gone: set[int]) -> list[int]:
        return [i for i in pattern[k] if i < n and i in gone]

    def ready(k: int, gone: set[int]) -> bool:
        if k < n:
            return True
        there = own(k, gone)
        last = len(there) == needed[k]
        if not there:
            return last
        found = {k: there} if last else {r: own(r, gone) for r in pattern[max(there)] if r >= n}
        waiting = [*found]
        while waiting:
            for r in {r for i in found[waiting.pop()] for r in pattern[i] if r >= n and r in gone and r not in found}:
                found[r] = own(r, gone)
                waiting.append(r)
        if last and all(len(rates) == needed[r] for r, rates in found.items()):
            return True
        return len(found) <= len({i for rates in found.values() for i in rates}) and _matched(found)

    return ready


def _matched(choices: Mapping[int, Sequence[int]]) -> bool:
    """Whether each key can have a choice of its own: augmenting paths, for sets far too small for a library's call."""
    chosen: dict[int, int] = {}
    taker: dict[int, int] = {}
    for key in choices:
        tried: dict[int, int] = {}
        waiting, free = [key], None
        while waiting and free is None:
            k = waiting.pop()
            for i in choices[k]:
                if i not in tried:
                    tried[i] = k
                    if i not in taker:
                        free = i
                        break
                    waiting.append(taker[i])
        if free is None:
            return False
        while free is not None:  # each on the path takes what it tried and leaves what it had
            k = taker[free] = tried[free]
            free, chosen[k] = chosen.get(k), free
    return True


def _parts_first(pattern: Pattern, n: int) -> Order:
    """Early multipliers in turn or at once, whichever is cheaper: rods that share an arm had better go before it."""
    found = (least_fill(pattern, n, early=True, eager=eager) for eager in (False, True))
    return min(found, key=lambda order: operations(pattern, order))


ORDERS: dict[str, Callable[[Pattern, int], Order]] = {
    "reduced": lambda pattern, n: least_fill(pattern, n, start=tuple(reversed(range(n)))),
    "interleaved": least_fill,
    "task": _parts_first,
}


def recursive(pattern: Pattern, n: int, m: int, heavy: Collection[int]) -> Order:
    """Least fill where twists and wrenches of hubs are unknowns too; `heavy` unknowns have inertia of their own.

    After n accelerations and m multipliers come the hubs' twists, then as many wrenches, in the same order. An
    acceleration or twist goes when it is heavy or all wrenches on it are gone, a wrench after its twist, a multiplier
    after its accelerations: every pivot is then definite wherever the rows are independent.
    """
    twists = (len(pattern) - n - m) // 2
    first = n + m + twists

    def ready(k: int, gone: set[int]) -> bool:
        if k >= first:
            return k - twists in gone
        if k >= n + m or k < n:
            return k in heavy or all(i in gone for i in pattern[k] if i >= first)
        return all(i in gone for i in pattern[k])

    return least_fill(pattern, n, ready=ready)


def operations(pattern: Pattern, order: Sequence[int]) -> int:
    """About how many multiplications an elimination takes, from the pattern alone."""
    return sum((len(rows) + 1) * (len(rows) + 2) // 2 for rows in below(pattern, order).values())
