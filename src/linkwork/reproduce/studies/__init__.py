"""What is computed for each experiment, one file for each source or part of it."""

from __future__ import annotations

from . import (
    amirouche,
    amirouche_settings,
    book_counts,
    book_joints,
    book_loops,
    book_structure,
    book_tables,
    book_trees,
    book_walking,
    khan,
    khan_cut_platform,
    khan_methods,
    koul,
    koul_start,
    sathuluri,
    sathuluri_costs,
    sathuluri_readings,
    sathuluri_singular,
    sathuluri_start,
)

__all__ = [
    "amirouche",
    "amirouche_settings",
    "book_counts",
    "book_joints",
    "book_loops",
    "book_structure",
    "book_tables",
    "book_trees",
    "book_walking",
    "khan",
    "khan_cut_platform",
    "khan_methods",
    "koul",
    "koul_start",
    "sathuluri",
    "sathuluri_costs",
    "sathuluri_readings",
    "sathuluri_singular",
    "sathuluri_start",
]
