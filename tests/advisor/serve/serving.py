"""A running server for a test, and what a browser would send to it."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
from aiohttp import web

from advisor.serve.address import Place, listen
from advisor.serve.gate import Gate
from advisor.serve.server import Server

TINY = [sys.executable, "-P", str(Path(__file__).parent / "tiny.py")]


@dataclass
class Answer:
    """What came back for one request."""

    status: int
    text: str
    headers: dict[str, str]


@dataclass
class Served:
    """A server, and a client that keeps no cookies and follows no redirects by itself."""

    place: Place
    gate: Gate
    client: aiohttp.ClientSession

    @property
    def origin(self) -> str:
        return self.place.origin

    async def get(self, path: str, **headers: str) -> Answer:
        address = path if path.startswith("http") else self.origin + path
        async with self.client.get(address, headers=headers, allow_redirects=False) as response:
            data = await response.read()
            return Answer(response.status, data.decode("utf-8", "replace"), dict(response.headers))

    async def let_in(self) -> dict[str, str]:
        """Use a fresh address; the result is the Cookie header of the browser that did."""
        answer = await self.get(self.gate.fresh_address())
        return {"Cookie": answer.headers["Set-Cookie"].partition(";")[0]}

    def window(self, **headers: str) -> aiohttp.client._WSRequestContextManager:
        return self.client.ws_connect(f"{self.origin}/ws?width=60&height=10", headers=headers)

    async def window_status(self, **headers: str) -> int:
        """101, or the status with which the WebSocket is refused."""
        try:
            async with self.window(**headers):
                return 101
        except aiohttp.WSServerHandshakeError as error:
            return error.status


@asynccontextmanager
async def served(command: Sequence[str] = TINY) -> AsyncIterator[Served]:
    listener, place = listen("127.0.0.1", 0)
    gate = Gate(place)
    runner = web.AppRunner(Server(command).application(gate), access_log=None, shutdown_timeout=10)
    await runner.setup()
    try:
        await web.SockSite(runner, listener).start()
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as client:
            yield Served(place, gate, client)
    finally:
        await runner.cleanup()


async def shown(window: aiohttp.ClientWebSocketResponse[bool], text: str) -> str:
    """Read what the terminal is sent until the text is among it."""
    seen = ""
    while text not in seen:
        message = await window.receive(timeout=10)
        assert message.type is aiohttp.WSMsgType.BINARY, f"{message.type.name} before {text!r}: {seen!r}"
        seen += message.data.decode("utf-8", "replace")
    return seen
