"""Any two colours of a palette differ for people with any colour vision."""

from __future__ import annotations

import re
from importlib import resources
from itertools import combinations

import matplotlib.colors
import numpy as np
import pytest

from linkwork.view.colours import PALETTE
from linkwork.view.plots.style import DARK, LIGHT

# Full deficiencies after Machado, Oliveira, Fernandes (2009), on linear RGB.
SEEN = {
    "all": np.eye(3),
    "no red": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
    "no green": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
CLEAR = 15.0  # ΔE of 1976; 2.3 is the least that anybody notices side by side


def lab(linear: np.ndarray) -> np.ndarray:
    """CIE L*a*b* of linear RGB (..., 3)."""
    x = np.clip(linear, 0.0, 1.0) @ XYZ.T / XYZ.sum(axis=1)
    f = np.where(x > 0.008856, np.cbrt(x), 7.787 * x + 16 / 116)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


@pytest.mark.parametrize("eyes", SEEN)
@pytest.mark.parametrize("palette", [LIGHT["curves"], DARK["curves"], PALETTE], ids=["light", "dark", "bodies"])
def test_any_two_colours_differ(palette: tuple[str, ...], eyes: str) -> None:
    rgb = np.array([matplotlib.colors.to_rgb(color) for color in palette])
    linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
    seen = lab(linear @ np.array(SEEN[eyes]).T)
    for i, j in combinations(range(len(palette)), 2):
        assert np.linalg.norm(seen[i] - seen[j]) > CLEAR, (palette[i], palette[j])


def test_pages_draw_curves_in_the_colours_of_figures() -> None:
    css = (resources.files("linkwork.view.page") / "page.css").read_text(encoding="utf-8")
    assert tuple(re.findall(r"--curve-\d: (#\w+);", css)) == (*LIGHT["curves"], *DARK["curves"])
