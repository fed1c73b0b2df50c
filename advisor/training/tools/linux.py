"""Commands of a Linux host."""

from __future__ import annotations

from advisor.training.tools import (
    linux_iostat,
    linux_logs,
    linux_memory,
    linux_mounts,
    linux_processes,
    linux_services,
    linux_settings,
    linux_vmstat,
    linux_writes,
)

TOOLS = {
    **linux_iostat.TOOLS,
    **linux_logs.TOOLS,
    **linux_memory.TOOLS,
    **linux_mounts.TOOLS,
    **linux_processes.TOOLS,
    **linux_services.TOOLS,
    **linux_settings.TOOLS,
    **linux_vmstat.TOOLS,
    **linux_writes.TOOLS,
}
"""Those of a host with a `LinuxHost`."""
