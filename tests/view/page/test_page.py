"""A saved page opens without a network, plays, and shows what happened."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from linkwork.errors import OptionError
from linkwork.record import Record
from linkwork.record.files import load
from linkwork.view import page, save_html

PICTURE = """
const view = document.querySelector('[data-part="view"]'), small = document.createElement("canvas");
small.width = small.height = 64;
const g = small.getContext("2d");
g.drawImage(view, 0, 0, 64, 64);
return [...g.getImageData(0, 0, 64, 64).data];
"""


def opened(browser: Any, path: Path) -> None:
    browser.get(path.as_uri())
    until(browser, "return Number(document.querySelector('main').dataset.frames || 0) > 0")


def until(browser: Any, question: str, seconds: float = 10.0) -> None:
    end = time.monotonic() + seconds
    while not browser.execute_script(question):
        assert time.monotonic() < end, question
        time.sleep(0.02)


def picture(browser: Any, t: float) -> np.ndarray:
    """What the canvas shows at a time, small."""
    before = browser.execute_script("linkwork.pause(); return document.querySelector('main').dataset.frames")
    browser.execute_script("linkwork.seek(arguments[0])", t)
    until(browser, f"return Number(document.querySelector('main').dataset.frames) > {before} && !linkwork.waiting")
    return np.array(browser.execute_script(PICTURE), dtype=float).reshape(64, 64, 4)


@pytest.fixture(scope="module")
def saved(run: Record, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_html(run, tmp_path_factory.mktemp("page") / "four_bar.html")


def test_a_page_fetches_nothing(saved: Path) -> None:
    text = saved.read_text(encoding="utf-8")
    assert not re.search(r"""(src|href)=|@import|url\(|fetch\(|XMLHttp|import\(""", text)


def test_the_clock_runs_and_the_picture_changes(browser: Any, saved: Path) -> None:
    browser.get_log("browser")  # what other pages said
    opened(browser, saved)
    assert browser.execute_script("return document.querySelector('main').dataset.renderer ?? 'webgl'") == "webgl"
    until(browser, "return linkwork.playing && linkwork.t > 0.05")
    first, later = picture(browser, 0.0), picture(browser, 0.5)
    assert np.abs(first - later).max(axis=-1).mean() > 1.0
    assert np.array_equal(first, picture(browser, 0.0))
    assert [x["message"] for x in browser.get_log("browser")] == []


def test_the_play_button_and_the_slider_do_what_they_say(browser: Any, saved: Path) -> None:
    opened(browser, saved)
    button = browser.find_element("css selector", '[data-part="play"]')
    if browser.execute_script("return linkwork.playing"):
        button.click()
    still = browser.execute_script("return linkwork.t")
    time.sleep(0.1)
    assert browser.execute_script("return linkwork.t") == still
    browser.execute_script(
        "const s = document.querySelector('[data-part=scrub]'); s.value = 0.75; s.dispatchEvent(new Event('input'))"
    )
    until(browser, "return Math.abs(linkwork.t - 0.75) < 1e-9")
    until(browser, "return document.querySelector('[data-part=time]').textContent === '0.75 / 1.00 s'")
    button.click()
    until(browser, "return linkwork.t > 0.8 || linkwork.t < 0.7")


def test_dragging_turns_the_view_and_the_wheel_comes_nearer(browser: Any, saved: Path) -> None:
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.actions.wheel_input import ScrollOrigin

    opened(browser, saved)
    before = picture(browser, 0.3)
    view = browser.find_element("css selector", '[data-part="view"]')
    ActionChains(browser).move_to_element(view).click_and_hold().move_by_offset(120, 40).release().perform()
    turned = picture(browser, 0.3)
    assert np.abs(before - turned).max(axis=-1).mean() > 1.0
    ActionChains(browser).scroll_from_origin(ScrollOrigin.from_element(view), 0, -300).perform()
    assert browser.execute_script("return linkwork.camera.zoom") < 0.9
    browser.find_element("css selector", '[data-part="reset"]').click()
    assert np.array_equal(before, picture(browser, 0.3))


def test_the_pointer_finds_the_body_under_it(browser: Any, saved: Path) -> None:
    opened(browser, saved)
    picture(browser, 0.0)
    found = browser.execute_script("""
        const names = new Set(), v = linkwork.ui.view, k = linkwork;
        for (let x = 0; x < v.clientWidth; x += 23) for (let y = 0; y < v.clientHeight; y += 23) {
          const i = k.renderer.pick(k.last_picture, x, y);
          if (i >= 0) { const o = k.last_picture.solids[i].owner; names.add(o.name ?? k.data.bodies[o.body]); }
        }
        return [...names];""")
    assert {"ground", "crank", "coupler", "rocker", "drive of O1"} <= set(found)


def test_without_webgl_a_plain_canvas_draws_the_same_machine(browser: Any, run: Record, tmp_path: Path) -> None:
    both = []
    for renderer in ("webgl", "canvas"):
        opened(browser, save_html(run, tmp_path / f"{renderer}.html", renderer=renderer, autoplay=False))
        browser.execute_script("linkwork.show.grid = false")
        both.append(picture(browser, 0.4)[..., 3] > 128)
    drawn, other = both
    assert drawn.sum() > 60
    assert (drawn & other).sum() > 0.8 * (drawn | other).sum()


def test_charts_show_the_columns_that_were_asked_for(browser: Any, run: Record, tmp_path: Path) -> None:
    opened(browser, save_html(run, tmp_path / "columns.html", "O1.angle", "loop_error", autoplay=False))
    titles = [x.text for x in browser.find_elements("css selector", "figcaption b")]
    assert titles == ["Joint angles / rad", "Loop error"]
    picture(browser, 0.0)
    shown = browser.find_elements("css selector", ".legend output")[0].text
    assert float(shown) == pytest.approx(0.9, abs=1e-3)


def test_a_mechanism_is_swayed_by_its_drives(browser: Any, four_bar: Any, tmp_path: Path) -> None:
    opened(browser, save_html(four_bar, tmp_path / "swayed.html"))
    until(browser, "return linkwork.playing && linkwork.t > 0.1")
    assert browser.find_element("css selector", '[data-part="time"]').text == "moved by hand"
    assert np.abs(picture(browser, 0.0) - picture(browser, 2.0)).max(axis=-1).mean() > 1.0


def test_a_mechanism_may_be_shown_at_rest(browser: Any, four_bar: Any, tmp_path: Path) -> None:
    opened(browser, save_html(four_bar, tmp_path / "rest.html", moving=False))
    assert not browser.execute_script("return linkwork.playing")
    assert not browser.find_element("css selector", '[data-part="clock"]').is_displayed()


def test_samples_that_the_page_holds_are_the_run(run: Record) -> None:
    data = json.loads(re.search(r'id="data">(.*?)</script>', page(run).text, re.S)[1])
    assert data["bodies"] == ["ground", "crank", "coupler", "rocker"]
    motion = data["motion"]
    assert motion["start"] == 0.0
    assert motion["step"] * (motion["count"] - 1) == pytest.approx(1.0)


def test_a_notebook_shows_the_page_in_a_frame(run: Record) -> None:
    text = page(run)._repr_html_()
    assert text.startswith("<iframe") and "srcdoc" in text and "<script" not in text


def test_a_prompt_shows_one_line_of_a_page(run: Record) -> None:
    assert re.fullmatch(r"<page of 'four-bar', \d+ kB; .save\('name.html'\) writes it>", repr(page(run)))


def test_the_name_of_a_file_is_no_column(run: Record) -> None:
    with pytest.raises(OptionError, match=r"column 'a.html': is the name of a file. Write save_html\('a.html'\)"):
        run.animate("a.html")


def test_names_cannot_break_the_page() -> None:
    import linkwork as lw

    m = lw.Mechanism("</script><b>&", gravity=(0, -9.81, 0))
    m.revolute("j</script>", m.ground, m.body("b", mass=1.0, com=(0.1, 0, 0), inertia=lw.inertia.rod(1.0, 0.2)))
    text = page(m).text
    assert text.count("</script>") == 2
    assert "&lt;/script&gt;&lt;b&gt;&amp;" in text


def test_a_loaded_run_is_drawn_with_the_machine_that_its_file_tells(run: Record, tmp_path: Path) -> None:
    run.save(tmp_path / "run.npz")
    assert page(load(tmp_path / "run.npz")).text == page(run).text


def test_a_run_that_does_not_know_its_machine_asks_for_it(run: Record, four_bar: Any) -> None:
    unknown = replace(run, machine=None)
    with pytest.raises(OptionError, match="does not know its machine.*machine=system"):
        page(unknown)
    assert "coupler" in page(unknown, machine=four_bar).text


def test_what_cannot_be_drawn_is_refused() -> None:
    with pytest.raises(OptionError, match="a str: cannot be looked at"):
        page("four-bar")
