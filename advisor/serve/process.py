"""One run of the terminal UI behind one browser window: a child process that is spoken to through pipes."""

from __future__ import annotations

import asyncio
import os
import shlex
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from contextlib import suppress

from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from facts.text import clean

_PASSED_ON = frozenset(
    "HOME LANG LANGUAGE LOGNAME NO_COLOR PATH PYTHONPATH PYTHONWARNINGS TMPDIR TZ USER".split(),
)
_PASSED_ON_PREFIXES = ("ADVISOR_", "LC_", "XDG_")
_READY = b"__GANGLION__\n"  # what Textual's web driver begins with
_QUIT_SECONDS = 5.0
_TERMINATE_SECONDS = 2.0
_COMPLAINT_BYTES = 16_384
_MAX_CELLS = 1000


def environment(outer: Mapping[str, str], width: int, height: int) -> dict[str, str]:
    """What the program needs of the environment, and the settings that make Textual speak to a browser.

    Args:
        outer: the environment of this process, of which passwords and the like are not passed on
        width: of the terminal in the browser, in cells
        height: likewise
    """
    kept = {name: value for name, value in outer.items() if name in _PASSED_ON or name.startswith(_PASSED_ON_PREFIXES)}
    return {
        **kept,
        "TERM": "xterm-256color",
        "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "COLUMNS": str(cells(width)),
        "ROWS": str(cells(height)),
    }


def cells(number: int) -> int:
    """A width or height that a browser named, within reason."""
    return max(1, min(number, _MAX_CELLS))


class AppProcess(AppService):
    """The library's service, started without a shell, and ended whatever it does."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        write_bytes: Callable[[bytes], Awaitable[None]],
        write_str: Callable[[str], Awaitable[None]],
        close: Callable[[], Awaitable[object]],
        downloads: DownloadManager,
    ) -> None:
        async def closing() -> None:
            await close()

        super().__init__(
            shlex.join(command),
            write_bytes=write_bytes,
            write_str=write_str,
            close=closing,
            download_manager=downloads,
        )
        self._arguments = tuple(command)
        self._heard = True  # whether the browser still listens
        self._complaint = bytearray()

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        process = await asyncio.create_subprocess_exec(
            *self._arguments,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=environment(os.environ, width, height),
            start_new_session=True,  # Ctrl-C in this terminal is heard here, and the program asked to end
        )
        self._process, self._stdin = process, process.stdin
        return process

    async def run(self) -> None:
        """Hand on what the program writes until it ends; then close the browser's connection."""
        assert self._process is not None
        process = self._process
        complaining = asyncio.create_task(self._listen_to_complaints(process))
        try:
            if await self._begun(process):
                await self._hand_on(process)
            else:
                await self._send(
                    self.remote_write_bytes, b"advisor did not start; the terminal of advisor serve says why"
                )
        finally:
            await self._send(self._closed, b"")
            await process.wait()
            await complaining
            self._complain()

    async def _begun(self, process: Process) -> bool:
        assert process.stdout is not None
        try:
            while line := await process.stdout.readline():
                if line == _READY:
                    return True
        except ValueError:  # a line without end: something else is running
            process.kill()
        return False

    async def _hand_on(self, process: Process) -> None:
        """Packets of one letter, four bytes of size and the payload."""
        assert process.stdout is not None
        handlers: dict[bytes, Callable[[bytes], Coroutine[object, object, None]]]
        handlers = {b"D": self.on_data, b"M": self.on_meta, b"P": self.on_packed}
        try:
            while True:
                head = await process.stdout.readexactly(5)
                payload = await process.stdout.readexactly(int.from_bytes(head[1:], "big"))
                if handler := handlers.get(head[:1]):
                    await self._send(handler, payload)
        except asyncio.IncompleteReadError:
            return

    async def _send(self, send: Callable[[bytes], Awaitable[None]], payload: bytes) -> None:
        # After the browser has gone, reading goes on: a program whose pipe is full could not end.
        if self._heard:
            try:
                await send(payload)
            except ConnectionError:
                self._heard = False

    async def _closed(self, _nothing: bytes) -> None:
        await self.remote_close()

    async def _listen_to_complaints(self, process: Process) -> None:
        assert process.stderr is not None
        while data := await process.stderr.read(4096):
            self._complaint += data
            del self._complaint[:-_COMPLAINT_BYTES]

    def _complain(self) -> None:
        lines = self._complaint.decode("utf-8", "replace").splitlines()
        sys.stderr.write("".join(f"{clean(line)}\n" for line in lines))

    async def stop(self) -> None:
        """Ask the program to end, and see to it that it does."""
        task, self._task = self._task, None
        if task is None:
            return
        assert self._process is not None
        self._heard = False
        await self._download_manager.cancel_app_downloads(self.app_service_id)
        for ask, seconds in ((self._quit, _QUIT_SECONDS), (self._terminate, _TERMINATE_SECONDS), (self._kill, None)):
            try:
                async with asyncio.timeout(seconds):
                    await ask()
                    await asyncio.shield(task)
                break
            except TimeoutError:
                continue
        self.stdin.close()

    async def _quit(self) -> None:
        await self.send_meta({"type": "quit"})

    async def _terminate(self) -> None:
        assert self._process is not None
        with suppress(ProcessLookupError):
            self._process.terminate()

    async def _kill(self) -> None:
        assert self._process is not None
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)  # with what it started, which may hold its pipes open
