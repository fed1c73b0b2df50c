"""A fault of ours: the terminal as it was, one block on it, a report without secrets, and the exit status."""

import asyncio
import os
import pty
import re
import select
import signal
import stat
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from advisor.tui import crash, guard
from advisor.tui.redaction import LONGEST, redact
from tests import tree
from tests.advisor.tui.crashing import CAPTURED, SECRET, Failing

ESCAPES = re.compile(rb"\x1b\][^\x07]*\x07|\x1b(?:\[[0-9;?<=>]*\$?[a-zA-Z]|[=>])")
WITHIN = 15.0  # seconds that anything may take before the test is given up


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, where: str, state: Path) -> None:
        self.master, self.slave = pty.openpty()
        termios.tcsetwinsize(self.slave, (24, 80))
        self.before = termios.tcgetattr(self.slave)
        self.output = b""
        environment = {
            **os.environ,
            "ADVISOR_STATE": str(state),
            "TERM": "xterm-256color",
            "PYTHONPATH": str(tree.ROOT),
        }
        for name in ("COLUMNS", "LINES", "TEXTUAL", "TEXTUAL_DRIVER"):
            environment.pop(name, None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.advisor.tui.crashing", where],
            stdin=self.slave, stdout=self.slave, stderr=self.slave, cwd=tree.ROOT, env=environment,
            start_new_session=True, preexec_fn=take_terminal,
        )  # fmt: skip

    def read(self, until: bytes = b"") -> None:
        """Read until something was written, or the program has ended and nothing more comes."""
        end = time.monotonic() + WITHIN
        while time.monotonic() < end and not (until and until in self.output):
            ended = self.process.poll() is not None
            if select.select([self.master], [], [], 0.05)[0]:
                self.output += os.read(self.master, 65536)
            elif ended:
                return
        assert until, "the program did not end"
        assert until in self.output

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(WITHIN)
        for handle in (self.master, self.slave):
            if handle >= 0:
                os.close(handle)


def take_terminal() -> None:
    """As a login does, so that the program is told when its terminal goes."""
    import fcntl

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state"


@pytest.fixture
def start(state: Path) -> Iterator[Any]:
    started: list[Terminal] = []

    def begin(where: str) -> Terminal:
        started.append(Terminal(where, state))
        return started[-1]

    yield begin
    for one in started:
        one.close()


def modes(output: bytes) -> dict[bytes, bytes]:
    """The last setting of every mode that was set: ``h`` or ``l``."""
    return dict(re.findall(rb"\x1b\[\?(\d+)([hl])", output))


def assert_restored(terminal: Terminal) -> None:
    assert termios.tcgetattr(terminal.slave) == terminal.before
    left = {mode for mode, value in modes(terminal.output).items() if value == b"h"}
    assert left <= {b"25", b"7"}, "only the cursor and the wrapping of lines may be on"
    assert modes(terminal.output).get(b"25", b"h") == b"h"


def report_of(state: Path) -> str:
    [path] = (state / "crashes").iterdir()
    return path.read_text(encoding="utf-8")


WAYS = ["load", "stylesheet", "compose", "mount", "render", "timer", "worker", "thread", "twice", "key", "unmount"]


@pytest.mark.parametrize("where", WAYS)
def test_a_fault_anywhere_leaves_the_terminal_as_it_was(start: Any, state: Path, where: str) -> None:
    terminal = start(where)
    if where in ("key", "unmount"):
        terminal.read(until=b"READY")
        os.write(terminal.master, b"x" if where == "key" else b"\x11")
    terminal.read()
    assert terminal.process.wait(WITHIN) == guard.STATUS
    assert_restored(terminal)
    after = terminal.output.rpartition(b"\x1b[?1049l")[2]
    assert b"\x1b[?1049h" not in after
    said = ESCAPES.sub(b"", after).decode().replace("\r\n", "\n").strip()
    [path] = (state / "crashes").iterdir()
    fault = r"`ValueError` in tests/advisor/tui/crashing\.py"
    if where == "stylesheet":
        fault = r"`textual\.css\.tokenizer\.TokenError` in textual/css/tokenizer\.py"  # which would print itself
    assert re.fullmatch(
        rf"error\[crash\]: advisor stopped at a fault of its own, {fault}:\d+\n"
        rf"  --> {re.escape(str(path))}\n"
        r"  help: the session is kept as `mended-otter` up to its last step; "
        r"go on with: advisor --session mended-otter",
        said,
    ), said
    assert SECRET.encode() not in terminal.output
    report = report_of(state)
    assert SECRET not in report
    assert "sda" not in report


def test_the_report_says_what_helps(start: Any, state: Path) -> None:
    terminal = start("key")
    terminal.read(until=b"READY")
    os.write(terminal.master, b"x")
    terminal.read()
    report = report_of(state)
    assert "\nknowledge: sha256:1234\n" in report
    assert "\nTERM: xterm-256color\n" in report
    assert "\nsize: 80x24\n" in report
    assert "\nlast actions: test.explode\n" in report
    assert re.search(r"\n  textual/app\.py:\d+ App\.run_action\n", report)
    assert re.search(r"\n  tests/advisor/tui/crashing\.py:\d+ fail\n", report)
    assert str(tree.ROOT) not in report
    [path] = (state / "crashes").iterdir()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_report_that_cannot_be_written_is_said(start: Any, state: Path) -> None:
    state.write_text("a file where the folder should be")
    terminal = start("mount")
    terminal.read()
    assert terminal.process.wait(WITHIN) == guard.STATUS
    assert_restored(terminal)
    assert b"  --> the report could not be written: " in terminal.output
    assert b"go on with: advisor --session mended-otter" in terminal.output


def test_a_signal_to_end_ends_cleanly(start: Any, state: Path) -> None:
    terminal = start("nowhere")
    terminal.read(until=b"READY")
    terminal.process.send_signal(signal.SIGTERM)
    terminal.read()
    assert terminal.process.wait(WITHIN) == 128 + signal.SIGTERM
    assert_restored(terminal)
    assert not state.exists()


def test_a_lost_terminal_ends_it(start: Any, state: Path) -> None:
    terminal = start("nowhere")
    terminal.read(until=b"READY")
    os.close(terminal.slave)
    os.close(terminal.master)
    terminal.master = terminal.slave = -1
    assert terminal.process.wait(WITHIN) == 128 + signal.SIGHUP
    assert not state.exists(), "that is no fault"


def test_a_hang_up_with_the_terminal_still_there_restores_what_it_can(start: Any) -> None:
    terminal = start("nowhere")
    terminal.read(until=b"READY")
    terminal.process.send_signal(signal.SIGHUP)
    terminal.read()
    assert terminal.process.wait(WITHIN) == 128 + signal.SIGHUP
    assert termios.tcgetattr(terminal.slave) == terminal.before


def test_pilot_tests_still_see_the_fault(monkeypatch: pytest.MonkeyPatch, state: Path) -> None:
    monkeypatch.setenv("ADVISOR_STATE", str(state))

    async def press() -> None:
        async with Failing("nowhere").run_test() as pilot:
            await pilot.press("x")

    with pytest.raises(ValueError, match="cannot read"):
        asyncio.run(press())


def caught(act: Any) -> BaseException:
    try:
        act()
    except BaseException as error:
        return error
    raise AssertionError("it did not fail")


def test_no_values_and_no_text_are_in_a_report(tmp_path: Path) -> None:
    nothing: dict[str, str] = {}

    def inner(line: str) -> None:
        try:
            nothing[line]
        except KeyError as error:
            error.add_note(f"while reading {line}")
            raise RuntimeError(f"host db7.example.com: token={line!r}") from error

    error = caught(lambda: inner(CAPTURED))
    path = crash.write_report(error, tmp_path, {"screen": f"x \x1b[31m{Path.home()}/evidence"}, ["db7.example.com"])
    text = path.read_text(encoding="utf-8")
    assert "KeyError: '<66 characters>'" in text.replace(str(len(CAPTURED)), "66")
    assert "RuntimeError: host <host>: token=<hidden>" in text
    assert "from which came:" in text
    assert "\nscreen: x ~/evidence\n" in text
    assert not any(word in text for word in ("db7", "Unhandled", "\x1b", "while reading", str(Path.home()) + "/"))


def test_groups_circles_and_deep_recursion_are_told_shortly(tmp_path: Path) -> None:
    def deep() -> None:
        deep()

    recursion = caught(deep)
    first = ValueError("one")
    first.__cause__ = KeyError("two")
    first.__cause__.__cause__ = first
    group = BaseExceptionGroup("several", [first, recursion])
    text = crash.write_report(group, tmp_path, {}).read_text(encoding="utf-8")
    assert "ValueError: one" in text
    assert "RecursionError: maximum recursion depth" in text
    assert re.search(r"… \d+ more", text)
    assert len(text.splitlines()) < 150


def test_an_exception_that_cannot_speak_is_reported(tmp_path: Path) -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise ValueError("no")

    assert "it cannot be put into words" in crash.write_report(Mute(), tmp_path, {}).read_text()


def test_the_last_reports_are_kept_and_nothing_else_is_touched(tmp_path: Path) -> None:
    folder = tmp_path / "crashes"
    folder.mkdir()
    for number in range(25):
        (folder / f"202001{number + 1:02}T000000Z-1.txt").write_text("old")
    (folder / "notes.txt").write_text("mine")
    new = [crash.write_report(ValueError("x"), tmp_path, {}) for _ in range(2)]
    reports = sorted(path.name for path in folder.iterdir() if path.name != "notes.txt")
    assert len(reports) == crash.KEPT
    assert {path.name for path in new} <= set(reports)
    assert reports[0] == "20200108T000000Z-1.txt"
    assert (folder / "notes.txt").read_text() == "mine"


def test_a_link_in_the_way_is_not_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.strftime", lambda *_: "20260101T000000Z")
    folder = tmp_path / "crashes"
    folder.mkdir()
    (folder / f"20260101T000000Z-{os.getpid()}.txt").symlink_to(tmp_path / "target")
    path = crash.write_report(ValueError("x"), tmp_path, {})
    assert path.name == f"20260101T000000Z-{os.getpid()}-1.txt"
    assert not (tmp_path / "target").exists()


def test_complaint_names_what_to_do(tmp_path: Path) -> None:
    error = caught(lambda: crash.write_report(ValueError(), Path("/dev/null"), {}))
    assert isinstance(error, OSError)
    block = crash.complaint(error, crash.why_unwritten(error))
    assert re.fullmatch(
        r"error\[crash\]: advisor stopped at a fault of its own, `NotADirectoryError` in advisor/tui/crash\.py:\d+\n"
        r"  --> the report could not be written: /dev/null/crashes: Not a directory\n"
        r"  help: no session was kept",
        block,
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("'dict' object is not callable, it isn't", "'dict' object is not callable, it isn't"),
        ("list index out of range", "list index out of range"),
        ("'NoneType' object has no attribute 'rows'", "'NoneType' object has no attribute 'rows'"),
        ("password=hunter2 x", "password=<hidden> x"),
        ("{'DB_PASSWORD': 'hunter2 x'}", "{'DB_PASSWORD'=<hidden>}"),
        ("connect to postgres://bob:pw@10.1.2.3:5432/x", "connect to postgres://<hidden>@<address>:5432/x"),
        ("bearer abcdefgh123", "bearer <hidden>"),
        ("Authorization: Bearer abcdefgh123", "Authorization=<hidden>"),
        ("alter user scott identified by tiger", "alter user scott identified by <hidden>"),
        ("at fe80::1 of a.b@example.com", "at <address> of <mail>"),
        ("in /home/joe/case 7/x", "in ~/case 7/x"),
        ("key AKIA0123456789abcdefABCDEF0123456789", "key <hidden>"),
        ("b'Jan 01 12:00:01 kernel: sd 2:0'", "b'<30 characters>'"),
        ("line 'Jan 01 12:00:01 kernel: sd 2:0", "line '<30 characters>"),
        ("two\nlines\x1b[31m", "two lines"),
    ],
)
def test_redaction(text: str, expected: str) -> None:
    assert redact(text) == expected


def test_redaction_is_short_whatever_it_is_given() -> None:
    for text in ("word " * 100_000, "a" * 1_000_000, "key" * 300_000, "'" * 100_000, "[" * 100_000):
        assert len(redact(text)) <= LONGEST
    assert redact(f"on {os.uname().nodename} now") == "on <host> now"
