"""The page of facts lists what a person sees as one thing once."""

from __future__ import annotations

from pathlib import Path

from advisor.explanation.facts_page import as_text
from facts.bundle import load

_FILES = {
    "sys/fs/cgroup/memory/system.slice/imp.service/memory.limit_in_bytes": "9223372036854771712\n",
    "sys/fs/cgroup/memory/system.slice/imp.service/memory.failcnt": "12\n",
    "sys/fs/cgroup/unified/system.slice/imp.service/io.pressure": "some avg10=1.00 avg60=0.00 avg300=0.00 total=5\n",
    "sys/fs/cgroup/memory/system.slice/dev-a\\x2db.mount/memory.failcnt": "many\n",
    "proc/sys/vm/swappiness": "60\n",
    "proc/sys/kernel/pid_max": "32768\n",
    "proc/meminfo": "MemTotal: 16393612 kB\nMemFree: 100 kB\n",
}


def test_the_files_of_one_control_group_are_one_output(tmp_path: Path) -> None:
    for name, text in _FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    bundle, errors = load([str(tmp_path)])
    assert not errors
    page = as_text(bundle, 200)
    assert (
        "sys/fs/cgroup/*/system.slice/imp.service/ (3 files)  cgroup on host: read, 6 rows\n  lines: 3 read\n" in page
    )
    assert "proc/sys/ (2 files)  sysctl on host: read, 2 rows\n  lines: 1 read, 1 of no use\n" in page
    assert "proc/meminfo:1-2  meminfo on host: read" in page
    assert page.count("cgroup on host") == 1
    assert "memory-max-bytes = unlimited" in page
    assert "version = v1" in page
