"""Kernels and integrators → records: assembly, projection, integration, control, events."""
