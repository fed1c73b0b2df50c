"""A real browser for tests that need one."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

Driver = webdriver.Chrome

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
CHROMEDRIVER = shutil.which("chromedriver")
needs_browser = pytest.mark.skipif(
    not (CHROMIUM and CHROMEDRIVER), reason="needs a browser: the Debian packages chromium and chromium-driver"
)


def started(*more: str, logs: tuple[str, ...] = ("browser",)) -> Driver:
    """A browser without a window; `more` are further arguments of Chromium, `logs` what it keeps for the test."""
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    usual = (
        "headless no-sandbox disable-gpu no-first-run disable-background-networking disable-component-update "
        "disable-sync window-size=1000,600"
    ).split()
    for argument in (*usual, *more):
        options.add_argument(f"--{argument}")
    options.set_capability("goog:loggingPrefs", dict.fromkeys(logs, "ALL"))
    return webdriver.Chrome(options=options, service=Service(CHROMEDRIVER))


def until(browser: Driver, holds: Callable[[], object]) -> None:
    """Wait until something holds, for 20 seconds at most."""
    WebDriverWait(browser, 20, poll_frequency=0.05).until(lambda _: holds())


def logged(browser: Driver, log: str = "browser") -> list[dict[str, Any]]:
    """What was written to a log since the last call: of the console, refused resources are among it."""
    entries: list[dict[str, Any]] = browser.get_log(log)  # type: ignore[no-untyped-call]
    return entries
