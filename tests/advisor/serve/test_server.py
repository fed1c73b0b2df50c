"""One program for each window: what it is told, what comes back, and that it ends."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import aiohttp
import pytest

from advisor.serve import process, server
from tests.advisor.serve.serving import TINY, Served, served, shown

STUBBORN = """
import os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
os.write(1, b"__GANGLION__\\n")
text = str(os.getpid()).encode()
os.write(1, b"D" + len(text).to_bytes(4, "big") + text)
while True:
    time.sleep(60)
"""


def with_window(
    check: Callable[[Served, aiohttp.ClientWebSocketResponse[bool]], Awaitable[None]], command: list[str] = TINY
) -> None:
    async def run() -> None:
        async with (
            served(command) as running,
            running.window(**await running.let_in(), Origin=running.origin) as window,
        ):
            await check(running, window)

    asyncio.run(run())


def is_running(pid: int) -> bool:
    return Path(f"/proc/{pid}/cmdline").exists() and bool(Path(f"/proc/{pid}/cmdline").read_bytes())


def test_keys_and_pastes_reach_the_program_and_its_screen_comes_back() -> None:
    async def check(_running: Served, window: aiohttp.ClientWebSocketResponse[bool]) -> None:
        await shown(window, "heard nothing")
        await window.send_json(["stdin", "x"])
        await shown(window, "heard x")
        await window.send_json(["stdin", "\x1b[200~" + "[bold]\n" * 50_000 + "\x1b[201~"])
        await shown(window, "pasted 350000")

    with_window(check)


def test_the_program_gets_the_size_of_the_window() -> None:
    async def check(_running: Served, window: aiohttp.ClientWebSocketResponse[bool]) -> None:
        await shown(window, "size 60 10")
        await window.send_json(["resize", {"width": 70, "height": 20}])
        await shown(window, "size 70 20")

    with_window(check)


def test_what_the_page_would_never_send_does_no_harm() -> None:
    orders = [
        *("", "[", "[" * 100_000, "{}", "[]", "null", '["shell", "id"]', '["ping", []]'),
        *('["stdin"]', '["stdin", 1]', '["stdin", "\\ud800"]'),
        *('["resize", {"width": "a", "height": 1}]', '["resize", {"width": -1, "height": 1e9}]', '["resize", [1, 2]]'),
    ]

    async def check(_running: Served, window: aiohttp.ClientWebSocketResponse[bool]) -> None:
        await shown(window, "heard nothing")
        for key, order in zip("abcefghijklmno", orders, strict=True):
            await window.send_str(order)
            await window.send_bytes(b"\0\xff")
            await window.send_json(["stdin", key])
            await shown(window, f"heard {key}")

    with_window(check)


def test_a_message_beyond_the_limit_ends_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_MESSAGE_BYTES", 100)

    async def check(_running: Served, window: aiohttp.ClientWebSocketResponse[bool]) -> None:
        await shown(window, "heard nothing")
        await window.send_json(["stdin", "x" * 80])
        await shown(window, "heard x")
        await window.send_json(["stdin", "x" * 100])
        while (message := await window.receive(timeout=10)).type is aiohttp.WSMsgType.BINARY:
            pass
        assert (message.type, message.data) == (aiohttp.WSMsgType.CLOSE, aiohttp.WSCloseCode.MESSAGE_TOO_BIG)

    with_window(check)


def test_the_window_closes_when_the_program_ends() -> None:
    async def check(_running: Served, window: aiohttp.ClientWebSocketResponse[bool]) -> None:
        await shown(window, "heard nothing")
        await window.send_json(["stdin", "q"])
        async with asyncio.timeout(10):
            async for message in window:
                assert message.type is aiohttp.WSMsgType.BINARY
        assert window.closed

    with_window(check)


def test_a_file_of_the_program_is_saved_and_never_shown() -> None:
    async def check(running: Served, window: aiohttp.ClientWebSocketResponse[bool]) -> None:
        await shown(window, "heard nothing")
        await window.send_json(["stdin", "d"])
        while (message := await window.receive(timeout=10)).type is aiohttp.WSMsgType.BINARY:
            pass
        kind, key = json.loads(message.data)
        assert kind == "deliver_file_start"
        assert (await running.get(f"/download/{key}")).status == 403
        drained = asyncio.create_task(shown(window, "never"))
        answer = await running.get(f"/download/{key}", **await running.let_in())
        drained.cancel()
        assert (answer.status, answer.text) == (200, "<script>run</script>")
        assert answer.headers["Content-Type"] == "application/octet-stream"
        assert answer.headers["Content-Disposition"] == 'attachment; filename="a__b_.html"'

    with_window(check)


def test_a_window_too_many_is_told_so_until_another_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MAX_WINDOWS", 1)
    monkeypatch.setattr(server, "_WAIT_SECONDS", 0.1)

    async def check(running: Served, first: aiohttp.ClientWebSocketResponse[bool]) -> None:
        await shown(first, "heard nothing")
        headers = {**await running.let_in(), "Origin": running.origin}
        async with running.window(**headers) as second:
            assert "Close one of them" in await shown(second, "again.")
        monkeypatch.setattr(server, "_WAIT_SECONDS", 20)
        await first.close()
        async with running.window(**headers) as third:
            await shown(third, "heard nothing")

    with_window(check)


def test_a_program_that_will_not_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_QUIT_SECONDS", 0.1)
    monkeypatch.setattr(process, "_TERMINATE_SECONDS", 0.1)
    pids = []

    async def check(_running: Served, window: aiohttp.ClientWebSocketResponse[bool]) -> None:
        pids.append(int((await window.receive(timeout=10)).data))
        assert is_running(pids[0])

    with_window(check, [sys.executable, "-c", STUBBORN])
    assert not is_running(pids[0])


def test_a_program_that_does_not_start_says_why_without_escapes(capsys: pytest.CaptureFixture[str]) -> None:
    command = [sys.executable, "-c", r"import sys; sys.exit('\x1b[31mno \x1b]0;title\x07such thing')"]

    async def check(_running: Served, window: aiohttp.ClientWebSocketResponse[bool]) -> None:
        assert "did not start" in await shown(window, "says why")

    with_window(check, command)
    assert capsys.readouterr() == ("", "no such thing\n")


def test_a_command_is_no_line_of_shell(tmp_path: Path) -> None:
    trap = tmp_path / "trap"

    async def check(_running: Served, window: aiohttp.ClientWebSocketResponse[bool]) -> None:
        await shown(window, "says why")

    with_window(check, [sys.executable, "-c", "", f"; touch {trap}", f"$(touch {trap})"])
    assert not trap.exists()


def test_the_environment_holds_what_the_program_needs_and_no_more() -> None:
    outer = {"PATH": "/bin", "LC_ALL": "C", "ADVISOR_STATE": "/s", "NO_COLOR": "1", "PGPASSWORD": "x", "TERM": "dumb"}
    assert process.environment(outer, 80, 10**9) == {
        "PATH": "/bin",
        "LC_ALL": "C",
        "ADVISOR_STATE": "/s",
        "NO_COLOR": "1",
        "TERM": "xterm-256color",
        "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "COLUMNS": "80",
        "ROWS": "1000",
    }
