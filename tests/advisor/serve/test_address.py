"""What may be listened on, and by which names the server lets itself be called."""

from __future__ import annotations

from ipaddress import ip_address

import pytest

from advisor.serve.address import AddressError, Place, listen


def place(host: str, address: str, port: int = 8000) -> Place:
    return Place(host, ip_address(address), port, "db1.example")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "8.8.8.8", "::ffff:192.0.2.7"])
def test_what_others_could_reach_is_refused(host: str) -> None:
    with pytest.raises(AddressError) as refused:
        listen(host, 0)
    assert refused.value.code == "remote-address"
    assert "--allow-remote" in refused.value.help


@pytest.mark.parametrize("host", ["", "no such name", "a..b", "\N{SNOWMAN}" * 70])
def test_what_is_no_address_is_said_to_be_none(host: str) -> None:
    with pytest.raises(AddressError) as refused:
        listen(host, 0)
    assert refused.value.code == "no-such-address"


def test_an_address_of_another_machine_cannot_be_listened_on() -> None:
    with pytest.raises(AddressError) as refused:
        listen("192.0.2.7", 0, allow_remote=True)
    assert refused.value.code == "no-such-address"


def test_a_port_in_use_is_named() -> None:
    listener, first = listen("127.0.0.1", 0)
    with listener:
        listener.listen()
        with pytest.raises(AddressError, match=f"port {first.port} is in use"):
            listen("127.0.0.1", first.port)


@pytest.mark.parametrize("host", ["127.0.0.1", "127.3.2.1", "localhost"])
def test_loopback_is_not_remote_and_gets_a_real_port(host: str) -> None:
    listener, found = listen(host, 0)
    with listener:
        assert not found.remote
        assert found.port == listener.getsockname()[1] != 0


@pytest.mark.parametrize(
    ("where", "origin"),
    [
        (place("127.0.0.1", "127.0.0.1"), "http://127.0.0.1:8000"),
        (place("::1", "::1"), "http://[::1]:8000"),
        (place("localhost", "127.0.0.1", 80), "http://127.0.0.1"),
        (place("0.0.0.0", "0.0.0.0"), "http://db1.example:8000"),
    ],
)
def test_the_origin_can_be_opened(where: Place, origin: str) -> None:
    assert where.origin == origin
    assert where.answers_to(origin.removeprefix("http://"))


@pytest.mark.parametrize(
    ("where", "header", "answers"),
    [
        (place("127.0.0.1", "127.0.0.1"), "LocalHost:8000", True),
        (place("127.0.0.1", "127.0.0.1"), "[::1]:8000", True),
        (place("127.0.0.1", "127.0.0.1"), "127.0.0.1", False),
        (place("127.0.0.1", "127.0.0.1"), "127.0.0.1:8001", False),
        (place("127.0.0.1", "127.0.0.1"), "127.0.0.1.evil.example:8000", False),
        (place("127.0.0.1", "127.0.0.1"), "db1.example:8000", False),
        (place("127.0.0.1", "127.0.0.1"), "user@127.0.0.1:8000", False),
        (place("127.0.0.1", "127.0.0.1"), "127.0.0.1:8000\n", False),
        (place("127.0.0.1", "127.0.0.1"), "", False),
        (place("127.0.0.1", "127.0.0.1", 80), "127.0.0.1", True),
        (place("db1", "192.0.2.7"), "DB1:8000", True),
        (place("db1", "192.0.2.7"), "192.0.2.7:8000", True),
        (place("db1", "192.0.2.7"), "192.0.2.8:8000", False),
        (place("0.0.0.0", "0.0.0.0"), "192.0.2.8:8000", True),
        (place("0.0.0.0", "0.0.0.0"), "db1:8000", True),
        (place("0.0.0.0", "0.0.0.0"), "evil.example:8000", False),
        (place("evil.example", "127.0.0.1"), "evil.example:8000", False),
    ],
)
def test_names(where: Place, header: str, answers: bool) -> None:
    assert where.answers_to(header) is answers
