"""Every figure shows the numbers of its run, with names and units, on light and on dark ground."""

from __future__ import annotations

import io
import sys
from typing import Any

import matplotlib
import matplotlib.image
import matplotlib.pyplot as plt
import numpy as np
import pytest

import linkwork as lw
from linkwork.blueprint.library import five_bar, pendulum, stewart_platform
from linkwork.record import Record
from linkwork.view import plot, plots
from linkwork.view.plots.style import DARK, LIGHT, shades


def drawn(figure: Any) -> np.ndarray:
    """The picture as it would be saved."""
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=40)
    buffer.seek(0)
    return matplotlib.image.imread(buffer)


def titles(figure: Any) -> list[str]:
    return [ax.get_title(loc="left") for ax in figure.axes]


def legend(ax: Any) -> list[str]:
    return [text.get_text() for text in ax.get_legend().get_texts()]


@pytest.mark.parametrize("style", ["light", "dark"])
@pytest.mark.parametrize("name", plots.FIGURES)
def test_every_figure_of_a_run_is_drawn_in_both_styles(run: Record, name: str, style: str) -> None:
    image = drawn(plot(run, name, style=style))
    ground = matplotlib.colors.to_rgb((LIGHT if style == "light" else DARK)["ground"])
    assert image[0, 0, :3] == pytest.approx(ground, abs=0.01)
    assert np.abs(image[..., :3] - image[0, 0, :3]).max() > 0.5


def test_the_overview_shows_what_moves_and_how_far_it_can_be_trusted(run: Record) -> None:
    figure = run.plot()
    assert titles(figure) == ["Joint angles", "Actuator torques", "Joint rates", "Energies"]
    assert figure.axes[0].get_ylabel() == "rad"
    assert figure.axes[-1].get_xlabel() == "t / s"


def test_named_columns_are_drawn_as_they_were_recorded(run: Record) -> None:
    figure = run.plot("O1.angle", "tau")
    assert titles(figure) == ["Joint angles", "Actuator torques"]
    (line,) = figure.axes[0].get_lines()
    assert np.array_equal(line.get_ydata(), run["O1.angle"])
    assert legend(figure.axes[0]) == ["O1"]


def test_a_name_that_is_a_channel_and_a_figure_means_the_channel(run: Record) -> None:
    assert legend(run.plot("loop_error").axes[0]) == ["position", "velocity", "acceleration"]


def test_errors_have_logarithmic_axes(run: Record) -> None:
    assert plots.loop_error(run).axes[0].get_yscale() == "log"
    assert [ax.get_yscale() for ax in plots.energies(run).axes] == ["linear", "log"]


def test_phase_plots_have_units_on_both_axes(run: Record) -> None:
    ax = plots.phase(run, "A").axes[0]
    assert (ax.get_title(loc="left"), ax.get_xlabel(), ax.get_ylabel()) == ("A", "rad", "rad/s")
    with pytest.raises(lw.OptionError, match="joint 'C': is not in the run"):
        plots.phase(run, "C")


@pytest.mark.parametrize("style", ["light", "dark"])
def test_every_colour_stands_out_from_its_ground(style: str) -> None:
    """Contrast after WCAG: (L + 0.05) / (l + 0.05) of the relative luminances."""
    look = LIGHT if style == "light" else DARK

    def luminance(color: Any) -> float:
        rgb = np.array(matplotlib.colors.to_rgb(color))
        linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
        return float(linear @ (0.2126, 0.7152, 0.0722)) + 0.05

    ground = luminance(look["ground"])
    for color, least in [(look["text"], 7.0), (look["faint"], 4.5), *((c, 2.3) for c in look["curves"])]:
        assert max(ground, luminance(color)) / min(ground, luminance(color)) > least, color
    ends = [luminance(color) for color in shades(style)([0.0, 1.0])[:, :3]]
    assert all(max(ground, end) / min(ground, end) > 1.4 for end in ends)


def test_sparsity_counts_what_is_not_zero(four_bar: Any) -> None:
    heads = titles(plot(four_bar, "sparsity"))
    assert heads[0] == "J: constraint Jacobian\n2 × 3, 6 of 6 not zero"
    assert heads[1] == "M: generalised inertia matrix\n3 × 3, 5 of 9 not zero"  # the rocker stands alone
    assert heads[3] == "L: factor of the GICM\n2 × 2, 3 of 4 not zero"
    with pytest.raises(lw.OptionError, match="has no loops"):
        plot(pendulum(), "sparsity")


def test_formulations_are_compared_by_operations_and_time(four_bar: Any) -> None:
    comparison = four_bar.compare_formulations()
    figure = plot(comparison)
    shown = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    costs = [comparison[name].counts.total for name in shown]
    assert costs == sorted(costs, reverse=True)
    assert {text.get_text().strip() for text in figure.axes[0].texts} == {str(cost) for cost in costs}
    assert figure.axes[1].get_xlabel() == "microseconds"


def test_a_workspace_is_drawn_with_its_machine() -> None:
    figure = plot(five_bar(), "workspace", cells=31)
    assert titles(figure)[0].startswith("five-bar: workspace of ")
    assert (figure.axes[0].get_xlabel(), figure.axes[0].get_ylabel()) == ("x / m", "y / m")


@pytest.mark.parametrize("shapes", ["described", "automatic"])
def test_a_machine_in_space_is_seen_from_the_side(shapes: str) -> None:
    figure = plot(stewart_platform(), shapes=shapes)
    assert len(figure.axes[0].patches) > 20


def test_moments_of_a_run_are_drawn_over_each_other(run: Record) -> None:
    one, three = (plots.picture(run, at=times) for times in ([0.5], [0.0, 0.5, 1.0]))
    assert len(three.axes[0].patches) > 10 + len(one.axes[0].patches)  # the ground is drawn once


def test_figures_do_not_pile_up(run: Record) -> None:
    before = plt.get_fignums()
    run.plot("tau")
    assert plt.get_fignums() == before


def test_names_that_do_not_exist_are_told(run: Record, four_bar: Any) -> None:
    with pytest.raises(lw.LinkworkError, match="figure 'sparse' does not exist|figure 'sparse': does not exist"):
        plot(four_bar, "sparse")
    with pytest.raises(lw.LinkworkError, match="style 'blue'"):
        run.plot(style="blue")


def test_without_the_extra_one_line_names_it(run: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(lw.MissingExtra, match=r"pip install 'linkwork\[plot\]'"):
        run.plot()


def test_many_names_stand_in_columns_that_fit_beside_their_axes() -> None:
    figure = stewart_platform().compile().simulate(duration=0.05).plot("motion")
    figure.canvas.draw()
    for ax in figure.axes:
        box, legend = ax.get_window_extent(), ax.get_legend().get_window_extent()
        assert legend.height < 1.1 * box.height
        assert legend.x0 >= box.x1 or legend.y0 >= box.y1
