"""Copying to the admin's own clipboard: on this host with its tools, over ssh and tmux through the terminal.

What is copied here is mostly a command that will be pasted as root: it leaves exactly as it was shown, without an end of
line, so that nothing runs by pasting alone.
"""

from __future__ import annotations

import asyncio
import base64
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from facts.text import clean

if TYPE_CHECKING:
    from textual.app import App

MAX_BYTES = 74_994
"""Terminals drop a longer text: in base64 and with the sequence around it, it is 100,000 bytes."""

TOOL_SECONDS = 3.0
"""After this long a tool is given up: xclip waits for ever where the display does not answer."""

_WITHOUT = frozenset({"linux", "dumb", "vt100", "vt220", "cons25", "sun"})
_SCREEN_CHUNK = 240  # GNU screen drops a longer string: 256 bytes in old versions, 768 in new ones

_PLACEHOLDER = re.compile(r"<[A-Z][A-Z0-9-]*>")

Run = Callable[[list[str], bytes], str]


def exact(text: str) -> str:
    """The text without control characters and without line ends at its end; tabs and the lines between stay."""
    return "\n".join(clean(line) for line in text.split("\n")).rstrip("\n")


async def copy_from(app: App[Any], text: str) -> str:
    """Copy for an app, without holding up its screen; the result says in words what was done.

    The app's own clipboard holds the text in any case, so that it can be pasted within the app.
    """
    text = exact(text)
    driver = app._driver
    if app.is_web or app.is_headless or driver is None:
        # In a browser the page listens to Textual's plain sequence; the tools of this host would fill the wrong clipboard.
        app.copy_to_clipboard(text)
        return "copied; through the browser" if app.is_web else "copied within advisor only"
    app._clipboard = text
    return await asyncio.to_thread(copy, text, dict(os.environ), driver.write)


def to_fill_in(text: str) -> list[str]:
    """The placeholders of a command, each once: what a person has to put in before it is run."""
    return list(dict.fromkeys(_PLACEHOLDER.findall(text)))


def copy(text: str, environment: Mapping[str, str], write: Callable[[str], None]) -> str:
    """Copy a text; the result says in words what was done. Blocks for at most a few seconds: call it in a thread.

    Args:
        text: what to copy; it leaves as `exact` gives it.
        environment: the process's environment, which tells where the terminal and the clipboard are.
        write: writes raw sequences to the terminal.
    """
    return _copy(exact(text), environment, write, lambda command, data: _run(command, data, environment))


def _copy(text: str, environment: Mapping[str, str], write: Callable[[str], None], run: Run) -> str:
    data = text.encode("utf-8", errors="replace")
    if not data:
        return "could not be copied: there is nothing to copy"
    tools = dict(_tools(environment))
    failures: list[str] = []
    if not _is_remote(environment) and (done := _with_tools(tools, data, run, failures)):
        return done
    if len(data) > MAX_BYTES:
        if _is_remote(environment) and (done := _with_tools(tools, data, run, failures)):
            return done
        if environment.get("TMUX") and not run(_TMUX, data):
            return "copied into tmux only; paste it with the prefix and ]"
        failures.append(f"{len(data):,} bytes are more than a terminal takes ({MAX_BYTES:,})")
        return f"could not be copied: {'; '.join(failures)}"
    if environment.get("TERM", "") in _WITHOUT:
        return f"could not be copied: {'; '.join([*failures, 'this terminal has no clipboard'])}"
    # Only what tmux says can be known: a terminal that does not take the sequence stays silent.
    into_tmux = bool(environment.get("TMUX")) and not run(_TMUX, data)
    try:
        for sequence in sequences(data, environment):
            write(sequence)
    except OSError as error:
        failure = error.strerror or "the terminal cannot be written to"
        return f"could not be copied: {'; '.join([*failures, failure])}"
    return "copied; through tmux and the terminal (OSC 52)" if into_tmux else "copied; through the terminal (OSC 52)"


def _is_remote(environment: Mapping[str, str]) -> bool:
    return any(environment.get(name) for name in ("SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"))


# tmux ignores the sequence from a program unless `set-clipboard on`, and passes none on unless `allow-passthrough on`;
# neither is its default. This command fills its buffer and, with -w, its own terminal's clipboard as well.
_TMUX = ["tmux", "load-buffer", "-w", "-"]


def _tools(environment: Mapping[str, str]) -> Iterator[tuple[str, list[str]]]:
    """The commands that could reach a clipboard from here, by name, best first."""
    if environment.get("WAYLAND_DISPLAY"):
        yield "wl-copy", ["wl-copy", "--type", "text/plain;charset=utf-8"]
    if environment.get("DISPLAY"):
        yield "xclip", ["xclip", "-selection", "clipboard", "-in"]
        yield "xsel", ["xsel", "--clipboard", "--input"]
    yield "pbcopy", ["pbcopy"]
    if environment.get("WSL_DISTRO_NAME") or environment.get("WSL_INTEROP"):
        yield "clip.exe", ["clip.exe"]


def _with_tools(tools: Mapping[str, list[str]], data: bytes, run: Run, failures: list[str]) -> str:
    for name, command in tools.items():
        # clip.exe takes UTF-8 for the console's code page unless it is told otherwise.
        given = data.decode().encode("utf-16") if name == "clip.exe" else data
        failure = run(command, given)
        if not failure:
            return f"copied with {name}"
        if failure != _ABSENT:
            failures.append(f"{name} {failure}")
    return ""


_ABSENT = "is not installed"


def _run(command: list[str], data: bytes, environment: Mapping[str, str]) -> str:
    """Run a tool with the data on standard input; "" or what went wrong."""
    # Only absolute folders are searched: the working directory may hold somebody else's captures.
    path = os.pathsep.join(part for part in environment.get("PATH", os.defpath).split(os.pathsep) if part[:1] == "/")
    program = shutil.which(command[0], path=path)
    if program is None:
        return _ABSENT
    try:
        # xclip and wl-copy stay behind to serve the clipboard: they must hold neither our pipes nor our terminal.
        done = subprocess.run(
            [program, *command[1:]],
            input=data,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env=dict(environment),
            timeout=TOOL_SECONDS,
            check=False,
            start_new_session=True,
        )
    except subprocess.TimeoutExpired:
        return f"did not answer within {TOOL_SECONDS:.0f} s"
    except OSError as error:
        return f"did not start: {error.strerror}"
    return f"ended with status {done.returncode}" if done.returncode else ""


def sequences(data: bytes, environment: Mapping[str, str]) -> list[str]:
    """OSC 52 in the forms that the terminal, or the multiplexer before it, may take; the others drop what is not theirs."""
    plain = f"\x1b]52;c;{base64.b64encode(data).decode('ascii')}\x07"
    term = environment.get("TERM", "")
    if environment.get("TMUX") or term.startswith("tmux"):
        return [_through_tmux(plain), plain]
    if environment.get("STY"):
        return [_through_screen(plain)]
    if term.startswith("screen"):
        # Over ssh: GNU screen or tmux, on the near side. tmux drops the wrapped form, screen drops the plain one.
        return [_through_screen(plain), plain]
    return [plain]


def _through_tmux(sequence: str) -> str:
    doubled = sequence.replace("\x1b", "\x1b\x1b")
    return f"\x1bPtmux;{doubled}\x1b\\"


def _through_screen(sequence: str) -> str:
    chunks = [sequence[at : at + _SCREEN_CHUNK] for at in range(0, len(sequence), _SCREEN_CHUNK)]
    return "".join(f"\x1bP{chunk}\x1b\\" for chunk in chunks)
