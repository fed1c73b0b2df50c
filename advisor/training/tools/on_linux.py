"""The Linux host that a command runs on, and how old it is."""

from __future__ import annotations

from advisor.training.parts.linux_host import LinuxHost
from advisor.training.tools.tool import Call


def linux_of(call: Call) -> LinuxHost:
    """The host of a call as a Linux host."""
    return call.part("linux", LinuxHost)


def is_old(linux: LinuxHost) -> bool:
    """Whether its tools are from before procps-ng, with kernels 2.6."""
    return linux.release in ("el5", "el6")
