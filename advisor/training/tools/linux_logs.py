"""What the kernel and services said: dmesg and journalctl."""

from __future__ import annotations

import re

from advisor.training.parts.kernel_log import MESSAGES, KernelLog
from advisor.training.tools.tool import Call, Failed, Tool, table


def _dmesg(call: Call) -> str:
    options, rest = call.options("TtkxHwcn:s:l:")
    if rest:
        raise Failed("dmesg: known here: dmesg [-T]", 1)
    return call.part("log", KernelLog).dmesg("-T" in options)


def _journal(call: Call) -> str:
    lines = call.host.files.read(MESSAGES).splitlines()
    count = re.search(r"-n\s*(\d+)", " ".join(call.args))
    kernel = [line for line in lines if "kernel:" in line] if {"-k", "-kb", "--dmesg"} & set(call.args) else lines
    return "".join(f"{line}\n" for line in (kernel[-int(count[1]) :] if count else kernel))


TOOLS = table(
    Tool("dmesg", _dmesg, "the kernel's messages since the start, with seconds; -T: with dates"),
    Tool("journalctl", _journal, "the journal: journalctl -k for the kernel's messages, -n NUMBER for the last"),
)  # fmt: skip
"""Those of a host with a `KernelLog`."""
