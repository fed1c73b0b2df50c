"""Who may use the server: the browser that opened the one-time address, from the server's own page.

Each request passes three questions. Is the server called by one of its own names? Does the browser hold the secret that
it was given for a token? And where it says which page it comes from, is that page ours? The last is indispensable for
the WebSocket, which browsers open for any page, cookies included; cookies do not tell ports of one host apart either.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable
from urllib.parse import urlencode

from aiohttp import hdrs, web

from advisor.serve.address import Place

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

_BYTES = 32
_NAMES = "this server is not called by that name; open the address that advisor serve printed, with its port"
_SPENT = (
    "this address was used already, or is wrong; "
    "for a fresh one press Enter in the terminal of advisor serve, or start it again"
)
_CLOSED = "this browser was not let in; open the address that advisor serve printed"
_FOREIGN = "a page of another origin may not use this server"
_EVERYWHERE = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Server": "advisor",
}
# The terminal widget writes style elements of its own; scripts come from files only.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self'; connect-src 'self'{socket}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


class Gate:
    """The one token that is waiting to be used, and the secrets that were given out for earlier ones."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.cookie = f"advisor_{place.port}"  # a browser may hold those of several servers
        self._token = b""
        self._given: list[bytes] = []

    def fresh_address(self) -> str:
        """An address that lets one browser in, once; an unused one before it no longer does."""
        token = secrets.token_urlsafe(_BYTES)
        self._token = token.encode()
        return f"{self.place.origin}/?{urlencode({'token': token})}"

    def install(self, app: web.Application) -> None:
        """Guard every route of an application, those that do not exist included."""
        app.middlewares.append(self._guard)
        app.on_response_prepare.append(self._protect)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if not self._called_by_name(request):
            raise web.HTTPForbidden(text=_NAMES)
        if request.method == hdrs.METH_GET and request.path == "/" and "token" in request.query:
            raise self._let_in(request.query["token"])
        if not self._holds_secret(request):
            raise web.HTTPForbidden(text=_CLOSED)
        if not self._from_own_page(request):
            raise web.HTTPForbidden(text=_FOREIGN)
        return await handler(request)

    def _let_in(self, token: str) -> web.HTTPException:
        """A redirect to the address without the token, which is spent with it, or a refusal."""
        if not (self._token and hmac.compare_digest(_bytes(token), self._token)):
            return web.HTTPForbidden(text=_SPENT)
        self._token = b""
        secret = secrets.token_urlsafe(_BYTES)
        self._given.append(secret.encode())
        response = web.HTTPSeeOther("/")
        response.set_cookie(self.cookie, secret, httponly=True, samesite="Strict", path="/")
        return response

    def _called_by_name(self, request: web.Request) -> bool:
        return self.place.answers_to(request.headers.get(hdrs.HOST, ""))

    def _holds_secret(self, request: web.Request) -> bool:
        shown = _bytes(request.cookies.get(self.cookie, ""))
        return any(hmac.compare_digest(shown, secret) for secret in self._given)

    def _from_own_page(self, request: web.Request) -> bool:
        origin = request.headers.get(hdrs.ORIGIN)
        if origin is None:  # browsers leave it out of plain loads, and never out of a WebSocket
            return hdrs.UPGRADE not in request.headers
        return origin.lower() == f"http://{request.headers[hdrs.HOST].lower()}"

    async def _protect(self, request: web.Request, response: web.StreamResponse) -> None:
        own = f" ws://{request.headers[hdrs.HOST]}" if self._called_by_name(request) else ""
        response.headers.update(_EVERYWHERE)
        response.headers["Content-Security-Policy"] = _POLICY.format(socket=own)


def _bytes(text: str) -> bytes:
    """What anybody may have sent, comparable whatever it holds."""
    return text.encode("utf-8", "replace")
