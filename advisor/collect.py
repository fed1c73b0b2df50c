"""The command `advisor collect`: capture this host into a bundle, or print the script that does it elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from advisor.errors import Problem, complain
from advisor.terminal_line import TerminalLine
from facts.collect.host import Captured, bundle_name, capture, target, write


def collect(output: str) -> int:
    """Capture this host, and write the bundle to `output` (a file, a folder, "" for the current folder)."""
    if not sys.platform.startswith("linux"):
        return complain([Problem("not-on-this-system", f"`advisor collect` captures Linux hosts; this is {sys.platform}",
                                 help="`advisor collect --script solaris` prints a script for Solaris and illumos")])  # fmt: skip
    name = bundle_name()
    path = target(output, name)
    if not path.parent.is_dir():
        return complain(
            [Problem("cannot-write", f"`{path.parent}` is no folder", str(path), "name a folder that exists")]
        )
    line = TerminalLine()
    items = capture(tell=line.tell)
    line.ends()
    try:
        write(path, name, items)
    except OSError as error:
        return complain([Problem("cannot-write", f"`{path}` cannot be written: {error.strerror or error}", str(path),
                                 "name another place with -o")])  # fmt: skip
    sys.stderr.write("".join(f"{line}\n" for line in summary(items)))
    sys.stdout.write(f"{path}\n")
    return 0


_REFUSED = ("permission", "not permitted", "denied", "superuser", "must be root", "root privileges", "are you root")


def summary(items: Sequence[Captured]) -> list[str]:
    """What was captured and what was not, for the person who ran it."""
    kept = [item for item in items if item.place]
    lines = [f"{len(kept)} outputs and files, {sum(len(item.data) for item in kept) / 1e6:.1f} MB"]
    missing = sorted({item.source.split()[0] for item in items if item.note == "not installed"})
    refused = [item.source for item in items if any(word in item.note.lower() for word in _REFUSED)]
    ended = [f"{item.source} ({item.note})" for item in items if item.note.startswith("ended") or "cut" in item.note]
    if missing:
        lines.append(f"not installed: {', '.join(missing)}")
    if refused:
        lines.append(f"not permitted to this user (run as root to have them): {', '.join(dict.fromkeys(refused))}")
    if ended:
        lines.append(f"not whole: {', '.join(ended)}")
    lines.append("passwords and keys were taken out by their names; look through the bundle before you hand it on")
    return lines


def script(system: str) -> int:
    """Print the script for a system."""
    from facts.collect.script import script_for

    sys.stdout.write(script_for(system))
    return 0


def main(output: str, system: str) -> int:
    """The command; the result is the exit status."""
    if system and output:
        return complain([Problem("usage", "-o and --script do not go together",
                                 help="the script takes the folder to write to as its argument")])  # fmt: skip
    return script(system) if system else collect(output)
