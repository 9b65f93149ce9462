"""Machines of any size, for benchmarks."""
