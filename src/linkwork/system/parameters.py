"""Values of a system's parameters, given as an array or by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from linkwork.errors import ShapeError, UnknownName


def parameter_array(p: Any, names: Sequence[str], own: np.ndarray, owner: str) -> np.ndarray:
    """Values in the order of `names`: an array, or some of them by name and the others their `own`."""
    if p is None or (isinstance(p, Mapping) and not p):
        return own
    values = _by_name(p, names, own, owner) if isinstance(p, Mapping) else np.asarray(p, dtype=float)
    if values.shape[-1:] != (len(names),):
        wanted = f"Give {len(names)} numbers: {', '.join(names)}" if names else "Leave them out: it has none"
        raise ShapeError(f"parameters p of {owner}", f"have shape {values.shape}", wanted)
    lost = ~np.isfinite(values).all(axis=tuple(range(values.ndim - 1)))
    if lost.any():
        name = names[int(np.argmax(lost))]
        raise ShapeError(f"parameter {name!r} of {owner}", "is not finite", "Give a finite number")
    return values


def _by_name(p: Mapping[str, Any], names: Sequence[str], own: np.ndarray, owner: str) -> np.ndarray:
    for name in p:
        if name not in names:
            raise UnknownName("parameter", name, names, owner)
    columns = (np.asarray(p.get(name, value), dtype=float) for name, value in zip(names, own))
    return np.stack(np.broadcast_arrays(*columns), axis=-1)
