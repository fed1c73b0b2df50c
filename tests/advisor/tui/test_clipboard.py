"""Copying: the sequences as each multiplexer needs them, the tools, and that a command leaves exactly as it is."""

import asyncio
import base64
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from textual.app import App

from advisor.tui import clipboard
from advisor.tui.clipboard import copy, copy_from, exact, sequences

SSH = {"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22", "TERM": "xterm-256color", "PATH": "/nonexistent"}
LOCAL = {"TERM": "xterm-256color", "PATH": "/nonexistent"}


def copied(text: str, environment: dict[str, str]) -> tuple[str, list[str]]:
    written: list[str] = []
    return copy(text, environment, written.append), written


def plain(text: str) -> str:
    return f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\x07"


def tool(folder: Path, name: str, script: str) -> None:
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


@pytest.fixture
def tools(tmp_path: Path) -> dict[str, str]:
    """A local display with every tool; each writes what it was given to a file of its name."""
    for name in ("wl-copy", "xclip", "xsel"):
        tool(tmp_path, name, f'printf "%s " "$@" > {tmp_path}/{name}.arguments; cat > {tmp_path}/{name}.text')
    return {"PATH": f"{tmp_path}:/usr/bin:/bin", "DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "TERM": "xterm"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("zpool set ashift=12 rpool\n", "zpool set ashift=12 rpool"),
        ("a\n\n", "a"),
        ("a \\\n  b\n", "a \\\n  b"),
        ("a\tb\r\nc", "a\tb\nc"),
        ("rm x\x1b[201~\nreboot", "rm x\nreboot"),
        ("a\rb\x00\u202ec\u200b", "abc"),
        (" a ", " a "),
        ("'größe' \U0001f600 \u05d0", "'größe' \U0001f600 \u05d0"),
    ],
)
def test_what_leaves_is_exactly_the_command(text: str, expected: str) -> None:
    assert exact(text) == expected
    assert copied(text, SSH)[1] == [plain(expected)]


def test_over_ssh_the_terminal_is_first(tools: dict[str, str], tmp_path: Path) -> None:
    said, written = copied("ls", {**tools, "SSH_TTY": "/dev/pts/3"})
    assert (said, written) == ("copied; through the terminal (OSC 52)", [plain("ls")])
    assert not list(tmp_path.glob("*.text"))


def test_locally_the_tools_are_first(tools: dict[str, str], tmp_path: Path) -> None:
    said, written = copied("größe; $(reboot) `x`\nls", tools)
    assert (said, written) == ("copied with wl-copy", [])
    assert (tmp_path / "wl-copy.text").read_text(encoding="utf-8") == "größe; $(reboot) `x`\nls"
    assert "reboot" not in (tmp_path / "wl-copy.arguments").read_text()


def test_the_next_tool_is_tried_and_then_the_terminal(tools: dict[str, str], tmp_path: Path) -> None:
    tool(tmp_path, "wl-copy", "exit 1")
    assert copied("ls", tools)[0] == "copied with xclip"
    tool(tmp_path, "xclip", "exit 1")
    assert copied("ls", tools)[0] == "copied with xsel"
    tool(tmp_path, "xsel", "exit 1")
    assert copied("ls", tools) == ("copied; through the terminal (OSC 52)", [plain("ls")])


def test_a_tool_that_hangs_is_given_up(tools: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clipboard, "TOOL_SECONDS", 0.2)
    tool(tmp_path, "wl-copy", "exec sleep 60")
    assert copied("ls", tools)[0] == "copied with xclip"


def test_a_tool_that_stays_behind_holds_nothing_up(
    tools: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clipboard, "TOOL_SECONDS", 2.0)
    tool(tmp_path, "wl-copy", "cat >/dev/null; sleep 4 &\nexit 0")  # as wl-copy and xclip do, to serve the clipboard
    assert copied("ls", tools)[0] == "copied with wl-copy"


def test_no_tool_is_taken_from_the_working_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool(tmp_path, "xclip", f"touch {tmp_path}/ran")
    monkeypatch.chdir(tmp_path)
    said, _ = copied("ls", {"PATH": ".::/nonexistent", "DISPLAY": ":0"})
    assert said == "copied; through the terminal (OSC 52)"
    assert not (tmp_path / "ran").exists()


def test_tools_without_a_display_are_left_alone(tools: dict[str, str]) -> None:
    environment = {name: value for name, value in tools.items() if not name.endswith("DISPLAY")}
    assert copied("ls", environment)[0] == "copied; through the terminal (OSC 52)"


def test_clip_exe_is_given_what_it_reads(tmp_path: Path) -> None:
    tool(tmp_path, "clip.exe", f"cat > {tmp_path}/text")
    environment = {"PATH": f"{tmp_path}:/usr/bin:/bin", "WSL_DISTRO_NAME": "Debian"}
    assert copied("größe", environment)[0] == "copied with clip.exe"
    assert (tmp_path / "text").read_bytes().decode("utf-16") == "größe"


def test_a_long_text_goes_by_a_tool_or_is_refused(tools: dict[str, str], tmp_path: Path) -> None:
    longest, longer = "x" * clipboard.MAX_BYTES, "x" * (clipboard.MAX_BYTES + 1)
    said, [written] = copied(longest, SSH)
    assert (said, len(written)) == ("copied; through the terminal (OSC 52)", 100_000)
    assert copied(longer, SSH) == ("could not be copied: 74,995 bytes are more than a terminal takes (74,994)", [])
    assert copied(longer, {**tools, "SSH_TTY": "/dev/pts/3"}) == ("copied with wl-copy", [])
    for name in ("wl-copy", "xclip", "xsel"):
        tool(tmp_path, name, "exit 3")
    assert copied(longer, tools)[0] == (
        "could not be copied: wl-copy ended with status 3; xclip ended with status 3; xsel ended with status 3; "
        "74,995 bytes are more than a terminal takes (74,994)"
    )


def test_nothing_is_not_copied() -> None:
    assert copied("\n", SSH) == ("could not be copied: there is nothing to copy", [])


def test_a_terminal_that_is_gone_is_said() -> None:
    def write(_: str) -> None:
        raise OSError(5, "Input/output error")

    assert copy("ls", SSH, write) == "could not be copied: Input/output error"


def test_a_console_without_a_clipboard_is_said() -> None:
    assert copied("ls", {**LOCAL, "TERM": "linux"}) == ("could not be copied: this terminal has no clipboard", [])


def test_through_tmux_escapes_are_doubled() -> None:
    wrapped, bare = sequences(b"ls", {"TMUX": "/tmp/tmux-0/default,1,0", "TERM": "screen-256color"})
    assert wrapped == "\x1bPtmux;\x1b\x1b]52;c;bHM=\x07\x1b\\"
    assert bare == plain("ls")
    assert sequences(b"ls", {"TERM": "tmux-256color"}) == [wrapped, bare], "tmux on the near side of ssh"


def test_through_screen_in_short_pieces() -> None:
    data = os.urandom(5000)
    [wrapped] = sequences(data, {"STY": "123.pts-0.host", "TERM": "screen"})
    pieces = re.findall("\x1bP([^\x1b]*(?:\x1b\\][^\x1b]*)?)\x1b\\\\", wrapped)
    assert "".join(f"\x1bP{piece}\x1b\\" for piece in pieces) == wrapped
    assert max(map(len, pieces)) <= 256
    assert "".join(pieces) == f"\x1b]52;c;{base64.b64encode(data).decode()}\x07"


class Waiting(App[None]):
    pass


def test_without_a_terminal_the_app_keeps_it() -> None:
    async def run() -> None:
        app = Waiting()
        async with app.run_test():
            assert await copy_from(app, "ls -l\n") == "copied within advisor only"
            assert app.clipboard == "ls -l"

    asyncio.run(run())


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[str]:
    """A tmux server of our own, with tmux's own defaults; the value is for `$TMUX`."""
    program = shutil.which("tmux")
    if program is None:
        pytest.skip("tmux is not installed")
    socket = tmp_path / "socket"
    command = [program, "-S", str(socket), "-f", os.devnull]
    subprocess.run([*command, "new-session", "-d", "sleep 60"], check=True, timeout=20)
    yield f"{socket},1,0"
    subprocess.run([*command, "kill-server"], check=True, timeout=20)


def test_tmux_holds_it_with_its_own_defaults(tmux: str) -> None:
    environment = {**SSH, "TMUX": tmux, "PATH": os.environ["PATH"]}
    said, written = copied("zfs list -t all 'größe'\nls", environment)
    assert said == "copied; through tmux and the terminal (OSC 52)"
    assert len(written) == 2
    shown = subprocess.run(
        ["tmux", "-S", tmux.split(",")[0], "show-buffer"], capture_output=True, check=True, timeout=20
    )
    assert shown.stdout.decode() == "zfs list -t all 'größe'\nls"
    assert copied("x" * 80_000, environment)[0] == "copied into tmux only; paste it with the prefix and ]"
