"""The outputs of simulated hosts are read by a public parser of such outputs, too: jc, where it has a parser for the tool."""

from __future__ import annotations

import re

import jc
import pytest

from tests.advisor.training.runs import SCENARIOS, played
from tests.kb.examples import every

PARSERS = {
    "uname -a": "uname", "uptime": "uptime", "free": "free", "df": "df", "lsmod": "lsmod", "mount": "mount", "ps -ef": "ps", "ps aux": "ps",
    "vmstat": "vmstat", "lsblk": "lsblk", "cat /proc/meminfo": "proc_meminfo", "cat /proc/mdstat": "proc_mdstat", "sysctl": "sysctl",
    "cat /proc/vmstat": "proc_vmstat", "mdadm --detail": "mdadm", "zpool status": "zpool_status", "zpool iostat": "zpool_iostat",
    "iostat": "iostat", "date": "date", "id": "id", "dmidecode": "dmidecode", "cat /etc/fstab": "fstab", "top -b": "top", "mpstat": "mpstat",
    "netstat": "netstat", "ethtool": "ethtool", "smartctl": "smartctl",
}  # fmt: skip
LINUX_ONLY = {"vmstat", "mount", "iostat", "free", "df", "ps", "netstat", "uptime"}
"""Of these jc reads what Linux prints, and no other system's."""
KNOWN = set(jc.parser_mod_list())


def parser_of(line: str, system: str) -> str:
    """The parser for a command line; "" where there is none, or where what it printed went through a filter."""
    if re.search(r"[|;&<>]", line):
        return ""
    for words, parser in PARSERS.items():
        if f"{line} ".startswith(f"{words} ") and parser in KNOWN:
            return "" if parser in LINUX_ONLY and system != "linux" else parser
    return ""


@pytest.mark.parametrize("name", every(3, list(SCENARIOS)))
def test_what_jc_can_read_it_reads(name: str) -> None:
    scenario = SCENARIOS[name]
    play = played(scenario, 1, scenario.look, scenario.fix, scenario.keep, scenario.verify)
    for _, ran in play.ran:
        parser = parser_of(ran.line, play.machine.hosts[ran.host].system)
        if parser and ran.printed.strip():
            found = jc.parse(parser, ran.printed, quiet=True)
            assert found, f"{parser} reads nothing of `{ran.line}`"
            rows = found if isinstance(found, list) else [found]
            assert not any("unparsable" in str(key) for row in rows for key in row), ran.line


def test_something_is_read_by_it() -> None:
    """So that the test above says something."""
    used = {
        parser_of(line, "linux") for scenario in SCENARIOS.values() for line in (*scenario.look, *scenario.verify)
    } - {""}
    assert used
