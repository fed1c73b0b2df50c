"""What is shown where no case fits: signs of resources at their limit, lines of logs, and on a healthy host nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from advisor.explanation.stands_out import stands_out
from tests.kb.examples import Example, consultation_of
from tests.kb.test_healthy_hosts import PATHS, read

TOP = """top - 16:39:44 up 103 days, 20:03,  2 users,  load average: {load}, 330.84, 300.15
Tasks: 221 total,   1 running, 220 sleeping,   0 stopped,   0 zombie
%Cpu(s):  0.6 us,  0.4 sy,  0.0 ni, {idle} id,  3.3 wa,  0.0 hi,  0.0 si,  0.0 st

  PID USER      PR  NI    VIRT    RES    SHR S  %CPU %MEM     TIME+ COMMAND
 2376 root      20   0       0      0      0 {state}  0.0   1387:38 md1_raid6
"""
SLOTS = """postgres=# SELECT slot_name, active, restart_lsn FROM pg_replication_slots;
 slot_name | active | restart_lsn
-----------+--------+-------------
 standby2  | f      | 12/674C1C68
(1 row)
"""
MDSTAT = """Personalities : [raid1]
md0 : active raid1 sda1[0]
      159766272 blocks [2/1] [U_]

unused devices: <none>
"""
KILLED = """Oct  6 12:38:52 elgin kernel: Out of memory: Kill process 1137 (ruby) score 50 or sacrifice child
Oct  6 12:38:52 elgin kernel: Killed process 1137, UID 48, (ruby) total-vm:1042700kB, anon-rss:613268kB, file-rss:4kB
"""
SEEN = [
    ("top.txt", TOP.format(load="331.38", idle="95.7", state="S   0.0"), "The load is high while the processors are idle"),
    ("top.txt", TOP.format(load="1.10", idle="95.7", state="R 100.0"), "A thread of the kernel keeps a processor busy"),
    ("slots.txt", SLOTS, "No consumer is connected to a replication slot"),
    ("mdstat", MDSTAT, "A software RAID array has fewer members at work"),
    ("meminfo", "SUnreclaim:     42964948 kB\n", "The kernel's own objects"),
    ("messages", KILLED, "The kernel ended a process"),
    ("app.log", "cp: error writing 'b': No space left on device\n", "cp: error writing"),
]  # fmt: skip
QUIET = [
    ("top.txt", TOP.format(load="1.10", idle="95.7", state="S   0.0")),
    ("mdstat", MDSTAT.replace("[2/1] [U_]", "[2/2] [UU]")),
    ("app.log", "Oct 12 03:11:09 web1 app[3]: warning: slow request of 2 s\n"),
]


def shown(name: str, text: str) -> list[str]:
    """The sentences on a host of which one output was captured."""
    consultation, bundle = consultation_of(Example(Path("host"), [], [(name, text)], {}))
    return [sight.text for sight in stands_out(consultation, bundle.alarms)]


@pytest.mark.parametrize(("name", "text", "sentence"), SEEN, ids=[sentence for *_, sentence in SEEN])
def test_it_stands_out(name: str, text: str, sentence: str) -> None:
    assert shown(name, text)[0].startswith(sentence)


@pytest.mark.parametrize(("name", "text"), QUIET)
def test_nothing_stands_out_on_what_is_well(name: str, text: str) -> None:
    assert shown(name, text) == []


def test_one_line_is_shown_once() -> None:
    assert len(shown("messages", KILLED)) == 1


def test_on_healthy_hosts_hardly_anything_stands_out() -> None:
    seen = []
    for path in PATHS:
        consultation, bundle = consultation_of(read(path))
        seen += [path.stem] if stands_out(consultation, bundle.alarms) else []
    assert seen == ["noisy-kernel-log", "solaris-11-error-counters"]
