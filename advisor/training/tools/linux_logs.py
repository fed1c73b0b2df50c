"""What the kernel and services said: dmesg and journalctl."""

from __future__ import annotations

import re

from advisor.training.parts.linux_log import MESSAGES
from advisor.training.tools.on_linux import linux_of
from advisor.training.tools.tool import Call, Tool, table


def _dmesg(call: Call) -> str:
    options, _ = call.options("TkxHwl:")
    return linux_of(call).log.dmesg("-T" in options)


def _journal(call: Call) -> str:
    lines = call.host.files.read(MESSAGES).splitlines()
    count = re.search(r"-n\s*(\d+)", " ".join(call.args))
    kernel = [line for line in lines if "kernel:" in line] if {"-k", "-kb", "--dmesg"} & set(call.args) else lines
    return "".join(f"{line}\n" for line in (kernel[-int(count[1]) :] if count else kernel))


TOOLS = table(
    Tool("dmesg", _dmesg, "the kernel's messages since the start, with seconds; -T: with dates"),
    Tool("journalctl", _journal, "the journal: journalctl -k for the kernel's messages, -n NUMBER for the last"),
)  # fmt: skip
"""Those of a host with a `LinuxHost`."""
