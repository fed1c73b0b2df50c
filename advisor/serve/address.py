"""Where the server listens, and the names by which a browser may call it."""

from __future__ import annotations

import errno
import re
import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any

Address = IPv4Address | IPv6Address

_HOST_HEADER = re.compile(r"(?P<name>[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::(?P<port>[0-9]{1,5}))?", re.ASCII)
_LOOPBACK_NAMES = frozenset({"127.0.0.1", "localhost", "::1"})
_HTTP = 80  # the port that a browser leaves out


class AddressError(ValueError):
    """The address cannot be listened on, or may not be; `code` and `help` are those of an error block."""

    def __init__(self, code: str, message: str, help: str = "") -> None:
        super().__init__(message)
        self.code, self.help = code, help


@dataclass(frozen=True, slots=True)
class Place:
    """Where the server listens: as named by the user, the address that this is, and the port."""

    host: str
    address: Address
    port: int
    machine: str
    """The name of this machine, by which it may be called when the server listens on all its addresses."""

    @property
    def remote(self) -> bool:
        """Whether other machines can reach it."""
        return not _is_loopback(self.address)

    @property
    def origin(self) -> str:
        """``http://HOST:PORT``, to be opened in a browser."""
        name = self.machine if self.address.is_unspecified else self.literal
        return f"http://{name}" if self.port == _HTTP else f"http://{name}:{self.port}"

    @property
    def literal(self) -> str:
        """The address as it stands before a port."""
        return f"[{self.address}]" if self.address.version == 6 else str(self.address)

    def answers_to(self, header: str) -> bool:
        """Whether a `Host` header names this server.

        A page elsewhere can let its own name point here, and would then count as the same origin: so no name counts
        but those of this machine. Addresses cannot be pointed anywhere, so any of them will do for all of them.
        """
        match = _HOST_HEADER.fullmatch(header.lower())
        if not match or int(match["port"] or _HTTP) != self.port:
            return False
        name = match["name"].strip("[]")
        if name in _LOOPBACK_NAMES or name == str(self.address):
            return True
        if self.address.is_unspecified:
            machine = self.machine.lower()
            return name in (machine, machine.partition(".")[0]) or _is_address(name)
        return self.remote and name == self.host.lower()


def listen(host: str, port: int, allow_remote: bool = False) -> tuple[socket.socket, Place]:
    """Bind a socket; port 0 takes any free one.

    Raises:
        AddressError: there is no such address, it is not this machine's, it is taken, or it is not loopback and
            that was not allowed.
    """
    family, address, endpoint = _resolve(host, port, allow_remote)
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(endpoint)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        raise _not_bound(error, host, port) from None
    return listener, Place(host, address, listener.getsockname()[1], socket.gethostname())


def _resolve(host: str, port: int, allow_remote: bool) -> tuple[int, Address, Any]:
    try:
        # The empty name would stand for every address.
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM) if host else []
    except (OSError, UnicodeError):
        found = []
    if not found:
        raise AddressError("no-such-address", f"`{host}` is no address", "leave --host out for 127.0.0.1")
    addresses = [ip_address(endpoint[0]) for *_, endpoint in found]
    if not allow_remote and not all(map(_is_loopback, addresses)):
        raise AddressError(
            "remote-address",
            f"other machines could reach `{host}`, and the connection is not encrypted",
            "leave --host out and come through `ssh -L`; or give --allow-remote as well",
        )
    family, _kind, _protocol, _name, endpoint = found[0]
    return family, addresses[0], endpoint


def _is_loopback(address: Address) -> bool:
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return (mapped or address).is_loopback


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _not_bound(error: OSError, host: str, port: int) -> AddressError:
    if error.errno == errno.EADDRINUSE:
        return AddressError("port-in-use", f"port {port} is in use", "leave --port out for any free one")
    if error.errno == errno.EACCES:
        return AddressError("port-refused", f"port {port} may not be used", "leave --port out for any free one")
    if error.errno == errno.EADDRNOTAVAIL:
        return AddressError("no-such-address", f"`{host}` is not an address of this machine")
    return AddressError("not-bound", f"cannot listen on `{host}` port {port}: {error.strerror}")
