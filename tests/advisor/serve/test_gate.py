"""Nothing of the server can be had without the one-time address, nor from another page or by another name."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import textual_serve

import advisor.serve
from tests.advisor.serve.serving import Served, served

ROUTES = ("/", "/ws", "/static/page.js", "/textual/js/textual.js", "/download/x", "/nothing-here")
USED = "this address was used already, or is wrong"
CLOSED = "this browser was not let in"


def with_server(check: Callable[[Served], Awaitable[None]]) -> None:
    async def run() -> None:
        async with served() as server:
            await check(server)

    asyncio.run(run())


def test_the_address_lets_in_and_the_token_leaves_the_address() -> None:
    async def check(server: Served) -> None:
        answer = await server.get(server.gate.fresh_address())
        assert (answer.status, answer.headers["Location"]) == (303, "/")
        cookie, *properties = answer.headers["Set-Cookie"].split("; ")
        assert cookie.startswith(f"advisor_{server.place.port}=")
        assert sorted(properties) == ["HttpOnly", "Path=/", "SameSite=Strict"]
        page = await server.get("/", Cookie=cookie)
        assert page.status == 200
        assert 'id="terminal"' in page.text

    with_server(check)


def test_the_secret_is_not_the_token() -> None:
    async def check(server: Served) -> None:
        address = server.gate.fresh_address()
        answer = await server.get(address)
        token = address.partition("token=")[2]
        assert len(token) >= 43
        assert token not in answer.headers["Set-Cookie"]

    with_server(check)


@pytest.mark.parametrize("token", ["", "x", "%ff%00", "é", "a" * 43])
def test_a_wrong_token_is_refused_and_leaves_the_right_one(token: str) -> None:
    async def check(server: Served) -> None:
        address = server.gate.fresh_address()
        refused = await server.get(f"/?token={token}")
        assert (refused.status, "Set-Cookie" in refused.headers) == (403, False)
        assert refused.text.startswith(USED)
        assert (await server.get(address)).status == 303

    with_server(check)


def test_a_token_works_once_and_a_fresh_one_replaces_it() -> None:
    async def check(server: Served) -> None:
        first = server.gate.fresh_address()
        second = server.gate.fresh_address()
        assert (await server.get(first)).status == 403
        assert (await server.get(second)).status == 303
        spent = await server.get(second)
        assert (spent.status, spent.text.startswith(USED)) == (403, True)

    with_server(check)


def test_no_token_is_right_when_all_are_spent() -> None:
    async def check(server: Served) -> None:
        assert (await server.get("/?token=")).status == 403

    with_server(check)


def test_a_browser_that_was_let_in_stays_so_when_another_is() -> None:
    async def check(server: Served) -> None:
        first, second = await server.let_in(), await server.let_in()
        assert first != second
        assert [(await server.get("/", **cookie)).status for cookie in (first, second)] == [200, 200]

    with_server(check)


@pytest.mark.parametrize("path", ROUTES)
def test_without_the_cookie_every_route_is_refused(path: str) -> None:
    async def check(server: Served) -> None:
        await server.let_in()
        own = f"advisor_{server.place.port}"
        for cookie in ("", f"{own}=", f"{own}=x", "advisor_1=x", f"{own}=\xff"):
            answer = await server.get(path, Cookie=cookie)
            assert (answer.status, answer.text.startswith(CLOSED)) == (403, True), cookie

    with_server(check)


def test_the_window_opens_only_from_the_own_page() -> None:
    async def check(server: Served) -> None:
        cookie, port = await server.let_in(), server.place.port
        assert await server.window_status(**cookie, Origin=server.origin) == 101
        for origin in (
            "http://evil.example",
            f"http://evil.example:{port}",
            f"https://127.0.0.1:{port}",
            f"http://127.0.0.1:{port + 1}",
            f"http://localhost:{port}",  # ours, but not as it was called
            "http://127.0.0.1",
            "null",
            "",
        ):
            assert await server.window_status(**cookie, Origin=origin) == 403, origin
        assert await server.window_status(**cookie) == 403
        assert await server.window_status(Origin=server.origin) == 403

    with_server(check)


def test_the_window_opens_under_the_other_name_of_loopback() -> None:
    async def check(server: Served) -> None:
        name = f"localhost:{server.place.port}"
        assert await server.window_status(**await server.let_in(), Host=name, Origin=f"http://{name}") == 101

    with_server(check)


@pytest.mark.parametrize("path", ["/", "/static/page.js"])
def test_a_page_of_another_origin_is_refused_everywhere(path: str) -> None:
    async def check(server: Served) -> None:
        cookie = await server.let_in()
        assert (await server.get(path, **cookie, Origin="http://evil.example")).status == 403
        assert (await server.get(path, **cookie, Origin=server.origin)).status == 200

    with_server(check)


def test_a_name_pointed_here_from_elsewhere_is_refused_even_with_the_token() -> None:
    async def check(server: Served) -> None:
        cookie, address = await server.let_in(), server.gate.fresh_address()
        host = f"evil.example:{server.place.port}"
        assert (await server.get("/", **cookie, Host=host)).status == 403
        assert await server.window_status(**cookie, Host=host, Origin=f"http://{host}") == 403
        assert (await server.get(address, Host=host)).status == 403
        assert (await server.get(address)).status == 303

    with_server(check)


def test_a_glance_at_the_address_does_not_spend_it() -> None:
    async def check(server: Served) -> None:
        address = server.gate.fresh_address()
        async with server.client.head(address, allow_redirects=False) as response:
            assert response.status == 403
        assert (await server.get(address)).status == 303

    with_server(check)


def test_every_answer_is_guarded_against_framing_sniffing_and_leaking() -> None:
    async def check(server: Served) -> None:
        cookie = await server.let_in()
        answers = [await server.get(path, **cookie) for path in ROUTES]
        answers += [await server.get("/"), await server.get(server.gate.fresh_address())]
        assert {answer.status for answer in answers} >= {200, 303, 403, 404}
        for answer in answers:
            policy = answer.headers["Content-Security-Policy"].split("; ")
            assert {"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"} <= set(policy)
            assert f"connect-src 'self' ws://127.0.0.1:{server.place.port}" in policy
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert answer.headers["Cache-Control"] == "no-store"

    with_server(check)


def test_a_refused_name_does_not_get_into_the_policy() -> None:
    async def check(server: Served) -> None:
        answer = await server.get("/", Host="evil.example; script-src *")
        assert answer.status in (400, 403)
        assert "evil" not in answer.headers.get("Content-Security-Policy", "")

    with_server(check)


def test_folders_are_not_listed_and_not_left() -> None:
    async def check(server: Served) -> None:
        cookie = await server.let_in()
        for path in ("/static/", "/textual/js/", "/static/%2e%2e/gate.py", "/static/..%2fgate.py"):
            assert (await server.get(path, **cookie)).status in (403, 404), path

    with_server(check)


def test_nothing_that_is_served_names_another_place() -> None:
    ours = Path(advisor.serve.__file__).parent / "static"
    theirs = Path(textual_serve.__file__).parent / "static"
    files = [*ours.iterdir(), *(theirs / "js").iterdir(), *(theirs / "css").iterdir()]
    assert len(files) >= 6
    for path in files:
        text = path.read_text(encoding="utf-8")
        # Left are names of things, not places to load from: a licence's links and an XML namespace.
        without_comments = re.sub(r"/\*.*?\*/", "", text, flags=re.S) if path.suffix == ".css" else text
        found = re.findall(r"(?:https?|wss?):/{2}[\w.-]+", without_comments)
        assert set(found) <= {"http://www.w3.org"}, path
        assert "@import" not in text
        assert "url(" not in without_comments, path
