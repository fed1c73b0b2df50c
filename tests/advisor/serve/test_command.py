"""`advisor serve` as a user runs it: where it listens, what it says on which channel, and how it ends."""

from __future__ import annotations

import http.client
import os
import pty
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from advisor.serve.command import app_command
from tests.tree import ROOT

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/\?token=[\w-]{43}\n")


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "advisor", "serve", *arguments]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}


def refused(*arguments: str) -> str:
    """What stands on standard error when it does not start."""
    done = subprocess.run(
        command(*arguments), capture_output=True, text=True, timeout=60, check=False, cwd=ROOT, env=environment()
    )
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


@contextmanager
def running(*arguments: str, stdin: int = subprocess.DEVNULL) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(
        command(*arguments),
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=environment(),
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def first_line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline()


def ended(process: subprocess.Popen[str], number: int) -> tuple[int, str, str]:
    """Exit status, further standard output and standard error after a signal."""
    process.send_signal(number)
    output, errors = process.communicate(timeout=30)
    return process.returncode, output, errors


def status_of(address: str) -> int:
    origin, _, path = address.strip().removeprefix("http://").partition("/")
    connection = http.client.HTTPConnection(origin, timeout=10)
    try:
        connection.request("GET", f"/{path}")
        return connection.getresponse().status
    finally:
        connection.close()


def test_the_program_is_this_one_with_the_sessions_that_were_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert app_command(None) == [sys.executable, "-P", "-m", "advisor"]
    assert app_command("-x.db")[4:] == ["--db", str(tmp_path / "-x.db")]


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7"])
def test_it_does_not_listen_where_others_reach_it(host: str) -> None:
    assert refused("--host", host) == (
        f"error[remote-address]: other machines could reach `{host}`, and the connection is not encrypted\n"
        "  help: leave --host out and come through `ssh -L`; or give --allow-remote as well\n"
    )


def test_listening_for_others_takes_an_option_and_warns() -> None:
    with running("--host", "0.0.0.0", "--allow-remote") as process:
        address = first_line(process)
        status, _, errors = ended(process, signal.SIGINT)
    assert address.startswith(f"http://{socket.gethostname()}:")
    assert status == 0
    assert errors.startswith("warning: other machines can reach `0.0.0.0` port ")
    assert "nothing is encrypted" in errors


@pytest.mark.parametrize("port", ["-1", "65536", "http", "8_0", "²"])
def test_a_port_that_is_none_is_a_usage_error(port: str) -> None:
    assert refused(f"--port={port}").startswith(f"error[usage]: argument --port: `{port}` is no port")


def test_a_port_in_use_is_said_to_be() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert refused("--port", str(port)) == (
            f"error[port-in-use]: port {port} is in use\n  help: leave --port out for any free one\n"
        )


def test_without_the_library_it_says_what_to_install() -> None:
    code = "import sys; sys.modules['textual_serve'] = None; from advisor.cli import main; sys.exit(main(['serve']))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        cwd=ROOT,
        env=environment(),
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error[not-installed]: `textual_serve` is not installed\n  help: pip install textual-serve\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_standard_output_is_the_address_and_a_signal_ends_it(number: int) -> None:
    with running() as process:
        address = first_line(process)
        assert ADDRESS.fullmatch(address)
        assert status_of(address) == 303
        status, output, errors = ended(process, number)
    assert (status, output) == (0, "")
    assert errors.startswith("open this address in a browser; it lets one browser in, once\n")
    assert errors.endswith("\nCtrl-C ends\n")
    assert "token" not in errors


def test_enter_prints_a_fresh_address() -> None:
    ours, theirs = pty.openpty()
    try:
        with running(stdin=theirs) as process:
            spent = first_line(process)
            assert status_of(spent) == 303
            os.write(ours, b"\n")
            fresh = first_line(process)
            assert ADDRESS.fullmatch(fresh)
            assert (status_of(spent), status_of(fresh)) == (403, 303)
            status, output, errors = ended(process, signal.SIGINT)
            assert (status, output) == (0, "")
            assert errors.endswith("\nEnter prints a fresh address, Ctrl-C ends\n")
    finally:
        os.close(ours)
        os.close(theirs)


def test_it_goes_on_when_its_terminal_goes() -> None:
    ours, theirs = pty.openpty()
    with running(stdin=theirs) as process:
        address = first_line(process)
        os.close(theirs)
        os.close(ours)
        time.sleep(0.2)  # for it to notice
        assert status_of(address) == 303
        assert ended(process, signal.SIGINT)[0] == 0
