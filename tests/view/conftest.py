"""Machines, runs and a browser for the tests of pictures."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest

import linkwork as lw
from linkwork.record import Record


def four_bar_of_bare_bodies() -> lw.Mechanism:
    """Crank, coupler and rocker without shapes."""
    m = lw.Mechanism("four-bar", gravity=(0, -9.81, 0))
    crank = m.body("crank", mass=1.5, com=(0.019, 0, 0), inertia=lw.inertia.rod(1.5, 0.038))
    coupler = m.body("coupler", mass=3.0, com=(0.0576, 0, 0), inertia=lw.inertia.rod(3.0, 0.1152))
    rocker = m.body("rocker", mass=5.0, com=(0.0576, 0, 0), inertia=lw.inertia.rod(5.0, 0.1152))
    m.revolute("O1", m.ground, crank)
    m.revolute("A", crank.at(0.038, 0, 0), coupler)
    m.revolute("O2", m.ground.at(0.0895, 0, 0), rocker)
    m.close("B", coupler.at(0.1152, 0, 0), rocker.at(0.1152, 0, 0))
    m.pose(O1=0.9, A=0.4, O2=1.5)
    m.actuate("O1")
    return m


def two_rockers() -> lw.Mechanism:
    """Two rockers of 0.3 m on a base of 0.7 m: the longest and the shortest link exceed the other two."""
    m = lw.Mechanism("double rocker", gravity=(0, -9.81, 0))
    left, coupler, right = (
        m.body(name, mass=1.0, com=(length / 2, 0, 0), inertia=lw.inertia.rod(1.0, length))
        for name, length in (("left", 0.3), ("coupler", 0.35), ("right", 0.3))
    )
    m.revolute("A", m.ground, left)
    m.revolute("B", left.at(0.3, 0, 0), coupler)
    m.revolute("C", m.ground.at(0.7, 0, 0), right)
    m.close("D", coupler.at(0.35, 0, 0), right.at(0.3, 0, 0))
    m.pose(A=0.9, B=-0.8, C=2.2)
    m.actuate("A")
    return m


@pytest.fixture(scope="session")
def double_rocker() -> Any:
    return two_rockers().compile()


@pytest.fixture(scope="session")
def four_bar() -> Any:
    return four_bar_of_bare_bodies().compile()


@pytest.fixture(scope="session")
def run(four_bar: Any) -> Record:
    return four_bar.simulate({"O1": 0.9}, duration=1.0, control=lambda t, q, v: [0.3], channels=("reaction",))


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Headless Chromium; it has to be installed."""
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service

    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    binary = next((path for name in names if (path := shutil.which(name))), None)
    assert binary, "tests of pages need a browser: install the packages chromium and chromium-driver"
    options = Options()
    options.binary_location = binary
    profile = tempfile.mkdtemp()
    for flag in (
        "headless=new", "no-sandbox", "disable-quic", "no-first-run", "disable-background-networking",
        "disable-component-update", "disable-sync", "hide-scrollbars", "use-angle=swiftshader",
        "enable-unsafe-swiftshader", "window-size=1000,760", f"user-data-dir={profile}",
    ):  # fmt: skip
        options.add_argument(f"--{flag}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = shutil.which("chromedriver")
    chrome = webdriver.Chrome(options=options, service=Service(driver) if driver else Service())
    yield chrome
    chrome.quit()
    shutil.rmtree(profile, ignore_errors=True)
