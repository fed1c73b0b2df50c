"""The served program in a real browser: it shows, it hears keys, and no other page gets at it."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By

from tests.advisor.serve.serving import TINY
from tests.advisor.serve.test_command import environment, first_line, running
from tests.browser import Driver, logged, needs_browser, started, until
from tests.tree import ROOT

pytestmark = needs_browser

SERVE = "import sys; from advisor.serve.command import run; run(sys.argv[1:], '127.0.0.1', 0)"

# The terminal is drawn on a canvas; what it holds is what can be marked with the mouse and copied.
READ_SCREEN = """
const screen = document.querySelector(".xterm-screen");
if (!screen) return "";
const box = screen.getBoundingClientRect();
const shiftKey = Boolean(document.querySelector(".enable-mouse-events"));  // past a program that takes the mouse itself
const mouse = (target, kind, x, y) => target.dispatchEvent(new MouseEvent(kind, {
  bubbles: true, cancelable: true, shiftKey, button: 0, buttons: 1, detail: 1, clientX: x, clientY: y, view: window,
}));
mouse(screen, "mousedown", box.left + 1, box.top + 1);
mouse(document, "mousemove", box.right - 1, box.bottom - 1);
mouse(document, "mouseup", box.right - 1, box.bottom - 1);
const copy = new ClipboardEvent("copy", {bubbles: true, cancelable: true, clipboardData: new DataTransfer()});
screen.dispatchEvent(copy);
return copy.clipboardData.getData("text/plain");
"""

PASTE = """
const clipboardData = new DataTransfer();
clipboardData.setData("text/plain", arguments[0]);
document.querySelector(".xterm-helper-textarea").dispatchEvent(
  new ClipboardEvent("paste", {bubbles: true, cancelable: true, clipboardData}));
"""

FOREIGN_PAGE = """<!DOCTYPE html><title>waiting</title><script>
const socket = new WebSocket(`ws://${location.search.slice(1)}/ws?width=80&height=24`);
socket.onopen = () => { document.title = "opened"; };
socket.onclose = () => { document.title = "refused"; };
</script>"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Driver]:
    driver = started()
    yield driver
    driver.quit()


@pytest.fixture
def address() -> Iterator[str]:
    """The one-time address of a server whose program is a small one."""
    with subprocess.Popen(
        [sys.executable, "-c", SERVE, *TINY],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=ROOT,
        env={**environment(), "PGPASSWORD": "secret"},
    ) as process:
        yield first_line(process).strip()
        process.terminate()


def screen(browser: Driver) -> str:
    text: str = browser.execute_script(READ_SCREEN)
    return text


def text_of(browser: Driver) -> str:
    return browser.find_element(By.TAG_NAME, "body").text


def press(browser: Driver, *keys: str) -> None:
    ActionChains(browser).send_keys(*keys).perform()


def test_the_program_shows_hears_keys_and_starts_again(browser: Driver, address: str) -> None:
    browser.get(address)
    until(browser, lambda: browser.find_elements(By.CSS_SELECTOR, "body.-first-byte"))
    press(browser, "x")  # before anything is clicked on
    until(browser, lambda: "heard x" in screen(browser))
    assert "tiny knows HOME." in screen(browser)
    assert "token" not in browser.current_url
    press(browser, Keys.F5)  # which would load the page anew
    until(browser, lambda: "heard f5" in screen(browser))
    browser.execute_script(PASTE, "[sda] 1 2 3\n" * 5000)
    until(browser, lambda: "pasted 60000" in screen(browser))
    press(browser, "q")
    until(browser, lambda: "The program has ended" in text_of(browser))
    press(browser, Keys.ENTER)
    until(browser, lambda: "heard nothing" in screen(browser))


def test_nothing_comes_from_elsewhere_and_nothing_is_refused(browser: Driver, address: str) -> None:
    logged(browser)  # of the tests before
    browser.get(address)
    until(browser, lambda: "heard nothing" in screen(browser))
    loaded = browser.execute_script("return performance.getEntriesByType('resource').map(entry => entry.name)")
    origin = address.partition("/?")[0]
    assert f"{origin}/textual/js/textual.js" in loaded
    assert [name for name in loaded if not name.startswith(f"{origin}/")] == []
    assert [entry["message"] for entry in logged(browser) if entry["level"] == "SEVERE"] == []


def test_a_wrong_a_missing_and_a_spent_token_are_refused(browser: Driver, address: str) -> None:
    origin = address.partition("/?")[0]
    browser.get(f"{origin}/?token=wrong")
    assert text_of(browser).startswith("this address was used already, or is wrong")
    browser.get(origin)
    assert text_of(browser).startswith("this browser was not let in")
    browser.get(address)
    until(browser, lambda: "heard nothing" in screen(browser))
    browser.get(address)
    assert text_of(browser).startswith("this address was used already, or is wrong")
    browser.get(origin)
    until(browser, lambda: "heard nothing" in screen(browser))


def test_a_page_of_a_foreign_origin_cannot_open_the_terminal(browser: Driver, address: str) -> None:
    cookies: list[str] = []

    class Page(BaseHTTPRequestHandler):
        timeout = 1  # seconds; browsers open connections that they never use

        def do_GET(self) -> None:
            cookies.append(self.headers.get("Cookie", ""))
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(FOREIGN_PAGE.encode())

        def log_message(self, format: str, *arguments: object) -> None:
            pass

    browser.get(address)
    until(browser, lambda: "heard nothing" in screen(browser))
    host = address.removeprefix("http://").partition("/")[0]
    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as foreign:
        thread = threading.Thread(target=foreign.serve_forever)
        thread.start()
        try:
            browser.get(f"http://127.0.0.1:{foreign.server_port}/?{host}")
            until(browser, lambda: browser.title != "waiting")
        finally:
            foreign.shutdown()
            thread.join()
    # The cookie goes to every port of a host: it is the origin alone that is refused here.
    assert f"advisor_{host.partition(':')[2]}=" in cookies[0]
    assert browser.title == "refused"


def test_the_command_serves_the_advisor(browser: Driver, tmp_path: Path) -> None:
    with running("--db", str(tmp_path / "sessions.db")) as process:
        browser.get(first_line(process).strip())
        until(browser, lambda: "Describe the trouble" in screen(browser))
        before = screen(browser)
        press(browser, Keys.F1)
        until(browser, lambda: screen(browser) != before)
        process.terminate()
        _, errors = process.communicate(timeout=30)
        assert process.returncode == 0
        assert "Traceback" not in errors
