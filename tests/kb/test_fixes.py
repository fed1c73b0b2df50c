"""The steps of every fix: what they say of their risk is true of their commands."""

from __future__ import annotations

import re

import pytest

from advisor.knowledge import Step
from tests.each import each
from tests.kb.examples import knowledge

_OUTSIDE = r"(?!/var/tmp/|/tmp/|/root/|/dev/null)"
_WRITES = re.compile(
    rf"""
    \b(?:dd|gdd)\b.*\bof= | (?<![\w-])(?:rm|mv|cp|touch|mkdir|kill|pkill|chmod|umount|mkfs[.\w]*|wipefs(?!\s+-n)|fstrim|reboot)\s
    | \bsed\s+-i | [^<\d&]>>?\s*{_OUTSIDE}/ | \btee\s+(?:-a\s+)?{_OUTSIDE}/
    | \bsysctl\s+(?:-w|-p|[\w.]+=) | \bmount\s+-o | \bvxtunefs\s+-o
    | \bbadblocks\b.*\s-\w*[nw] | \be?2?fsck\b(?!.*\s-n) | \bxfs_repair\b(?!.*\s-n) | \bsmartctl\s+-t\b
    | \bzpool\s+(?:scrub|offline|online|replace|remove|destroy|set|add(?!\s+-n)|attach|detach|trim)\b
    | \bzfs\s+(?:set|create|rename|rollback|inherit|destroy(?!\s+-\w*n)|send|receive)\b
    | \bmdadm\b.*--(?:fail|add|remove|stop|assemble|create) | \becho\s+[^|]*>
    | \b(?:systemctl|service)\s+(?:re)?(?:start|stop|load)\b | \b(?:modprobe|rmmod|insmod|depmod|grubby)\b
    | \b(?:apt-get|dnf|yum|zypper|pkg)\s+(?:install|remove|update|upgrade) | \balter\s+(?:system|database)\b
    | ^\s*(?:shutdown|startup)\b | \bddrescue\b
    | \bzdb\b.*\s-S | \b(?:strace|truss)\b.*\s-p
    """,
    re.X | re.M,
)
"""What changes a host or lies heavy on it; a record written to a directory for such things changes nothing."""
_STEPS = [
    (slug, number, step)
    for slug, case in sorted(knowledge().cases.items())
    for number, step in enumerate(case.steps, 1)
]


@pytest.mark.parametrize(
    "command",
    [
        "dd if=/dev/zero of=/u01/x bs=1024k", "rm /u01/x", "echo 1 > /proc/sys/vm/drop_caches", "badblocks -nsv /dev/sda",
        "zpool scrub tank", "sysctl -w vm.dirty_ratio=5", "fsck -y /dev/sda1", "zfs destroy tank/x@y", "zpool add tank mirror a b",
        "zdb -S tank", "truss -t write -p 17", "strace -f -p 17",
    ],
)  # fmt: skip
def test_what_writes_is_known(command: str) -> None:
    assert _WRITES.search(command)


@pytest.mark.parametrize(
    "command",
    [
        "wipefs -n /dev/sdb", "zpool add -n tank mirror a b", "zfs destroy -nv tank/x@y", "e2fsck -f -n /dev/sda1", "badblocks -sv /dev/sda",
        "sysctl -e vm.dirty_ratio | tee /root/dirty-limits.before", "grep -rs memlock /etc/security/limits.conf 2>/dev/null",
        "iostat -x 1 600 > /var/tmp/iostat.out", "zfs get -H -o value logbias tank", "mount | grep vx",
    ],
)  # fmt: skip
def test_what_only_looks_is_known(command: str) -> None:
    assert not _WRITES.search(command)


@each(_STEPS)
def test_a_step_that_writes_does_not_say_that_it_looks(slug: str, number: int, step: Step) -> None:
    found = _WRITES.search(re.sub(r"<[A-Z0-9-]+>", "NAME", step.command))
    writes = found[0] if found is not None else ""
    assert step.risk != "look" or not writes, writes


def test_a_step_that_fills_a_file_says_so_and_takes_it_away_again() -> None:
    for slug, _, step in _STEPS:
        if re.search(r"\bdd\b.*if=/dev/zero", step.command) and "swapon" not in step.command:
            assert step.risk in ("disruptive", "destructive"), slug
            assert re.search(r"&& rm |^rm ", step.command, re.MULTILINE), slug
