"""Which connections carry the tree and which are cut."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwork.blueprint.bodies import GROUND
from linkwork.blueprint.frames import Frame
from linkwork.blueprint.mechanism import Blueprint
from linkwork.errors import OptionError, nearest


@dataclass(frozen=True)
class Edge:
    """A connection of two bodies, in the direction in which the description gives it."""

    name: str
    a: Frame
    b: Frame
    kind: Any

    @property
    def carries(self) -> bool:
        """Whether it can stand in the tree: it is a joint, not a mere condition."""
        return hasattr(self.kind, "steps")


@dataclass(frozen=True)
class Branch:
    """A connection of the tree, from the body that carries to the body that is carried."""

    edge: Edge
    reversed: bool

    @property
    def parent(self) -> str:
        return self.edge.b.body if self.reversed else self.edge.a.body

    @property
    def child(self) -> str:
        return self.edge.a.body if self.reversed else self.edge.b.body


def edges(blueprint: Blueprint) -> tuple[Edge, ...]:
    """All connections, joints first."""
    joints = (Edge(j.name, j.parent, j.child, j.kind) for j in blueprint.joints)
    return (*joints, *(Edge(c.name, c.a, c.b, c.kind) for c in blueprint.closures))


def spanning_tree(
    blueprint: Blueprint, cuts: Collection[str] | str | None = None
) -> tuple[tuple[Branch, ...], tuple[Edge, ...]]:
    """(branches outward from ground, cut connections).

    cuts   None: what the user closed is cut; "auto": the tree with the least cumulative freedom, ties broken by the
           order of declaration; or the names of the connections to cut.
    """
    every = edges(blueprint)
    if cuts is None:
        cut = [e.name for e in every[len(blueprint.joints) :]]
    elif cuts == "auto":
        cut = _auto_cuts(blueprint, every)
    elif isinstance(cuts, Collection):
        cut = _named_cuts(blueprint, every, [cuts] if isinstance(cuts, str) else list(cuts))
    else:
        raise OptionError(
            f"cuts of mechanism {blueprint.name!r}", f"are {cuts!r}", "Give names of joints, 'auto' or nothing"
        )
    kept = [e for e in every if e.name not in cut]
    return _outward(blueprint, kept), tuple(e for e in every if e.name in cut)


def _auto_cuts(blueprint: Blueprint, every: Sequence[Edge]) -> list[str]:
    from scipy.sparse import coo_matrix  # takes its time to import
    from scipy.sparse.csgraph import minimum_spanning_tree

    index = {name: i for i, name in enumerate((GROUND, *blueprint.body_names))}
    best: dict[tuple[int, int], tuple[float, Edge]] = {}
    for order, edge in enumerate(every):
        if edge.carries:
            i, j = sorted((index[edge.a.body], index[edge.b.body]))
            weight = 1.0 + edge.kind.n_v + order * 1e-6  # 1 + freedom: a weight of zero would mean no edge
            if (i, j) not in best or weight < best[i, j][0]:
                best[i, j] = (weight, edge)
    rows, columns = np.array([*best], dtype=int).reshape(-1, 2).T
    graph = coo_matrix(([w for w, _ in best.values()], (rows, columns)), shape=(len(index), len(index)))
    tree = minimum_spanning_tree(graph.tocsr()).tocoo()
    chosen = {(min(int(i), int(j)), max(int(i), int(j))) for i, j in zip(tree.row, tree.col)}
    kept = {edge.name for pair, (_, edge) in best.items() if pair in chosen}
    return [e.name for e in every if e.name not in kept]


def _named_cuts(blueprint: Blueprint, every: Sequence[Edge], names: Sequence[str]) -> list[str]:
    known = {e.name: e for e in every}
    for name in names:
        if name not in known:
            raise OptionError(
                f"cut {name!r} of mechanism {blueprint.name!r}",
                "names no joint or closure",
                nearest(str(name), known),
            )
    conditions = [e.name for e in every if not e.carries]
    return list(dict.fromkeys((*names, *conditions)))


def _outward(blueprint: Blueprint, kept: Sequence[Edge]) -> tuple[Branch, ...]:
    """Depth-first from ground, in the order of declaration."""
    at: dict[str, list[Edge]] = {}
    for edge in kept:
        at.setdefault(edge.a.body, []).append(edge)
        at.setdefault(edge.b.body, []).append(edge)
    branches: list[Branch] = []
    reached, used = {GROUND}, set[str]()
    stack = [(GROUND, iter(at.get(GROUND, ())))]
    while stack:
        body, pending = stack[-1]
        edge = next((e for e in pending if e.name not in used), None)
        if edge is None:
            stack.pop()
            continue
        used.add(edge.name)
        branch = Branch(edge, reversed=edge.a.body != body)
        if branch.child in reached:
            raise OptionError(
                f"mechanism {blueprint.name!r}",
                f"still has a loop through {edge.name!r} when the named joints are cut",
                "Name one cut for each loop",
            )
        reached.add(branch.child)
        branches.append(branch)
        stack.append((branch.child, iter(at.get(branch.child, ()))))
    missing = [name for name in blueprint.body_names if name not in reached]
    if missing:
        raise OptionError(
            f"mechanism {blueprint.name!r}",
            f"falls apart: {', '.join(map(repr, missing))} would hang from nothing",
            "Cut other joints, or join these bodies to the tree",
        )
    return tuple(branches)
