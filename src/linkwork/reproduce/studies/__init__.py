"""What is computed for each experiment, one file for each source or part of it."""

from __future__ import annotations

from . import book_counts, book_loops, book_trees, koul

__all__ = ["book_counts", "book_loops", "book_trees", "koul"]
