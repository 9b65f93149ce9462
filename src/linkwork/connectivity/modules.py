"""Modules and subsystems: how the nodes of a tree are grouped."""

from __future__ import annotations

from collections.abc import Sequence

GROUND = -1


def serial_modules(parents: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The book's rule: each module is a serial chain that starts at the last node of its parent module.

    Reference: Shah, Saha, Dutt (2013), section 4.1.
    """
    children: dict[int, list[int]] = {}
    for i, p in enumerate(parents):
        children.setdefault(p, []).append(i)
    modules: list[list[int]] = []
    module_of: dict[int, int] = {}
    for i, p in enumerate(parents):
        if p != GROUND and len(children[p]) == 1:
            module_of[i] = module_of[p]
            modules[module_of[i]].append(i)
        else:
            module_of[i] = len(modules)
            modules.append([i])
    return tuple(tuple(m) for m in modules)


def subsystems(parents: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The trees that hang from ground, each as its nodes."""
    root: list[int] = []
    for i, p in enumerate(parents):
        root.append(i if p == GROUND else root[p])
    return tuple(tuple(i for i, r in enumerate(root) if r == first) for first in dict.fromkeys(root))
