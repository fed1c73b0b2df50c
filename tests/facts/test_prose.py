"""What is a complaint, and what a tool, a log or a file of the system says."""

from __future__ import annotations

from pathlib import Path

import pytest

from facts.bundle import load

HEARD = {
    "mail.eml": "From: kim@example.com\nTo: help@example.com\n\nsince yesterday the database server hangs for 40 seconds.\n",
    "ticket-4711.txt": "Ticket: INC4711\n\nDescription:\nNode 2 of the cluster panicked last night and the service moved.\n",
    "anfrage.txt": "Hallo,\n\nseit gestern bleibt der Server jede Nacht stehen. Bitte nachsehen.\n",
    "irc.txt": "[10:31:02] <kim> hello, the file server hangs again\n",
    "issue.md": "# Database freezes\n\nThe database server freezes whenever the nightly import runs.\n",
    "session.txt": "$ vmstat 1\nnothing\n\nPlease tell us why the server hangs every night.\n",
}
NOT_HEARD = {
    "n1/etc/motd": "This server froze last time and two disks failed.\n",
    "n1/etc/sysctl.d/90.conf": "# The node panicked because it was swapping all the time.\nvm.swappiness = 10\n",
    "usr/share/doc/mdadm/NOTES": "If a disk fails the array is degraded and the server hangs.\n",
    "README": "If a disk fails the array is degraded and the server hangs.\n",
    "backup.sh": "echo the server hangs while this runs and the users complain\n",
    "app.log": "2024-06-04 10:00:01 ERROR pool: The server freezes while it waits\n",
    "java.log": "SEVERE: The database hangs and the connection pool is exhausted\n",
    "grep.txt": "$ grep panic /var/crash/*\ngrep: /var/crash/*: No such file or directory\n",
    "fsck.txt": "# e2fsck /dev/sdb1\nno\n\nThe superblock could not be read and the disk may be failing.\n",
    "echo.txt": 'root@n1:~# echo "the server hangs now for 30 seconds"\nthe server hangs now for 30 seconds\n',
}


@pytest.mark.parametrize("name", [*HEARD, *NOT_HEARD])
def test_only_what_addresses_somebody_is_a_complaint(name: str, tmp_path: Path) -> None:
    path = tmp_path / "case" / name
    path.parent.mkdir(parents=True)
    path.write_text(HEARD.get(name) or NOT_HEARD[name], encoding="utf-8")
    bundle, _ = load([str(tmp_path / "case")])
    assert [bool(bundle.prose)] == [name in HEARD]
