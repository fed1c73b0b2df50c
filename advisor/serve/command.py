"""`advisor serve`: listen, print the address, and serve until interrupted."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

from aiohttp import web

from advisor.serve.address import Place, listen
from advisor.serve.gate import Gate
from advisor.serve.server import Server

_SHUTDOWN_SECONDS = 12.0  # longer than a program takes that has to be killed
_BACKGROUND_SECONDS = 1.0


def serve(host: str, port: int, *, allow_remote: bool = False, db: str | None = None) -> int:
    """Serve the terminal UI until Ctrl-C; the result is the exit status.

    Args:
        host: the address to listen on
        port: 0 for any free one
        allow_remote: whether the address may be one that other machines reach
        db: where sessions are kept, if not in the usual place

    Raises:
        AddressError: the address cannot be listened on, or may not be.
    """
    return run(app_command(db), host, port, allow_remote=allow_remote)


def app_command(db: str | None) -> list[str]:
    """The command line of the terminal UI; -P keeps the current directory from shadowing a module."""
    return [sys.executable, "-P", "-m", "advisor", *(["--db", str(Path(db).absolute())] if db else [])]


def run(command: Sequence[str], host: str, port: int, *, allow_remote: bool = False) -> int:
    """Serve any command that runs a Textual app; see `serve`."""
    listener, place = listen(host, port, allow_remote)
    if place.remote:
        sys.stderr.write(_warning(place))
    asyncio.run(_serve(command, listener, place))
    return 0


async def _serve(command: Sequence[str], listener: socket.socket, place: Place) -> None:
    gate = Gate(place)
    # No access log: it would hold the tokens.
    runner = web.AppRunner(Server(command).application(gate), access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS)
    await runner.setup()
    try:
        await web.SockSite(runner, listener).start()
        ended = _until_signal()
        asks = _on_enter(gate)
        _tell(gate, _hints(place, asks))
        await ended.wait()
    finally:
        await runner.cleanup()


def _until_signal() -> asyncio.Event:
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, ended.set)
    return ended


def _on_enter(gate: Gate) -> bool:
    """Print a fresh address whenever Enter is pressed; whether there is a terminal to press it in."""
    try:
        terminal = sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):  # closed, or no file
        return False
    if not os.isatty(terminal):
        return False
    loop = asyncio.get_running_loop()

    def pressed() -> None:
        if _in_background(terminal):
            # What is typed is for the shell, and to read it would stop this process.
            loop.remove_reader(terminal)
            loop.call_later(_BACKGROUND_SECONDS, loop.add_reader, terminal, pressed)
        elif os.read(terminal, 4096):
            _tell(gate)
        else:
            loop.remove_reader(terminal)

    loop.add_reader(terminal, pressed)
    return True


def _in_background(terminal: int) -> bool:
    try:
        return os.tcgetpgrp(terminal) != os.getpgrp()
    except OSError:  # a terminal that no shell controls us from
        return False


def _tell(gate: Gate, hints: str = "") -> None:
    sys.stdout.write(gate.fresh_address() + "\n")
    sys.stdout.flush()
    sys.stderr.write(hints)


def _hints(place: Place, asks: bool) -> str:
    lines = ["open this address in a browser; it lets one browser in, once"]
    if not place.remote:
        lines.append(
            f"from another machine: ssh -L {place.port}:{place.literal}:{place.port} {place.machine}, then open it there"
        )
    lines.append("Enter prints a fresh address, Ctrl-C ends" if asks else "Ctrl-C ends")
    return "".join(f"{line}\n" for line in lines)


def _warning(place: Place) -> str:
    return (
        f"warning: other machines can reach `{place.host}` port {place.port}, and nothing is encrypted: whoever sees the\n"
        "  address drives this program, and all that is shown or pasted can be read on the way\n"
        f"  help: without --host and --allow-remote, through ssh -L {place.port}:127.0.0.1:{place.port} {place.machine}\n"
    )
