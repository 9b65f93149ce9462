"""Block-triangular form: which equations can be solved first, and for what."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Block:
    """Equations that are solved together for as many unknowns."""

    equations: tuple[int, ...]
    unknowns: tuple[int, ...]


@dataclass(frozen=True)
class Triangle:
    """Blocks in the order in which they can be solved, and what no matching reaches."""

    blocks: tuple[Block, ...]
    unmatched_equations: tuple[int, ...]
    unmatched_unknowns: tuple[int, ...]


def block_triangle(pattern: Sequence[Collection[int]], n_unknowns: int) -> Triangle:
    """Order a sparse square system; `pattern[e]` holds the unknowns in equation e.

    A maximum matching gives each equation its unknown; equations that need each other's unknowns form a block
    (strongly connected components). This is the recursion over determinate subsystems of the literature, at any grain.
    """
    from scipy.sparse import csr_matrix  # takes its time to import
    from scipy.sparse.csgraph import connected_components, maximum_bipartite_matching

    n = len(pattern)
    if n == 0 or n_unknowns == 0:
        return Triangle((), tuple(range(n)), tuple(range(n_unknowns)))
    rows = [e for e, unknowns in enumerate(pattern) for _ in unknowns]
    columns = [x for unknowns in pattern for x in unknowns]
    graph = csr_matrix((np.ones(len(rows)), (rows, columns)), shape=(n, n_unknowns))
    match = maximum_bipartite_matching(graph, perm_type="column")
    owner = {int(x): e for e, x in enumerate(match) if x >= 0}
    needs = [(e, owner[x]) for e in range(n) if match[e] >= 0 for x in pattern[e] if x in owner and owner[x] != e]
    links = csr_matrix((np.ones(len(needs)), ([e for e, _ in needs], [f for _, f in needs])), shape=(n, n))
    count, label = connected_components(links, directed=True, connection="strong")
    members: list[list[int]] = [[] for _ in range(count)]
    for e in range(n):
        if match[e] >= 0:
            members[label[e]].append(e)
    after: list[set[int]] = [set() for _ in range(count)]
    for e, f in needs:
        if label[e] != label[f]:
            after[label[e]].add(int(label[f]))
    blocks = tuple(
        Block(tuple(members[c]), tuple(int(match[e]) for e in members[c])) for c in _first_needed(after) if members[c]
    )
    return Triangle(
        blocks,
        tuple(e for e in range(n) if match[e] < 0),
        tuple(x for x in range(n_unknowns) if x not in owner),
    )


def _first_needed(after: Sequence[Collection[int]]) -> list[int]:
    """An order in which every component comes after those that it needs."""
    done: list[int] = []
    seen: set[int] = set()
    for start in range(len(after)):
        stack = [(start, iter(sorted(after[start])))] if start not in seen else []
        seen.add(start)
        while stack:
            component, pending = stack[-1]
            following = next((c for c in pending if c not in seen), None)
            if following is None:
                done.append(component)
                stack.pop()
            else:
                seen.add(following)
                stack.append((following, iter(sorted(after[following]))))
    return done
