"""The web viewer in a real browser: it opens, plays, follows its sliders, and the picture changes."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import matplotlib.image
import numpy as np
import pytest

import linkwork as lw
from linkwork.record import Record
from linkwork.view.viewer import Viewer, view


@pytest.fixture
def window(browser: Any) -> Iterator[Any]:
    """The browser, small, for it draws without a graphics card; it lets go of the server at the end."""
    browser.set_window_size(760, 560)
    yield browser
    browser.get("about:blank")
    browser.set_window_size(1000, 760)


@pytest.fixture
def serve() -> Iterator[Callable[..., Viewer]]:
    started: list[Viewer] = []

    def start(*subject: Any, **options: Any) -> Viewer:
        started.append(view(*subject, port=8090, **options))
        return started[-1]

    yield start
    for viewer in started:
        viewer.stop()


def until(question: Callable[[], Any], seconds: float = 20.0) -> Any:
    end = time.monotonic() + seconds
    while not (answer := question()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)
    return answer


def opened(browser: Any, viewer: Viewer, text: str) -> None:
    browser.get(viewer.url)
    until(lambda: text in browser.find_element("tag name", "body").text)
    until(lambda: np.ptp(picture(browser)) > 100.0)
    steady(browser)


def picture(browser: Any) -> np.ndarray:
    """The left part of the window, where the machine is, in 256 steps."""
    shot = matplotlib.image.imread(io.BytesIO(browser.get_screenshot_as_png()), format="png")
    return 255.0 * shot[180:, : shot.shape[1] // 2, :3]


def steady(browser: Any) -> np.ndarray:
    """The picture when nothing moves any more."""
    last = [picture(browser)]

    def still() -> bool:
        last.append(picture(browser))
        return bool(np.abs(last[-1] - last[-2]).mean() < 0.01)

    until(still)
    return last[-1]


def changed(a: np.ndarray, b: np.ndarray) -> bool:
    return bool((np.abs(a - b).max(axis=-1) > 60.0).mean() > 0.004)


def test_only_this_computer_may_look(serve: Callable[..., Viewer], four_bar: Any) -> None:
    viewer = serve(four_bar)
    assert viewer.server.get_host() == "127.0.0.1"
    assert viewer.url.startswith("http://127.0.0.1:80")
    assert repr(viewer) == f"<viewer of 'four-bar' at {viewer.url}>"


@pytest.mark.parametrize(
    ("where", "told"),
    [
        ({"port": 70000}, "port 70000: does not exist. Give a whole number from 1024 to 65535"),
        ({"port": "a"}, "port 'a': does not exist"),
        ({"host": "203.0.113.7"}, "host '203.0.113.7': is no address of this computer. Give 127.0.0.1"),
        ({"host": "not a host"}, "host 'not a host': is no address of this computer"),
    ],
)
def test_a_place_where_nobody_can_listen_is_told(four_bar: Any, where: dict[str, Any], told: str) -> None:
    with pytest.raises(lw.OptionError, match=told):
        view(four_bar, **where)


def test_nothing_is_printed(serve: Callable[..., Viewer], four_bar: Any, capsys: pytest.CaptureFixture[str]) -> None:
    serve(four_bar).stop()
    assert capsys.readouterr() == ("", "")


def test_a_slider_in_the_browser_moves_the_machine_as_far_as_its_loops_let_it(
    serve: Callable[..., Viewer], double_rocker: Any, window: Any
) -> None:
    from selenium.webdriver import ActionChains

    viewer = serve(double_rocker)
    opened(window, viewer, "A / rad")
    before, text = steady(window), lambda: window.find_element("tag name", "body").text
    thumb = window.find_elements("css selector", '[role="slider"]')[0]
    ActionChains(window).click_and_hold(thumb).move_by_offset(25, 0).release().perform()
    dragged = viewer.dragged
    assert dragged is not None
    until(lambda: "The loops cannot follow" in text())
    stretched = np.arccos((0.3**2 + 0.7**2 - 0.65**2) / (2 * 0.3 * 0.7))
    assert dragged.q[0] == pytest.approx(stretched, abs=0.02)
    assert np.abs(double_rocker.closure_gap(dragged.q)).max() < 1e-9
    assert changed(before, steady(window))
    next(b for b in window.find_elements("tag name", "button") if b.text == "Back to the start").click()
    until(lambda: "The loops cannot follow" not in text())
    assert np.allclose(dragged.q, double_rocker.closed_start)


def test_the_inspector_tells_of_the_chosen_body(serve: Callable[..., Viewer], four_bar: Any) -> None:
    viewer = serve(four_bar)
    assert "1.5 kg" in viewer._facts.content
    viewer._body.value = "rocker"
    until(lambda: "5 kg" in viewer._facts.content)


def test_a_run_plays_in_the_browser(serve: Callable[..., Viewer], run: Record, window: Any) -> None:
    viewer = serve(run, "tau", "q")
    assert {arrow.name for arrow in viewer.arrows} >= {"reaction in A", "reaction in B", "drive of O1"}
    assert viewer.drawing.handles["trails"]
    opened(window, viewer, "Time / s")
    before = steady(window)
    next(b for b in window.find_elements("tag name", "button") if b.text == "Play").click()
    until(lambda: viewer.playing and viewer.t > 0.1)
    until(lambda: any(b.text == "Pause" for b in window.find_elements("tag name", "button")))
    viewer.pause()
    viewer.seek(0.5)
    assert changed(before, steady(window))
    viewer.seek(0.0)
    assert not changed(before, steady(window))
    assert "Actuator torques" in window.find_element("tag name", "body").text


def test_it_can_stand_on_dark_ground(serve: Callable[..., Viewer], four_bar: Any, window: Any) -> None:
    opened(window, serve(four_bar), "Grid")
    light = np.median(picture(window))
    opened(window, serve(four_bar, dark=True), "Grid")
    assert np.median(picture(window)) < 80.0 < 200.0 < light


def test_without_the_extra_one_line_names_it(monkeypatch: pytest.MonkeyPatch, four_bar: Any) -> None:
    monkeypatch.setitem(sys.modules, "viser", None)
    with pytest.raises(lw.MissingExtra, match=r"pip install 'linkwork\[view\]'"):
        view(four_bar)
