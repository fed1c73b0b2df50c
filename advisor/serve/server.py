"""The pages, the WebSocket behind them, and the programs behind that."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import textual_serve
from aiohttp import WSCloseCode, WSMsgType, web
from textual_serve.download_manager import DownloadManager

from advisor.serve.process import AppProcess, cells

if TYPE_CHECKING:
    from advisor.serve.gate import Gate

MAX_WINDOWS = 4
"""Programs that run at the same time."""
MAX_MESSAGE_BYTES = 8 << 20
"""Of what a browser sends at once: the longest paste."""

_OWN = Path(__file__).parent / "static"
_TEXTUAL = Path(textual_serve.__file__).parent / "static"
_WAIT_SECONDS = 3.0  # a page that is loaded anew leaves a program behind that is just ending
_FULL = f"{MAX_WINDOWS} windows are open already. Close one of them, then load this page again."
_DEFAULT_SIZE = (80, 24)


class Server:
    """Serves one program to browsers, one process for each window."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = tuple(command)
        self._downloads = DownloadManager()
        self._free = asyncio.Semaphore(MAX_WINDOWS)
        self._open: set[web.WebSocketResponse] = set()

    def application(self, gate: Gate) -> web.Application:
        """The routes, all of them behind the gate."""
        app = web.Application()
        gate.install(app)
        app.add_routes(
            [
                web.get("/", self._page, allow_head=False),
                web.get("/ws", self._window, allow_head=False),
                web.get("/download/{key}", self._download, allow_head=False),
                web.static("/static", _OWN),
                web.static("/textual/js", _TEXTUAL / "js"),
                web.static("/textual/css", _TEXTUAL / "css"),
            ]
        )
        app.on_shutdown.append(self._close_windows)
        return app

    async def _page(self, request: web.Request) -> web.FileResponse:
        return web.FileResponse(_OWN / "index.html")

    async def _window(self, request: web.Request) -> web.WebSocketResponse:
        browser = web.WebSocketResponse(heartbeat=15, timeout=2, max_msg_size=MAX_MESSAGE_BYTES)
        await browser.prepare(request)
        self._open.add(browser)
        try:
            async with asyncio.timeout(_WAIT_SECONDS):
                await self._free.acquire()
        except TimeoutError:
            await browser.send_bytes(_FULL.encode())
            async for _message in browser:
                pass  # until it is closed: closing it here would hide the sentence
            return browser
        else:
            try:
                await self._run(browser, _size(request))
            finally:
                self._free.release()
            return browser
        finally:
            self._open.discard(browser)

    async def _run(self, browser: web.WebSocketResponse, size: tuple[int, int]) -> None:
        process = AppProcess(
            self._command,
            write_bytes=browser.send_bytes,
            write_str=browser.send_str,
            close=browser.close,
            downloads=self._downloads,
        )
        try:
            await process.start(*size)
            async for message in browser:
                if message.type is WSMsgType.TEXT:
                    await _obey(message.data, process, browser)
        finally:
            await process.stop()

    async def _download(self, request: web.Request) -> web.StreamResponse:
        key = request.match_info["key"]
        try:
            download = await self._downloads.get_download_metadata(key)
        except KeyError:
            raise web.HTTPNotFound(text="this file is no longer offered") from None
        # Never shown in the browser: a page made of a host's text would have this server's origin.
        name = re.sub(r"[^A-Za-z0-9._-]", "_", download.file_name)
        response = web.StreamResponse(
            headers={
                "Content-Type": "application/octet-stream",
                "Content-Disposition": f'attachment; filename="{name}"',
            }
        )
        await response.prepare(request)
        async for chunk in self._downloads.download(key):
            await response.write(chunk)
        await response.write_eof()
        return response

    async def _close_windows(self, _app: web.Application) -> None:
        await asyncio.gather(*(browser.close(code=WSCloseCode.GOING_AWAY) for browser in list(self._open)))


def _size(request: web.Request) -> tuple[int, int]:
    """Columns and rows of the terminal in the page."""
    given = [request.query.get(name, "") for name in ("width", "height")]
    width, height = (
        int(text) if re.fullmatch("[0-9]{1,4}", text) else usual
        for text, usual in zip(given, _DEFAULT_SIZE, strict=True)
    )
    return width, height


async def _obey(order: str, process: AppProcess, browser: web.WebSocketResponse) -> None:
    """Do what one message of the page says; what the page would never send is passed over."""
    try:
        parts = json.loads(order)
    except (ValueError, RecursionError):
        return
    match parts:
        case ["stdin", str(text)]:
            await process.send_bytes(text.encode("utf-8", "replace"))
        case ["resize", {"width": int(width), "height": int(height)}]:
            await process.set_terminal_size(cells(width), cells(height))
        case ["ping", str(moment)]:
            await browser.send_json(["pong", moment])
        case ["blur"]:
            await process.blur()
        case ["focus"]:
            await process.focus()
