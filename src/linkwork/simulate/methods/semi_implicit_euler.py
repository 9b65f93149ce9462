"""Semi-implicit Euler: velocities first, positions with the new velocities; order 1."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SemiImplicit:
    """v ← v + h v̇(q, v),  q ← q + h q̇(q, v); cheap and of bounded energy where forces do not depend on velocities."""

    name: str = "euler"
    title: str = "semi-implicit Euler"
    order: int = 1
    stages: int = 1
    adaptive: bool = False


SEMI_IMPLICIT_EULER = SemiImplicit()
