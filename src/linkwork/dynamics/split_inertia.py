"""The block system of a closed machine with its inertia taken apart at hubs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from linkwork.algebra.inertias import RigidInertia
from linkwork.algebra.poses import Pose
from linkwork.algebra.scalars import Scalar, is_zero
from linkwork.algebra.twists import Twist, Wrench
from linkwork.connectivity.plan import GROUND, Plan

Entry = tuple[int, int, Scalar]
Seats = Mapping[tuple[int, int], int]  # (hub, component of its twist) → unknown
UNITS = [[float(i == c) for i in range(6)] for c in range(6)]


def split_inertia(plan: Plan, X: Sequence[Pose], hubs: Sequence[int], first: int) -> list[Entry]:
    """Entries of a matrix that is M once twist rates a and wrenches f of the hubs are eliminated:

        Σ M̃_h a_h + what rates behind h need = f_h − Σ wrenches of hubs behind it                (1)
        −a_h + A_hp a_p + Σ p_k q̈_k = 0  over the rates between the hub p before it and h        (2)

    M̃ are composite inertias up to the next hubs, so that (1) couples only what no hub separates. The unknowns a come
    from `first` on, then as many f in the same order; components of a twist that nothing moves are left out.
    """
    M = _composite(plan, X, hubs)
    seats: dict[tuple[int, int], int] = {}
    moved_by: dict[tuple[int, int], list[tuple[int, Scalar]]] = {}
    for h in hubs:
        own = [list(_felt(plan, X, h, Wrench.of_six(unit), hubs, seats)) for unit in UNITS]
        for c, found in enumerate(own):
            if any(not is_zero(x) for _, x in found):
                seats[h, c], moved_by[h, c] = first + len(seats), found
    entries: list[Entry] = []
    for i, node, _ in plan.outward:
        for k, s in node.columns:
            entries.append((k, k, node.rotor))
            if i not in hubs:
                felt = _felt(plan, X, i, M[i] @ s, hubs, seats)
                entries += [(k, j, x + node.rotor if j == k else x) for j, x in felt]
    for (h, c), a in seats.items():
        momentum, f = (M[h] @ Twist.of_six(UNITS[c])).six(), a + len(seats)
        entries += [(a, seats[h, d], momentum[d]) for d in range(6) if (h, d) in seats]  # (1)
        entries += [(f, a, -1.0), *((f, j, x) for j, x in moved_by[h, c])]  # (2)
    return entries


def _composite(plan: Plan, X: Sequence[Pose], hubs: Collection[int]) -> list[RigidInertia]:
    """Inertia of each node with what hangs from it up to the next hubs, about its origin."""
    M = [node.inertia for node in plan.nodes]
    for i, _, p in plan.inward:
        if p != GROUND and i not in hubs:
            M[p] = M[p] + X[i].inertia_to_parent(M[i])
    return M


def _felt(
    plan: Plan, X: Sequence[Pose], i: int, f: Wrench, hubs: Collection[int], seats: Seats
) -> Iterator[tuple[int, Scalar]]:
    """Unknowns on which a wrench on node i works, and how: rates from the node back to the hub before it, its twist."""
    while True:
        node = plan.nodes[i]
        yield from ((k, s.dot(f)) for k, s in node.columns)
        f, i = X[i].to_parent(f), node.parent
        if i == GROUND:
            return
        if i in hubs:
            yield from ((seats[i, c], x) for c, x in enumerate(f.six()) if (i, c) in seats)
            return
