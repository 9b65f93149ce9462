"""Pictures of pages, of the web viewer and of plots for the documentation; needs Chromium and the development extras.

python tools/screenshots.py [NAME ...]    writes docs/images/NAME.png
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from linkwork.blueprint import library
from linkwork.cli.commands.demo import FREQUENCY, waves
from linkwork.record import Record
from linkwork.simulate.control import ComputedTorque, Gains
from linkwork.view import plots, save_html, view

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
FLAGS = (
    "headless=new", "no-sandbox", "disable-quic", "no-first-run", "disable-background-networking",
    "disable-component-update", "disable-sync", "hide-scrollbars", "use-angle=swiftshader",
    "enable-unsafe-swiftshader",
)  # fmt: skip


def driven(name: str, duration: float = 3.0) -> Record:
    """A machine of the library whose drives follow waves."""
    s = getattr(library, name)().compile()
    control = ComputedTorque(waves(s), Gains(frequency=FREQUENCY))
    return s.simulate(s.closed_start, duration=duration, control=control, channels=("reaction",))


def turning(name: str, speed: float, gain: float, duration: float = 2.0) -> Record:
    """A machine whose crank is kept turning."""
    s = getattr(library, name)().compile()
    (crank,) = s.driven
    k = s.v_names.index(crank)
    return s.simulate(v={crank: speed}, duration=duration, control=lambda t, q, v: {crank: gain * (speed - v[k])})


def browser(wide: int, high: int, dark: bool) -> Any:
    """Headless Chromium."""
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    options = Options()
    options.binary_location = shutil.which("chromium") or ""
    for flag in (*FLAGS, f"window-size={wide},{high}"):
        options.add_argument(f"--{flag}")
    if dark:
        options.add_argument("--blink-settings=preferredColorScheme=0")
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


def shot_of_page(subject: Any, at: float, *columns: str, dark: bool = False, **options: Any) -> bytes:
    """A saved page at a time."""
    with tempfile.TemporaryDirectory() as folder:
        path = save_html(subject, Path(folder) / "page.html", *columns, **options)
        chrome = browser(960, 760, dark)
        try:
            chrome.get(path.as_uri())
            chrome.execute_script("linkwork.pause(); linkwork.seek(arguments[0])", at)
            time.sleep(1.0)
            return chrome.get_screenshot_as_png()
        finally:
            chrome.quit()


def shot_of_viewer(subject: Any, at: float | None = None) -> bytes:
    """The web viewer in a browser."""
    viewer = view(subject, port=8099)
    chrome = browser(1180, 760, False)
    try:
        chrome.get(viewer.url)
        time.sleep(4.0)
        chrome.execute_script("document.querySelectorAll('.mantine-Notification-root').forEach((x) => x.remove())")
        if at is None:
            for k, slider in enumerate(viewer.sliders.values()):
                slider.value = slider.value + 0.1 * (k % 2)
        else:
            viewer.seek(at)
        time.sleep(2.0)
        return chrome.get_screenshot_as_png()
    finally:
        chrome.quit()
        viewer.stop()


def drawn(figure: Any) -> bytes:
    """A plot."""
    with tempfile.NamedTemporaryFile(suffix=".png") as file:
        figure.savefig(file.name, dpi=110)
        return Path(file.name).read_bytes()


PICTURES: dict[str, Callable[[], bytes]] = {
    "page_three_rrr": lambda: shot_of_page(driven("book_three_rrr"), 1.1, "tau", "q"),
    "page_stewart": lambda: shot_of_page(driven("stewart_platform"), 0.5, "tau", "loop_error"),
    "page_leg_dark": lambda: shot_of_page(
        turning("robotic_leg", 6.0, 0.5), 0.35, "tau", "q", dark=True, shapes="automatic"
    ),
    "viewer_stewart": lambda: shot_of_viewer(library.stewart_platform()),
    "viewer_four_bar": lambda: shot_of_viewer(driven("redysim_four_bar"), 1.2),
    "plot_overview": lambda: drawn(plots.overview(driven("book_three_rrr"))),
    "plot_truth": lambda: drawn(plots.energies(driven("book_three_rrr"))),
    "plot_workspace": lambda: drawn(plots.workspace(library.five_bar())),
    "plot_picture": lambda: drawn(plots.picture(turning("jansen_leg", 6.0, 20.0))),
    "plot_sparsity": lambda: drawn(plots.sparsity(library.robotic_leg())),
    "plot_formulations": lambda: drawn(plots.formulations(library.robotic_leg().compile().compare_formulations())),
}


def main(names: list[str]) -> None:
    """Make the named pictures, all if none is named."""
    IMAGES.mkdir(exist_ok=True)
    for name in names or PICTURES:
        path = IMAGES / f"{name}.png"
        path.write_bytes(smaller(PICTURES[name]()))
        print(f"{path.name}: {path.stat().st_size // 1000} kB")


def smaller(png: bytes) -> bytes:
    """The same picture with 256 colours."""
    import io

    from PIL import Image

    out = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
        out, "png", optimize=True
    )
    return out.getvalue()


if __name__ == "__main__":
    main(sys.argv[1:])
