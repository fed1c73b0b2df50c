"""A large report, as `sos report` leaves it, against `grep -r` for one word over it; and the same as an archive.

The tree is written anew in a temporary folder: 12,000 files and links of some 100 MB, most of which say nothing of storage or
memory. Times are of processor and system together, of whole processes, each the least of several runs in turn with the
one it is compared with, on a warm cache; memory is the most that a process had resident.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.measure import Row, least, show

HOST = "db1"
TOP = f"sosreport-{HOST}-01234567-2024-01-15-abcdefg"
FILES = 12_000
TREE_RATIO = 3.0
"""`advisor diagnose TREE` against `grep -r WORD TREE`."""
WORD = "writeback"

_MEMINFO = (
    "MemTotal:       65807028 kB\nMemFree:        12062076 kB\nMemAvailable:   41938212 kB\nBuffers:          521724 kB\n"
    "Cached:         28158912 kB\nSwapCached:            0 kB\nDirty:             18324 kB\nWriteback:             0 kB\n"
    "SwapTotal:      16777212 kB\nSwapFree:       16777212 kB\nHugePages_Total:       0\nHugepagesize:       2048 kB\n"
)
_FREE = (
    "              total        used        free      shared  buff/cache   available\n"
    "Mem:       65807028    24102844    12062076      221840    29642108    41938212\n"
    "Swap:      16777212           0    16777212\n"
)
_DF = (
    "Filesystem     1K-blocks     Used Available Use% Mounted on\n/dev/sda2       52403200 21403200  31000000  41% /\n"
)
_VMSTAT = (
    "procs -----------memory---------- ---swap-- -----io---- -system-- ------cpu-----\n"
    " r  b   swpd   free   buff  cache   si   so    bi    bo   in   cs us sy id wa st\n"
    " 2  0      0 12062076 521724 28158912    0    0    12    48  310  520  4  1 95  0  0\n"
)
_SERVICES = (
    "systemd[1]",
    "sshd[2211]",
    "crond[991]",
    "NetworkManager[870]",
    "chronyd[701]",
    "postgres[4410]",
    "dbus-daemon[640]",
)


def _log(lines: int, seed: int) -> Iterator[str]:
    """Lines of syslog of one day."""
    chance = random.Random(seed)
    for n in range(lines):
        second = n * 86_400 // lines
        yield (
            f"Jan {1 + seed % 14:2} {second // 3600:02}:{second // 60 % 60:02}:{second % 60:02} {HOST} {chance.choice(_SERVICES)}: "
            f"Started session {chance.randrange(99_999)} of user app{chance.randrange(40)} after {chance.randrange(900)} ms.\n"
        )


def _table(lines: int, columns: int, seed: int, head: str = "") -> str:
    chance = random.Random(seed)
    rows = (" ".join(f"{chance.randrange(1 << 24):x}" for _ in range(columns)) for _ in range(lines))
    return head + "\n".join(f"item-{n} {row}" for n, row in enumerate(rows)) + "\n"


def told() -> Iterator[tuple[str, str]]:
    """What tells something of the host, but for its logs: paths and texts."""
    yield from {
        "version.txt": "sos report: 4.6.1\n", "sos_commands/host/hostname": f"{HOST}.example.com\n",
        "sos_commands/kernel/uname_-a":
            f"Linux {HOST} 5.14.0-362.8.1.el9_3.x86_64 #1 SMP PREEMPT_DYNAMIC Tue Oct 3 11:12:36 EDT 2023 x86_64 x86_64 x86_64 GNU/Linux\n",
        "sos_commands/date/date": "Mon Jan 15 10:00:00 UTC 2024\n", "sos_commands/memory/free": _FREE, "proc/meminfo": _MEMINFO,
        "sos_commands/filesys/df_-al_-x_autofs": _DF, "proc/sys/vm/dirty_ratio": "20\n", "proc/sys/vm/swappiness": "60\n",
        "proc/sys/vm/dirty_background_ratio": "10\n", "etc/sysctl.conf": "# sysctl settings\nvm.dirty_background_ratio = 10\n",
        "proc/mdstat": "Personalities : \nunused devices: <none>\n", "sos_commands/memory/vmstat": _VMSTAT,
        "sos_commands/kernel/dmesg": "".join(f"[{n / 7:12.6f}] pci 0000:00:{n % 32:02x}.0: BAR {n % 6}: assigned\n" for n in range(300)),
    }.items()  # fmt: skip


def _logs() -> Iterator[tuple[str, str]]:
    for day in range(4):
        name = "messages" if not day else f"messages-202401{14 - 3 * day:02}"
        yield f"var/log/{name}", "".join(_log(40_000, 14 - 3 * day))
    yield "sos_commands/logs/journalctl_--no-pager_--boot", "".join(_log(90_000, 13))


def _bulky() -> Iterator[tuple[str, str | bytes]]:
    """What is large and says nothing."""
    chance = random.Random(3)
    yield (
        "sos_commands/process/lsof_M_-n_-l_-c",
        _table(60_000, 8, 1, "COMMAND PID TID USER FD TYPE DEVICE SIZE/OFF NODE NAME\n"),
    )
    yield "sos_commands/rpm/sh_-c_rpm_--nodigest_-qa", _table(2_500, 6, 2)
    yield "var/log/audit/audit.log", _table(60_000, 12, 4)
    yield "var/log/cloud-init.log", _table(20_000, 9, 5)
    yield "var/log/dnf.rpm.log", _table(20_000, 9, 6)
    yield "proc/kallsyms", _table(120_000, 1, 7)
    yield "sos_commands/networking/ss_-peaonmi", _table(12_000, 9, 8)
    yield "sos_commands/systemd/systemctl_show_--all", _table(30_000, 3, 9)
    yield "sys/kernel/debug/dynamic_debug/control", _table(15_000, 3, 10)
    for day in range(1, 15):
        yield f"var/log/sa/sa{day:02}", b"\x96\xd5\x75\x21" + chance.randbytes(900_000)
    yield "var/lib/rpm/rpmdb.sqlite", b"SQLite format 3\0" + chance.randbytes(9_000_000)
    yield "var/log/journal/0123/system.journal", b"LPKSHHRH" + chance.randbytes(8_000_000)


def _small(count: int) -> Iterator[tuple[str, str | bytes]]:
    """The thousands of small files: parameters, settings, one line each or a few."""
    chance = random.Random(5)
    for n in range(count):
        kind = n % 20
        if kind < 7:
            yield f"sys/module/mod{n // 60}/parameters/p{n}", "N\n"
        elif kind < 9:
            yield f"sys/devices/pci0000:00/0000:00:{n % 90:02x}.0/a{n}", f"0x{chance.randrange(1 << 16):04x}\n"
        elif kind == 9:
            yield f"sys/devices/system/cpu/cpu{n // 400}/cache/index{n % 4}/s{n}", f"{chance.randrange(512)}K\n"
        elif kind == 10:
            yield f"sys/class/net/eth{n % 4}/statistics/c{n}", f"{chance.randrange(1 << 40)}\n"
        elif kind == 11:
            yield f"sys/fs/cgroup/system.slice/unit{n}.service/memory.max", "max\n"
        elif kind == 12:
            yield f"sys/block/sd{chr(97 + n % 20)}/queue/q{n}", f"{chance.randrange(4096)}\n"
        elif kind < 15:
            yield (
                f"proc/{1000 + n}/status",
                f"Name:\tworker\nState:\tS (sleeping)\nPid:\t{1000 + n}\nVmRSS:\t{n} kB\nThreads:\t1\n",
            )
        elif kind == 15:
            yield f"proc/sys/net/ipv4/conf/if{n // 400}/v{n}", f"{n % 2}\n"
        elif kind == 16:
            yield f"etc/selinux/targeted/active/m{n}", "module text of a policy\n" * chance.randrange(5, 60)
        elif kind == 17:
            yield (
                f"etc/systemd/system/unit{n}.service",
                "[Unit]\nDescription=A unit\n[Service]\nExecStart=/usr/bin/true\n",
            )
        elif kind == 18:
            yield (
                f"sos_commands/systemd/systemctl_status_u{n}",
                f"unit{n}.service - A unit\n     Loaded: loaded\n     Active: inactive\n",
            )
        else:
            yield (
                f"sos_commands/networking/ethtool_-S_eth{n}",
                "NIC statistics:\n" + "".join(f"     q{q}: {chance.randrange(9999)}\n" for q in range(60)),
            )


_LINKS = {
    "hostname": "sos_commands/host/hostname", "uname": "sos_commands/kernel/uname_-a", "date": "sos_commands/date/date",
    "free": "sos_commands/memory/free", "df": "sos_commands/filesys/df_-al_-x_autofs",
}  # fmt: skip


def write(folder: Path, count: int = FILES) -> Path:
    """Write a report of `count` files; its top folder."""
    top = folder / TOP
    known = [*told(), *_logs(), *_bulky()]
    for path, content in [*known, *_small(count - len(known) - 2 * len(_LINKS))]:
        file = top / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
    for name, target in _LINKS.items():
        (top / name).symlink_to(target)
        (top / f"etc/{name}.d").symlink_to(f"../{target}")
    return top


def pack(top: Path, mode: str) -> Path:
    """The tree as an archive beside it: `mode` is ``gz`` or ``xz``."""
    path = top.parent / f"{top.name}.tar.{mode}"
    with tarfile.open(path, f"w:{mode}", **({"preset": 1} if mode == "xz" else {"compresslevel": 3})) as archive:  # type: ignore[call-overload]
        archive.add(top, top.name)
    return path


def measure(folder: Path, runs: int) -> list[Row]:
    """The tree and its archives."""
    top = write(folder)
    environment = {**os.environ, "ADVISOR_STATE": str(folder / "state")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    advisor = [sys.executable, "-m", "advisor", "diagnose"]
    grep = ["grep", "-r", WORD, str(top)]
    size = sum(path.lstat().st_size for path in top.rglob("*") if path.is_file()) >> 20
    tree, found, plain = least([[*advisor, str(top)], grep, [*advisor, "--tell", "it hangs"]], runs, environment)
    rows = [
        Row(f"a tree of {FILES:,} files, {size} MB, against `grep -r`", tree.seconds / found.seconds, TREE_RATIO,
            f"{tree.seconds:.2f} s against {found.seconds:.2f} s of processor; {tree.mib:.0f} MiB, without input {plain.mib:.0f}"),
    ]  # fmt: skip
    for mode, unpack in (("gz", ["gzip", "-dc"]), ("xz", ["xz", "-dc"])):
        path = pack(top, mode)
        packed, bare = least([[*advisor, str(path)], [*unpack, str(path)]], max(1, runs // 2), environment)
        rows.append(
            Row(f"the same as .tar.{mode}, against `{' '.join(unpack)}`", packed.seconds / bare.seconds, None,
                f"{packed.seconds:.2f} s against {bare.seconds:.2f} s; {packed.mib:.0f} MiB; {path.stat().st_size >> 20} MB packed"),
        )  # fmt: skip
    return rows


def main() -> int:
    """Write, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--write", metavar="FOLDER", help="write the tree there, and measure nothing")
    options = parser.parse_args()
    if options.write:
        print(write(Path(options.write)))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        return show("Large trees", measure(Path(folder), options.runs))


if __name__ == "__main__":
    sys.exit(main())
