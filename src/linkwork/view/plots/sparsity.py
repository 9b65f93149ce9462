"""Sparsity: which entries of J, M, the generalised inertia constraint matrix and its factor are not zero."""

from __future__ import annotations

from typing import Any

import numpy as np

from linkwork.errors import OptionError
from linkwork.simulate.coordinates import advance
from linkwork.view.plots.style import colors, figure
from linkwork.view.subject import machine as machine_of

ZERO = 1e-12  # share of the largest entry below which an entry counts as zero
NAMED = 26  # rows and columns up to which they are named


def sparsity(subject: Any, *, style: str = "light") -> Any:
    """Four patterns at a pose off the start, where nothing is zero by chance.

    GICM = J M⁻¹ Jᵀ, whose blocks couple loops that share bodies; L its factor, filled in where elimination fills.
    """
    m = machine_of(subject)
    if not m.closed:
        raise OptionError(f"mechanism {m.blueprint.name!r}", "has no loops", "Plot the sparsity of a closed machine")
    q = advance(m.plan, m.closed_start, np.random.default_rng(0).uniform(0.05, 0.15, m.n_v))
    J = np.atleast_2d(np.asarray(m.closure_jacobian(q)))
    M = np.asarray(m.mass_matrix(q))
    gicm = J @ np.linalg.solve(M, J.T)
    shift = 1e-9 * float(np.trace(gicm)) / len(gicm)  # redundant rows
    matrices = {
        "J: constraint Jacobian": (J, m.lam_names, m.v_names),
        "M: generalised inertia matrix": (M, m.v_names, m.v_names),
        "GICM: J M⁻¹ Jᵀ": (gicm, m.lam_names, m.lam_names),
        "L: factor of the GICM": (np.linalg.cholesky(gicm + shift * np.eye(len(gicm))), m.lam_names, m.lam_names),
    }
    with figure(style, 2, 2, size=(9.2, 8.2)) as (made, axes):
        for ax, (title, (A, rows, names)) in zip(axes.ravel(), matrices.items()):
            _pattern(ax, A, title, rows, names, style)
    return made


def _pattern(ax: Any, A: np.ndarray, title: str, rows: Any, columns: Any, style: str) -> None:
    from matplotlib.colors import ListedColormap

    size = np.sqrt(np.outer(np.abs(A).max(axis=1), np.abs(A).max(axis=0)))
    full = np.abs(A) > ZERO * np.maximum(size, 1e-300)
    c = colors(style)
    ax.imshow(full, cmap=ListedColormap([c["ground"], c["curves"][0]]), vmin=0, vmax=1, interpolation="nearest")
    ax.set_title(f"{title}\n{A.shape[0]} × {A.shape[1]}, {full.sum()} of {A.size} not zero")
    ax.grid(False)
    ax.set_xticks(np.arange(-0.5, A.shape[1]), minor=True)
    ax.set_yticks(np.arange(-0.5, A.shape[0]), minor=True)
    if max(A.shape) <= 2 * NAMED:
        ax.grid(True, which="minor")
    ax.tick_params(which="both", length=0)
    for names, axis in ((rows, ax.yaxis), (columns, ax.xaxis)):
        few = len(names) <= NAMED
        axis.set_ticks(range(len(names)) if few else [], list(names) if few else [])
    ax.tick_params(axis="x", rotation=90, labelsize=7)
    ax.tick_params(axis="y", labelsize=7)
    for spine in ax.spines.values():
        spine.set_visible(True)
